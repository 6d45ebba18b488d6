//! Knowledge of particular opponents: the belief about which known player the opponent is, opening books against these
//! players, and traps for them. `champion:knowledge=off` plays without all of it.

pub mod belief;
pub mod book;
pub mod traps;
