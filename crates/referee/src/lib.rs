//! The referee: one game between two seats. It asks for moves, checks them and reports every event. It knows no search
//! and no evaluation.
//!
//! - [`Referee`] plays a game;
//! - [`seat`] makes players of programs and people;
//! - [`protocol`] holds the protocols that programs speak;
//! - [`sandbox`] confines programs;
//! - [`job`] runs programs that are no players, such as the build of a bot;
//! - [`check`] examines a program before its first game.

pub mod check;
pub mod clock;
pub mod evidence;
mod game_loop;
mod interrupt;
pub mod job;
pub mod protocol;
pub mod sandbox;
pub mod seat;

pub use game_loop::{Finished, Referee};
pub use interrupt::Interrupt;
/// The rules, whose games, players and faults are part of this interface.
#[doc(no_inline)]
pub use rules;
