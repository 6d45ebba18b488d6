//! The simplest bot that plays by the rules: the first place that it finds.

use super::piece_to_place;
use grid::CellSet;
use rules::pieces::{Pieces, Placement, anchor};
use rules::{Clock, NoMove, Player};

/// Plays the first legal placement that a simple bot finds: rows before columns, anchors on the board only. Where it
/// finds none it says `0 0`, although one may hang over the edge.
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
