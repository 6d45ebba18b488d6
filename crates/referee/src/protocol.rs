//! The languages that programs speak, one file each. [`Protocol`] is the referee's side of one; [`hear`] is the bot's
//! side of the schools', [`lines::listener`] that of ours.

pub mod anfield;
pub mod board;
pub mod hear;
pub mod lines;
pub mod plateau;

use rules::pieces::{Dialect, Pieces};
use rules::{CellSet, Event, Game, Side, Word, colours::Colours, stop::Stop};
use std::io::{self, BufRead, Read};

/// The referee's side of a language.
pub trait Protocol<G: Game>: Send {
    /// What a program is told once, when it starts.
    fn hello(&self, side: Side, name: &str) -> Vec<u8>;

    /// Adds what it is told when it is to move.
    fn ask(&mut self, position: &G, out: &mut Vec<u8>);

    /// Something happened.
    fn watch(&mut self, event: &Event<G>);

    /// Takes an answer out of what was received, if there is a whole one; `is_all`: nothing more will come.
    fn answer(&mut self, received: &mut Vec<u8>, is_all: bool) -> Heard<G::Move>;
}

/// What a program said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard<M> {
    /// Nothing whole yet.
    Nothing,
    /// A move.
    Move {
        /// The move.
        played: M,
        /// The bytes it was read from.
        raw: Vec<u8>,
    },
    /// Something that is no move.
    Nonsense {
        /// The bytes.
        raw: Vec<u8>,
        /// What a move looks like.
        expected: &'static str,
    },
}

/// A game that programs can play.
pub trait BotGame: Game {
    /// The language for a game of this setup.
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

/// The line that both schools' programs start with. Some bots look for their own name in it: it is given as it came.
fn exec_line(side: Side, name: &str) -> Vec<u8> {
    format!("$$$ exec p{} : [{name}]\n", side.number()).into_bytes()
}

/// The longest line that is worth reading: a path may be in it, a megabyte may not.
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

/// Takes the first line out of some bytes, with its line feed; all of them when nothing more will come.
pub(crate) fn first_line(received: &mut Vec<u8>, is_all: bool) -> Option<Vec<u8>> {
    let end = match received.iter().position(|b| *b == b'\n') {
        Some(place) => place + 1,
        None if is_all && !received.is_empty() => received.len(),
        None => return None,
    };
    let rest = received.split_off(end);
    Some(std::mem::replace(received, rest))
}
