//! A move, and why one is refused. Parsing `x,y` needs no board: a cell off the board can be read, and is refused
//! later.

use super::{Stop, letter};
use crate::{Side, TextError};
use grid::{Cell, Direction, Packed};
use serde::{Serialize, Serializer};
use std::{fmt, str::FromStr};

/// A move: a stone to be placed on a cell. Written `x,y`: column, then row, both from 0 at the top left.
///
/// ```
/// use landgrab_rules::{Cell, stop::Placing};
///
/// let placing: Placing = "7,0".parse()?;
/// assert_eq!((placing.at, placing.to_string()), (Cell::new(0, 7), "7,0".into()));
/// # Ok::<(), landgrab_rules::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placing {
    /// The cell.
    pub at: Cell,
}

impl fmt::Display for Placing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.at.col, self.at.row)
    }
}

impl FromStr for Placing {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let parts = text.split_once(',');
        let read = parts.and_then(|(x, y)| Some(Self { at: Cell::new(number(y)?, number(x)?) }));
        read.ok_or_else(|| TextError::new("stop move", "column,row counted from 0, such as `3,4`", text))
    }
}

/// A number in its only spelling, so that a move prints as it was written.
fn number(text: &str) -> Option<usize> {
    let has_one_spelling = text == "0" || !text.starts_with(['0', '+']);
    has_one_spelling.then(|| text.parse().ok())?
}

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Refusal {
    /// There is no such cell.
    #[error("off the board: columns go from 0 to {}, rows from 0 to {}", .cols - 1, .rows - 1)]
    OffBoard {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// The cell has a stone.
    #[error("occupied by {}", letter(*.by))]
    Occupied {
        /// The side of the stone.
        by: Side,
    },
    /// No line of two steps leads to a stone of the side to move.
    #[error("out of reach: no {} stone within two steps in a line", letter(*.side))]
    OutOfReach {
        /// The side to move.
        side: Side,
    },
    /// A stone of the side to move is two steps away, but cannot see the cell.
    #[error("sight blocked: {} on {} is in the way of {} on {}",
        letter(*.by), Placing { at: *.between }, letter(.by.other()), Placing { at: *.stone })]
    SightBlocked {
        /// The stone two steps away.
        #[serde(serialize_with = "as_text")]
        stone: Cell,
        /// The cell between.
        #[serde(serialize_with = "as_text")]
        between: Cell,
        /// The side of the stone there. Never the mover's own, because the move would be one step from it.
        by: Side,
    },
    /// No move is due.
    #[error("nothing due: the game is over")]
    NothingDue,
}

impl Refusal {
    /// Why this side may not place a stone on a cell of the board that it does not reach.
    pub(super) fn of(position: &Stop, side: Side, index: usize) -> Self {
        let owner = |index: usize| Side::BOTH.into_iter().find(|side| position.stones(*side).contains(index));
        if let Some(by) = owner(index) {
            return Self::Occupied { by };
        }
        let frame = position.frame();
        let blocked = Direction::ALL.into_iter().find_map(|direction| {
            let between = frame.step(Packed::of(index), direction);
            let stone = (frame.step(between, direction) & position.stones(side)).first()?;
            let between = between.first()?;
            Some(Self::SightBlocked { stone: frame.cell(stone), between: frame.cell(between), by: owner(between)? })
        });
        blocked.unwrap_or(Self::OutOfReach { side })
    }
}

/// Cells in data are written as moves are.
fn as_text<S: Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&Placing { at: *cell })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use proptest::prelude::*;

    #[test]
    fn a_move_is_its_column_and_row() {
        let placing: Placing = "7,0".parse().unwrap();
        assert_eq!(placing.at, Cell::new(0, 7));
        assert_eq!("1000,0".parse::<Placing>().unwrap().to_string(), "1000,0");
    }

    #[test]
    fn a_move_has_one_spelling() {
        for text in
            ["", "3", "3,", ",4", "3, 4", " 3,4", "3,4\n", "3;4", "+3,4", "3,-4", "03,4", "3,00", "3,4,5", "a,b", "٣,4"]
        {
            assert!(text.parse::<Placing>().is_err(), "{text:?}");
        }
        let error = "3, 4".parse::<Placing>().unwrap_err();
        assert_eq!(error.to_string(), "stop move: expected column,row counted from 0, such as `3,4`, found `3, 4`");
        assert!("99999999999999999999999,0".parse::<Placing>().is_err());
    }

    /// The refusal of a move in words, and as data.
    fn refused(position: &str, played: &str) -> (String, String) {
        let position: Stop = position.parse().unwrap();
        let refusal = position.check(played.parse().unwrap()).unwrap_err();
        (refusal.to_string(), serde_json::to_string(&refusal).unwrap())
    }

    #[test]
    fn every_refusal_has_its_words_and_its_data() {
        let board = "X.O./O.../..../.... X";
        for (cell, words, data) in [
            (
                "4,0",
                "off the board: columns go from 0 to 3, rows from 0 to 3",
                r#"{"kind":"off_board","rows":4,"cols":4}"#,
            ),
            (
                "0,18446744073709551615",
                "off the board: columns go from 0 to 3, rows from 0 to 3",
                r#"{"kind":"off_board","rows":4,"cols":4}"#,
            ),
            ("0,1", "occupied by O", r#"{"kind":"occupied","by":2}"#),
            ("0,0", "occupied by X", r#"{"kind":"occupied","by":1}"#),
            (
                "0,2",
                "sight blocked: O on 0,1 is in the way of X on 0,0",
                r#"{"kind":"sight_blocked","stone":"0,0","between":"0,1","by":2}"#,
            ),
            ("1,1", "out of reach: no X stone within two steps in a line", r#"{"kind":"out_of_reach","side":1}"#),
        ] {
            assert_eq!(refused(board, cell), (words.into(), data.into()), "{cell}");
        }
        let over = refused("XO/XO X", "0,0");
        assert_eq!(over, ("nothing due: the game is over".into(), r#"{"kind":"nothing_due"}"#.into()));
    }

    proptest! {
        #[test]
        fn what_was_read_prints_as_it_was_written(text in "[0-9+ -]{0,3},[0-9+ ]{0,3}") {
            if let Ok(placing) = text.parse::<Placing>() {
                prop_assert_eq!(placing.to_string(), text);
            }
        }
    }
}
