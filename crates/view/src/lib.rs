//! A position or a record as something to look at. Each game says once what it looks like ([`Draw`]: a [`Scene`]); each
//! medium draws any scene. Nothing here decides what is legal: it draws what the rules hold.

mod draw;
mod film;
mod scene;
mod text;

pub use draw::{Draw, numbered, swatch};
pub use film::{Film, Frame};
pub use scene::{Mark, Paint, Scene};
pub use text::{Colour, painted, text};
