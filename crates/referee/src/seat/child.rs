//! A running program: bytes to it, bytes from it, everything with a deadline.
//!
//! [`Child`] has two forms with the same methods. On Unix one thread polls all pipes, and the program is a process
//! group that ends as one. Elsewhere each pipe has a thread; programs that the program started are not ended with it.

pub(crate) mod output_tail;
#[cfg(any(test, not(unix)))]
mod threaded;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use threaded::Child;
#[cfg(unix)]
pub use unix::Child;
#[cfg(unix)]
pub(crate) use unix::group;

use rules::Fault;
use std::time::Duration;

/// Most bytes of stdout that wait to be read as answers.
pub const MOST_WAITING: usize = 64 << 10;
/// How long a program may take to leave when its input ends.
const LEAVING: Duration = Duration::from_millis(50);
/// How long a program that has closed its output may take to die, on a busy machine too.
const DYING: Duration = Duration::from_millis(500);
/// How long the system may take to end a program that we killed.
const KILLING: Duration = Duration::from_secs(2);
/// How often a long wait looks for an interrupt, and for a program that has ended or multiplies.
const WAKE_EVERY: Duration = Duration::from_millis(20);
/// The same in the short wait for a program's end.
const WAKE_SOON: Duration = Duration::from_millis(5);

/// Why a wait ended without a result.
pub enum Trouble {
    /// Time is up.
    Late,
    /// The program will never answer.
    Gone(Fault),
    /// More bytes came than any answer has.
    Flooded,
    /// The interrupt was raised. That is no fault of the program.
    Interrupted,
}
