//! Move ordering: captures and reach first, then killers and history. Late moves are reduced.

use crate::stop::moves::Candidate;

/// Weight of a stone that a move brings.
pub(super) const STONE_PROMISE: i32 = 4000;
/// Weight of a point of reach (`moves::reach_promise`).
pub(super) const REACH_PROMISE: i32 = 100;
/// Where the hottest switch stands among the moves: before a move that brings one stone, after one that brings two.
pub(super) const SWITCH_PROMISE: i32 = 6000;
/// Weight of the last killer; the one before it counts half.
const KILLER_PROMISE: i32 = 20_000;
/// Bound of the history counts: less than a killer.
const MOST_HISTORY: i32 = 16_000;
/// Divisor of the history counts between two searches.
const HISTORY_FADES: i32 = 4;
/// More plies than any line has, passes included.
const PLIES: usize = 70;
/// Cells, and the two numbers past them that stand for no cell and for a switch.
const MOVES: usize = 66;

/// The move stack: the moves of all positions from the root to the current one, one position's behind the other's. They
/// are sorted only as far as they are asked for.
#[derive(Default)]
pub(super) struct MoveStack(Vec<Candidate>);

impl MoveStack {
    /// Where the moves of the next position begin.
    #[inline(always)]
    pub fn end(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub fn push(&mut self, candidate: Candidate) {
        self.0.push(candidate);
    }

    /// Swaps the most promising move from there on to that place, and returns it.
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

    /// Removes some moves from there on.
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

    /// Drops all moves from there on.
    #[inline(always)]
    pub fn truncate(&mut self, from: usize) {
        self.0.truncate(from);
    }

    /// Takes all moves from there on.
    pub fn take(&mut self, from: usize) -> Vec<Candidate> {
        self.0.split_off(from)
    }
}

/// Late move reductions, by depth and by place in the move order: logarithmic in both.
pub(super) struct Reductions([[u8; 65]; 65]);

impl Reductions {
    /// The first depth and the first place that are reduced.
    const FIRST: usize = 3;

    pub fn new(factor: f64) -> Self {
        let mut table = [[0; 65]; 65];
        for (depth, row) in table.iter_mut().enumerate().skip(Self::FIRST) {
            for (index, reduction) in row.iter_mut().enumerate().skip(Self::FIRST) {
                let wanted = factor * (depth as f64).ln() * (index as f64).ln();
                *reduction = if factor > 0.0 { (0.5 + wanted) as u8 } else { 0 };
            }
        }
        Self(table)
    }

    /// The reduction of a move; one less in nodes of the principal variation.
    #[inline(always)]
    pub fn of(&self, depth: i32, index: usize, is_pv: bool) -> i32 {
        let reduction = i32::from(self.0[depth.clamp(0, 64) as usize][index.min(64)]);
        (reduction - i32::from(is_pv)).max(0)
    }
}

/// Killer moves (two for each ply) and the history heuristic (a count for each side and cell).
pub(super) struct Refutations {
    killers: [[u8; 2]; PLIES],
    history: [[i32; MOVES]; 2],
}

impl Default for Refutations {
    fn default() -> Self {
        Self { killers: [[u8::MAX; 2]; PLIES], history: [[0; MOVES]; 2] }
    }
}

impl Refutations {
    /// Forgets the killers and fades the history, before the next search.
    pub fn fade(&mut self) {
        *self = Self { history: self.history.map(|side| side.map(|count| count / HISTORY_FADES)), ..Self::default() };
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

    /// Notes a move that caused a cutoff.
    #[inline(always)]
    pub fn note(&mut self, ply: usize, cell: u8, depth: i32) {
        let [last, before] = &mut self.killers[ply];
        if *last != cell {
            (*last, *before) = (cell, *last);
        }
        let count = &mut self.history[ply & 1][usize::from(cell)];
        *count += depth * depth * (MOST_HISTORY - *count) / MOST_HISTORY;
    }
}
