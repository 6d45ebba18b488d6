//! Sets of board cells as bits (bitboards), and the few things that a territory game does with them: shift, spread,
//! flood, race, find the anchors at which a shape fits, turn and mirror. No game is known here.
//!
//! There are two families, by board size:
//!
//! - [`Packed`]: up to 64 or 128 cells in one integer, for boards such as 8x8. A [`Frame`] knows the board's shape.
//! - [`CellSet`]: boards of any size, one word a row for every 64 columns. [`Rows`] has its size at compile time, so
//!   that the loops over it vectorise; [`AnyRows`] is the same trait sized at run time.
//!
//! ```
//! use landgrab_grid::{CellSet, Rows, Size, race};
//!
//! let size = Size::new(1, 7);
//! let set = |picture: &str| Rows::<1, 18>::from_picture(picture);
//! let split = race(&set("X......"), &set("......X"), &set(".XXXXX."));
//! assert_eq!(split.first.to_picture(size), ".XX....");
//! assert_eq!(split.second.to_picture(size), "....XX.");
//! assert_eq!(split.tied.to_picture(size), "...X...");
//! ```

mod any_rows;
mod arrivals;
mod cell;
mod cell_set;
mod fit;
mod lead;
mod packed;
mod rows;
mod spread;
mod symmetry;
mod trail;

pub use any_rows::AnyRows;
pub use arrivals::{Arrivals, LATEST, STAGES};
pub use cell::{Cell, Size};
pub use cell_set::CellSet;
pub use fit::fits_once;
pub use lead::{LONGEST_LEAD, Leads};
pub use packed::{Direction, Frame, Packed, Word};
pub use rows::Rows;
pub use spread::{Race, flood, race, spread};
pub use symmetry::Symmetry;
pub use trail::{arrivals_of, can_meet};
