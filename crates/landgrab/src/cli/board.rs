//! What can be said about a board of colours beside the board itself: whose move it is, and tiles to correct.

use clap::Args;
use rules::colours::Colour;
use rules::{Cell, Side, TextError};
use std::str::FromStr;

/// Corrections of a board that was read.
#[derive(Args)]
pub struct BoardEdits {
    /// The side to move: A (bottom left) or B (top right) [default: what the board or the picture says, or A]
    #[arg(long, value_name = "A|B", value_parser = side)]
    pub turn: Option<Side>,
    /// Correct a tile: row 3 from the top, column 5 from the left is green; may be given several times
    #[arg(long, value_name = "r3c5=G")]
    pub set: Vec<TileEdit>,
}

/// A tile and the colour that it truly has: `r3c5=G`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileEdit {
    pub cell: Cell,
    pub colour: Colour,
}

impl FromStr for TileEdit {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let read = || {
            let (tile, colour) = text.split_once('=')?;
            let (row, col) = tile.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            let number = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
            Some(Self { cell: Cell::new(number(row)?, number(col)?), colour: colour.to_uppercase().parse().ok()? })
        };
        read().ok_or_else(|| TextError::new("tile", "a row, a column and a colour such as `r3c5=G`", text))
    }
}

/// A side as boards of colours call it.
fn side(text: &str) -> Result<Side, TextError> {
    match text {
        "A" | "a" => Ok(Side::First),
        "B" | "b" => Ok(Side::Second),
        _ => Err(TextError::new("side", "A or B", text)),
    }
}
