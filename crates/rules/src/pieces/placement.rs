//! A move of piece Filler, and why one may be refused.

use crate::TextError;
use grid::Cell;
use serde::Serialize;
use std::{fmt, str::FromStr};

/// A move: the place of the piece, or that it fits nowhere.
///
/// ```
/// use landgrab_rules::pieces::Placement;
///
/// assert_eq!("12 -1".parse(), Ok(Placement::At { row: 12, col: -1 }));
/// assert_eq!(Placement::Stuck.to_string(), "stuck");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Placement {
    /// The top left corner of the piece's box stands here; empty margins may hang over any edge, so both numbers may be
    /// negative.
    At {
        /// Row of the corner.
        row: i32,
        /// Column of the corner.
        col: i32,
    },
    /// The piece fits nowhere, and the side is out. Legal only then.
    Stuck,
}

impl Placement {
    /// The text of [`Placement::Stuck`].
    const STUCK: &str = "stuck";
}

/// `12 14`, row before column; or `stuck`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At { row, col } => write!(f, "{row} {col}"),
            Self::Stuck => f.write_str(Self::STUCK),
        }
    }
}

impl FromStr for Placement {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if text == Self::STUCK {
            return Ok(Self::Stuck);
        }
        let error = || TextError::new("placement", "a row and a column such as `12 -1`, or `stuck`", text);
        let (row, col) = text.split_once(' ').ok_or_else(error)?;
        let placement = Self::At { row: row.parse().map_err(|_| error())?, col: col.parse().map_err(|_| error())? };
        // One form only: `+1`, `007` and `-0` are numbers to the parser.
        if placement.to_string() == text { Ok(placement) } else { Err(error()) }
    }
}

/// Why a placement is refused. Cells are `[row, column]`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "refused", rename_all = "snake_case")]
pub enum Refusal {
    /// No piece is to be placed now.
    NothingDue,
    /// The piece does not fit there.
    Misplaced {
        /// Filled cells that leave the board.
        off_board: Vec<(i64, i64)>,
        /// Filled cells on cells of the enemy.
        on_enemy: Vec<(usize, usize)>,
        /// Filled cells on walls.
        on_walls: Vec<(usize, usize)>,
        /// Filled cells on own cells; exactly one is needed.
        on_own: Vec<(usize, usize)>,
        /// An anchor at which the piece fits, row before column; none when it fits nowhere.
        instead: Option<(i32, i32)>,
    },
    /// The side says that it is stuck, but the piece fits.
    NotStuck {
        /// In how many places.
        placements: usize,
        /// One of them, row before column.
        example: (i32, i32),
    },
}

/// A cell as data.
pub(super) fn pair(cell: Cell) -> (usize, usize) {
    (cell.row, cell.col)
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingDue => f.write_str("no piece is to be placed now"),
            Self::NotStuck { placements, example: (row, col) } => {
                write!(f, "the piece fits in {placements} places, for instance at row {row}, column {col}")
            }
            Self::Misplaced { off_board, on_enemy, on_walls, on_own, instead } => {
                let mut faults = Vec::new();
                if !off_board.is_empty() {
                    faults.push(format!("{} off the board ({})", cells(off_board.len()), list(off_board)));
                }
                if !on_enemy.is_empty() {
                    faults.push(format!("{} on the enemy ({})", cells(on_enemy.len()), list(on_enemy)));
                }
                if !on_walls.is_empty() {
                    faults.push(format!("{} on walls ({})", cells(on_walls.len()), list(on_walls)));
                }
                if on_own.len() != 1 {
                    let places = if on_own.is_empty() { String::new() } else { format!(" ({})", list(on_own)) };
                    faults.push(format!("{} on own cells{places}, must be exactly 1", cells(on_own.len())));
                }
                f.write_str(&faults.join("; "))?;
                match instead {
                    Some((row, col)) => write!(f, "; it fits at row {row}, column {col}, for instance"),
                    None => Ok(()),
                }
            }
        }
    }
}

fn cells(count: usize) -> String {
    if count == 1 { "1 cell".into() } else { format!("{count} cells") }
}

/// The first few cells. The refusal as data has all of them.
fn list<T: fmt::Display>(cells: &[(T, T)]) -> String {
    const SHOWN: usize = 4;
    let mut shown: Vec<String> = cells.iter().take(SHOWN).map(|(row, col)| format!("{row},{col}")).collect();
    if cells.len() > SHOWN {
        shown.push("...".into());
    }
    shown.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_have_one_text_form() {
        for text in ["0 0", "12 -3", "stuck"] {
            assert_eq!(text.parse::<Placement>().unwrap().to_string(), text);
        }
        for text in ["", "1", "1  2", "+1 2", "01 2", "-0 1", "1 2 ", "1 2\n", "1\t2", "a b", "99999999999 0", "Stuck"]
        {
            assert!(text.parse::<Placement>().is_err(), "{text:?}");
        }
    }
}
