//! The text form of a position: rows of `.XO` with `/` between, the side to move, and the reading if it is not the
//! usual one. The parser computes the turn from the side named there, so the printed side must lead back to the same
//! turn.

use super::{Reading, Stop, setup::frame};
use crate::notation::{Parts, quoted};
use crate::{BySide, Outcome, Side, TextError, Turn};
use grid::{Frame, Packed, Size};
use std::{fmt, str::FromStr};

const WHAT: &str = "stop position";

/// The letter of a side: `X` for the first, `O` for the second.
pub const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// The side whose stones have this letter.
fn side_of(letter: char) -> Option<Side> {
    match letter {
        'X' => Some(Side::First),
        'O' => Some(Side::Second),
        _ => None,
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in self.frame.all().iter() {
            if index > 0 && index % self.size().cols == 0 {
                f.write_str("/")?;
            }
            let owner = Side::BOTH.into_iter().find(|side| self.stones(*side).contains(index));
            write!(f, "{}", owner.map_or('.', letter))?;
        }
        write!(f, " {}", letter(self.named_side()))?;
        match self.reading {
            Reading::FillOut => Ok(()),
            reading => write!(f, " rules={reading}"),
        }
    }
}

impl Stop {
    /// The side to move; at the end, one that was to move and could not.
    pub(super) fn named_side(&self) -> Side {
        match (self.turn, self.reading) {
            (Turn::Move(side), _) => side,
            (Turn::Over(Outcome::Won(winner)), Reading::FirstBlocked) => winner.other(),
            // If both sides are blocked, either will do: the stones are counted.
            _ if self.is_blocked(Side::First) => Side::First,
            _ => Side::Second,
        }
    }
}

impl FromStr for Stop {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let Parts { rows, words } = Parts::split(text);
        let (frame, stones) = board(&rows)?;
        let mut words = words.into_iter();
        let side = side_to_move(words.next())?;
        let reading = words.next().map_or(Ok(Reading::default()), reading)?;
        match words.next() {
            None => Ok(Self::arranged(frame, stones, side, reading)),
            Some(word) => Err(TextError::new(WHAT, "nothing after the rules", word)),
        }
    }
}

fn board(rows: &[&str]) -> Result<(Frame<u64>, BySide<Packed<u64>>), TextError> {
    let len = |row: &str| row.chars().count();
    let Some(cols) = rows.first().map(|row| len(row)) else {
        return Err(TextError::described(WHAT, "rows of `.`, `X` and `O`", "nothing"));
    };
    if let Some((number, row)) = rows.iter().enumerate().find(|(_, row)| len(row) != cols) {
        let expected = format!("{cols} cells in every row, as in row 0");
        return Err(TextError::described(WHAT, expected, format!("{} in row {number}: {}", len(row), quoted(row))));
    }
    let frame = frame(Size::new(rows.len(), cols))?;
    let mut stones = BySide::new(Packed::EMPTY, Packed::EMPTY);
    for (index, found) in rows.iter().flat_map(|row| row.chars()).enumerate() {
        match side_of(found) {
            Some(side) => stones[side] |= Packed::of(index),
            None if found == '.' => {}
            None => {
                let expected = format!("`.`, `X` or `O` on {},{}", index % cols, index / cols);
                return Err(TextError::new(WHAT, expected, found.encode_utf8(&mut [0; 4])));
            }
        }
    }
    Ok((frame, stones))
}

fn side_to_move(word: Option<&str>) -> Result<Side, TextError> {
    let expected = "the side to move after the rows, `X` or `O`";
    let word = word.ok_or_else(|| TextError::described(WHAT, expected, "nothing"))?;
    let mut letters = word.chars();
    let side = letters.next().and_then(side_of).filter(|_| letters.next().is_none());
    side.ok_or_else(|| TextError::new(WHAT, expected, word))
}

fn reading(word: &str) -> Result<Reading, TextError> {
    match word.split_once('=') {
        Some(("rules", name)) => name.parse(),
        _ => Err(TextError::new(WHAT, "`rules=` or nothing after the side to move", word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::stop::scattered;
    use proptest::prelude::*;

    fn error(text: &str) -> String {
        text.parse::<Stop>().unwrap_err().to_string()
    }

    #[test]
    fn rows_may_stand_under_each_other() {
        let position: Stop = "..X/.../O.. X".parse().unwrap();
        for text in ["..X\n...\nO..\nX", "..X\n...\nO.. X\n", "\n  ..X\r\n  ...\r\n  O..\r\n  X\r\n", "..X/.../O..\nX"]
        {
            assert_eq!(text.parse(), Ok(position), "{text:?}");
        }
        let stop: Stop = "..X\n...\nO..\nO rules=first-stop".parse().unwrap();
        assert_eq!(stop.to_string(), "..X/.../O.. O rules=first-stop");
    }

    #[test]
    fn the_usual_reading_may_be_named_and_is_not_printed() {
        let position: Stop = "..X/O.. O rules=fill-out".parse().unwrap();
        assert_eq!(position.to_string(), "..X/O.. O");
    }

    #[test]
    fn a_skipped_side_is_printed_as_skipped() {
        let skipped: Stop = "XO../XO.. X".parse().unwrap();
        assert_eq!(skipped.to_string(), "XO../XO.. O");
    }

    #[test]
    fn a_finished_position_names_a_side_that_could_not_move() {
        for text in [
            "XO/XO X",
            "XO/XO X rules=first-blocked",
            "XO/XO O rules=first-blocked",
            "XO/XO X rules=first-stop",
            "OX../XX.. O rules=first-stop",
            "OX../XX.. O rules=first-blocked",
        ] {
            let position: Stop = text.parse().unwrap();
            assert!(matches!(position.turn(), Turn::Over(_)), "{text}");
            assert_eq!(position.to_string(), text);
        }
        let counted: Stop = "XO/XO O".parse().unwrap();
        assert_eq!(counted.to_string(), "XO/XO X", "nobody moves and nobody lost by moving");
    }

    #[test]
    fn errors_name_what_was_found_and_what_was_expected() {
        for (text, words) in [
            ("", "stop position: expected rows of `.`, `X` and `O`, found nothing"),
            (" \n ", "stop position: expected rows of `.`, `X` and `O`, found nothing"),
            ("..X/O./... X", "stop position: expected 3 cells in every row, as in row 0, found 2 in row 1: `O.`"),
            ("..X/O..//... X", "stop position: expected 3 cells in every row, as in row 0, found 0 in row 2: ``"),
            ("..X/o.. X", "stop position: expected `.`, `X` or `O` on 0,1, found `o`"),
            ("..X/.0. X", "stop position: expected `.`, `X` or `O` on 1,1, found `0`"),
            ("..\u{1b}/... X", "stop position: expected `.`, `X` or `O` on 2,0, found `\\u{1b}`"),
            ("X X", "stop board: expected 2 to 64 cells, found 1x1 (rows x columns)"),
            ("..X/O..", "stop position: expected the side to move after the rows, `X` or `O`, found nothing"),
            ("..X/O.. x", "stop position: expected the side to move after the rows, `X` or `O`, found `x`"),
            ("..X/O.. XO", "stop position: expected the side to move after the rows, `X` or `O`, found `XO`"),
            (
                "..X/O.. rules=first-stop",
                "stop position: expected the side to move after the rows, `X` or `O`, found `rules=first-stop`",
            ),
            ("..X/O.. X turn=3", "stop position: expected `rules=` or nothing after the side to move, found `turn=3`"),
            ("..X/O.. X rules=first", "stop rules: expected one of fill-out, first-blocked, first-stop, found `first`"),
            (
                "..X/O.. X rules=first-stop rules=first-stop",
                "stop position: expected nothing after the rules, found `rules=first-stop`",
            ),
        ] {
            assert_eq!(error(text), words, "{text:?}");
        }
        let nine = ["........."; 9].join("/") + " X";
        assert_eq!(error(&nine), "stop board: expected 2 to 64 cells, found 9x9 (rows x columns)");
    }

    proptest! {
        #[test]
        fn what_is_printed_reads_back_as_an_equal_position(position in scattered::any_board()) {
            let text = position.to_string();
            let back: Stop = text.parse().unwrap();
            prop_assert_eq!(back, position);
            prop_assert_eq!(back.to_string(), text);
            for played in position.moves() {
                let next = position.after(played);
                prop_assert_eq!(next.to_string().parse(), Ok(next));
            }
        }

        #[test]
        fn no_text_breaks_the_reader(text in "[.XOxo/ \n=rules0é-]{0,80}") {
            if let Ok(position) = text.parse::<Stop>() {
                prop_assert_eq!(position.to_string().parse(), Ok(position));
            }
        }
    }
}
