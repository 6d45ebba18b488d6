//! `landgrab`: arguments and wiring. What is worth a unit test lives in the other crates.

mod cli;
mod commands;
mod failure;
mod input;
mod setup;

use clap::Parser;
use failure::Failure;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::run(cli::Cli::parse()) {
        Ok(code) => code,
        // Whoever reads our output has seen enough.
        Err(Failure::Io(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = report(&failure);
            ExitCode::from(2)
        }
    }
}

fn report(failure: &Failure) -> io::Result<()> {
    use std::io::Write;
    writeln!(io::stderr(), "landgrab: {failure}")
}
