//! Choosing a move. [`roster`] has the built-in players by name. [`pieces`], [`colours`] and [`stop`] hold the searches,
//! evaluations and players of one game each; the modules beside them are shared by several games.
//!
//! ```
//! use landgrab_engine::roster::{PlayerSpec, player};
//! use landgrab_engine::rules::{Clock, Game, stop::{Setup, Stop}};
//!
//! let start = Stop::new(&Setup::default());
//! let mut greedy = player::<Stop>(&"greedy".parse()?, 7)?;
//! let played = greedy.choose(&start, Clock::default()).expect("a built-in player has no faults");
//! assert!(start.is_legal(played));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// The rules, whose types stand in this crate's interface.
pub use ::rules;

pub mod bench;
pub mod bounds;
pub mod budget;
pub mod colours;
pub mod minimax;
pub mod mlp;
pub mod pieces;
pub mod race;
pub mod roster;
pub mod stop;
