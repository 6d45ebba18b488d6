//! Looking ahead in Stop: deeper and deeper, best move first, the others only shown to be no better. What is contested
//! is all that is looked at, small parts are worth what they are worth, and once little enough is left the solver answers.

mod order;
mod table;
mod tactics;
mod tree;

pub use tactics::Tactics;

use crate::budget::Budget;
use crate::stop::board::Board;
use crate::stop::evaluation::STONE;
use crate::stop::solver::{Bounds, Solver};
use order::{Memory, Moves, Reductions};
use rules::stop::{Placing, Stop};
use rules::{Game, Turn};
use table::Table;
use tree::Tree;

/// Further ahead than any game goes.
pub const DEEPEST: u32 = 64;

/// Searches positions, one after the other.
pub struct Searcher {
    tactics: Tactics,
    solver: Solver,
    table: Table,
    memory: Memory,
    moves: Moves,
    reductions: Reductions,
    board: Option<Board>,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The move to play.
    pub best: Placing,
    /// The mover's expected margin, in sixteenths of a stone.
    pub value: i32,
    /// What is proven about the margin after filling out, if the solver was asked.
    pub proven: Option<Bounds>,
    /// Moves looked ahead; 0 when the solver answered.
    pub depth: u32,
    /// Positions made.
    pub nodes: u64,
}

impl Report {
    /// Whether the value is proven.
    pub fn is_exact(&self) -> bool {
        self.proven.is_some_and(Bounds::is_exact)
    }
}

impl Searcher {
    /// A search that remembers `2^table_bits` positions of 32 bytes, and its solver as many.
    pub fn new(table_bits: u32, tactics: Tactics) -> Self {
        Self {
            tactics,
            solver: Solver::new(table_bits),
            table: Table::new(table_bits),
            memory: Memory::default(),
            moves: Moves::default(),
            reductions: Reductions::new(tactics.reduction),
            board: None,
        }
    }

    /// The best move, as far as the budget and the depth go: by the solver, if it can, else by a look ahead. `None` if the
    /// game is over.
    pub fn search(&mut self, position: &Stop, depth: u32, budget: &mut Budget<'_>) -> Option<Report> {
        let contested = position.contested().len() as u32;
        if contested == 0 || contested > self.tactics.solved_at_root {
            return self.look(position, depth, budget);
        }
        let (before, begun, end) = (budget.spent(), budget.share(), budget.ceiling());
        budget.limit(begun + self.tactics.share_for_root * (end - begun));
        let valued = self.solver.value(position, budget)?;
        budget.limit(end);
        let report = match valued.best {
            Some(best) => Report { best, value: valued.value.low * STONE, proven: None, depth: 0, nodes: 0 },
            None => self.look(position, depth, budget)?,
        };
        Some(Report { proven: Some(valued.value), nodes: budget.spent() - before, ..report })
    }

    /// The same without asking the solver about the position itself.
    pub fn look(&mut self, position: &Stop, depth: u32, budget: &mut Budget<'_>) -> Option<Report> {
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
        self.memory.fade();
        self.moves.forget(0);
        let mut tree = Tree {
            tactics: self.tactics,
            exact: self.solver.search_on(board, budget),
            table: &mut self.table,
            memory: &mut self.memory,
            moves: &mut self.moves,
            reductions: &self.reductions,
            passed_at: 0,
        };
        let (cell, value, depth) = tree.deepen(&state, depth);
        let best = Placing { at: board.cell(cell.into()) };
        let nodes = budget.spent() - before;
        Some(Report { best, value: value + lead * STONE, proven: None, depth, nodes })
    }

    /// Says that a move is made: what was found until now gives way to what comes.
    pub fn go_on(&mut self) {
        self.table.age();
    }
}
