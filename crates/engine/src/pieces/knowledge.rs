//! Knowledge of particular opponents: models of known players, and the belief about which of them the opponent is.
//! `champion:knowledge=off` plays without it.

mod belief;
mod model;

pub use belief::{Belief, Posterior};
pub use model::OpponentModel;
