//! Knowledge of particular opponents: the players that an opponent may be, and the belief about which of them it is.

mod belief;

pub use belief::{Belief, Enemy};
