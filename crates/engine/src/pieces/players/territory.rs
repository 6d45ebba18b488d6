//! Territory: a soft Voronoi split. A cell that we reach four steps before the enemy is ours; a cell that we reach one step
//! before it is a quarter ours, because the next pieces decide about it.
//!
//! Among equal splits the placement closer to the enemy is played. Once neither side can reach the other's territory, the
//! player packs as many pieces as possible into its own.

use super::{HeatCache, best_of};
use crate::budget::Budget;
use crate::pieces::afterstate::for_each_afterstate;
use crate::pieces::heat::Metric;
use crate::pieces::packing::packed;
use crate::pieces::territory::Territory;
use grid::{CellSet, can_meet};
use rules::pieces::{Pieces, Placement};
use rules::{Clock, NoMove, Player, SplitMix};

/// Weight of one step of territory lead against heat (one ring under the piece), which only breaks ties.
const LEAD: i64 = 10;

/// Plays the placement with the best soft split of the free cells; among equals, any.
#[derive(Clone, Debug)]
pub struct TerritoryPlayer<S> {
    heat: HeatCache<S>,
    source: SplitMix,
}

impl<S: CellSet> TerritoryPlayer<S> {
    /// With this seed for choices among equals.
    pub fn new(seed: u64) -> Self {
        Self { heat: HeatCache::new(Metric::Rings), source: SplitMix::new(seed) }
    }

    /// Every legal placement with its value, the higher the better.
    pub(in crate::pieces) fn values(&mut self, position: &Pieces<S>) -> Vec<(i64, Placement)> {
        let (side, enemy) = (position.side(), position.own(position.side().other()));
        let is_contested = can_meet(position.own(side), enemy, position.free(), usize::MAX);
        if position.is_out(side.other()) || !is_contested {
            return packed(position, &mut Budget::unlimited());
        }
        let mut territory = Territory::like(enemy);
        let mut valued = vec![];
        for_each_afterstate(position, |after| {
            let split = territory.split(&after.ours, enemy, &after.free, usize::MAX);
            valued.push((LEAD * i64::from(split), after.placement));
        });
        // The same placements in the same order.
        for ((value, _), heat) in valued.iter_mut().zip(self.heat.sums(position)) {
            *value -= heat.cost as i64;
        }
        valued
    }
}

impl<S: CellSet> Player<Pieces<S>> for TerritoryPlayer<S> {
    fn choose(&mut self, position: &Pieces<S>, _: Clock) -> Result<Placement, NoMove> {
        let values = self.values(position);
        Ok(best_of(values, &mut self.source))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{choices, position};
    use super::*;

    #[test]
    fn among_equal_splits_it_goes_closer_to_the_enemy() {
        let position = position(
            "...O...
             .......
             ......X
             rules=plateau turn=O placed=0,0 piece=**",
        );
        assert_eq!(choices(TerritoryPlayer::new(1), &position), ["0 3"]);
    }

    #[test]
    fn once_nothing_is_contested_it_keeps_its_room_together() {
        // In the corner the piece takes the fewest free neighbours from each other.
        let position = position(
            "O....#X
             .....##
             .....#.
             rules=plateau turn=O placed=0,0 piece=*/*",
        );
        assert_eq!(choices(TerritoryPlayer::new(1), &position), ["0 0"]);
        let alone = super::super::tests::position("O...\n....\n...X\nrules=plateau turn=O placed=1,0 out=X piece=**");
        assert_eq!(choices(TerritoryPlayer::new(1), &alone), ["0 0"]);
    }
}
