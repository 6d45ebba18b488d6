//! Plateau, the protocol of 42's `filler_vm`: its messages to players, and how it reads their answers.
//!
//! An answer is a line of exactly two words, row and column. Each reads as Ruby's `to_i` reads it: a sign, digits, then
//! anything; no digits are 0. Further lines are the answers of the next turns.

use super::board_text::{BoardText, piece_text};
use super::{Answer, Protocol, first_line};
use rules::pieces::{Dialect, Pieces, Placement, Setup};
use rules::{CellSet, Event, Side};

/// The form of an answer, in words.
pub const EXPECTED: &str = "two numbers, row and column, such as `12 -1`";

/// The referee's side of the protocol.
#[derive(Clone, Debug)]
pub struct Plateau {
    board: BoardText,
}

impl Plateau {
    /// For a game of this setup.
    pub fn new(setup: &Setup) -> Self {
        Self { board: BoardText::new(setup) }
    }
}

impl<S: CellSet> Protocol<Pieces<S>> for Plateau {
    fn hello(&self, side: Side, name: &str) -> Vec<u8> {
        super::exec_line(side, name)
    }

    fn ask(&mut self, position: &Pieces<S>, out: &mut Vec<u8>) {
        self.board.plain_text(out);
        if let Some(piece) = position.piece() {
            piece_text(Dialect::Plateau, piece, out);
        }
    }

    fn watch(&mut self, event: &Event<Pieces<S>>) {
        if let Event::Played { side, drawn: Some(piece), played } = event {
            self.board.settle(side.other());
            self.board.settle(*side);
            self.board.place(*side, piece, *played);
        }
    }

    fn answer(&mut self, received: &mut Vec<u8>, is_all: bool) -> Answer<Placement> {
        answer(received, is_all)
    }
}

/// Takes an answer out of the bytes received. `is_all`: no more bytes will come, so a last line needs no line feed.
pub fn answer(received: &mut Vec<u8>, is_all: bool) -> Answer<Placement> {
    let Some(line) = first_line(received, is_all) else { return Answer::Incomplete };
    match words(&line)[..] {
        [row, col] => Answer::Move { played: Placement::At { row: number(row), col: number(col) }, raw: line },
        _ => Answer::Unreadable { raw: line, expected: EXPECTED },
    }
}

/// The words of an answer, as they came.
pub fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(|b| b.is_ascii_whitespace() || *b == 0x0b).filter(|word| !word.is_empty()).collect()
}

/// A row or column. A number too large for `i32` becomes the largest: no board is that long.
fn number(word: &[u8]) -> i32 {
    let longest = i64::from(i32::MAX);
    to_i(word).clamp(-longest, longest) as i32
}

/// Ruby's `to_i`, up to the largest `i64`: `8abc` is 8, `+2` is 2, `abc` is 0, `1_000` is 1000.
pub fn to_i(word: &[u8]) -> i64 {
    let (negative, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    let mut value: i64 = 0;
    let mut after_digit = false;
    for (i, byte) in digits.iter().enumerate() {
        let digit = match byte {
            b'0'..=b'9' => i64::from(byte - b'0'),
            b'_' if after_digit && digits.get(i + 1).is_some_and(u8::is_ascii_digit) => {
                after_digit = false;
                continue;
            }
            _ => break,
        };
        after_digit = true;
        value = value.saturating_mul(10).saturating_add(digit);
    }
    if negative { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::pieces::class::Small;

    fn heard(bytes: &[u8], is_all: bool) -> (Answer<Placement>, Vec<u8>) {
        let mut plateau = Plateau::new(&Setup::named("map00", Dialect::Plateau).unwrap());
        let mut received = bytes.to_vec();
        (Protocol::<Pieces<Small>>::answer(&mut plateau, &mut received, is_all), received)
    }

    fn placed(bytes: &[u8]) -> Option<(i32, i32)> {
        match heard(bytes, false).0 {
            Answer::Move { played: Placement::At { row, col }, .. } => Some((row, col)),
            _ => None,
        }
    }

    #[test]
    fn numbers_read_as_ruby_reads_them() {
        for (bytes, expected) in [
            (&b"8 2\n"[..], (8, 2)),
            (b"8abc +2\n", (8, 2)),
            (b"\t8\t 2 \r\n", (8, 2)),
            (b"abc def\n", (0, 0)),
            (b"-1 -3\n", (-1, -3)),
            (b"--1 1_0\n", (0, 10)),
            (b"1__0 _1\n", (1, 0)),
            (b"8\0 2\n", (8, 2)),
            (b"99999999999 -99999999999\n", (i32::MAX, -i32::MAX)),
        ] {
            assert_eq!(placed(bytes), Some(expected), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn not_two_words_is_unreadable() {
        for bytes in [&b"\n"[..], b"1\n", b"1 2 3\n", b"  \n"] {
            assert!(matches!(heard(bytes, false).0, Answer::Unreadable { .. }), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn further_lines_are_the_answers_of_the_next_turns() {
        assert_eq!(heard(b"1 2\n3 4\n5", false).1, b"3 4\n5");
    }

    #[test]
    fn a_last_line_needs_no_line_feed() {
        assert!(matches!(heard(b"1 2", false).0, Answer::Incomplete));
        assert!(matches!(heard(b"1 2", true).0, Answer::Move { .. }));
        assert!(matches!(heard(b"", true).0, Answer::Incomplete));
    }
}
