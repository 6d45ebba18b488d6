//! The arguments of `landgrab solve`.

use super::BoardEdits;
use clap::{Args, Subcommand};

#[derive(Args)]
#[command(after_help = "Example:\n  landgrab solve colours screenshot.png")]
pub struct SolveArgs {
    #[command(subcommand)]
    pub game: SolveGame,
}

#[derive(Subcommand)]
pub enum SolveGame {
    /// Rank the legal colours of a board, or of a picture of one, by the margin that each leads to
    Colours(SolveColoursArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab solve colours screenshot.png
  landgrab solve colours screenshot.png --set r3c5=G --set r7c1=K
  landgrab solve colours board.txt --turn B
  landgrab solve colours 'PYKG/KBRK/YGKB/GPGY A'
  landgrab solve colours - --json < board.txt

A margin is what the side to move has in the end, less what the other side has, when both play without a mistake. It is \
proven; where the time does not suffice for that, an interval is given that is. The main line is how the game goes on then, \
a move of the side to move and the answer together.
A picture is a PNG, JPEG or WebP file: a screenshot, or a part of one with the whole board. A board has rows of the letters \
R G B K Y P (K is black), the top row first. --json: `value` is what is proven at least, `bounds` the interval.")]
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
