//! Many games: who sits where on which seed ([`Schedule`]), all cores at work on them ([`run_in_order`]), and what the
//! results say ([`Tally`]; for a school's audit, [`Trial`]).

mod audit;
mod schedule;
mod tally;
mod workers;

pub use audit::{Estimate, Trial, Verdict};
pub use schedule::{Contestant, Plan, Schedule};
pub use tally::Tally;
pub use workers::{cores, run_in_order};
