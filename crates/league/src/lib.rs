//! Many games. A [`Schedule`] says which contestant sits where on which seed; a [`Fixture`] is one game of it, between
//! players that the caller makes ([`Players`]) and before [`Spectator`]s; a [`Match`] plays all of them on all cores and
//! keeps the [`Tally`]. [`Trial`] judges the games of a school's audit.
//!
//! The statistics of leagues are pure functions of counts: pairs as [`Pentanomial`] counts and their test, [`Sprt`];
//! Bradley-Terry [`ratings()`] and their intervals, [`Bootstrap`].
//! What is played next: [`RoundRobin`], [`Gauntlet`], [`KnockOut`], and the informative batches of a [`Ladder`].

mod audit;
mod fixture;
mod knock_out;
mod ladder;
mod matches;
mod named_results;
mod pentanomial;
mod ratings;
mod round_robin;
mod schedule;
mod spectator;
mod sprt;
mod tally;
mod workers;

pub use audit::{Estimate, Trial, Verdict};
pub use fixture::{Fixture, GameResult, Players, Seat};
pub use knock_out::{KnockOut, Meeting};
pub use ladder::{Batch, Ladder};
pub use matches::{Counted, Match};
pub use named_results::{NamedResults, ResultsError};
pub use pentanomial::{EloEstimate, Pentanomial, elo_of_share, share_of_elo};
pub use ratings::{Anchor, Bootstrap, Encounter, Interval, PairEncounter, ratings};
pub use round_robin::{Gauntlet, PairPlan, RoundRobin};
pub use schedule::{Contestant, Plan, Schedule};
pub use spectator::Spectator;
pub use sprt::{Decision, EloModel, Sprt, SprtError};
pub use tally::Tally;
pub use workers::{cores, run_in_order};
