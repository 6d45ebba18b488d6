//! Which moves to look at first: those that refuted others before.

use crate::stop::board::Board;

/// A move to be looked at.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Candidate {
    pub cell: u8,
    /// Stones and cells that it brings.
    pub gain: i8,
    pub promise: i32,
    /// What is contested after it.
    pub open: u64,
}

/// What a cell that a move brings counts in the order.
pub(super) const STONE_PROMISE: i32 = 4000;
/// What a point of the solver's guess at a move counts.
pub(super) const PLACE_PROMISE: i32 = 100;
/// Where the hottest switch stands among the moves.
pub(super) const SWITCH_PROMISE: i32 = 6000;
/// What a move that has just refuted another at this distance from the root counts.
const KILLER_PROMISE: i32 = 20_000;
const MOST_HISTORY: i32 = 16_000;

impl Candidate {
    /// A stone on a cell, and what it cuts off from the other side, which is next to `their_edge`.
    #[inline(always)]
    pub fn of(board: &Board, open: u64, cell: u8, their_edge: u64) -> Self {
        let taken = 1 << cell;
        let left = open & !taken;
        let cut_off = board.cut_off(taken, left, their_edge);
        Self { cell, gain: 1 + cut_off.count_ones() as i8, promise: 0, open: left & !cut_off }
    }
}

/// The moves of the positions from the root to the one that is looked at, one position's behind the other's, and sorted only as far
/// as they are asked for.
#[derive(Default)]
pub(super) struct Moves(Vec<Candidate>);

impl Moves {
    /// Where the next position's begin.
    #[inline(always)]
    pub fn end(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub fn push(&mut self, candidate: Candidate) {
        self.0.push(candidate);
    }

    /// The best from there on, which comes there.
    #[inline(always)]
    pub fn pick(&mut self, from: usize) -> Candidate {
        let mut best = from;
        for index in from + 1..self.0.len() {
            if self.0[index].promise > self.0[best].promise {
                best = index;
            }
        }
        self.0.swap(from, best);
        self.0[from]
    }

    /// Leaves out some from there on.
    #[inline(always)]
    pub fn retain(&mut self, from: usize, keep: impl Fn(&Candidate) -> bool) {
        let mut kept = from;
        for index in from..self.0.len() {
            if keep(&self.0[index]) {
                self.0[kept] = self.0[index];
                kept += 1;
            }
        }
        self.0.truncate(kept);
    }

    /// Forgets all from there on.
    #[inline(always)]
    pub fn forget(&mut self, from: usize) {
        self.0.truncate(from);
    }

    /// All from there on, which are forgotten.
    pub fn take(&mut self, from: usize) -> Vec<Candidate> {
        self.0.split_off(from)
    }
}

/// How much less deeply a move is looked at first, by the depth and its place in the order.
pub(super) struct Reductions([[u8; 65]; 65]);

impl Reductions {
    pub fn new(factor: f64) -> Self {
        let mut table = [[0; 65]; 65];
        for (depth, row) in table.iter_mut().enumerate().skip(3) {
            for (index, reduction) in row.iter_mut().enumerate().skip(3) {
                let wanted = factor * (depth as f64).ln() * (index as f64).ln();
                *reduction = if factor > 0.0 { (0.5 + wanted) as u8 } else { 0 };
            }
        }
        Self(table)
    }

    #[inline(always)]
    pub fn of(&self, depth: i32, index: usize, is_open: bool) -> i32 {
        let reduction = i32::from(self.0[depth.clamp(0, 64) as usize][index.min(64)]);
        (reduction - i32::from(is_open)).max(0)
    }
}

/// What refuted moves of the other side: lately at this distance from the root, and ever.
pub(super) struct Memory {
    killers: [[u8; 2]; 70],
    history: [[i32; 66]; 2],
}

impl Default for Memory {
    fn default() -> Self {
        Self { killers: [[u8::MAX; 2]; 70], history: [[0; 66]; 2] }
    }
}

impl Memory {
    /// Makes room for what comes.
    pub fn fade(&mut self) {
        *self = Self { history: self.history.map(|side| side.map(|count| count / 4)), ..Self::default() };
    }

    #[inline(always)]
    pub fn promise(&self, ply: usize, cell: u8) -> i32 {
        let killer = match self.killers[ply] {
            [last, _] if last == cell => KILLER_PROMISE,
            [_, before] if before == cell => KILLER_PROMISE / 2,
            _ => 0,
        };
        killer + self.history[ply & 1][usize::from(cell)]
    }

    #[inline(always)]
    pub fn refuted(&mut self, ply: usize, cell: u8, depth: i32) {
        let [last, before] = &mut self.killers[ply];
        if *last != cell {
            (*last, *before) = (cell, *last);
        }
        let count = &mut self.history[ply & 1][usize::from(cell)];
        *count += depth * depth * (MOST_HISTORY - *count) / MOST_HISTORY;
    }
}
