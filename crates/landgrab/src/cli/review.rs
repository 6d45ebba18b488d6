//! The arguments of `landgrab review`.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab match greedy champion --game colours --games 1 --record games/
  landgrab review games/game-0001.jsonl
  landgrab review games/game-0001.jsonl --json

Every move is compared with all other legal moves. `best` lists the moves that lead to the largest margin, `lost` is the \
part of it that the move threw away. The margin is the first side's at the end, when both sides play on without a mistake. \
? marks a move that throws away points, ?? a move that throws away a win or a tie. A move of stop is not judged while too \
many cells are contested for a proof. For games of pieces there is landgrab explain.
--json: one object a move, with values for the side that moved, then a summary.")]
pub struct ReviewArgs {
    /// The record of a game of colours or stop, as `match --record` and `play --record` write it; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Milliseconds to think about a position; the usual board takes less than a second
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub time: u32,
    /// Moves to review at the same time [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// One JSON object a move, then a summary
    #[arg(long)]
    pub json: bool,
}
