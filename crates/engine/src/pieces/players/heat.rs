//! The heat map, the first idea of most of 42's students and a hard one to beat: a side that stays close to the enemy takes
//! the cells between them and leaves it no way out.
//!
//! Every cell has a number: its distance from the nearest enemy cell in rings of eight neighbours. The player takes the
//! placement with the smallest sum of numbers under the piece. It searches no further, and it ignores obstacles.
//!
//! `landgrab heat` prints the numbers of any position, and the placements with the smallest sums.

use super::{Costed, HeatCache, cheapest};
use crate::pieces::heat::Metric;
use grid::CellSet;
use rules::pieces::{Pieces, Placement};
use rules::{Clock, NoMove, Player, SplitMix};

/// Plays the legal placement with the smallest sum of heat under the piece, its own cell included; among equals, any.
#[derive(Clone, Debug)]
pub struct HeatPlayer<S> {
    heat: HeatCache<S>,
    source: SplitMix,
}

impl<S: CellSet> HeatPlayer<S> {
    /// With this metric, and this seed for choices among equals.
    pub fn new(metric: Metric, seed: u64) -> Self {
        Self { heat: HeatCache::new(metric), source: SplitMix::new(seed) }
    }

    /// Every legal placement with the sum of the numbers under the piece.
    pub(in crate::pieces) fn sums(&mut self, position: &Pieces<S>) -> Vec<Costed> {
        self.heat.sums(position)
    }
}

impl<S: CellSet> Player<Pieces<S>> for HeatPlayer<S> {
    fn choose(&mut self, position: &Pieces<S>, _: Clock) -> Result<Placement, NoMove> {
        Ok(cheapest(self.sums(position), &mut self.source))
    }
}

#[cfg(test)]
mod tests {
    use super::super::HeatGreedy;
    use super::super::tests::{assert_that_equals_are_chosen_among_by_the_seed, choices, position};
    use super::*;

    #[test]
    fn the_metric_decides_which_of_two_places_is_closer() {
        // Under the upper place lie 4 and 3 rings, 7 and 6 steps; under the lower one 5 and 4 of both.
        let position = position(
            "......
             .O....
             ......
             ......
             O....X
             rules=plateau turn=O placed=0,0 piece=**",
        );
        assert_eq!(choices(HeatPlayer::new(Metric::Rings, 1), &position), ["1 1"]);
        assert_eq!(choices(HeatPlayer::new(Metric::L1, 1), &position), ["4 0"]);
    }

    #[test]
    fn the_own_cell_under_the_piece_counts_too() {
        // The new cell is two rings away in all three places, the own one in two of them.
        let position = position(
            "..O..
             .....
             O..X.
             rules=plateau turn=O placed=0,0 piece=**",
        );
        assert_eq!(choices(HeatPlayer::new(Metric::Rings, 1), &position), ["0 1", "0 2"]);
        assert_eq!(choices(HeatGreedy::new(1), &position), ["0 2", "2 0"], "greedy leaves it out");
    }

    #[test]
    fn equal_sums_are_chosen_among_by_the_seed() {
        assert_that_equals_are_chosen_among_by_the_seed(|seed| HeatPlayer::new(Metric::Rings, seed));
    }

    #[test]
    fn a_place_over_the_edge_is_found_and_none_is_said() {
        for (piece, expected) in [("...../.**../.....", "-1 -1"), ("*****", "stuck")] {
            let position = position(&format!("O...\n....\n...X\nrules=plateau turn=O placed=0,0 piece={piece}"));
            assert_eq!(choices(HeatPlayer::new(Metric::Rings, 1), &position), [expected]);
        }
    }
}
