//! The arguments, as typed.

mod audit;
mod board;
mod bot;
mod census;
mod check;
mod explain;
mod heat;
#[cfg(feature = "arena")]
mod league;
mod match_games;
mod play;
mod rate;
mod replay;
mod report;
mod review;
#[cfg(feature = "arena")]
mod serve;
mod setup;
mod show;
mod solve;
mod sprt;
#[cfg(feature = "arena")]
mod store;
#[cfg(feature = "arena")]
mod submit;
#[cfg(feature = "arena")]
mod work;

pub use audit::AuditArgs;
pub use board::BoardEdits;
pub use bot::BotArgs;
pub use census::CensusArgs;
pub use check::CheckArgs;
pub use explain::ExplainArgs;
pub use heat::{HeatArgs, HeatMetric};
#[cfg(feature = "arena")]
pub use league::{
    AddArgs, FormatName, GamesArgs, GateName, LeagueAction, LeagueArgs, NewLeagueArgs, RunArgs, TableArgs, TokenRole,
};
pub use match_games::MatchArgs;
pub use play::{Opposition, PlayArgs, PlayColoursArgs, PlayGame, PlayPiecesArgs, PlayStopArgs};
pub use rate::RateArgs;
pub use replay::ReplayArgs;
pub use report::ReportArgs;
pub use review::ReviewArgs;
#[cfg(feature = "arena")]
pub use serve::{LogForm, ServeArgs};
pub use setup::{GameName, SetupArgs};
pub use show::{Format, ShowArgs, ThemeName};
pub use solve::{SolveArgs, SolveColoursArgs, SolveGame, SolveStopArgs};
pub use sprt::SprtArgs;
#[cfg(feature = "arena")]
pub use store::StoreArgs;
#[cfg(feature = "arena")]
pub use submit::SubmitArgs;
#[cfg(feature = "arena")]
pub use work::WorkArgs;

use crate::failure::Failure;
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use clap_complete::Shell;

/// Referee, engines and arena for territory games.
#[derive(Parser)]
#[command(name = "landgrab", version, max_term_width = 110)]
#[command(after_help = "Example:\n  landgrab match greedy random --map map01 --games 1")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// List the games, maps and built-in players
    #[command(after_help = "Example:
  landgrab games --json

Options follow the name of a player, with commas between several: champion@3:nodes=1000,traps=off. Every player also \
takes time=MS, the milliseconds that it may think about a move: champion:time=100.")]
    Games {
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Play games between two players
    Match(MatchArgs),
    /// Test whether one player is stronger than another: play pairs until it is decided
    Sprt(SprtArgs),
    /// Rate players by results from a file
    Rate(RateArgs),
    /// Leagues whose results last: make one, enter players, play, print the table
    #[cfg(feature = "arena")]
    League(LeagueArgs),
    /// Serve leagues over HTTP: tables, uploads, work for other machines
    #[cfg(feature = "arena")]
    Serve(ServeArgs),
    /// Play the games of a server until stopped
    #[cfg(feature = "arena")]
    Work(WorkArgs),
    /// Send a bot to a server, and print what it says
    #[cfg(feature = "arena")]
    Submit(SubmitArgs),
    /// Say how likely a bot passes the 01-edu audit
    Audit(AuditArgs),
    /// Step through a record of a game, or check it against the rules
    Replay(ReplayArgs),
    /// Draw a position or a record
    Show(ShowArgs),
    /// Make a web page of a game, or of the games in a folder
    Report(ReportArgs),
    /// Number a board's cells by their distance from the enemy, and rank the placements
    Heat(HeatArgs),
    /// Rank the placements of a move, or find the moves that gave up most
    Explain(ExplainArgs),
    /// Play against a built-in player, or follow a game elsewhere and be told the best moves
    Play(PlayArgs),
    /// Find the best moves of a position, and what they are worth
    Solve(SolveArgs),
    /// Judge every move of a game: what it threw away, and where the game turned
    Review(ReviewArgs),
    /// Solve many boards of colours: who wins them, and by how much
    Census(CensusArgs),
    /// Run a built-in player as a bot on standard input and output
    Bot(BotArgs),
    /// Examine a bot in numbered steps, and say what to change where it fails
    Check(CheckArgs),
    /// Count positions: a checksum of every game's rules and players, then speeds
    #[command(after_help = "Example:\n  landgrab bench")]
    Bench {
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  landgrab completions bash > ~/.local/share/bash-completion/completions/landgrab"
    )]
    Completions {
        /// bash, zsh, fish, elvish or powershell
        shell: Shell,
    },
}

/// Reads the arguments of this run. Asked for help or the version it prints that and is done.
pub fn parse() -> Result<Cli, Failure> {
    Cli::try_parse().map_err(|error| {
        if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            error.exit();
        }
        Failure::Usage(in_one_line(&error.render().to_string()))
    })
}

/// Clap says what is wrong in a paragraph or two, then how to call the command, then where to find help.
fn in_one_line(text: &str) -> String {
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let mut message = String::new();
    for line in lines {
        let joint = match message.chars().last() {
            None => "",
            Some(':') => " ",
            Some(_) => "; ",
        };
        message += joint;
        message += line.strip_prefix("error: ").unwrap_or(line);
    }
    message.replace("; Usage: ", "; usage: ") + " (try --help)"
}
