//! The server over HTTP, on a store of its own and a port of its own.

// All of it is tests.
#![allow(clippy::unwrap_used)]

#[path = "server/house.rs"]
mod house;

#[path = "server/entering.rs"]
mod entering;
#[path = "server/governing.rs"]
mod governing;
#[path = "server/limits.rs"]
mod limits;
#[path = "server/reading.rs"]
mod reading;
#[path = "server/watching.rs"]
mod watching;
#[path = "server/working.rs"]
mod working;
