//! What each cell is worth: the solver knows, once little enough is contested.

use super::Worth;
use engine::budget::Budget;
use engine::stop::solver::{Bounds, Solver};
use rules::stop::{Placing, Stop};
use rules::{Game, Turn};

/// With more contested cells than this a proof would take far longer than anybody waits: a part of the time will do.
const HOPELESS: (usize, f64) = (36, 0.1);

impl Worth for Stop {
    const POINTS: &'static str = "stone";

    fn worth(&self, budget: &mut Budget<'_>) -> Vec<(Placing, Bounds)> {
        if self.contested().len() > HOPELESS.0 {
            budget.limit(HOPELESS.1);
        }
        let solution = Solver::new(20).solve(self, budget);
        solution.ranked.into_iter().map(|ranked| (ranked.played, ranked.value)).collect()
    }

    /// Its own cell, and those that it closes off for the other side.
    fn gain(&self, played: Placing) -> String {
        let Turn::Move(side) = self.turn() else { return String::new() };
        let sure = |position: &Self| position.settled_score()[side];
        format!("+{}", sure(&self.after(played)) - sure(self))
    }
}
