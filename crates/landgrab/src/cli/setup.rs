//! The arguments that choose a game and its board.

use clap::{Args, ValueEnum};
use rules::pieces::Dialect;
use rules::stop::Reading;
use rules::{Size, TextError};
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum GameName {
    #[default]
    Pieces,
    Colours,
    Stop,
}

/// The game and its board.
#[derive(Args)]
pub struct SetupArgs {
    /// The game
    #[arg(long, value_enum, default_value_t, value_name = "GAME")]
    pub game: GameName,
    /// pieces: the rules of plateau (42) or anfield (01-edu) [default: plateau]
    #[arg(long, value_name = "RULES")]
    pub dialect: Option<Dialect>,
    /// pieces: map00, map01, map02 or a file [default: map00]; other games: a file with the start position
    #[arg(long)]
    pub map: Option<PathBuf>,
    /// colours, stop: rows x columns of the board [default: 7x8, 8x8]
    #[arg(long, value_name = "RxC", value_parser = size)]
    pub size: Option<Size>,
    /// colours: how many, 3 to 8 [default: 6]
    #[arg(long, value_name = "N")]
    pub colours: Option<usize>,
    /// stop: fill-out, first-blocked or first-stop [default: fill-out]
    #[arg(long)]
    pub reading: Option<Reading>,
}

pub(super) fn size(text: &str) -> Result<Size, TextError> {
    let number = |text: &str| text.parse().ok();
    let size = text.split_once('x').and_then(|(rows, cols)| Some(Size::new(number(rows)?, number(cols)?)));
    size.ok_or_else(|| TextError::new("size", "rows x columns such as `7x8`", text))
}
