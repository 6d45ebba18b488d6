//! Seats: players made of programs and of people. Built-in players need no seat.

pub(crate) mod child;
pub(crate) mod exit;
mod person;
mod process;

pub use person::Person;
pub use process::{LastAnswer, ProcessSeat, Program};

use std::time::Duration;

/// How much longer than its limit an answer is waited for, so that too slow and silent can be told apart.
pub(crate) fn grace(limit: Duration) -> Duration {
    (limit / 2).clamp(Duration::from_millis(100), Duration::from_secs(2))
}

/// A time in the unit of faults and records.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
