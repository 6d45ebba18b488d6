//! The obvious version of the rules, tile by tile, which the fast version is compared with. They share only the start
//! position.

use super::Setup;
use crate::{BySide, Side};
use std::collections::{BTreeSet, VecDeque};

/// A position as a list of letters and a list of owners.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Obvious {
    rows: usize,
    cols: usize,
    /// The letter that every tile shows; captured tiles are repainted.
    letters: Vec<char>,
    owners: Vec<Option<Side>>,
    palette: Vec<char>,
    mover: Side,
    waits: u32,
}

impl Obvious {
    /// `None` when both corners are in one region.
    pub fn new(rows: usize, cols: usize, letters: Vec<char>, colours: usize) -> Option<Self> {
        let palette = "RGBKYPWC".chars().take(colours).collect();
        let owners = vec![None; rows * cols];
        let mut board = Self { rows, cols, letters, owners, palette, mover: Side::First, waits: 0 };
        for (side, corner) in board.corners() {
            if board.owners[corner].is_some() {
                return None;
            }
            board.owners[corner] = Some(side);
            board.grow(side, board.letters[corner]);
        }
        Some(board)
    }

    pub fn of_setup(setup: &Setup) -> Option<Self> {
        let letters = setup.tiles().iter().map(|colour| colour.letter()).collect();
        let board = Self::new(setup.size().rows, setup.size().cols, letters, setup.colours())?;
        Some(Self { mover: setup.mover(), waits: u32::from(setup.waits()), ..board })
    }

    fn corners(&self) -> [(Side, usize); 2] {
        [(Side::First, (self.rows - 1) * self.cols), (Side::Second, self.cols - 1)]
    }

    fn around(&self, tile: usize) -> Vec<usize> {
        let (row, col) = (tile / self.cols, tile % self.cols);
        let is_next = |other: &usize| (other / self.cols).abs_diff(row) + (other % self.cols).abs_diff(col) == 1;
        let near = tile.saturating_sub(self.cols)..=(tile + self.cols).min(self.letters.len() - 1);
        near.filter(is_next).collect()
    }

    /// Gives a side all neutral tiles of a letter that hang together with its own; how many.
    fn grow(&mut self, side: Side, letter: char) -> usize {
        let mut queue: VecDeque<usize> = (0..self.letters.len()).filter(|t| self.owners[*t] == Some(side)).collect();
        let mut gain = 0;
        while let Some(tile) = queue.pop_front() {
            for next in self.around(tile) {
                if self.owners[next].is_none() && self.letters[next] == letter {
                    self.owners[next] = Some(side);
                    queue.push_back(next);
                    gain += 1;
                }
            }
        }
        gain
    }

    fn colour(&self, side: Side) -> char {
        let [first, second] = self.corners();
        self.letters[if side == Side::First { first.1 } else { second.1 }]
    }

    /// The legal letters; none when the game is over.
    pub fn legal(&self) -> Vec<char> {
        if self.is_over() {
            return Vec::new();
        }
        let worn = Side::BOTH.map(|side| self.colour(side));
        self.palette.iter().copied().filter(|letter| !worn.contains(letter)).collect()
    }

    pub fn gain(&self, letter: char) -> usize {
        self.clone().grow(self.mover, letter)
    }

    pub fn play(&mut self, letter: char) {
        let gain = self.grow(self.mover, letter);
        for tile in 0..self.letters.len() {
            if self.owners[tile] == Some(self.mover) {
                self.letters[tile] = letter;
            }
        }
        self.waits = if gain == 0 { self.waits + 1 } else { 0 };
        self.mover = self.mover.other();
    }

    /// The connected parts of what is neutral, each with the sides that it touches.
    fn neutral_parts(&self) -> Vec<(usize, BTreeSet<Side>)> {
        let mut seen = vec![false; self.letters.len()];
        let mut parts = Vec::new();
        for start in 0..self.letters.len() {
            if seen[start] || self.owners[start].is_some() {
                continue;
            }
            seen[start] = true;
            let (mut queue, mut tiles, mut touched) = (VecDeque::from([start]), 0, BTreeSet::new());
            while let Some(tile) = queue.pop_front() {
                tiles += 1;
                for next in self.around(tile) {
                    if let Some(side) = self.owners[next] {
                        touched.insert(side);
                    } else if !seen[next] {
                        seen[next] = true;
                        queue.push_back(next);
                    }
                }
            }
            parts.push((tiles, touched));
        }
        parts
    }

    pub fn is_over(&self) -> bool {
        self.waits >= 24 || self.contested() == 0
    }

    pub fn contested(&self) -> usize {
        self.neutral_parts().iter().filter(|(_, touched)| touched.len() == 2).map(|(tiles, _)| tiles).sum()
    }

    pub fn pockets(&self, side: Side) -> usize {
        let own = BTreeSet::from([side]);
        self.neutral_parts().iter().filter(|(_, touched)| *touched == own).map(|(tiles, _)| tiles).sum()
    }

    pub fn score(&self) -> BySide<u32> {
        BySide::from_fn(|side| {
            let owned = self.owners.iter().filter(|owner| **owner == Some(side)).count();
            (if self.is_over() { owned + self.pockets(side) } else { owned }) as u32
        })
    }

    pub fn mover(&self) -> Side {
        self.mover
    }

    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    pub fn owners(&self) -> &[Option<Side>] {
        &self.owners
    }

    /// Number of sequences of `depth` moves.
    pub fn count_sequences(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |letter| {
            let mut next = self.clone();
            next.play(letter);
            next
        };
        self.legal().into_iter().map(|letter| after(letter).count_sequences(depth - 1)).sum()
    }
}
