//! Afterstates: the board after a placement, before the next piece is drawn.

use super::players::piece_to_place;
use grid::{Cell, CellSet};
use rules::pieces::{Pieces, Placement, anchor};

/// The board after a placement.
#[derive(Clone, Debug)]
pub struct Afterstate<S> {
    pub placement: Placement,
    /// The cells of the side that placed.
    pub ours: S,
    pub free: S,
}

impl<S: CellSet> Afterstate<S> {
    /// After a legal placement. Stuck leaves the board as it is.
    pub fn of(position: &Pieces<S>, placement: Placement) -> Self {
        let (ours, free) = (position.own(position.side()).clone(), position.free().clone());
        let mut after = Self { placement, ours, free };
        if let Placement::At { row, col } = placement {
            let covered = Pieces::<S>::covered(piece_to_place(position), row, col);
            covered.for_each(|(row, col)| after.cover(Cell::new(row as usize, col as usize)));
        }
        after
    }

    fn cover(&mut self, cell: Cell) {
        self.ours.insert(cell);
        self.free.remove(cell);
    }
}

/// Calls `each` with the afterstate of every legal placement, rows before columns.
pub fn for_each_afterstate<S: CellSet>(position: &Pieces<S>, mut each: impl FnMut(&Afterstate<S>)) {
    let piece = piece_to_place(position);
    let (ours, free) = (position.own(position.side()), position.free());
    for corner in position.fits(piece).into_cells() {
        let (row, col) = anchor(piece, corner);
        let mut after = Afterstate { placement: Placement::At { row, col }, ours: ours.clone(), free: free.clone() };
        for by in piece.cells() {
            after.cover(Cell::new(corner.row + by.row, corner.col + by.col));
        }
        each(&after);
    }
}
