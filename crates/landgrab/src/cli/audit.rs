//! The arguments of `audit`.

use clap::Args;
use referee::sandbox::Level;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab audit greedy
  landgrab audit ./mine --games 200 --seed 7
  landgrab audit 'cmd:python3 bot.py' --json

To pass, a bot wins at least 4 games of 5 against wall_e on map00, h2_d2 on map01 and bender on map02; the bonus is \
the same against terminator on a map of its choice. A tie is not a win. The robots are built in, and the rules are \
those of --dialect anfield. To see the games of a pairing, play them again with the same --seed and --games:
  landgrab match wall_e ./mine --dialect anfield --map map00 --games 200 --seed 7 --record games/

Exit status: 0 when the bot more likely passes than fails each of the three, 1 when it does not.
Ctrl-C keeps the finished pairings and exits with 130.")]
pub struct AuditArgs {
    /// The bot: a built-in player, such as greedy; or a program: ./mine, or 'cmd:python3 bot.py'
    #[arg(value_name = "CMD")]
    pub bot: String,
    /// How many games against each robot on each map
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Seed of the first pair of games; the others follow from it [default: a new one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<i64>,
    /// Games at the same time [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// Milliseconds the bot may think about a move, as for match [default: 10000 for a program]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
    /// Sandbox for a program, as for match
    #[arg(long, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// One JSON object a pairing, then a summary
    #[arg(long)]
    pub json: bool,
}
