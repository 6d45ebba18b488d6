//! What each colour is worth: the solver knows.

use super::Worth;
use crate::colours::{painted_colour, solver};
use engine::budget::Budget;
use engine::colours::solver::Bounds;
use rules::Word;
use rules::colours::{Colour, Colours};

impl<T: Word> Worth for Colours<T> {
    const POINTS: &'static str = "tile";

    fn worth(&self, budget: &mut Budget<'_>) -> Vec<(Colour, Bounds)> {
        let solution = solver(self).solve(self, budget);
        solution.ranked.into_iter().map(|ranked| (ranked.colour, ranked.value)).collect()
    }

    fn gain(&self, played: Colour) -> String {
        format!("+{}", Self::gain(self, played))
    }

    fn painted(played: Colour, colour: view::Colour) -> String {
        painted_colour(played, colour)
    }
}
