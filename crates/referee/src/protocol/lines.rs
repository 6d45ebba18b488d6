//! Lines, our own protocol for games without a school: a line to the program, a line back, in the games' text forms.
//!
//! The first line is `landgrab 1 stop 2`: protocol version, game, the program's side. Then every turn is the position
//! on one line, rows separated by `/`. The answer is a move on one line.

pub mod reader;

use super::{Answer, Protocol, first_line};
use rules::{Event, Game, Side};
use std::marker::PhantomData;
use std::str::FromStr;

/// The form of an answer, in words.
pub const EXPECTED: &str = "a move in the game's text form, and a line feed";

/// The referee's side of the protocol.
#[derive(Clone, Debug, Default)]
pub struct Lines<G>(PhantomData<fn() -> G>);

impl<G> Lines<G> {
    /// For any game.
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: Game> Protocol<G> for Lines<G> {
    fn hello(&self, side: Side, _: &str) -> Vec<u8> {
        format!("landgrab 1 {} {}\n", G::NAME, side.number()).into_bytes()
    }

    fn ask(&mut self, position: &G, out: &mut Vec<u8>) {
        out.extend(position.to_string().replace('\n', "/").into_bytes());
        out.push(b'\n');
    }

    fn watch(&mut self, _: &Event<G>) {}

    fn answer(&mut self, received: &mut Vec<u8>, is_all: bool) -> Answer<G::Move> {
        answer(received, is_all)
    }
}

/// Takes an answer out of the bytes received, a move in its text form. `is_all`: no more bytes will come, so a last
/// line needs no line feed.
pub fn answer<M: FromStr>(received: &mut Vec<u8>, is_all: bool) -> Answer<M> {
    let Some(line) = first_line(received, is_all) else { return Answer::Incomplete };
    let text = std::str::from_utf8(&line).map(str::trim_end).unwrap_or_default();
    match text.parse() {
        Ok(played) => Answer::Move { played, raw: line },
        Err(_) => Answer::Unreadable { raw: line, expected: EXPECTED },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::stop::{Setup, Stop};

    fn heard(bytes: &[u8], is_all: bool) -> (Answer<<Stop as Game>::Move>, Vec<u8>) {
        let mut received = bytes.to_vec();
        (Protocol::<Stop>::answer(&mut Lines::new(), &mut received, is_all), received)
    }

    #[test]
    fn a_position_is_one_line() {
        let mut lines = Lines::<Stop>::new();
        assert_eq!(lines.hello(Side::Second, "./mine"), b"landgrab 1 stop 2\n");
        let mut out = vec![];
        lines.ask(&Stop::new(&Setup::default()), &mut out);
        let expected = ".......X/......../......../......../......../......../......../O....... X\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn an_answer_is_a_move_on_a_line() {
        for bytes in [&b"3,7\n"[..], b"3,7 \r\n"] {
            assert!(matches!(heard(bytes, false).0, Answer::Move { played, .. } if played.to_string() == "3,7"));
        }
        assert_eq!(heard(b"3,7\n4,7\n", false).1, b"4,7\n");
        assert!(matches!(heard(b"3,7", false).0, Answer::Incomplete));
        assert!(matches!(heard(b"3,7", true).0, Answer::Move { .. }));
        for bytes in [&b"\n"[..], b"3, 7\n", b"help\n", b"\xff\n"] {
            assert!(matches!(heard(bytes, false).0, Answer::Unreadable { .. }), "{}", bytes.escape_ascii());
        }
    }
}
