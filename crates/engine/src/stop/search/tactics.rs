//! The parts of a search that can be left out or tuned.

/// What to use of what there is: for experiments, and for players that are meant to be weaker.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tactics {
    /// The solver answers for positions inside the tree with at most so many contested cells.
    pub solved_cells: u32,
    /// The solver tries the position itself first, if it has at most so many contested cells.
    pub solved_at_root: u32,
    /// The part of what is left of the budget that it may use for that.
    pub share_for_root: f64,
    /// How much less deeply moves that come late in the order are looked at first; 0 for not at all.
    pub reduction: f64,
    /// Whether a side that is ahead is let pass first: if it stays ahead, it is the more so after a move.
    pub passes: bool,
    /// Sixteenths of a stone for each move ahead by which the evaluation must exceed the bounds to be believed; 0 for never.
    pub futile: i32,
    /// Moves ahead up to which it is believed so.
    pub futile_depth: i32,
    /// Sixteenths of a stone around the last value in which the next deeper look expects its own; 0 for anywhere.
    pub window: i32,
    /// Sixteenths of a stone beyond the bounds up to which what first reach expects is not believed without the network; 0 for
    /// no network.
    pub doubt: i32,
}

impl Default for Tactics {
    fn default() -> Self {
        Self {
            solved_cells: 10,
            solved_at_root: 30,
            share_for_root: 0.4,
            reduction: 0.5,
            passes: true,
            futile: 24,
            futile_depth: 3,
            window: 20,
            doubt: 32,
        }
    }
}
