//! Moves to put to a position: all that could be legal anywhere on its board, and a margin of those that never are.

use grid::Size;
use landgrab_rules::colours::{Colour, Colours};
use landgrab_rules::pieces::{Piece, Pieces, Placement};
use landgrab_rules::stop::{Placing, Stop};
use landgrab_rules::{Cell, CellSet, Game, Word};

/// A game that knows which moves are worth asking about.
pub trait Candidates: Game {
    /// The moves, each once.
    fn candidates(&self) -> Vec<Self::Move>;
}

impl<S: CellSet> Candidates for Pieces<S> {
    /// From a box that is just off the board at the top left to one that is just off it at the bottom right.
    fn candidates(&self) -> Vec<Placement> {
        let reach = self.piece().map_or(Size::new(1, 1), Piece::size);
        let range = |long: usize, board: usize| -(long as i32)..=board as i32;
        let cols = range(reach.cols, self.size().cols);
        let row_of = |row| cols.clone().map(move |col| Placement::At { row, col });
        let places = range(reach.rows, self.size().rows).flat_map(row_of);
        let extremes = [i32::MIN, i32::MAX].map(|far| Placement::At { row: far, col: far });
        places.chain(extremes).chain([Placement::Stuck]).collect()
    }
}

impl<T: Word> Candidates for Colours<T> {
    fn candidates(&self) -> Vec<Colour> {
        Colour::ALL.to_vec()
    }
}

impl Candidates for Stop {
    fn candidates(&self) -> Vec<Placing> {
        let around = Size::new(self.size().rows + 2, self.size().cols + 2).cells();
        around.chain([Cell::new(usize::MAX, usize::MAX)]).map(|at| Placing { at }).collect()
    }
}
