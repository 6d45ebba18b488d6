//! The moves of a position, for the solver and the search alike.

use crate::stop::board::{Board, State, indices};

/// A move onto a contested cell.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Candidate {
    pub cell: u8,
    /// Stones that it brings: its own, and the cells that it makes private.
    pub gain: i8,
    /// Its rank in the move order: higher comes first.
    pub promise: i32,
    /// The contested cells after it.
    pub open: u64,
}

impl Candidate {
    /// A stone on a cell. It cuts off cells from the other side, whose stones are next to `their_edge`.
    #[inline(always)]
    pub fn of(board: &Board, open: u64, cell: u8, their_edge: u64) -> Self {
        let taken = 1 << cell;
        let left = open & !taken;
        let cut_off = board.cut_off(taken, left, their_edge);
        Self { cell, gain: 1 + cut_off.count_ones() as i8, promise: 0, open: left & !cut_off }
    }
}

/// Calls `each` with every move onto a contested cell. Returns the dominated moves: another move makes their cell private
/// along with its own, so they need not be played.
#[inline(always)]
pub(crate) fn for_each_move(board: &Board, state: &State, their_edge: u64, mut each: impl FnMut(Candidate)) -> u64 {
    // A stone on one of these cuts nothing off, so no flood fill is needed.
    let whole = board.firm(state.open) & !their_edge;
    let mut dominated = 0;
    for cell in indices(board.reach(state.mine, state.open)) {
        let taken = 1u64 << cell;
        let candidate = if whole & taken == 0 {
            Candidate::of(board, state.open, cell as u8, their_edge)
        } else {
            Candidate { cell: cell as u8, gain: 1, promise: 0, open: state.open & !taken }
        };
        dominated |= state.open & !taken & !candidate.open;
        each(candidate);
    }
    dominated
}

/// Weight of a cell that only one side reaches in one move, or in two.
const REACH_PROMISE: i32 = 8;

/// Move ordering by reach: the lead in cells that only one side comes to in one move, and in two.
#[inline(always)]
pub(crate) fn reach_promise(board: &Board, mine: u64, theirs: u64, open: u64) -> i32 {
    let (my_reach, their_reach) = (board.reach(mine, open), board.reach(theirs, open));
    let my_second = my_reach | board.reach(mine | my_reach, open);
    let their_second = their_reach | board.reach(theirs | their_reach, open);
    let lead = |one: u64, other: u64| (one & !other).count_ones() as i32 - (other & !one).count_ones() as i32;
    REACH_PROMISE * (lead(my_reach, their_reach) + lead(my_second, their_second))
}
