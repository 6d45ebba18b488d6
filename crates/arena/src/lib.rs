//! Leagues that last.
