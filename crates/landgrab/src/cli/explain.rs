//! The arguments of `explain`.

use clap::Args;
use rules::TextError;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab explain games/game-0001.jsonl
  landgrab explain games/game-0001.jsonl --at 40
  landgrab explain games/game-0001.jsonl --at 40 --top 10 --nodes 200000
  landgrab explain games/game-0001.jsonl --at 40 --json

Without --at it begins with the faults, if there are any: whose, when, why, and what would have been legal. It takes a quick \
look at every move of the game, a closer one at the worst, and lists the five that gave up most winning chance. With --at it shows the board before that move and ranks the placements, the one that was played among them:
  at       row and column of the top left corner of the piece's box, from 0, as in records
  wins     the chance to win after it: a network's guess, corrected by the futures
  futures  how often it was played on with random pieces, the same for all placements
  land     free cells that each side reaches before the other, and how that changed
  stuck    the chance that a side's next piece fits nowhere
Where land changes hands no more, placements are ranked by the room that they leave: neighbours among the free cells, \
two for a common edge and one for a common corner.
The same record and --nodes give the same answer, --time does not. docs/games/pieces.md has an example.")]
pub struct ExplainArgs {
    /// The record of a game of pieces, as `match --record` writes it; `-` is standard input
    #[arg(value_name = "RECORD")]
    pub file: PathBuf,
    /// The move: the turn at which `show` and `replay` draw what it led to [default: all]
    #[arg(long, value_name = "TURN")]
    pub at: Option<usize>,
    /// How many placements to list
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = at_least_one)]
    pub top: usize,
    /// Positions to look at for a move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Milliseconds to think about a move, instead of --nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
    /// One JSON object, with all placements that were tried; without --at one a move, then a summary
    #[arg(long)]
    pub json: bool,
}

fn at_least_one(text: &str) -> Result<usize, TextError> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| TextError::new("count", "1 or more", text))
}
