//! Many games. A [`Schedule`] says which contestant sits where on which seed; a [`Fixture`] is one game of it, between
//! players that the caller makes ([`Players`]) and before [`Spectator`]s; a [`Match`] plays all of them on all cores and
//! keeps the [`Tally`]. [`Trial`] judges the games of a school's audit.

mod audit;
mod fixture;
mod matches;
mod schedule;
mod spectator;
mod tally;
mod workers;

pub use audit::{Estimate, Trial, Verdict};
pub use fixture::{Fixture, GameResult, Players, Seat};
pub use matches::{Counted, Match};
pub use schedule::{Contestant, Plan, Schedule};
pub use spectator::Spectator;
pub use tally::Tally;
pub use workers::{cores, run_in_order};
