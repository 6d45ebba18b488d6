//! The players of piece Filler.

use super::{Entry, Random, Roster, random::pick};
use crate::evaluate::heat::Heat;
use grid::{Cell, CellSet};
use rules::pieces::{Piece, Pieces, Placement, anchor};
use rules::{Clock, Fault, Player, SplitMix};

impl<S: CellSet> Roster for Pieces<S> {
    fn roster() -> Vec<Entry<Self>> {
        vec![
            Entry { name: "random", about: "any legal placement", make: |seed| Box::new(Random::new(seed)) },
            Entry {
                name: "first",
                about: "the first legal placement, rows before columns, no negative anchors; `0 0` when it sees none",
                make: |_| Box::new(FirstPlacement),
            },
            Entry {
                name: "greedy",
                about: "the placement closest to the enemy: the smallest sum of heat (L1 distance) under the piece",
                make: |seed| Box::new(HeatGreedy::new(seed)),
            },
        ]
    }
}

/// Plays the first legal placement that a simple bot finds: rows before columns, anchors on the board only. Where it
/// finds none it says `0 0`, although one may hang over the edge.
#[derive(Clone, Copy, Debug)]
pub struct FirstPlacement;

impl<S: CellSet> Player<Pieces<S>> for FirstPlacement {
    fn choose(&mut self, position: &Pieces<S>, _: Clock) -> Result<Placement, Fault> {
        let piece = piece_to_place(position);
        let anchors = position.fits(piece).into_cells().map(|corner| anchor(piece, corner));
        let (row, col) = anchors.into_iter().find(|(row, col)| *row >= 0 && *col >= 0).unwrap_or((0, 0));
        Ok(Placement::At { row, col })
    }
}

/// Plays the legal placement with the smallest sum of [`Heat`] over the cells it newly covers; among equals, any.
#[derive(Clone, Debug)]
pub struct HeatGreedy<S> {
    heat: Option<Heat<S>>,
    source: SplitMix,
}

impl<S: CellSet> HeatGreedy<S> {
    /// With this seed for choices among equals.
    pub fn new(seed: u64) -> Self {
        Self { heat: None, source: SplitMix::new(seed) }
    }

    /// The heat of a position, from that of the last one where this is the same game further on.
    fn heat(&mut self, position: &Pieces<S>) -> &Heat<S> {
        let (enemy, size) = (position.own(position.side().other()), position.size());
        let kept = self.heat.take().and_then(|mut heat| heat.grown_to(enemy, size).then_some(heat));
        self.heat.insert(kept.unwrap_or_else(|| Heat::new(enemy, size)))
    }
}

impl<S: CellSet> Player<Pieces<S>> for HeatGreedy<S> {
    fn choose(&mut self, position: &Pieces<S>, _: Clock) -> Result<Placement, Fault> {
        let piece = piece_to_place(position);
        let own = position.own(position.side());
        let heat = self.heat(position);
        let (mut coolest, mut best) = (u32::MAX, vec![]);
        for corner in position.fits(piece).into_cells() {
            let covered = piece.cells().iter().map(|by| Cell::new(corner.row + by.row, corner.col + by.col));
            let sum = covered.filter(|cell| !own.contains(*cell)).map(|cell| u32::from(heat.at(cell))).sum();
            if sum < coolest {
                coolest = sum;
                best.clear();
            }
            if sum == coolest {
                best.push(anchor(piece, corner));
            }
        }
        let picked = pick(best.into_iter(), &mut self.source);
        Ok(picked.map_or(Placement::Stuck, |(row, col)| Placement::At { row, col }))
    }
}

fn piece_to_place<S: CellSet>(position: &Pieces<S>) -> &Piece {
    position.piece().expect("a side to move has a piece")
}
