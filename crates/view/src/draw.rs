//! What each game looks like.

mod colours;
mod pieces;
mod stop;

use crate::Scene;
use rules::{Game, Side};

/// A game that can be drawn.
pub trait Draw: Game {
    /// The position, with what the last move changed when the position before it is given.
    fn scene(&self, before: Option<&Self>) -> Scene;

    /// What a side is called on the board.
    fn side_name(&self, side: Side) -> String;
}
