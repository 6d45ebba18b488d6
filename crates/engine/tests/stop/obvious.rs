//! The obvious solver: plain minimax by the rules alone, with a memo of whole positions.

use rules::stop::{Reading, Stop};
use rules::{Game, Outcome, Side, Turn};
use std::collections::HashMap;

/// Values of positions for X.
#[derive(Default)]
pub struct Obvious(HashMap<Stop, i32>);

impl Obvious {
    /// Stones of X less stones of O at the end; under `first-blocked` 1 if X wins, else -1.
    pub fn value(&mut self, position: &Stop) -> i32 {
        let mover = match position.turn() {
            Turn::Move(mover) => mover,
            Turn::Draw | Turn::Over(_) => return result(position),
        };
        if let Some(value) = self.0.get(position) {
            return *value;
        }
        let values: Vec<i32> = position.moves().map(|played| self.value(&position.after(played))).collect();
        let best = if mover == Side::First { values.iter().max() } else { values.iter().min() };
        let best = *best.expect("a side to move has a move");
        self.0.insert(*position, best);
        best
    }
}

fn result(position: &Stop) -> i32 {
    match (position.reading(), position.turn()) {
        (Reading::FirstBlocked, Turn::Over(Outcome::Won(Side::First))) => 1,
        (Reading::FirstBlocked, _) => -1,
        _ => {
            let stones = position.score();
            stones.first as i32 - stones.second as i32
        }
    }
}
