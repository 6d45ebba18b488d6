//! Choosing a move. [`players`] holds the built-in players by name; [`evaluate`] what they judge positions by;
//! [`search`] looks ahead; [`solve`] finds out what positions are worth.
//!
//! ```
//! use landgrab_engine::players::{PlayerSpec, player};
//! use rules::{Clock, Game, stop::{Setup, Stop}};
//!
//! let start = Stop::new(&Setup::default());
//! let mut greedy = player::<Stop>(&"greedy".parse()?, 7)?;
//! let played = greedy.choose(&start, Clock::default()).expect("a built-in player has no faults");
//! assert!(start.is_legal(played));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
pub mod evaluate;
pub mod players;
pub mod search;
pub mod solve;
