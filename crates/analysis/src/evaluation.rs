//! The engine's evaluation of every turn, within a budget of positions: pieces by the champion's chance to win, colours
//! by the solver, Stop by search. Values are the first side's.

use crate::overlay::SuggestMoves;
use engine::budget::Budget;
use engine::colours::solver::Solver;
use engine::pieces::{Champion, Style};
use engine::roster::Limits;
use engine::stop::evaluation::STONE;
use engine::stop::search::{DEEPEST, Searcher, Tactics};
use rules::colours::Colours;
use rules::pieces::Pieces;
use rules::stop::{Reading, Stop};
use rules::{BySide, CellSet, Clock, Side, Turn, Word};
use view::Film;
use view::report::{Evaluation, Scale};

/// The most turns that are evaluated of a game that is looked at alone.
pub const MOST_TURNS: usize = 100;
/// The same for a game among many.
pub const MOST_TURNS_OF_MANY: usize = 40;
/// Positions remembered in a search: `2^15`.
const TABLE_BITS: u32 = 15;

/// A game that the engine evaluates.
pub trait Evaluated: SuggestMoves {
    /// The scale of its values.
    const SCALE: Scale;

    /// The source of the values, for the first side of this name.
    fn label(&self, first: &str) -> String;

    /// The value of a position for the side to move; none if the engine has no opinion. The game is not over.
    fn value(&self) -> Option<f64>;
}

impl<S: CellSet> Evaluated for Pieces<S> {
    const SCALE: Scale = Scale::Chance;

    fn label(&self, first: &str) -> String {
        format!("chance of {first} to win, estimated by the champion")
    }

    fn value(&self) -> Option<f64> {
        let mut champion = Champion::new(Style { limits: Limits::nodes(500), ..Style::default() }, 0);
        champion.opinions(self, None, Clock::default()).first().map(|opinion| opinion.chance)
    }
}

impl<T: Word> Evaluated for Colours<T> {
    const SCALE: Scale = Scale::Lead;

    fn label(&self, first: &str) -> String {
        format!("lead of {first} at the end in tiles, by the solver (the middle of its bounds until it is proven)")
    }

    fn value(&self) -> Option<f64> {
        let solution = Solver::new(TABLE_BITS).solve(self, &mut Budget::nodes(100_000));
        let low = solution.ranked.iter().map(|ranked| ranked.value.low).max()?;
        let high = solution.ranked.iter().map(|ranked| ranked.value.high).max()?;
        Some(f64::from(low + high) / 2.0)
    }
}

impl Evaluated for Stop {
    const SCALE: Scale = Scale::Lead;

    fn label(&self, first: &str) -> String {
        // The other readings end the game before that.
        let filled = if self.reading() == Reading::FillOut { "" } else { " if the board were filled out" };
        format!("lead of {first} at the end in stones{filled}, estimated by search")
    }

    fn value(&self) -> Option<f64> {
        let mut searcher = Searcher::new(TABLE_BITS, Tactics::default());
        let report = searcher.search(self, DEEPEST, &mut Budget::nodes(50_000))?;
        Some(f64::from(report.value) / f64::from(STONE))
    }
}

/// The turns of a film that are evaluated: all of them, or so many, evenly spread, and the last one.
pub fn evaluated_turns<G: Evaluated>(film: &Film<'_, G>, most: usize) -> Vec<usize> {
    let last = film.last();
    let step = last.div_ceil(most).max(1);
    (0..last).step_by(step).chain([last]).collect()
}

/// The evaluation of so many turns of a film that is read. `each` is called after every turn, for a progress bar.
pub fn evaluation<G: Evaluated>(film: &mut Film<'_, G>, most: usize, mut each: impl FnMut()) -> Evaluation {
    let mut values = vec![None; film.last() + 1];
    for turn in evaluated_turns(film, most) {
        let score = film.shots()[turn].score;
        values[turn] = for_first(film.position(turn), score);
        each();
    }
    let first = film.player(Side::First);
    Evaluation { label: film.position(0).label(&first), scale: G::SCALE, values }
}

fn for_first<G: Evaluated>(position: &G, score: BySide<u32>) -> Option<f64> {
    match (position.turn(), G::SCALE) {
        (Turn::Draw, _) => None,
        (Turn::Over(outcome), Scale::Chance) => Some(match outcome.winner() {
            Some(Side::First) => 1.0,
            Some(Side::Second) => 0.0,
            None => 0.5,
        }),
        (Turn::Over(_), Scale::Lead) => Some(f64::from(score.first) - f64::from(score.second)),
        (Turn::Move(side), scale) => {
            let value = position.value()?;
            Some(match (side, scale) {
                (Side::First, _) => value,
                (Side::Second, Scale::Chance) => 1.0 - value,
                (Side::Second, Scale::Lead) => -value,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_first_sides_whoever_moves() {
        // X has two cells of its own, O one: X leads by one whoever moves.
        for mover in ["X", "O"] {
            let position: Stop = format!("XX./.../..O {mover}").parse().expect("a position");
            let value = for_first(&position, BySide::new(2, 1)).expect("a value");
            assert!(value > 0.0, "{mover}: {value}");
        }
        let label = |text: &str| text.parse::<Stop>().expect("a position").label("X");
        assert_eq!(label("XX./.../..O X"), "lead of X at the end in stones, estimated by search");
        assert!(label("XX./.../..O X rules=first-blocked").contains("in stones if the board were filled out,"));
        let over: Stop = "XX/XO X".parse().expect("a position");
        assert_eq!(for_first(&over, BySide::new(3, 1)), Some(2.0));
    }
}
