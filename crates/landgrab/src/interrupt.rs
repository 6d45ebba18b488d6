//! Ctrl-C: it stops the games that run. Finished ones are kept, and programs and their folders end before us.

use crate::failure::Failure;
use referee::Interrupt;
use std::process::ExitCode;

/// Exit status after Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// From now on Ctrl-C raises this token instead of ending us.
pub fn raise_on_ctrl_c(interrupt: &Interrupt) -> Result<(), Failure> {
    let interrupt = interrupt.clone();
    ctrlc::set_handler(move || interrupt.raise())
        .map_err(|error| Failure::Usage(format!("cannot listen for Ctrl-C: {error}")))
}

/// Success, unless somebody pressed Ctrl-C.
pub fn exit_code(interrupt: &Interrupt) -> ExitCode {
    if interrupt.is_raised() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}
