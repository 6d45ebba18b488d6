//! The protocols between referee and programs, one file each. [`Protocol`] is the referee's side of one. [`request`] is
//! the bot's side of the two schools' protocols, [`lines::reader`] that of ours.
//!
//! Each protocol reads answers in a public function of its own, without a game: [`plateau::answer`],
//! [`anfield::answer`] and [`lines::answer`].

pub mod anfield;
pub mod board_text;
pub mod lines;
pub mod plateau;
pub mod request;

use rules::pieces::{Dialect, Pieces};
use rules::{CellSet, Event, Game, Side, Word, colours::Colours, stop::Stop};
use std::io::{self, BufRead, Read};

/// The referee's side of a protocol.
///
/// ```
/// use landgrab_referee::protocol::{Answer, Protocol, lines::Lines};
/// use landgrab_referee::rules::{Game, Side, stop::{Setup, Stop}};
///
/// let mut lines = Lines::<Stop>::new();
/// assert_eq!(lines.hello(Side::Second, "./mine"), b"landgrab 1 stop 2\n");
/// let mut question = Vec::new();
/// lines.ask(&Stop::new(&Setup::default()), &mut question);
/// assert!(question.ends_with(b" X\n"));
/// let mut received = b"3,7\n4,".to_vec();
/// assert!(matches!(lines.answer(&mut received, false), Answer::Move { .. }));
/// assert_eq!(lines.answer(&mut received, false), Answer::Incomplete);
/// ```
pub trait Protocol<G: Game>: Send {
    /// The message to a program when it starts.
    fn hello(&self, side: Side, name: &str) -> Vec<u8>;

    /// Appends the message to a program that is to move.
    fn ask(&mut self, position: &G, out: &mut Vec<u8>);

    /// Takes note of an event, which later messages show.
    fn watch(&mut self, event: &Event<G>);

    /// Takes an answer out of the bytes received, if there is a whole one. `is_all`: no more bytes will come.
    fn answer(&mut self, received: &mut Vec<u8>, is_all: bool) -> Answer<G::Move>;
}

/// A program's answer, as far as it has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// No whole answer yet.
    Incomplete,
    /// A move.
    Move {
        /// The move.
        played: M,
        /// The bytes it was read from.
        raw: Vec<u8>,
    },
    /// A whole answer that is no move.
    Unreadable {
        /// The bytes.
        raw: Vec<u8>,
        /// The form of a move, in words.
        expected: &'static str,
    },
}

/// A game that programs can play: it has a protocol.
pub trait BotGame: Game {
    /// The protocol for a game of this setup.
    fn protocol(setup: &Self::Setup) -> Box<dyn Protocol<Self>>;
}

impl<S: CellSet> BotGame for Pieces<S> {
    fn protocol(setup: &Self::Setup) -> Box<dyn Protocol<Self>> {
        match setup.dialect() {
            Dialect::Plateau => Box::new(plateau::Plateau::new(setup)),
            Dialect::Anfield => Box::new(anfield::Anfield::new(setup)),
        }
    }
}

impl<T: Word> BotGame for Colours<T> {
    fn protocol(_: &Self::Setup) -> Box<dyn Protocol<Self>> {
        Box::new(lines::Lines::new())
    }
}

impl BotGame for Stop {
    fn protocol(_: &Self::Setup) -> Box<dyn Protocol<Self>> {
        Box::new(lines::Lines::new())
    }
}

/// The first line in both schools' protocols. Some bots look for their own name in it, so the name stays as it came.
fn exec_line(side: Side, name: &str) -> Vec<u8> {
    format!("$$$ exec p{} : [{name}]\n", side.number()).into_bytes()
}

/// The longest line that is read, in bytes. It has room for any path.
pub(crate) const LONGEST_LINE: usize = 64 << 10;

/// The next line of a bot's input without its line feed, which the last one may lack. A longer one than
/// [`LONGEST_LINE`] is cut off a byte after that.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() <= LONGEST_LINE && line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(Some(line))
}

/// Takes the first line out of some bytes, with its line feed. A last line needs none when no more bytes will come.
pub(crate) fn first_line(received: &mut Vec<u8>, is_all: bool) -> Option<Vec<u8>> {
    let end = match received.iter().position(|b| *b == b'\n') {
        Some(place) => place + 1,
        None if is_all && !received.is_empty() => received.len(),
        None => return None,
    };
    let rest = received.split_off(end);
    Some(std::mem::replace(received, rest))
}
