//! Leagues with the real program, on both databases: whatever is killed, stopped or taken away, every pair is whole and
//! in the store once, and a run goes on where it stood.

#![cfg(all(unix, feature = "arena"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../arena/tests/common/mod.rs"]
mod common;

#[path = "league/commands.rs"]
mod commands;
#[path = "league/interrupted.rs"]
mod interrupted;
#[path = "league/program.rs"]
mod program;
#[path = "league/trouble.rs"]
mod trouble;
