//! The three programs, `landgrab` and the drop-ins `filler_vm` and `game_engine`: arguments and wiring. What is worth a
//! unit test lives in the other crates.

#[cfg(feature = "arena")]
mod arena_games;
#[cfg(feature = "arena")]
mod arena_gate;
#[cfg(feature = "arena")]
mod arena_store;
mod cli;
mod colours;
mod commands;
mod drop_in;
mod failure;
mod faults;
mod input;
mod interrupt;
mod json;
mod pairing;
mod player;
mod progress;
mod seed;
mod setup;
mod suggestion;
mod width;

pub use drop_in::{filler_vm, game_engine};

use failure::Failure;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// The program `landgrab`.
pub fn landgrab() -> ExitCode {
    referee::sandbox::enter_if_asked();
    match cli::parse().and_then(commands::run) {
        Ok(code) => code,
        // Whoever reads our output has seen enough.
        Err(Failure::Io(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "landgrab: {}", failure.in_one_line());
            ExitCode::from(2)
        }
    }
}
