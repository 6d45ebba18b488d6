//! Ctrl-C stops the running games. Finished games are kept; programs are ended, and their folders removed, before we exit.
//! There is no global flag: each command makes one token and hands it down.

use crate::failure::Failure;
use referee::Interrupt;
use std::process::ExitCode;

/// Exit status after Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Makes Ctrl-C raise this token instead of ending the process.
pub fn raise_on_ctrl_c(interrupt: &Interrupt) -> Result<(), Failure> {
    raise_all_on_ctrl_c(vec![interrupt.clone()])
}

/// The same for several tokens: one says that somebody pressed Ctrl-C, others are raised for other reasons too.
pub fn raise_all_on_ctrl_c(interrupts: Vec<Interrupt>) -> Result<(), Failure> {
    ctrlc::set_handler(move || interrupts.iter().for_each(Interrupt::raise))
        .map_err(|error| Failure::Usage(format!("cannot listen for Ctrl-C: {error}")))
}

/// Success, unless somebody pressed Ctrl-C.
pub fn exit_code(interrupt: &Interrupt) -> ExitCode {
    if interrupt.is_raised() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}
