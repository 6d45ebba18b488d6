//! Seats: who sits at the table. Built-in players sit there as they are; programs and people need a chair.

pub(crate) mod child;
mod exit;
mod group;
mod person;
mod process;

pub use person::Person;
pub use process::{Opening, ProcessSeat, Tap};
