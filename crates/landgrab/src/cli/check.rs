//! The arguments of `check`.

use clap::Args;
use referee::sandbox::Level;
use rules::pieces::Dialect;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab check ./mine
  landgrab check 'cmd:python3 bot.py' --dialect anfield --time 1000
  landgrab check ./mine --json

Each step starts the bot afresh and puts it into one situation. Required are the steps that a
school's referee punishes: unreadable, late or missing answers, and illegal ones although the
piece fits, negative and overhanging anchors included. A step marked `warn` costs nothing on the
schools' maps. docs/doctor.md explains every step.
Exit status: 0 no required step failed, 1 one did.")]
pub struct CheckArgs {
    /// The bot: ./mine, a program in PATH, or 'cmd:python3 bot.py'
    #[arg(value_name = "CMD")]
    pub bot: String,
    /// The referee that it is written for: plateau (42) or anfield (01-edu)
    #[arg(long, default_value_t, value_name = "RULES")]
    pub dialect: Dialect,
    /// Milliseconds it may think about a move
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub time: u32,
    /// Its sandbox: 0 none, 1 limits, 2 also no foreign files and no network, 3 also namespaces
    /// [default: 2 where the system offers it]
    #[arg(long, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// One JSON object a step, then a summary
    #[arg(long)]
    pub json: bool,
}
