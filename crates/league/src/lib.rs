//! Many games: who sits where on which seed ([`Schedule`]), all cores at work on them ([`run_in_order`]), and what the
//! results say ([`Tally`]; for a school's audit, [`Trial`]).
//!
//! The statistics of leagues are pure functions of counts: pairs as [`Pentanomial`] counts and their test, [`Sprt`];
//! Bradley-Terry [`ratings()`] and their intervals, [`Bootstrap`].
//! What is played next: [`RoundRobin`], [`Gauntlet`], [`KnockOut`], and the informative batches of a [`Ladder`].

mod audit;
mod knock_out;
mod ladder;
mod named_results;
mod pentanomial;
mod ratings;
mod round_robin;
mod schedule;
mod sprt;
mod tally;
mod workers;

pub use audit::{Estimate, Trial, Verdict};
pub use knock_out::{KnockOut, Meeting};
pub use ladder::{Batch, Ladder};
pub use named_results::{NamedResults, ResultsError};
pub use pentanomial::{EloEstimate, Pentanomial, elo_of_share, share_of_elo};
pub use ratings::{Anchor, Bootstrap, Encounter, Interval, PairEncounter, ratings};
pub use round_robin::{Gauntlet, PairPlan, RoundRobin};
pub use schedule::{Contestant, Plan, Schedule};
pub use sprt::{Decision, EloModel, Sprt, SprtError};
pub use tally::Tally;
pub use workers::run_in_order;
