//! The arguments of `landgrab play`.

use super::BoardEdits;
use clap::{Args, Subcommand, ValueEnum};
use rules::pieces::Dialect;
use rules::stop::Reading;
use rules::{Side, Size};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab play pieces --map map01 --against greedy
  landgrab play colours --against champion --level 3

At a terminal it is an app for mouse and keyboard: ? lists the keys. With --lines, or through a pipe, moves are typed.")]
pub struct PlayArgs {
    #[command(subcommand)]
    pub game: PlayGame,
}

#[derive(Subcommand)]
pub enum PlayGame {
    /// Colour Filler: against a player, or with advice for a game on your phone
    Colours(PlayColoursArgs),
    /// Piece Filler: against a player, on either school's maps
    Pieces(PlayPiecesArgs),
    /// Stop: against a player, with the original's territory maps
    Stop(PlayStopArgs),
}

/// The opponent, the seats and the record: the same for every game.
#[derive(Args)]
pub struct Opposition {
    /// The built-in player on the other side (`landgrab games` lists them) [default: champion at level 3]
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
    /// How strong it is, from 1 to 9; for players that have levels [default: 3, or as strong as it gets with --against]
    #[arg(long, value_name = "1..9", value_parser = clap::value_parser!(u8).range(1..=9))]
    pub level: Option<u8>,
    /// Your seat: first has the first move
    #[arg(long, value_enum, default_value_t, value_name = "first|second", hide_possible_values = true)]
    pub seat: Seat,
    /// Enter both sides' moves, and be told the best ones for your side
    #[arg(long, conflicts_with_all = ["against", "level"])]
    pub advise: bool,
    /// Milliseconds that the player, or a hint, may think
    #[arg(long, value_name = "MS", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..))]
    pub time: u32,
    /// Type moves in lines of text, also at a terminal
    #[arg(long)]
    pub lines: bool,
    /// Write a record of the game to this file, for replay and review
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Seed of the board and of the player's choices [default: a new one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Seat {
    #[default]
    First,
    Second,
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::First => Self::First,
            Seat::Second => Self::Second,
        }
    }
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab play colours --level 3
  landgrab play colours --seat second --against minimax:depth=4
  landgrab play colours --from screenshot.png --advise

Type a colour (R, red), or: hint, undo, edit r3c5=G, board, history, help, quit. With --advise you enter your own and the \
other side's colours as they are played on your phone. At a terminal the board is on the screen with the advice beside it; \
with --lines Enter takes the colour that is advised, and edit corrects a tile. Rows and columns of edit count from 1 at the \
top left, as the board names them.")]
pub struct PlayColoursArgs {
    #[command(flatten)]
    pub opposition: Opposition,
    /// Start from a board: a file, a picture, or the board itself [default: a board as on GamePigeon]
    #[arg(long, value_name = "BOARD|PICTURE")]
    pub from: Option<String>,
    #[command(flatten)]
    pub edits: BoardEdits,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab play pieces
  landgrab play pieces --dialect anfield --map map01 --against terminator --seat second
  landgrab play pieces --level 2 --record mine.jsonl

At a terminal a ghost of the piece follows the mouse or the arrows: red where it may not lie, with the reason. With --lines,
type the row and the column of the top left corner of the piece's box (8 2), or: hint, undo, board, history, help, quit.")]
pub struct PlayPiecesArgs {
    #[command(flatten)]
    pub opposition: Opposition,
    /// The rules of plateau (42) or anfield (01-edu) [default: plateau]
    #[arg(long, value_name = "RULES")]
    pub dialect: Option<Dialect>,
    /// map00, map01, map02 or a file
    #[arg(long, default_value = "map00")]
    pub map: PathBuf,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab play stop --level 3
  landgrab play stop --against manhattan:depth=2 --seat second
  landgrab play stop --size 6x6 --record game.jsonl

Type a cell as column,row from the top left, from 0: 3,4 or (3, 4). Or: f (FloodFill map), m (Manhattan map), s (scores), \
g (SVG), hint, undo, fill-out, board, history, resign, help, quit.")]
pub struct PlayStopArgs {
    #[command(flatten)]
    pub opposition: Opposition,
    /// Start from a position: a file, `-`, or the position itself
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["size", "reading"])]
    pub from: Option<String>,
    /// Rows x columns of the board [default: 8x8]
    #[arg(long, value_name = "RxC", value_parser = super::setup::size)]
    pub size: Option<Size>,
    /// fill-out, first-blocked or first-stop [default: fill-out]
    #[arg(long)]
    pub reading: Option<Reading>,
}
