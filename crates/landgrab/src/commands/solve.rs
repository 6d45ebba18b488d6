//! `landgrab solve`: the best moves of a position and what they are worth, one file a game.

mod colours;
mod stop;

use crate::cli::{SolveArgs, SolveGame};
use crate::commands::spinner;
use crate::failure::Failure;
use engine::budget::Budget;
use referee::Interrupt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub fn run(args: &SolveArgs) -> Result<ExitCode, Failure> {
    match &args.game {
        SolveGame::Colours(args) => colours::run(args),
        SolveGame::Stop(args) => stop::run(args),
    }
}

/// Works under a spinner with what a user gives for it: positions, or else milliseconds. Ctrl-C ends both.
fn think<T>(time: u32, nodes: Option<u64>, interrupt: &Interrupt, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    let progress = spinner("solving");
    let begun = Instant::now();
    let time = Duration::from_millis(time.into()).as_secs_f64();
    let mut share = || match (interrupt.is_raised(), nodes) {
        (true, _) => 1.0,
        (false, Some(_)) => 0.0,
        (false, None) => begun.elapsed().as_secs_f64() / time,
    };
    let done = work(&mut Budget::new(nodes.unwrap_or(u64::MAX), &mut share));
    progress.finish_and_clear();
    done
}
