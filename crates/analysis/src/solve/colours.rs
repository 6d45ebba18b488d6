//! Colour Filler: every legal colour with the final margin that it leads to.

use crate::read::{EnteredBoard, PictureDoubts};
use crate::rounding;
use engine::budget::Budget;
use engine::colours::Champion;
use engine::colours::solver::{Bounds, Ranked, Solution, Solver, table_bits};
use rules::colours::{Colour, Colours};
use rules::{Clock, Game, Side, Turn, Word};
use serde::Serialize;
use std::time::Duration;
use view::Depict;

/// The share of the budget for proofs; the rest is for a guess where there is none.
const SHARE_FOR_PROOFS: f64 = 0.8;

/// The findings about a position.
///
/// ```
/// use engine::budget::Budget;
/// use landgrab_analysis::{Bounds, solve::colours};
/// use rules::colours::{Colour, Colours};
///
/// let position: Colours<u64> = "GYKB/BRGP/RBYK A".parse()?;
/// let solved = colours::solve(&position, &mut Budget::unlimited());
/// assert_eq!((solved.best, solved.solution.value()), (Some(Colour::Green), Some(Bounds::exact(0))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The proven margin of every legal colour.
    pub solution: Solution,
    /// The colour to take: the best, or the most promising where none is proven best. `None` if the game is over.
    pub best: Option<Colour>,
}

/// A solver with a transposition table of the size that suits the board.
pub fn solver<T: Word>(position: &Colours<T>) -> Solver<T> {
    Solver::new(table_bits(position.size()))
}

/// Solves a position, as exactly as the budget allows.
pub fn solve<T: Word>(position: &Colours<T>, budget: &mut Budget<'_>) -> Solved {
    budget.limit(SHARE_FOR_PROOFS);
    let solution = solver(position).solve(position, budget);
    budget.limit(1.0);
    let best = Champion::promising(position, &solution, budget);
    Solved { solution, best }
}

/// A solved position as data. Margins are the final tiles of the side to move less those of the other side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The side to move; `null` once the game is over.
    pub turn: Option<String>,
    /// The colour to take.
    pub best: Option<Colour>,
    /// The margin that is proven at least.
    pub value: i32,
    /// Whether that is the margin itself.
    pub exact: bool,
    /// The interval that the margin is proven to lie in.
    pub bounds: [i32; 2],
    /// Every legal colour, the best first.
    pub moves: Vec<RankedColour>,
    /// Positions searched.
    pub nodes: u64,
    /// Milliseconds that it took.
    #[serde(serialize_with = "rounding::one")]
    pub ms: f64,
    /// The board as text.
    pub board: String,
    /// The doubts about the picture that the board came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureDoubts>,
}

/// A legal colour and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RankedColour {
    /// The colour.
    pub colour: Colour,
    /// The margin that is proven at least.
    pub value: i32,
    /// Tiles that it captures now.
    pub gain: u32,
    /// Whether the value is the margin itself.
    pub exact: bool,
    /// The interval that the margin is proven to lie in.
    pub bounds: [i32; 2],
    /// The principal variation: the letters of both sides' colours in turn, this one first.
    pub line: String,
}

/// Solves a board of any size. The clock only measures how long it took; the budget is the limit.
pub fn answer(board: &EnteredBoard, budget: &mut Budget<'_>, clock: Clock) -> Answer {
    if Colours::<u64>::can_hold(board.setup.size()) {
        answer_as::<u64>(board, budget, clock)
    } else {
        answer_as::<u128>(board, budget, clock)
    }
}

fn answer_as<T: Word>(board: &EnteredBoard, budget: &mut Budget<'_>, clock: Clock) -> Answer {
    let (position, begun) = (Colours::<T>::new(&board.setup), clock.now());
    let solved = solve(&position, budget);
    Answer::new(board, &position, &solved, clock.now() - begun)
}

impl Answer {
    /// The findings about the position of a board as data.
    pub fn new<T: Word>(board: &EnteredBoard, position: &Colours<T>, solved: &Solved, took: Duration) -> Self {
        let turn = match position.turn() {
            Turn::Move(side) => Some(position.side_name(side)),
            Turn::Draw | Turn::Over(_) => None,
        };
        // A game that is over is worth what it ended with, to the first side.
        let score = position.score();
        let over = Bounds::exact(score[Side::First] as i32 - score[Side::Second] as i32);
        let value = solved.solution.value().unwrap_or(over);
        Self {
            turn,
            best: solved.best,
            value: value.low,
            exact: value.is_exact(),
            bounds: [value.low, value.high],
            moves: solved.solution.ranked.iter().map(RankedColour::from).collect(),
            nodes: solved.solution.nodes,
            ms: took.as_secs_f64() * 1e3,
            board: board.setup.to_string(),
            picture: board.picture.clone(),
        }
    }
}

impl From<&Ranked> for RankedColour {
    fn from(ranked: &Ranked) -> Self {
        Self {
            colour: ranked.colour,
            value: ranked.value.low,
            gain: ranked.gain,
            exact: ranked.value.is_exact(),
            bounds: [ranked.value.low, ranked.value.high],
            line: ranked.line.iter().map(|colour| colour.letter()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{self, Corrections};

    fn answered(text: &str, nodes: u64) -> Answer {
        let board = read::text(text, &Corrections::default()).unwrap();
        answer(&board, &mut Budget::nodes(nodes), Clock::default())
    }

    #[test]
    fn a_proven_position_has_one_value_and_a_line_to_the_end() {
        let answer = answered("GYKB/BRGP/RBYK A", u64::MAX);
        assert_eq!((answer.turn.as_deref(), answer.best), (Some("A"), Some(Colour::Green)));
        assert_eq!((answer.value, answer.exact, answer.bounds), (0, true, [0, 0]));
        let best = serde_json::to_string(&answer.moves[0]).unwrap();
        assert!(
            best.starts_with(r#"{"colour":"G","value":0,"gain":0,"exact":true,"bounds":[0,0],"line":"G"#),
            "{best}"
        );
        assert!(answer.moves.is_sorted_by(|a, b| a.value >= b.value), "{answer:?}");
    }

    #[test]
    fn without_a_proof_there_is_an_interval_and_a_guess() {
        let answer = answered("GYKBRG/BRGPYK/RBYKGP/PGRYBK/KYPBGR/BKGRPY A", 1);
        assert!(answer.best.is_some() && !answer.exact && answer.bounds[0] < answer.bounds[1], "{answer:?}");
        assert_eq!(answer.value, answer.bounds[0]);
    }

    #[test]
    fn a_game_that_is_over_is_worth_its_score_to_the_first_side() {
        let answer = answered("GGR/GGR A", u64::MAX);
        let json = serde_json::to_string(&answer).unwrap();
        let expected = r#"{"turn":null,"best":null,"value":2,"exact":true,"bounds":[2,2],"moves":[],"nodes":0,"ms":0.0,"board":"GGR/GGR A"}"#;
        assert_eq!(json, expected);
    }
}
