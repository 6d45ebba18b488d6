//! The arguments of `match`.

use super::SetupArgs;
use clap::Args;
use referee::sandbox::Level;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab match greedy random --map map01 --games 200
  landgrab match ./mine greedy --map map01 --games 50 --record games/
  landgrab match 'cmd:python3 bot.py' ./mine --dialect anfield --time 1000
  landgrab match ./mine@time=5000 champion:time=100 --game stop
  landgrab match greedy first --game stop --games 20
  landgrab match ./mine champion --map map01 --games 4 --jobs 4 --watch
  landgrab match first first --dialect anfield --seed 1000000 --games 1 --no-swap --json

Games come in pairs: the same seed, the seats swapped. The same --seed gives the same games, whatever --jobs is.
Each player has its own clock. --time sets both; name:time=MS and ./program@time=MS set one.
Ctrl-C keeps the finished games and exits with 130.")]
pub struct MatchArgs {
    /// A built-in player: greedy, heat:metric=l1; or a program: ./mine, or 'cmd:python3 bot.py'
    #[arg(value_name = "A")]
    pub first: String,
    /// Its opponent
    #[arg(value_name = "B")]
    pub second: String,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// How many games
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Seed of the first pair; the others follow from it [default: a new one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<i64>,
    /// Games at the same time [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// Milliseconds a player may think about a move [default: 10000 for a program, no limit for a built-in player]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
    /// Sandbox for programs: 0 none, 1 limits, 2 also no foreign files and no network, 3 also namespaces
    /// [default: 2 where the system offers it]
    #[arg(long, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// Write a record of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// colours, stop: let chance make the first N moves in every second pair of games
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub opening_plies: u32,
    /// Do not swap the seats: A always moves first
    #[arg(long)]
    pub no_swap: bool,
    /// Watch the games while they are played, side by side when several run at a time
    #[arg(long, conflicts_with = "json")]
    pub watch: bool,
    /// One JSON object a game, then a summary
    #[arg(long)]
    pub json: bool,
}
