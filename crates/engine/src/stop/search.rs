//! The search of Stop: iterative deepening, principal variation search with a transposition table, null move pruning,
//! futility pruning and late move reductions.
//!
//! Only contested cells are searched. Small independent parts are replaced by their exact combinatorial values, and nodes
//! with few contested cells are evaluated by the solver.
//!
//! ```
//! use landgrab_engine::budget::Budget;
//! use landgrab_engine::stop::search::{DEEPEST, Searcher, Tactics};
//! use landgrab_engine::rules::{Game, stop::Stop};
//!
//! let position: Stop = "...X/..../..../O... X".parse()?;
//! let mut searcher = Searcher::new(12, Tactics::default());
//! let report = searcher.search(&position, DEEPEST, &mut Budget::nodes(10_000)).expect("X is to move");
//! assert!(position.is_legal(report.best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod order;
mod table;
mod tactics;
mod tree;

pub use tactics::Tactics;

use crate::budget::Budget;
use crate::stop::board::Board;
use crate::stop::evaluation::STONE;
use crate::stop::solver::{Bounds, Solver};
use order::{MoveStack, Reductions, Refutations};
use rules::stop::{Placing, Stop};
use rules::{Game, Turn};
use table::TranspositionTable;
use tree::Tree;

/// Deeper than any game goes.
pub const DEEPEST: u32 = 64;

/// A search with its transposition table, which it keeps from one position to the next.
pub struct Searcher {
    tactics: Tactics,
    solver: Solver,
    table: TranspositionTable,
    refutations: Refutations,
    moves: MoveStack,
    reductions: Reductions,
    board: Option<Board>,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The move to play.
    pub best: Placing,
    /// The mover's expected margin, in sixteenths of a stone.
    pub value: i32,
    /// The proven bounds of the margin after filling out, if the solver was asked.
    pub proven: Option<Bounds>,
    /// Depth of the last finished iteration; 0 when the solver answered.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
}

impl Report {
    /// Whether the value is proven.
    pub fn is_exact(&self) -> bool {
        self.proven.is_some_and(Bounds::is_exact)
    }
}

impl Searcher {
    /// A search with a transposition table of `2^table_bits` entries of 32 bytes, and a solver with as many.
    pub fn new(table_bits: u32, tactics: Tactics) -> Self {
        Self {
            tactics,
            solver: Solver::new(table_bits),
            table: TranspositionTable::new(table_bits),
            refutations: Refutations::default(),
            moves: MoveStack::default(),
            reductions: Reductions::new(tactics.late_move_reduction),
            board: None,
        }
    }

    /// The best move, as far as the budget and the depth go: by the solver, if it can prove one, else by the search. `None`
    /// if the game is over.
    pub fn search(&mut self, position: &Stop, depth: u32, budget: &mut Budget<'_>) -> Option<Report> {
        let contested = position.contested().len() as u32;
        if contested == 0 || contested > self.tactics.solved_at_root {
            return self.search_only(position, depth, budget);
        }
        let (before, begun, end) = (budget.spent(), budget.share(), budget.ceiling());
        budget.limit(begun + self.tactics.solver_share * (end - begun));
        let valued = self.solver.value(position, budget)?;
        budget.limit(end);
        let report = match valued.best {
            Some(best) => Report { best, value: valued.value.low * STONE, proven: None, depth: 0, nodes: 0 },
            None => self.search_only(position, depth, budget)?,
        };
        Some(Report { proven: Some(valued.value), nodes: budget.spent() - before, ..report })
    }

    /// The same without asking the solver about the root.
    pub fn search_only(&mut self, position: &Stop, depth: u32, budget: &mut Budget<'_>) -> Option<Report> {
        let before = budget.spent();
        let Turn::Move(mover) = position.turn() else { return None };
        let board = Board::new(position.size());
        if self.board.replace(board).is_some_and(|last| last != board) {
            self.table.clear();
        }
        let (state, lead) = board.state(position, mover);
        if state.open == 0 {
            let best = position.moves().next().expect("a side to move has a move");
            let proven = Some(Bounds::exact(lead));
            return Some(Report { best, value: lead * STONE, proven, depth: 0, nodes: 0 });
        }
        self.refutations.fade();
        self.moves.truncate(0);
        let mut tree = Tree {
            tactics: self.tactics,
            exact: self.solver.search_on(board, budget),
            table: &mut self.table,
            refutations: &mut self.refutations,
            moves: &mut self.moves,
            reductions: &self.reductions,
            null_move_at: 0,
        };
        let (cell, value, depth) = tree.deepen(&state, depth);
        let best = Placing { at: board.cell(cell.into()) };
        let nodes = budget.spent() - before;
        Some(Report { best, value: value + lead * STONE, proven: None, depth, nodes })
    }

    /// Says that a move of the game is made: older entries of the table give way sooner.
    pub fn go_on(&mut self) {
        self.table.age();
    }
}
