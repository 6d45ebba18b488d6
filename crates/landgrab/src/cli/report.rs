//! The arguments of `report`.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab report games/game-0001.jsonl -o game.html
  landgrab report games/ -o match.html

The page is one file that needs no network. For a game: the board with its moves, overlays and curves, the engine's \
evaluation with the turning points, and every failure explained; game.html#40 opens turn 40. For a folder: all games, \
each to be opened with its evaluation, win rates by seat and map, how the scores and the thinking times spread, and the games as CSV and JSON.")]
pub struct ReportArgs {
    /// A record, or a folder of records as `match --record` writes them
    #[arg(value_name = "FILE|DIR")]
    pub path: PathBuf,
    /// Leave out the engine's evaluation, which takes up to a second a game and longer on large maps
    #[arg(long)]
    pub no_evaluation: bool,
    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}
