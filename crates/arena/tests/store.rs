//! The store keeps its promises on both databases. The files in `store/` each take one side of it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;
mod leagues;

#[path = "store/entering.rs"]
mod entering;
#[path = "store/formats.rs"]
mod formats;
#[path = "store/opening.rs"]
mod opening;
#[path = "store/people.rs"]
mod people;
#[path = "store/results.rs"]
mod results;
#[path = "store/working.rs"]
mod working;
