//! How a program ended, in words and as data.

use crate::evidence;
use rules::{Cause, Fault};
use std::process::ExitStatus;

/// The end of a program as a fault. `forwarded`: a signal arrives as the exit status 128 + its number, because another
/// program stands between.
pub fn crashed(status: ExitStatus, forwarded: bool) -> Fault {
    let fault = Fault::from(Cause::Crashed { status: in_words(status, forwarded) });
    match (ending_signal(status, forwarded), status.code()) {
        (Some(signal), _) => fault.with(evidence::SIGNAL, &signal),
        (None, Some(code)) => fault.with(evidence::CODE, &code),
        (None, None) => fault,
    }
}

/// The end of a program in words: `exit status 1`, `signal 9 (killed)`.
pub fn in_words(status: ExitStatus, forwarded: bool) -> String {
    match ending_signal(status, forwarded) {
        Some(signal) => {
            let name = signals::name(signal).map(|name| format!(" ({name})")).unwrap_or_default();
            format!("signal {signal}{name}")
        }
        None => status.code().map_or_else(|| "unknown status".into(), |code| format!("exit status {code}")),
    }
}

fn ending_signal(status: ExitStatus, forwarded: bool) -> Option<i32> {
    let forwarded = status.code().filter(|code| forwarded && *code > 128).map(|code| code - 128);
    signals::of(status).or(forwarded)
}

/// A program that will not answer although it runs.
pub fn unusable(why: &str) -> Fault {
    Cause::Crashed { status: why.into() }.into()
}

/// The signal that ended a program.
pub use signals::of as signal;

#[cfg(unix)]
mod signals {
    use rustix::process::Signal;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    pub fn of(status: ExitStatus) -> Option<i32> {
        status.signal()
    }

    pub(super) fn name(number: i32) -> Option<&'static str> {
        let known = [
            (Signal::SEGV, "segmentation fault"),
            (Signal::ABORT, "abort"),
            (Signal::KILL, "killed"),
            (Signal::TERM, "terminated"),
            (Signal::FPE, "arithmetic error"),
            (Signal::BUS, "bus error"),
            (Signal::ILL, "illegal instruction"),
            (Signal::PIPE, "broken pipe"),
            (Signal::XFSZ, "file too large"),
            (Signal::SYS, "forbidden system call"),
        ];
        known.into_iter().find(|(signal, _)| signal.as_raw() == number).map(|(_, name)| name)
    }
}

/// Systems without signals.
#[cfg(not(unix))]
mod signals {
    use std::process::ExitStatus;

    pub fn of(_: ExitStatus) -> Option<i32> {
        None
    }

    pub(super) fn name(_: i32) -> Option<&'static str> {
        None
    }
}
