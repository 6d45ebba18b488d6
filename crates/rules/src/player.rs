//! Anything that answers "what do you play here?": an engine, a process, a person.

use crate::{Evidence, Fault, Game, Side};
use std::fmt;
use std::time::Duration;

/// How long a player may think about one move, and how it can tell the time. The time is handed in, because rules and
/// engines read no clock of their own: in a browser there is none that the standard library could read.
///
/// ```
/// use landgrab_rules::Clock;
/// use std::time::Duration;
///
/// assert_eq!(Clock::default().limit(), None);
/// let clock = Clock::per_move(Duration::from_secs(1), || Duration::ZERO);
/// assert_eq!(clock.limit(), Some(Duration::from_secs(1)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    timed: Option<(Duration, fn() -> Duration)>,
}

impl Clock {
    /// So much time for every move. `now` says how much time has gone since some fixed moment; it never runs backwards.
    pub const fn per_move(limit: Duration, now: fn() -> Duration) -> Self {
        Self { timed: Some((limit, now)) }
    }

    /// The time for a move; none: as long as it takes.
    pub fn limit(&self) -> Option<Duration> {
        self.timed.map(|(limit, _)| limit)
    }

    /// The time since a fixed moment. Without a limit nobody needs it, and it stands still.
    pub fn now(&self) -> Duration {
        self.timed.map_or(Duration::ZERO, |(_, now)| now())
    }
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
        /// The draw that the move answers; none in games without chance.
        drawn: Option<G::Draw>,
        /// What.
        played: G::Move,
    },
    /// A side failed and plays no more; the other goes on.
    Out {
        /// Who.
        side: Side,
        /// The draw that it should have answered; none in games without chance.
        drawn: Option<G::Draw>,
        /// Why.
        fault: Fault,
    },
}

/// Why a player gave no move.
#[derive(Clone, PartialEq, Debug)]
pub enum NoMove {
    /// It failed.
    Fault(Fault),
    /// The wait for it was broken off from outside. That is nobody's fault, and the game stops.
    Interrupted,
}

impl<F: Into<Fault>> From<F> for NoMove {
    fn from(fault: F) -> Self {
        Self::Fault(fault.into())
    }
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
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
    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, NoMove>;

    /// What there is to show for a failure in the last turn: what it sent, what it wrote to stderr.
    fn evidence(&mut self) -> Evidence {
        Evidence::default()
    }
}
