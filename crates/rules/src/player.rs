//! Anything that answers "what do you play here?": an engine, a process, a person.

use crate::{Evidence, Fault, Game, Side};
use std::time::Duration;

/// How long a player may think about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time for the move; none: as long as it takes.
    pub per_move: Option<Duration>,
}

/// Something that happened in a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Event<G: Game> {
    /// Chance drew.
    Drew(G::Draw),
    /// A side moved.
    Played {
        /// Who.
        side: Side,
        /// What.
        played: G::Move,
    },
    /// A side failed and plays no more; the other goes on.
    Out {
        /// Who.
        side: Side,
        /// Why.
        fault: Fault,
    },
}

/// A player of one game.
pub trait Player<G: Game>: Send {
    /// A game begins and this player has that side in it.
    fn begin(&mut self, setup: &G::Setup, side: Side) -> Result<(), Fault> {
        let _ = (setup, side);
        Ok(())
    }

    /// Something happened: told to both players, also of their own moves.
    fn watch(&mut self, event: &Event<G>) -> Result<(), Fault> {
        let _ = event;
        Ok(())
    }

    /// The move to play. The position waits for this player's side; the answer need not be legal, the caller judges it.
    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, Fault>;

    /// What there is to show for a failure in the last turn: what it sent, what it wrote to stderr.
    fn evidence(&mut self) -> Evidence {
        Evidence::default()
    }
}
