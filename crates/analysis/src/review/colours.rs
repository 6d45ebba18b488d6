//! Colour Filler: the solver values every legal colour.

use super::ValueMoves;
use crate::solve::colours::solver;
use engine::budget::Budget;
use engine::colours::solver::Bounds;
use rules::Word;
use rules::colours::{Colour, Colours};

impl<T: Word> ValueMoves for Colours<T> {
    const UNIT: &'static str = "tile";

    fn values(&self, budget: &mut Budget<'_>) -> Vec<(Colour, Bounds)> {
        let solution = solver(self).solve(self, budget);
        solution.ranked.into_iter().map(|ranked| (ranked.colour, ranked.value)).collect()
    }

    fn gain_of(&self, played: Colour) -> u32 {
        self.gain(played)
    }
}
