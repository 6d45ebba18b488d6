//! Leagues that last.

pub mod bot;
