//! A player that plays the first legal move: for tests, and as the weakest yardstick.

use rules::{Clock, Game, NoMove, Player};

/// Plays the first legal move in the game's own order.
#[derive(Clone, Copy, Debug)]
pub struct First;

impl<G: Game> Player<G> for First {
    fn choose(&mut self, position: &G, _: Clock) -> Result<G::Move, NoMove> {
        Ok(position.moves().next().expect("a side to move has a legal move"))
    }
}
