//! Ctrl-C: it stops the games that run; what is finished is kept, and programs and their folders end before us.

use crate::failure::Failure;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by Ctrl-C, read by the games that run. The one global that a signal needs.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Exit status after Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// From now on Ctrl-C stops the games instead of us.
pub fn stop_on_ctrl_c() -> Result<(), Failure> {
    ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed))
        .map_err(|error| Failure::Usage(format!("cannot listen for Ctrl-C: {error}")))
}

/// Whether somebody pressed it.
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// As if somebody had pressed it.
pub fn stop() {
    STOPPED.store(true, Ordering::Relaxed);
}
