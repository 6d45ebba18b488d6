//! The arguments of `landgrab census`.

use clap::Args;
use rules::Size;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab census --boards 1000
  landgrab census --boards 50 --size 8x8 --seed 100 --json

GamePigeon's generator makes the boards from the seeds S, S+1, S+2 ... Each board is solved from its start; the margin is \
the first player's. The same --seed gives the same boards with any --jobs. Ctrl-C keeps the boards that are solved and exits \
with 130.
--json: one object a board, then a summary.")]
pub struct CensusArgs {
    /// How many boards
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub boards: u32,
    /// Seed of the first board
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u32,
    /// Rows x columns of the boards
    #[arg(long, value_name = "RxC", default_value = "7x8", value_parser = super::setup::size)]
    pub size: Size,
    /// How many colours, 3 to 8
    #[arg(long, value_name = "N", default_value_t = rules::colours::USUAL_COLOURS)]
    pub colours: usize,
    /// Milliseconds for a board; one that takes longer is counted as open
    #[arg(long, value_name = "MS", default_value_t = 60_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub time: u32,
    /// Boards at the same time [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// One JSON object a board, then a summary
    #[arg(long)]
    pub json: bool,
}
