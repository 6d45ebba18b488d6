//! The techniques of the search, each of which can be tuned or switched off.

/// Which techniques a search uses: for experiments, and for weaker players.
///
/// ```
/// use landgrab_engine::stop::search::Tactics;
///
/// let plain = Tactics { late_move_reduction: 0.0, null_move: false, futility_margin: 0, ..Tactics::default() };
/// assert_ne!(plain, Tactics::default());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tactics {
    /// The solver evaluates nodes inside the tree with at most so many contested cells.
    pub solved_cells: u32,
    /// The solver tries the root first, if it has at most so many contested cells.
    pub solved_at_root: u32,
    /// The share of what is left of the budget that the solver may use for the root.
    pub solver_share: f64,
    /// Factor of late move reductions; 0 for none.
    pub late_move_reduction: f64,
    /// Null move pruning: a side that is ahead passes first, and if it stays ahead, no move is searched.
    pub null_move: bool,
    /// Futility pruning: margin in sixteenths of a stone for each ply of depth; 0 for none.
    pub futility_margin: i32,
    /// The largest depth of futility pruning.
    pub futility_depth: i32,
    /// Half of the aspiration window, in sixteenths of a stone; 0 for an infinite window.
    pub aspiration: i32,
    /// Lazy evaluation: beyond the bounds by more than so many sixteenths of a stone, first reach is believed without the
    /// network; 0 for no network at all.
    pub lazy_margin: i32,
}

impl Default for Tactics {
    fn default() -> Self {
        Self {
            solved_cells: 10,
            solved_at_root: 30,
            solver_share: 0.4,
            late_move_reduction: 0.5,
            null_move: true,
            futility_margin: 24,
            futility_depth: 3,
            aspiration: 20,
            lazy_margin: 32,
        }
    }
}
