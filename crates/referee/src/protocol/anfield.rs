//! Anfield, the protocol of 01-edu's `game_engine`: its messages to players, and how it reads their answers.
//!
//! An answer is `X Y` and a line feed: a column, one blank, a row. The original takes the bytes of its first read as
//! the answer. We wait for the line feed. We drop any bytes after it, where the original took 0 for the row.

use super::board_text::{BoardText, piece_text};
use super::{Answer, Protocol, first_line};
use rules::pieces::{Dialect, Pieces, Placement, Setup};
use rules::{CellSet, Event, Side};

/// The form of an answer, in words.
pub const EXPECTED: &str = "column and row with one blank between, such as `7 -2`, and a line feed";

/// The referee's side of the protocol.
#[derive(Clone, Debug)]
pub struct Anfield {
    board: BoardText,
}

impl Anfield {
    /// For a game of this setup.
    pub fn new(setup: &Setup) -> Self {
        Self { board: BoardText::new(setup) }
    }
}

impl<S: CellSet> Protocol<Pieces<S>> for Anfield {
    fn hello(&self, side: Side, name: &str) -> Vec<u8> {
        super::exec_line(side, name)
    }

    fn ask(&mut self, position: &Pieces<S>, out: &mut Vec<u8>) {
        out.extend_from_slice(self.board.text());
        if let Some(piece) = position.piece() {
            piece_text(Dialect::Anfield, piece, out);
        }
    }

    fn watch(&mut self, event: &Event<Pieces<S>>) {
        // A side's last piece turns upper case when its owner answers, well or not.
        match event {
            Event::Played { side, drawn, played } => {
                self.board.settle(*side);
                if let Some(piece) = drawn {
                    self.board.place(*side, piece, *played);
                }
            }
            Event::Out { side, .. } => self.board.settle(*side),
            Event::Drew(_) => {}
        }
    }

    fn answer(&mut self, received: &mut Vec<u8>, is_all: bool) -> Answer<Placement> {
        answer(received, is_all)
    }
}

/// Takes an answer out of the bytes received, and drops the bytes after it. `is_all`: no more bytes will come, so a
/// line without its line feed is unreadable.
pub fn answer(received: &mut Vec<u8>, is_all: bool) -> Answer<Placement> {
    let Some(line) = first_line(received, false) else {
        return match (is_all, received.is_empty()) {
            (true, false) => Answer::Unreadable { raw: std::mem::take(received), expected: EXPECTED },
            _ => Answer::Incomplete,
        };
    };
    received.clear();
    match placement(&line) {
        Some(played) => Answer::Move { played, raw: line },
        None => Answer::Unreadable { raw: line, expected: EXPECTED },
    }
}

/// `-?digits blank -?digits`, and nothing else.
fn placement(line: &[u8]) -> Option<Placement> {
    let text = std::str::from_utf8(line).ok()?.strip_suffix('\n').unwrap_or_default();
    let (x, y) = text.split_once(' ')?;
    Some(Placement::At { row: number(y)?, col: number(x)? })
}

fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // A number too large for `i32` becomes the largest: no board is that long.
    let value = digits.parse().unwrap_or(i32::MAX);
    Some(if text.starts_with('-') { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::pieces::class::Small;

    fn heard(bytes: &[u8], is_all: bool) -> (Answer<Placement>, Vec<u8>) {
        let mut anfield = Anfield::new(&Setup::named("map00", Dialect::Anfield).unwrap());
        let mut received = bytes.to_vec();
        (Protocol::<Pieces<Small>>::answer(&mut anfield, &mut received, is_all), received)
    }

    #[test]
    fn an_answer_is_column_then_row() {
        for (bytes, row, col) in [(&b"7 2\n"[..], 2, 7), (b"-1 -3\n", -3, -1), (b"07 2\n", 2, 7)] {
            let (heard, _) = heard(bytes, false);
            assert!(
                matches!(heard, Answer::Move { played: Placement::At { row: r, col: c }, .. } if (r, c) == (row, col))
            );
        }
    }

    #[test]
    fn anything_else_is_unreadable() {
        for bytes in [
            &b"7 2\r\n"[..],
            b" 7 2\n",
            b"7  2\n",
            b"+7 2\n",
            b"answer 7 2\n",
            b"\n",
            b"7 2 \n",
            b"7\n",
            b"7 2\0\n",
            b"- 2\n",
        ] {
            assert!(matches!(heard(bytes, false).0, Answer::Unreadable { .. }), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn what_comes_with_an_answer_is_dropped() {
        let (heard, rest) = heard(b"7 2\n5 5\n", false);
        assert!(matches!(heard, Answer::Move { played: Placement::At { row: 2, col: 7 }, .. }));
        assert_eq!(rest, b"");
    }

    #[test]
    fn a_line_in_two_writes_is_one_answer() {
        assert!(matches!(heard(b"7 2", false).0, Answer::Incomplete));
    }

    #[test]
    fn a_last_line_without_line_feed_is_unreadable() {
        assert!(matches!(heard(b"7 2", true).0, Answer::Unreadable { .. }));
    }
}
