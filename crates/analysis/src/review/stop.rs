//! Stop: the solver values every legal cell, once little enough is contested.

use super::ValueMoves;
use engine::budget::Budget;
use engine::stop::solver::{Bounds, Solver};
use rules::stop::{Placing, Stop};
use rules::{Game, Turn};

/// Size of the transposition table: `2^20` positions of 32 bytes.
const TABLE_BITS: u32 = 20;
/// With more contested cells than this a proof takes far longer than people wait.
const HOPELESS: usize = 36;
/// The share of the budget that is tried on it all the same: it bounds the margin a little.
const SHARE_FOR_HOPELESS: f64 = 0.1;

impl ValueMoves for Stop {
    const UNIT: &'static str = "stone";

    fn values(&self, budget: &mut Budget<'_>) -> Vec<(Placing, Bounds)> {
        let end = budget.ceiling();
        if self.contested().len() > HOPELESS {
            let gone = budget.share();
            budget.limit(gone + SHARE_FOR_HOPELESS * (end - gone));
        }
        let solution = Solver::new(TABLE_BITS).solve(self, budget);
        budget.limit(end);
        solution.ranked.into_iter().map(|ranked| (ranked.played, ranked.value)).collect()
    }

    /// Its own cell, and those that it closes off for the other side.
    fn gain_of(&self, played: Placing) -> u32 {
        let Turn::Move(side) = self.turn() else { return 0 };
        let sure = |position: &Self| position.settled_score()[side];
        sure(&self.after(played)) - sure(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_gains_its_cell_and_what_it_closes_off() {
        let position: Stop = "..X/.../O.. X".parse().unwrap();
        let gains: Vec<(String, u32)> =
            position.moves().map(|played| (played.to_string(), position.gain_of(played))).collect();
        assert!(gains.iter().all(|(_, gain)| *gain >= 1), "{gains:?}");
    }

    #[test]
    fn a_hopeless_position_takes_a_tenth_of_the_budget_and_leaves_the_rest() {
        let position: Stop =
            ".......X/......../......../......../......../......../......../O....... X".parse().unwrap();
        let mut budget = Budget::nodes(10_000);
        let values = position.values(&mut budget);
        assert_eq!((budget.spent(), budget.ceiling()), (1000, 1.0));
        assert!(values.iter().all(|(_, margin)| !margin.is_exact()), "{values:?}");
    }
}
