//! The arguments of `landgrab work`.

use clap::Args;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab work http://192.168.1.20:8080 --token TOKEN
  LANDGRAB_TOKEN=TOKEN landgrab work https://arena.example.org --jobs 4

A worker for a server: it asks for pairs of games, plays them and hands the results in, until it is stopped. Any number of \
workers may come and go; what one leaves unfinished is played by another. The token is one of role worker: landgrab league \
token NAME --role worker makes it. A server that is away is waited for.

Exit status: 130 when it was stopped, 2 when the server refuses it.")]
pub struct WorkArgs {
    /// The server's address
    #[arg(value_name = "URL")]
    pub server: String,
    /// A worker's token
    #[arg(long, value_name = "TOKEN", env = "LANDGRAB_TOKEN", hide_env_values = true)]
    pub token: String,
    /// Only this league [default: all that are open]
    #[arg(long, value_name = "NAME")]
    pub league: Option<String>,
    /// Games at the same time [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
}
