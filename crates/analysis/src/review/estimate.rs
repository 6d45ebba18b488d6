//! The estimate of a search, for moves of which nothing is proven.

use crate::rounding;
use serde::Serialize;

/// The estimate of a search for a move and for the best one. No proof: the margins are those of the side that moved, in
/// fractions of a stone or tile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate<M> {
    /// The move that the search likes best.
    pub best: M,
    /// The margin with that move.
    pub before: f64,
    /// The margin with the move that was played.
    pub after: f64,
    /// Depth of the search, in moves.
    pub depth: u32,
}

/// A loss below this, in stones, is within the error of a search: such a move is called neither good nor bad.
pub const UNCERTAINTY: f64 = 0.5;

impl<M> Estimate<M> {
    /// The points that the move seems to have thrown away.
    pub fn lost(&self) -> f64 {
        (self.before - self.after).max(0.0)
    }

    /// Whether the move seems to be a mistake: it lost more than the search may err by.
    pub fn is_doubtful(&self) -> bool {
        self.lost() > UNCERTAINTY
    }
}

/// An estimate as data.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EstimateData {
    /// The move that the search likes best.
    pub best: String,
    /// The margin with that move.
    #[serde(serialize_with = "rounding::one")]
    pub before: f64,
    /// The margin with the move that was played.
    #[serde(serialize_with = "rounding::one")]
    pub after: f64,
    /// The points that the move seems to have thrown away.
    #[serde(serialize_with = "rounding::one")]
    pub lost: f64,
    /// Depth of the search, in moves.
    pub depth: u32,
}

impl<M: ToString> From<&Estimate<M>> for EstimateData {
    fn from(estimate: &Estimate<M>) -> Self {
        Self {
            best: estimate.best.to_string(),
            before: estimate.before,
            after: estimate.after,
            lost: estimate.lost(),
            depth: estimate.depth,
        }
    }
}
