//! Anything that chooses moves: an engine, a process, a person.

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
    /// So much time for every move. `now` is the time since some fixed moment; it never runs backwards.
    pub const fn per_move(limit: Duration, now: fn() -> Duration) -> Self {
        Self { timed: Some((limit, now)) }
    }

    /// The time for a move; `None`: no limit.
    pub fn limit(&self) -> Option<Duration> {
        self.timed.map(|(limit, _)| limit)
    }

    /// The time since a fixed moment. Without a limit it stands still, because nothing depends on it.
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
        /// The side that moved.
        side: Side,
        /// The draw that the move answers; none in games without chance.
        drawn: Option<G::Draw>,
        /// The move.
        played: G::Move,
    },
    /// A side failed and plays no more; the other goes on.
    Out {
        /// The side that failed.
        side: Side,
        /// The draw that it should have answered; none in games without chance.
        drawn: Option<G::Draw>,
        /// The reason.
        fault: Fault,
    },
}

/// Why a player gave no move.
#[derive(Clone, PartialEq, Debug)]
pub enum NoMove {
    /// It failed.
    Fault(Fault),
    /// The wait for it was interrupted from outside. That is nobody's fault, and the game stops.
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
///
/// ```
/// use landgrab_rules::{Clock, Game, NoMove, Player, stop::{Setup, Stop}};
///
/// /// Plays the legal move that leaves the other side the fewest answers.
/// struct Tight;
///
/// impl<G: Game> Player<G> for Tight {
///     fn choose(&mut self, position: &G, _: Clock) -> Result<G::Move, NoMove> {
///         let answers = |played: &G::Move| position.after(*played).moves().count();
///         Ok(position.moves().min_by_key(answers).expect("a side to move can move"))
///     }
/// }
///
/// let start = Stop::new(&Setup::default());
/// let played = Tight.choose(&start, Clock::default()).expect("it always moves");
/// assert!(start.is_legal(played));
/// ```
pub trait Player<G: Game>: Send {
    /// A game begins; this player has that side.
    fn begin(&mut self, setup: &G::Setup, side: Side) -> Result<(), Fault> {
        let _ = (setup, side);
        Ok(())
    }

    /// Something happened. Both players are told of every event, their own moves included.
    fn watch(&mut self, event: &Event<G>) -> Result<(), Fault> {
        let _ = event;
        Ok(())
    }

    /// The move to play. The position waits for this player's side; the answer need not be legal, the caller judges it.
    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, NoMove>;

    /// Evidence of a failure in the last turn, such as the bytes that a program sent and the end of its stderr.
    fn evidence(&mut self) -> Evidence {
        Evidence::default()
    }
}
