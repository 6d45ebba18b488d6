//! The arguments of `heat`.

use clap::{Args, ValueEnum};
use rules::pieces::Dialect;
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum HeatMetric {
    /// Rings of eight neighbours, whatever lies between: the player heat
    #[default]
    Rings,
    /// Steps up, down, left and right, whatever lies between: the player heat:metric=l1
    L1,
    /// Steps through free cells, around obstacles: the player bfs
    Bfs,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab heat position.txt
  landgrab heat map01 --dialect anfield --for 2
  landgrab heat games/game-0001.jsonl --at 40 --metric bfs
  landgrab heat position.txt --json

The letter behind a number is the owner of the cell. With a piece to place, the placements with the smallest sums \
under the piece follow. The player of that metric plays one of them: compare your bot with it.
docs/games/pieces.md has an example and says how a position is written.")]
pub struct HeatArgs {
    /// map00, map01, map02; or a file: a map, the text of a position, or a record; `-` is standard input
    #[arg(value_name = "FILE|MAP")]
    pub file: PathBuf,
    /// The unit of distance
    #[arg(long, value_enum, default_value_t, hide_possible_values = true, value_name = "rings|l1|bfs")]
    pub metric: HeatMetric,
    /// The side whose distance from its enemy is shown: O or X, @ or $, 1 or 2 [default: the side to move]
    #[arg(long = "for", value_name = "SIDE")]
    pub side: Option<String>,
    /// Records: after this turn, with the piece that was drawn next [default: the last]
    #[arg(long, value_name = "TURN")]
    pub at: Option<usize>,
    /// The rules of a built-in map: plateau (42) or anfield (01-edu) [default: plateau]
    #[arg(long, value_name = "RULES")]
    pub dialect: Option<Dialect>,
    /// One JSON object, with all placements
    #[arg(long)]
    pub json: bool,
}
