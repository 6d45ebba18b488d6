//! The heat map by breadth-first search. A step goes up, down, left or right onto a free cell, so occupied cells and walls
//! are obstacles. It finds the gap in a wall, where rings see through the wall.
//!
//! It plays the placement with the smallest sum of distances from the enemy, over the cells that are newly covered. Cells
//! that the enemy cannot reach count as farther than all others: they are safe, and can wait.

use super::{Costed, cheapest, costed};
use crate::pieces::walk::Walk;
use grid::CellSet;
use rules::pieces::{Pieces, Placement};
use rules::{Clock, NoMove, Player, SplitMix};

/// Plays the legal placement with the smallest sum of steps from the enemy to the cells it newly covers; among equals,
/// any.
#[derive(Clone, Debug)]
pub struct BfsPlayer {
    source: SplitMix,
}

impl BfsPlayer {
    /// With this seed for choices among equals.
    pub fn new(seed: u64) -> Self {
        Self { source: SplitMix::new(seed) }
    }

    /// Every legal placement with the sum of steps to the cells that it newly covers.
    pub(in crate::pieces) fn sums<S: CellSet>(position: &Pieces<S>) -> Vec<Costed> {
        let (own, enemy) = (position.own(position.side()), position.own(position.side().other()));
        // Anew each turn: our own cells are obstacles, too, so distances may grow.
        let walk = Walk::new(enemy, position.free(), position.size());
        let steps = |cell| walk.to(cell).unwrap_or(walk.farther());
        costed(position, |cell| if own.contains(cell) { 0 } else { steps(cell).into() })
    }
}

impl<S: CellSet> Player<Pieces<S>> for BfsPlayer {
    fn choose(&mut self, position: &Pieces<S>, _: Clock) -> Result<Placement, NoMove> {
        Ok(cheapest(Self::sums(position), &mut self.source))
    }
}

#[cfg(test)]
mod tests {
    use super::super::HeatGreedy;
    use super::super::tests::{assert_that_equals_are_chosen_among_by_the_seed, choices, position};
    use super::*;

    #[test]
    fn the_way_to_the_enemy_leads_around_a_wall() {
        let position = position(
            "O.#...
             ..#..X
             ..#...
             O.....
             rules=plateau turn=O placed=0,0 piece=**",
        );
        assert_eq!(choices(BfsPlayer::new(1), &position), ["3 0"]);
        assert_eq!(choices(HeatGreedy::new(1), &position), ["0 0"], "heat goes through it");
    }

    #[test]
    fn cells_that_the_enemy_cannot_reach_can_wait() {
        let position = position(
            "O....X
             ......
             ######
             ....O.
             rules=plateau turn=O placed=0,0 piece=**",
        );
        assert_eq!(choices(BfsPlayer::new(1), &position), ["0 0"]);
        assert_eq!(choices(HeatGreedy::new(1), &position), ["3 4"], "heat takes them for close");
    }

    #[test]
    fn equal_sums_are_chosen_among_by_the_seed() {
        assert_that_equals_are_chosen_among_by_the_seed(BfsPlayer::new);
    }
}
