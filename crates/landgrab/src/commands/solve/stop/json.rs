//! What `solve stop --json` prints.

use super::Answer as Found;
use crate::json::rounded;
use engine::stop::evaluation::STONE;
use engine::stop::solver::Bounds;
use rules::stop::{Stop, letter};
use rules::{Game, Turn};
use serde::Serialize;
use std::time::Duration;

#[derive(Serialize)]
pub struct Answer {
    /// `null` once the game is over.
    turn: Option<char>,
    best: Option<String>,
    /// For the side to move: proven, or what a search thinks.
    value: Option<Value>,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 2]>,
    /// Moves looked ahead where nothing is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    moves: Vec<Move>,
    nodes: u64,
    ms: f64,
    position: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value {
    Proven(i32),
    Guess(f64),
}

#[derive(Serialize)]
struct Move {
    cell: String,
    value: i32,
    exact: bool,
    bounds: [i32; 2],
}

pub fn answer(position: &Stop, found: &Found, took: Duration) -> Answer {
    let turn = match position.turn() {
        Turn::Move(side) => Some(letter(side)),
        Turn::Draw | Turn::Over(_) => None,
    };
    let guess = found.guess.map(|guess| Value::Guess(rounded(f64::from(guess.value) / f64::from(STONE))));
    let interval = |Bounds { low, high }: Bounds| [low, high];
    let moves = found.ranked.iter().map(|ranked| Move {
        cell: ranked.played.to_string(),
        value: ranked.value.low,
        exact: ranked.value.is_exact(),
        bounds: interval(ranked.value),
    });
    Answer {
        turn,
        best: found.best.map(|best| best.to_string()),
        value: guess.or(found.value.map(|value| Value::Proven(value.low))),
        exact: found.value.is_some_and(Bounds::is_exact),
        bounds: found.value.map(interval),
        depth: found.guess.map(|guess| guess.depth),
        moves: moves.collect(),
        nodes: found.nodes,
        ms: rounded(took.as_secs_f64() * 1000.0),
        position: position.to_string(),
    }
}
