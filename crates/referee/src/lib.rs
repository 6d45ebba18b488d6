//! The referee: one game between two seats. It asks, judges, tells and records; it knows no search and no evaluation.

mod game_loop;

pub use game_loop::{Finished, Table};
