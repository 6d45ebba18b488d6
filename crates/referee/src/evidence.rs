//! The evidence of a fault: the names of the facts that the referee adds, which are the keys of the fault's object in
//! records, and the fault in words.

use rules::{Cause, Fault};

/// A fault in words, with what the evidence adds to its cause.
///
/// ```
/// use landgrab_referee::evidence;
/// use landgrab_referee::rules::{Cause, Fault};
///
/// let crashed = |status: &str| Fault::from(Cause::Crashed { status: status.into() });
/// let ended = crashed("exit status 3").with(evidence::CODE, &3);
/// assert_eq!(evidence::in_words(&ended), "the program ended: exit status 3");
/// assert_eq!(evidence::in_words(&crashed("it is not running")), "it is not running");
/// ```
pub fn in_words(fault: &Fault) -> String {
    // Without a signal or an exit code the status is a sentence of its own: the program never ran, for instance.
    let has_ended = fault.evidence.has(SIGNAL) || fault.evidence.has(CODE);
    match &fault.cause {
        Cause::Crashed { status } if has_ended => format!("the program ended: {status}"),
        _ => fault.to_string(),
    }
}

/// Crashed: the number of the signal that ended the program.
pub const SIGNAL: &str = "signal";
/// Crashed: the program's exit code.
pub const CODE: &str = "code";
/// Illegal: the game's own refusal, as data.
pub const REASON: &str = "reason";
/// The turn of the game, counted from 1.
pub const TURN: &str = "turn";
/// The draw that the player should have answered.
pub const DRAWN: &str = "drawn";
/// The last bytes that the player sent, escaped.
pub const BYTES: &str = "bytes";
/// The end of what the program wrote to stderr. Bytes that are no text are replaced.
pub const STDERR: &str = "stderr";
