//! The four robots that 01-edu's students must beat, as policies: one sentence each, and a good start for a bot of one's
//! own. A robot values every placement by its distance from the enemy and chooses by that number alone. It never tries a
//! negative anchor, and so overlooks placements whose empty margin hangs over the top or left edge.

use super::{Costed, HeatCache};
use crate::pieces::heat::Metric;
use crate::roster::random::pick;
use grid::CellSet;
use rules::pieces::{Pieces, Placement};
use rules::{Clock, NoMove, Player, SplitMix};

/// The policy of a robot. Values are sums of heat: low is close to the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// `terminator`: the lowest value. It closes in and walls the enemy off.
    Terminator,
    /// `h2_d2`: the highest value. It runs away.
    H2D2,
    /// `bender`: the middle one of the different values, the higher of two.
    Bender,
    /// `wall_e`: any value.
    WallE,
}

impl Policy {
    /// The placements that the policy prefers, all equally.
    pub(super) fn favourites(self, mut placements: Vec<Costed>) -> Vec<Costed> {
        let costs = placements.iter().map(|placement| placement.cost);
        let wanted = match self {
            Self::Terminator => costs.min(),
            Self::H2D2 => costs.max(),
            Self::Bender => {
                let mut different: Vec<u64> = costs.collect();
                different.sort_unstable();
                different.dedup();
                different.get(different.len() / 2).copied()
            }
            Self::WallE => return placements,
        };
        placements.retain(|placement| Some(placement.cost) == wanted);
        placements
    }
}

/// A robot: plays any of its favourites, and says `0 0` when it sees no place.
#[derive(Clone, Debug)]
pub struct Robot<S> {
    policy: Policy,
    heat: HeatCache<S>,
    source: SplitMix,
}

impl<S: CellSet> Robot<S> {
    /// With this seed for choices among equals.
    pub fn new(policy: Policy, seed: u64) -> Self {
        Self { policy, heat: HeatCache::new(Metric::L1), source: SplitMix::new(seed) }
    }
}

impl<S: CellSet> Player<Pieces<S>> for Robot<S> {
    fn choose(&mut self, position: &Pieces<S>, _: Clock) -> Result<Placement, NoMove> {
        let mut placements = self.heat.placements(position);
        placements.retain(|placement| placement.row >= 0 && placement.col >= 0);
        let favourites = self.policy.favourites(placements);
        let favourite = pick(favourites.into_iter(), &mut self.source);
        Ok(favourite.map_or(Placement::At { row: 0, col: 0 }, Placement::from))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{self, Small, answers, five_places, position};
    use super::*;
    use rules::Game;

    const ALL: [Policy; 4] = [Policy::Terminator, Policy::H2D2, Policy::Bender, Policy::WallE];

    /// Everything that a robot may answer.
    fn choices(policy: Policy, position: &Small) -> Vec<String> {
        tests::choices(Robot::new(policy, 7), position)
    }

    #[test]
    fn each_robot_plays_its_policy() {
        // The values are 2 1 2 3 4, so the different ones are 1 2 3 4, and 3 is their middle.
        let position = five_places();
        assert_eq!(choices(Policy::Terminator, &position), ["0 1"]);
        assert_eq!(choices(Policy::H2D2, &position), ["0 4"]);
        assert_eq!(choices(Policy::Bender, &position), ["0 3"]);
        assert_eq!(choices(Policy::WallE, &position), ["0 0", "0 1", "0 2", "0 3", "0 4"]);
    }

    #[test]
    fn bender_takes_the_middle_of_the_different_values_not_of_the_placements() {
        // Values 1 1 1 1 2 3.
        let position = position(
            "OOOOOO
             ......
             XXXX..
             rules=plateau turn=O placed=5,3 piece=*/*",
        );
        assert_eq!(choices(Policy::Bender, &position), ["0 4"]);
    }

    #[test]
    fn a_robot_is_indifferent_between_equal_values() {
        let position = position(
            "..O..
             .....
             XX.XX
             rules=plateau turn=O placed=0,3 piece=**",
        );
        for policy in ALL {
            assert_eq!(choices(policy, &position), ["0 1", "0 2"], "{policy:?}");
        }
    }

    #[test]
    fn a_robot_tries_no_negative_anchors() {
        let one_of_two = position(
            "O...
             ...X
             O...
             rules=plateau turn=O placed=0,0 piece=.../**.",
        );
        let over_the_edge_only = position(
            "@...
             ....
             ...$
             rules=anfield turn=@ placed=0,0 piece=.../.OO",
        );
        for policy in ALL {
            assert_eq!(choices(policy, &one_of_two), ["1 0"], "{policy:?}");
            assert_eq!(choices(policy, &over_the_edge_only), ["0 0"], "{policy:?}");
        }
        assert!(over_the_edge_only.resolve(Placement::At { row: 0, col: 0 }).is_err(), "it was not stuck");
    }

    #[test]
    fn equal_seeds_play_equally() {
        let position = five_places();
        let answers = |seed| answers(Robot::new(Policy::WallE, seed), &position);
        assert_eq!(answers(3), answers(3));
        assert_ne!(answers(3), answers(4));
    }
}
