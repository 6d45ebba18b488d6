//! Stop: the value of a position and of its moves by the solver; where that proves nothing, a guess by search.

use crate::rounding::{self, rounded};
use engine::budget::Budget;
use engine::stop::evaluation::STONE;
use engine::stop::search::{DEEPEST, Report, Searcher, Tactics};
use engine::stop::solver::{Bounds, Ranked, Solver};
use rules::stop::{Placing, Stop, letter};
use rules::{Game, Turn};
use serde::Serialize;
use std::time::Duration;

/// Size of the transposition table: `2^20` positions of 32 bytes.
const TABLE_BITS: u32 = 20;
/// The same for a solve of at least [`LONG`] contested cells that still has a chance.
const LARGE_TABLE_BITS: u32 = 24;
/// From this number of contested cells on a solve takes long.
const LONG: usize = 32;
/// With more contested cells than this a proof would take days.
const HOPELESS: usize = 45;
/// The share of the budget for the value of the position; the rest ranks the moves, or makes a guess.
const SHARE_FOR_VALUE: f64 = 0.75;
/// The same where a proof is hopeless.
const SHARE_FOR_HOPELESS_VALUE: f64 = 0.25;

/// The findings about a position.
///
/// ```
/// use engine::budget::Budget;
/// use landgrab_analysis::{Bounds, solve::stop};
///
/// let position = "...X/..../..../O... X".parse()?;
/// let solved = stop::solve(&position, false, &mut Budget::unlimited());
/// assert_eq!((solved.value, solved.ranked.len()), (Some(Bounds::exact(0)), 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The margin that is proven; `None` if the game is over.
    pub value: Option<Bounds>,
    /// The move to play.
    pub best: Option<Placing>,
    /// Every move, the best first. Empty where only the value was asked for, or nothing is proven.
    pub ranked: Vec<Ranked>,
    /// The result of a search, where no move is proven best.
    pub guess: Option<Report>,
    /// Positions made.
    pub nodes: u64,
}

/// Solves a position, as exactly as the budget allows. With `only_value` one move that keeps the value is enough:
/// faster.
pub fn solve(position: &Stop, only_value: bool, budget: &mut Budget<'_>) -> Solved {
    let contested = position.contested().len();
    let is_long = (LONG..HOPELESS).contains(&contested);
    let mut solver = Solver::new(if is_long { LARGE_TABLE_BITS } else { TABLE_BITS });
    budget.limit(if only_value {
        1.0
    } else if contested > HOPELESS {
        SHARE_FOR_HOPELESS_VALUE
    } else {
        SHARE_FOR_VALUE
    });
    let Some(valued) = solver.value(position, budget) else {
        return Solved { value: None, best: None, ranked: vec![], guess: None, nodes: 0 };
    };
    let mut solved = Solved { value: Some(valued.value), best: valued.best, ranked: vec![], guess: None, nodes: 0 };
    budget.limit(1.0);
    if valued.best.is_none() {
        let tactics = Tactics { solved_at_root: 0, ..Tactics::default() };
        solved.guess = Searcher::new(TABLE_BITS, tactics).search(position, DEEPEST, budget);
        solved.best = solved.guess.map(|guess| guess.best);
    } else if !only_value {
        solved.ranked = solver.solve(position, budget).ranked;
        solved.best = solved.ranked.first().map(|ranked| ranked.played);
    }
    solved.nodes = budget.spent();
    solved
}

/// A solved position as data. Margins are the final stones of the side to move less those of the other side; under
/// `first-blocked` 1 for a win and -1 for a loss.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The side to move; `null` once the game is over.
    pub turn: Option<char>,
    /// The move to play.
    pub best: Option<String>,
    /// The margin: a whole number that is proven at least, or a fraction that a search expects.
    pub value: Option<Value>,
    /// Whether the margin is proven.
    pub exact: bool,
    /// The interval that the margin is proven to lie in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[i32; 2]>,
    /// Depth of the search, in moves, where nothing is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Every legal move, the best first, where the position is proven.
    pub moves: Vec<RankedCell>,
    /// Positions made.
    pub nodes: u64,
    /// Milliseconds that it took.
    #[serde(serialize_with = "rounding::one")]
    pub ms: f64,
    /// The position as text.
    pub position: String,
}

/// A margin, proven or guessed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Proven.
    Proven(i32),
    /// Expected by a search.
    Guess(f64),
}

/// A legal move and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RankedCell {
    /// The cell: column and row from the top left, from 0.
    pub cell: String,
    /// The margin that is proven at least.
    pub value: i32,
    /// Whether the value is the margin itself.
    pub exact: bool,
    /// The interval that the margin is proven to lie in.
    pub bounds: [i32; 2],
}

impl Answer {
    /// The findings about a position as data.
    pub fn new(position: &Stop, solved: &Solved, took: Duration) -> Self {
        let turn = match position.turn() {
            Turn::Move(side) => Some(letter(side)),
            Turn::Draw | Turn::Over(_) => None,
        };
        let guess = solved.guess.map(|guess| Value::Guess(rounded(f64::from(guess.value) / f64::from(STONE))));
        Self {
            turn,
            best: solved.best.map(|best| best.to_string()),
            value: guess.or(solved.value.map(|value| Value::Proven(value.low))),
            exact: solved.value.is_some_and(Bounds::is_exact),
            bounds: solved.value.map(|value| [value.low, value.high]),
            depth: solved.guess.map(|guess| guess.depth),
            moves: solved.ranked.iter().map(RankedCell::from).collect(),
            nodes: solved.nodes,
            ms: took.as_secs_f64() * 1e3,
            position: position.to_string(),
        }
    }
}

impl From<&Ranked> for RankedCell {
    fn from(ranked: &Ranked) -> Self {
        Self {
            cell: ranked.played.to_string(),
            value: ranked.value.low,
            exact: ranked.value.is_exact(),
            bounds: [ranked.value.low, ranked.value.high],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(text: &str, only_value: bool, nodes: u64) -> Answer {
        let position = text.parse().unwrap();
        Answer::new(&position, &solve(&position, only_value, &mut Budget::nodes(nodes)), Duration::ZERO)
    }

    #[test]
    fn a_small_board_is_proven_move_by_move() {
        let answer = answered("...X/..../O... X", false, u64::MAX);
        assert_eq!((answer.value, answer.exact, answer.depth), (Some(Value::Proven(2)), true, None));
        let cells: Vec<(&str, i32)> = answer.moves.iter().map(|one| (one.cell.as_str(), one.value)).collect();
        assert_eq!(cells, [("3,1", 2), ("1,0", 0), ("2,0", 0), ("3,2", 0)]);
    }

    #[test]
    fn the_value_alone_comes_with_one_move_that_keeps_it() {
        let answer = answered("...X/..../O... X", true, u64::MAX);
        assert_eq!((answer.value, answer.moves), (Some(Value::Proven(2)), vec![]));
        assert_eq!(answer.best.as_deref(), Some("3,1"));
    }

    #[test]
    fn where_nothing_is_proven_there_is_a_guess_with_its_depth() {
        let answer = answered(".......X/......../......../......../......../......../......../O....... X", false, 5000);
        assert!(matches!(answer.value, Some(Value::Guess(_))) && !answer.exact, "{answer:?}");
        assert!(answer.depth > Some(0) && answer.best.is_some() && answer.moves.is_empty(), "{answer:?}");
    }

    #[test]
    fn a_game_that_is_over_has_neither_a_move_nor_a_value() {
        let json = serde_json::to_string(&answered("XX/OO X", false, u64::MAX)).unwrap();
        let expected = r#"{"turn":null,"best":null,"value":null,"exact":false,"moves":[],"nodes":0,"ms":0.0,"position":"XX/OO X"}"#;
        assert_eq!(json, expected);
    }
}
