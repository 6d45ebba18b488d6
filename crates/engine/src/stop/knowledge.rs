//! What is known of particular opponents: openings in which they err, traps for them, and which of them it is.

pub mod belief;
pub mod book;
pub mod traps;
