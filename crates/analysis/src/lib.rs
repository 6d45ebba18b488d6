//! Questions about positions and games, answered as data that serialises with serde.
//!
//! - [`solve`]: the value of every move of a position, proven as far as the budget goes;
//! - [`review`]: every move of a game of colours or Stop beside the best one;
//! - [`explain`]: the placement that the champion of piece Filler prefers, and why;
//! - [`heat`]: the distances that a heat player sees;
//! - [`overlay`]: layers over a board, such as heat and the best moves;
//! - [`decision`]: the turns of a record;
//! - [`evaluation`]: the engine's evaluation of every turn of a record, as a curve;
//! - [`read`]: a board from text or from a picture, with its doubts;
//! - [`turning`]: the move that lost a game, in one sentence;
//! - [`census`]: many solved boards, summed up.
//!
//! Nothing here opens a file, prints, starts a thread or reads a clock. Time comes from the caller, as a
//! [`Budget`](engine::budget::Budget) or as a [`Clock`](rules::Clock). So the same answers can be had from a command, a
//! server and a browser.
//!
//! ```
//! use engine::budget::Budget;
//! use landgrab_analysis::solve;
//! use rules::Clock;
//!
//! let answer = solve::position("colours", "GYKB/BRGP/RBYK A", &mut Budget::unlimited(), Clock::default())?;
//! let answer = serde_json::to_value(&answer)?;
//! assert_eq!((&answer["best"], &answer["value"], &answer["exact"]), (&"G".into(), &0.into(), &true.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod census;
pub mod decision;
pub mod evaluation;
pub mod explain;
pub mod heat;
pub mod overlay;
pub mod read;
pub mod review;
pub mod rounding;
pub mod solve;
pub mod turning;

pub use engine::colours::solver::Bounds;
