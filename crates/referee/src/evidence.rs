//! The names of the facts that the referee adds to a fault. They are the keys of the fault's object in records.

/// Crashed: the number of the signal that ended the program.
pub const SIGNAL: &str = "signal";
/// Crashed: the program's exit code.
pub const CODE: &str = "code";
/// Silent: `true` when the program did not even read what it was sent.
pub const UNREAD: &str = "unread";
/// Illegal: the game's own refusal, as data.
pub const REASON: &str = "reason";
/// The turn of the game, counted from 1.
pub const TURN: &str = "turn";
/// The draw that the player should have answered.
pub const DRAWN: &str = "drawn";
/// The last bytes that the player sent, escaped.
pub const BYTES: &str = "bytes";
/// The end of what the program wrote to stderr. Only bytes that are no text are escaped.
pub const STDERR: &str = "stderr";
