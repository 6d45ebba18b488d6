//! The solver of colour Filler: the final margin of every legal colour with perfect play.
//!
//! ```
//! use landgrab_engine::budget::Budget;
//! use landgrab_engine::colours::solver::{Bounds, Solver};
//! use landgrab_engine::rules::colours::{Colour, Colours};
//!
//! let position: Colours<u64> = "GYKB/BRGP/RBYK A".parse()?;
//! let solution = Solver::new(14).solve(&position, &mut Budget::unlimited());
//! let best = &solution.ranked[0];
//! assert_eq!((best.colour, best.value), (Colour::Green, Bounds::exact(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod line;
mod search;
mod standoff;
mod sure;
mod table;
mod traps;
mod value;

pub use traps::{OpponentModel, Trap};

pub use crate::bounds::Bounds;

use crate::budget::Budget;
use board::Board;
use grid::{Size, Word};
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn};
use std::cmp::Reverse;
use table::ProofTable;
use value::Valuer;

/// Share of the budget for null-window searches near the expected margin.
const NEAR: f64 = 0.7;

/// A solver with its proof table. It keeps the memory from one position to the next, but none of the entries.
pub struct Solver<T: Word> {
    table: ProofTable<T>,
}

/// The fastest table size for a board: 1 MiB up to 64 tiles, 8 up to 81, 64 beyond. Most searches are short, and a table
/// that fits the processor's cache is faster.
pub fn table_bits(size: Size) -> u32 {
    match size.area() {
        ..=64 => 15,
        65..=81 => 17,
        _ => 20,
    }
}

/// The value of every colour of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Every legal colour, the best first; none if the game is over.
    pub ranked: Vec<Ranked>,
    /// Nodes.
    pub nodes: u64,
}

/// A legal colour and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The colour.
    pub colour: Colour,
    /// The mover's final tiles less the other side's.
    pub value: Bounds,
    /// Tiles that it captures now.
    pub gain: u32,
    /// The principal variation, this colour first: to the end, or as far as it is proven.
    pub line: Vec<Colour>,
}

impl Solution {
    /// The margin of the side to move with best play; `None` if the game is over.
    pub fn value(&self) -> Option<Bounds> {
        let bounds = self.ranked.iter().map(|ranked| ranked.value);
        bounds.reduce(|a, b| Bounds { low: a.low.max(b.low), high: a.high.max(b.high) })
    }

    /// Whether the margin of every colour is proven.
    pub fn is_exact(&self) -> bool {
        self.ranked.iter().all(|ranked| ranked.value.is_exact())
    }
}

impl<T: Word> Solver<T> {
    /// A solver with a proof table of `2^table_bits` entries of 32 bytes, or of 64 on boards of more than 64 tiles;
    /// [`table_bits`] says which number is good.
    pub fn new(table_bits: u32) -> Self {
        Self { table: ProofTable::new(table_bits) }
    }

    /// The margin of every legal colour, as exactly as the budget allows. Each colour gets an equal share of what is left.
    pub fn solve(&mut self, position: &Colours<T>, budget: &mut Budget<'_>) -> Solution {
        let (before, ceiling) = (budget.spent(), budget.ceiling());
        let Turn::Move(mover) = position.turn() else { return Solution { ranked: Vec::new(), nodes: 0 } };
        let board = Board::new(position);
        let mut valuer = Valuer::new(&board, &mut self.table, budget);
        let mut colours: Vec<Colour> = position.moves().collect();
        colours.sort_by_key(|colour| Reverse(position.gain(*colour)));
        // The first guess: a lead of two tiles is the commonest value of the first colour. Then the value of the last one.
        let mut guess = 2;
        let mut ranked = Vec::new();
        for (done, colour) in colours.iter().enumerate() {
            valuer.allot(colours.len() - done, ceiling * NEAR);
            ranked.push(ranked_as(&mut valuer, position, mover, *colour, guess));
            guess = ranked[done].value.low;
        }
        let open: Vec<usize> = (0..ranked.len()).filter(|index| !ranked[*index].value.is_exact()).collect();
        // Questions near the true margin are the hardest. The rest of the budget goes to easier ones, from both ends.
        let most = i32::from(board.tiles);
        for (done, (index, guess)) in open.iter().flat_map(|index| [(index, most), (index, -most)]).enumerate() {
            valuer.allot(2 * open.len() - done, ceiling);
            let again = ranked_as(&mut valuer, position, mover, ranked[*index].colour, guess);
            let known = ranked[*index].value;
            let value = Bounds { low: known.low.max(again.value.low), high: known.high.min(again.value.high) };
            ranked[*index] = Ranked { value, ..again };
        }
        budget.limit(ceiling);
        ranked.sort_by_key(|r| (Reverse((r.value.low, r.value.high, r.gain)), r.colour));
        Solution { ranked, nodes: budget.spent() - before }
    }
}

fn ranked_as<T: Word>(
    valuer: &mut Valuer<'_, '_, T>,
    position: &Colours<T>,
    mover: Side,
    colour: Colour,
    guess: i32,
) -> Ranked {
    let after = position.after(colour);
    let value = valuer.margin_of(mover, &after, guess);
    let mut line = vec![colour];
    line.extend(valuer.line(&after, mover, value));
    Ranked { colour, value, gain: position.gain(colour), line }
}
