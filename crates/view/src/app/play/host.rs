//! What the screen needs of whoever runs the game that is played on it.

use crate::{Depict, Layer, Overlay, PlayByHand};
use rules::{BySide, Game, Side};

/// The game behind the screen: its history and the other side.
pub trait Host {
    /// What is played.
    type Game: PlayByHand;

    /// The position now.
    fn position(&self) -> &Self::Game;

    /// The position that the person saw last.
    fn before(&self) -> Option<&Self::Game>;

    /// The players' names.
    fn names(&self) -> BySide<String>;

    /// The person's side.
    fn you(&self) -> Side;

    /// Whether the person enters the next move.
    fn is_yours(&self) -> bool;

    /// Plays a move of the side to move.
    fn play(&mut self, played: <Self::Game as Game>::Move) -> Result<(), String>;

    /// Lets the other side move, and says what it did; `None` while it thinks. Never waits: it is asked again.
    fn answer(&mut self) -> Option<Result<String, String>>;

    /// Takes back the person's last move; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// The best move, and why; `None` while that is thought about. Never waits: it is asked again.
    fn hint(&mut self) -> Option<Hint<Self::Game>>;

    /// A layer over the position, where it makes sense.
    fn layer(&self, overlay: Overlay) -> Option<Layer> {
        self.position().layer(overlay)
    }

    /// Does what one of the game's own keys asks for, and says what came of it.
    fn order(&mut self, key: char) -> Result<Vec<String>, String> {
        Err(format!("nothing is done by {key}"))
    }

    /// Makes the other side stronger or weaker; what it is now.
    fn change_level(&mut self, by: i8) -> Result<String, String>;

    /// The person goes on with the other side.
    fn swap(&mut self) -> Result<(), String>;

    /// Begins anew; with another draw of chance where there is any.
    fn restart(&mut self) -> Result<(), String>;
}

/// The best move, and why.
pub type Hint<G> = (<G as Game>::Move, Vec<String>);
