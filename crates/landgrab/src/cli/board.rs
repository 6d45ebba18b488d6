//! Corrections of a board of colours: whose move it is, and tiles that were read wrongly.

use analysis::read::{Corrections, TileEdit};
use clap::Args;
use rules::{Side, Size, TextError};

/// Corrections of a board that was read.
#[derive(Args)]
pub struct BoardEdits {
    /// The side to move: A (bottom left) or B (top right) [default: what the board or the picture says, or A]
    #[arg(long, value_name = "A|B", value_parser = side)]
    pub turn: Option<Side>,
    /// Correct a tile: row 3 from the top, column 5 from the left is green. Both count from 1, as the board that is
    /// printed names them; may be given several times
    #[arg(long, value_name = "r3c5=G")]
    pub set: Vec<TileEdit>,
    /// Rows x columns of the board in the picture, or of a new board [default: 7x8]
    #[arg(long, value_name = "RxC", value_parser = super::setup::size)]
    pub size: Option<Size>,
    /// Believe the picture's board even where something speaks against it
    #[arg(long)]
    pub trust: bool,
}

impl BoardEdits {
    pub fn corrections(&self) -> Corrections {
        Corrections { turn: self.turn, tiles: self.set.clone(), size: self.size, trust: self.trust }
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
