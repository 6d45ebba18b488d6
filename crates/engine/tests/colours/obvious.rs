//! The obvious solver: plain minimax by the rules alone, with waits counted one by one and a memo of whole positions.

use grid::Word;
use rules::colours::Colours;
use rules::{Game, Side, Turn};
use std::collections::HashMap;

/// Values of positions for [`Side::First`].
pub struct Obvious<T: Word>(HashMap<Colours<T>, i32>);

impl<T: Word> Obvious<T> {
    pub fn new() -> Self {
        Self(HashMap::new())
    }

    /// The final margin of the first side.
    pub fn margin(&mut self, position: &Colours<T>) -> i32 {
        let Turn::Move(mover) = position.turn() else {
            let score = position.score();
            return score.first as i32 - score.second as i32;
        };
        if let Some(margin) = self.0.get(position) {
            return *margin;
        }
        let margins = position.moves().map(|colour| self.margin(&position.after(colour)));
        let margins: Vec<i32> = margins.collect();
        let best = if mover == Side::First { margins.iter().max() } else { margins.iter().min() };
        let best = *best.expect("a side to move has a legal colour");
        self.0.insert(*position, best);
        best
    }
}
