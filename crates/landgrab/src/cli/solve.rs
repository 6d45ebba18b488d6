//! The arguments of `landgrab solve`.

use super::BoardEdits;
use clap::{Args, Subcommand};
use rules::stop::Reading;
use rules::{Size, TextError};

#[derive(Args)]
#[command(after_help = "Example:\n  landgrab solve colours screenshot.png\n  landgrab solve stop --board 5x5")]
pub struct SolveArgs {
    #[command(subcommand)]
    pub game: SolveGame,
}

#[derive(Subcommand)]
pub enum SolveGame {
    /// Rank the legal colours of a board, or of a picture of one, by the margin that each leads to
    Colours(SolveColoursArgs),
    /// Say what a position of Stop is worth, and which moves keep it
    Stop(SolveStopArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab solve colours screenshot.png
  landgrab solve colours screenshot.png --set r3c5=G --set r7c1=K
  landgrab solve colours board.txt --turn B
  landgrab solve colours 'PYKG/KBRK/YGKB/GPGY A'
  landgrab solve colours - --json < board.txt

A margin is the final score of the side to move less that of the other side, when both play without a mistake. It is \
proven. When the time is too short for a proof, a proven interval is shown instead. The main line is the principal \
variation, in pairs of a move and its answer.
A picture is a PNG, JPEG or WebP file: a screenshot, or a part of one with the whole board. A board has rows of the letters \
R G B K Y P (K is black), the top row first. A picture in doubt is not solved, and the exit status is 1, until --set, \
--size or --trust settles it. --json: `value` is what is proven at least, `bounds` the interval.")]
pub struct SolveColoursArgs {
    /// A file with a board, a picture, `-` for standard input, or the board itself: RGB/GBR/BRG
    #[arg(value_name = "BOARD|PICTURE")]
    pub board: String,
    #[command(flatten)]
    pub edits: BoardEdits,
    /// Milliseconds to think; the usual board takes less than a second
    #[arg(long, value_name = "MS", default_value_t = 30_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub time: u32,
    /// Positions to search, so that the answer does not depend on the clock [default: as many as there is time for]
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab solve stop --board 5x5
  landgrab solve stop '..X/.../O.. X'
  landgrab solve stop position.txt --reading first-blocked --json
  landgrab solve stop --board 6x6 --value --time 60000

A margin is the final score of the side to move less that of the other side, when both play without a mistake. Under \
first-blocked it is 1 for a win and -1 for a loss. When the time is too short for a proof, a proven interval is shown, and \
the move that a search finds best.
A position has rows of . X O, the top row first, then the side to move. Moves are column,row from the top left, from 0.")]
pub struct SolveStopArgs {
    /// A file with a position, `-` for standard input, or the position itself: ..X/.../O.. X
    #[arg(value_name = "POSITION", required_unless_present = "board", conflicts_with = "board")]
    pub position: Option<String>,
    /// The start on a board of this width and height
    #[arg(long, value_name = "WxH", value_parser = board)]
    pub board: Option<Size>,
    /// fill-out, first-blocked or first-stop [default: as the position says, else fill-out]
    #[arg(long)]
    pub reading: Option<Reading>,
    /// Only what the position is worth, and one move that keeps it: faster
    #[arg(long)]
    pub value: bool,
    /// Milliseconds to think
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub time: u32,
    /// Positions to make, so that the answer does not depend on the clock [default: as many as there is time for]
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

fn board(text: &str) -> Result<Size, TextError> {
    let number = |text: &str| text.parse().ok();
    let size = text.split_once('x').and_then(|(width, height)| Some(Size::new(number(height)?, number(width)?)));
    size.ok_or_else(|| TextError::new("board", "width x height such as `6x5`", text))
}
