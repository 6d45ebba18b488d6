//! Piece Filler: evaluations of a position, the classic players, and the champion.

pub mod heat;
pub mod map00_net;
pub mod packing;
pub mod small_net;
pub mod territory;
pub mod walk;

mod afterstate;
mod champion;
pub mod explain;
mod knowledge;
mod players;

pub use champion::{Champion, Opinion, Skill, Stance, Style};
pub use knowledge::OpponentModel;
pub use players::{BfsPlayer, FirstPlacement, HeatGreedy, HeatPlayer, Policy, Robot, TerritoryPlayer, VoronoiPlayer};
