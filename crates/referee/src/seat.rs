//! Seats: who sits at the table. Built-in players sit there as they are; programs and people need a chair.

pub(crate) mod child;
pub(crate) mod exit;
mod person;
mod process;

pub use person::Person;
pub use process::{ProcessSeat, Program, Tap};

use std::time::Duration;

/// After its time a late answer is waited for a little, so that late and never can be told apart.
pub(crate) fn grace(limit: Duration) -> Duration {
    (limit / 2).clamp(Duration::from_millis(100), Duration::from_secs(2))
}

/// A time as faults tell it.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
