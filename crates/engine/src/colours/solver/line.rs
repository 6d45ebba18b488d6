//! The principal variation: the moves with which both sides keep a proven value.

use super::Bounds;
use super::search::Verdict;
use super::value::Valuer;
use grid::Word;
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn};

/// A line ends after so many waits in a row.
const MOST_WAITS: u8 = 8;

impl<T: Word> Valuer<'_, '_, T> {
    /// The principal variation from a position with this value for `side`: to the end, or as far as each move is proven to
    /// keep the value.
    pub fn line(&mut self, position: &Colours<T>, side: Side, value: Bounds) -> Vec<Colour> {
        let mut line = Vec::new();
        let mut position = *position;
        while value.is_exact()
            && position.waits() < MOST_WAITS
            && let Turn::Move(mover) = position.turn()
        {
            let margin = if mover == side { value.low } else { -value.low };
            let Some(colour) = self.keeping(&position, mover, margin) else { break };
            line.push(colour);
            position.play_unchecked(colour);
        }
        line
    }

    /// A colour that keeps the mover's margin; of several the one that captures most.
    fn keeping(&mut self, position: &Colours<T>, mover: Side, margin: i32) -> Option<Colour> {
        let tiles = i32::from(self.search.board.tiles);
        let state = self.search.board.state(position, mover);
        let need = (tiles + margin) / 2;
        let replies = if need <= i32::from(state.my_size) {
            u8::MAX
        } else if (tiles + margin) % 2 != 0 || need > tiles - i32::from(state.their_size) {
            // The value of a standoff: no colour forces it.
            return None;
        } else {
            match self.search.decide(&state, need as u8) {
                Verdict::Yes { replies, .. } => replies,
                Verdict::No { .. } | Verdict::Open => return None,
            }
        };
        let keeping = position.moves().filter(|colour| replies >> colour.index() & 1 == 1);
        keeping.max_by_key(|colour| position.gain(*colour))
    }
}
