//! Spectators: everything that follows a game while it is played, such as the record, a screen or a server.

use crate::Plan;
use rules::record::{Ended, Header};
use rules::{Event, Game};
use std::io;

/// Follows one game. An error of a spectator ends the game, so that no game goes on whose record cannot be written.
pub trait Spectator<G: Game> {
    /// The game begins: its plan, the first line of its record, and the position before the first event.
    fn begins(&mut self, plan: &Plan, header: &Header, start: &G) -> io::Result<()> {
        let _ = (plan, header, start);
        Ok(())
    }

    /// Something happened; `after` is the position that it led to, `ms` the time that a move took.
    fn event(&mut self, event: &Event<G>, after: &G, ms: Option<f64>) -> io::Result<()> {
        let _ = (event, after, ms);
        Ok(())
    }

    /// The game is over, or was stopped. `last` is the last position.
    fn ended(&mut self, ended: &Ended, last: &G) -> io::Result<()> {
        let _ = (ended, last);
        Ok(())
    }
}
