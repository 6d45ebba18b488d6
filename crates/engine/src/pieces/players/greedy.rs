//! The schools' `terminator` without its blind spot: it also tries placements that hang over the top and left edges.

use super::{HeatCache, cheapest};
use crate::pieces::heat::Metric;
use grid::CellSet;
use rules::pieces::{Pieces, Placement};
use rules::{Clock, NoMove, Player, SplitMix};

/// Plays the legal placement with the smallest sum of heat over the cells it newly covers; among equals, any.
#[derive(Clone, Debug)]
pub struct HeatGreedy<S> {
    heat: HeatCache<S>,
    source: SplitMix,
}

impl<S: CellSet> HeatGreedy<S> {
    /// With this seed for choices among equals.
    pub fn new(seed: u64) -> Self {
        Self { heat: HeatCache::new(Metric::L1), source: SplitMix::new(seed) }
    }
}

impl<S: CellSet> Player<Pieces<S>> for HeatGreedy<S> {
    fn choose(&mut self, position: &Pieces<S>, _: Clock) -> Result<Placement, NoMove> {
        Ok(cheapest(self.heat.placements(position), &mut self.source))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::position;
    use super::*;

    #[test]
    fn greedy_finds_a_place_over_the_edge_and_says_when_there_is_none() {
        for (piece, expected) in [("...../.**../.....", "-1 -1"), ("*****", "stuck")] {
            let position = position(&format!("O...\n....\n...X\nrules=plateau turn=O placed=0,0 piece={piece}"));
            let played = HeatGreedy::new(1).choose(&position, Clock::default()).unwrap();
            assert_eq!(played.to_string(), expected);
        }
    }
}
