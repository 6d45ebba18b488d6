//! Which moves to look at first: those that refuted others before.

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

/// The moves of a position, sorted only as far as they are asked for.
pub(super) struct Moves {
    moves: [Candidate; 65],
    count: usize,
}

impl Default for Moves {
    fn default() -> Self {
        Self { moves: [Candidate::default(); 65], count: 0 }
    }
}

impl Moves {
    #[inline(always)]
    pub fn push(&mut self, candidate: Candidate) {
        self.moves[self.count] = candidate;
        self.count += 1;
    }

    /// The best of those that were not picked, given that `index` were.
    #[inline(always)]
    pub fn pick(&mut self, index: usize) -> Candidate {
        let rest = &self.moves[index..self.count];
        let best = (0..rest.len()).max_by_key(|i| (rest[*i].promise, std::cmp::Reverse(*i))).expect("one is left");
        self.moves.swap(index, index + best);
        self.moves[index]
    }

    pub fn retain(&mut self, keep: impl Fn(&Candidate) -> bool) {
        let mut kept = 0;
        for index in 0..self.count {
            if keep(&self.moves[index]) {
                self.moves[kept] = self.moves[index];
                kept += 1;
            }
        }
        self.count = kept;
    }
}

impl std::ops::Deref for Moves {
    type Target = [Candidate];

    fn deref(&self) -> &[Candidate] {
        &self.moves[..self.count]
    }
}

impl std::ops::DerefMut for Moves {
    fn deref_mut(&mut self) -> &mut [Candidate] {
        &mut self.moves[..self.count]
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
