//! The commands, one file each.

pub mod audit;
mod bench;
mod bot;
mod census;
pub mod check;
mod explain;
mod games;
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
mod show;
mod solve;
mod sprt;
#[cfg(feature = "arena")]
mod submit;
mod table;
#[cfg(feature = "arena")]
mod work;

use crate::cli::{Cli, Command};
use crate::failure::Failure;
use crate::json::print_json;
use crate::progress::spinner;
use clap::CommandFactory;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

pub fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match cli.command {
        Command::Games { json } => games::run(json),
        Command::Match(args) => match_games::run(&args),
        Command::Sprt(args) => sprt::run(&args),
        Command::Rate(args) => rate::run(&args),
        #[cfg(feature = "arena")]
        Command::League(args) => league::run(&args),
        #[cfg(feature = "arena")]
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "arena")]
        Command::Work(args) => work::run(&args),
        #[cfg(feature = "arena")]
        Command::Submit(args) => submit::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Heat(args) => heat::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Census(args) => census::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Bench { json } => bench::run(json),
        Command::Completions { shell } => {
            // Into memory first: the generator panics when whoever reads it has gone.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "landgrab", &mut script);
            io::stdout().write_all(&script)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Whether to colour what goes to standard output.
fn colour() -> view::Colour {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => view::Colour::Never,
        _ => view::Colour::Always,
    }
}

/// Whether the terminal app has colours.
fn look() -> view::app::ColourMode {
    match colour() {
        view::Colour::Always => view::app::ColourMode::Coloured,
        view::Colour::Never => view::app::ColourMode::Plain,
    }
}

/// Whether a person sits at both ends.
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}
