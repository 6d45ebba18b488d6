//! `landgrab solve`: the best moves of a position and what they are worth, one file a game.

mod colours;
mod stop;

use crate::cli::{SolveArgs, SolveGame};
use crate::failure::Failure;
use std::process::ExitCode;

pub fn run(args: &SolveArgs) -> Result<ExitCode, Failure> {
    match &args.game {
        SolveGame::Colours(args) => colours::run(args),
        SolveGame::Stop(args) => stop::run(args),
    }
}
