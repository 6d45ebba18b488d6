//! The rules of three games in which two players fight for a board: legal moves, results, and the record of a game. No
//! clocks, no hidden randomness, no processes, no evaluation, no screens.
//!
//! - [`pieces`]: piece Filler, as two schools play it (the `plateau` and `anfield` rules);
//! - [`colours`]: colour Filler, as on GamePigeon;
//! - [`stop`](mod@stop): Stop.
//!
//! All of them implement [`Game`]; [`catalogue`] lists them; [`record`] writes games down and plays them again.

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

pub mod catalogue;
pub mod chance;
pub mod colours;
pub mod fault;
pub mod game;
pub mod notation;
pub mod pieces;
pub mod player;
pub mod record;
pub mod side;
pub mod stop;

pub use chance::{NoDraw, NoSource, Source, SplitMix};
pub use fault::{Cause, Evidence, Fault, FaultKind};
pub use game::{Ending, Game, Outcome, Symmetric, Turn};
pub use grid::{Cell, CellSet, Frame, Packed, Size, Symmetry, Word};
pub use notation::TextError;
pub use player::{Clock, Event, NoMove, Player};
pub use side::{BySide, Side};
