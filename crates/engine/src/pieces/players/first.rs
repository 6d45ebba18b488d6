//! The simplest bot that plays by the rules: the first legal placement.

use super::piece_to_place;
use grid::CellSet;
use rules::pieces::{Pieces, Placement, anchor};
use rules::{Clock, NoMove, Player};

/// Plays the first legal placement, rows before columns, with its anchor on the board. If there is none it says `0 0`,
/// although a placement may hang over the edge.
#[derive(Clone, Copy, Debug)]
pub struct FirstPlacement;

impl<S: CellSet> Player<Pieces<S>> for FirstPlacement {
    fn choose(&mut self, position: &Pieces<S>, _: Clock) -> Result<Placement, NoMove> {
        let piece = piece_to_place(position);
        let anchors = position.fits(piece).into_cells().map(|corner| anchor(piece, corner));
        let (row, col) = anchors.into_iter().find(|(row, col)| *row >= 0 && *col >= 0).unwrap_or((0, 0));
        Ok(Placement::At { row, col })
    }
}
