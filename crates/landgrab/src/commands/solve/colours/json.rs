//! What `solve colours --json` prints.

use crate::colours::board::{Board, name};
use crate::json::rounded;
use engine::colours::solver::{Bounds, Solution};
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn, Word};
use serde::Serialize;
use std::time::Duration;
use view::Depict;

#[derive(Serialize)]
pub struct Answer {
    /// `null` once the game is over.
    turn: Option<String>,
    best: Option<Colour>,
    value: i32,
    exact: bool,
    bounds: [i32; 2],
    moves: Vec<Move>,
    nodes: u64,
    ms: f64,
    board: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<Picture>,
}

#[derive(Serialize)]
struct Move {
    colour: Colour,
    value: i32,
    gain: u32,
    exact: bool,
    bounds: [i32; 2],
    line: String,
}

#[derive(Serialize)]
struct Picture {
    turned: bool,
    shows_turn: bool,
    unsure: Vec<Unsure>,
}

#[derive(Serialize)]
struct Unsure {
    tile: String,
    colour: Colour,
    or: Colour,
}

pub fn answer<T: Word>(
    board: &Board,
    position: &Colours<T>,
    (solution, best): (&Solution, Option<Colour>),
    took: Duration,
) -> Answer {
    let turn = match position.turn() {
        Turn::Move(side) => Some(position.side_name(side)),
        Turn::Draw | Turn::Over(_) => None,
    };
    // A game that is over is worth what it ended with, to the first side.
    let score = position.score();
    let over = Bounds::exact(score[Side::First] as i32 - score[Side::Second] as i32);
    let value = solution.value().unwrap_or(over);
    let moves = solution.ranked.iter().map(|ranked| Move {
        colour: ranked.colour,
        value: ranked.value.low,
        gain: ranked.gain,
        exact: ranked.value.is_exact(),
        bounds: [ranked.value.low, ranked.value.high],
        line: ranked.line.iter().map(|colour| colour.letter()).collect(),
    });
    let picture = board.picture.as_ref().map(|picture| Picture {
        turned: picture.is_turned,
        shows_turn: picture.shows_mover,
        unsure: picture
            .unsure
            .iter()
            .map(|tile| Unsure { tile: name(tile.cell), colour: tile.colour, or: tile.second })
            .collect(),
    });
    Answer {
        turn,
        best,
        value: value.low,
        exact: value.is_exact(),
        bounds: [value.low, value.high],
        moves: moves.collect(),
        nodes: solution.nodes,
        ms: rounded(took.as_secs_f64() * 1e3),
        board: board.setup.to_string(),
        picture,
    }
}
