//! What each game looks like.

mod colours;
mod numbered;
mod pieces;
mod refusal;
mod stop;

pub use colours::swatch;
pub use numbered::numbered;

use crate::Scene;
use rules::{Fault, Game, Side};

/// A game that can be drawn.
pub trait Draw: Game {
    /// The position, with what the last move changed when the position before it is given.
    fn scene(&self, before: Option<&Self>) -> Scene;

    /// What a side is called on the board.
    fn side_name(&self, side: Side) -> String;

    /// Why a side's move was refused, as a picture, in a position that has not changed since. `None` where words do.
    fn refusal(&self, side: Side, fault: &Fault) -> Option<Scene> {
        let _ = (side, fault);
        None
    }
}
