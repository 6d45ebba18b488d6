//! A position or a record as text, picture, film or page, and as a terminal app with the feature `terminal`.
//!
//! Each game implements [`Depict`] and so turns a position into a [`Scene`]. Each medium draws any scene. Nothing here
//! decides legality: the rules do.
//!
//! ```
//! # extern crate rules as landgrab_rules;
//! use landgrab_rules::stop::Stop;
//! use landgrab_view::{Colour, Depict, Overlay, Picture, png, svg, text};
//!
//! let position: Stop = "..X/.../O.. X".parse()?;
//! let mut scene = position.scene(None);
//! scene.layers.extend(position.layer(Overlay::Legal));
//! assert!(text(&scene, Colour::Never).contains("legal: "));
//! let picture = svg(&scene, &Picture::default());
//! assert!(png(&picture)?.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "terminal")]
pub mod app;
mod depict;
pub mod fault;
mod film;
mod gif;
mod layer;
mod play_by_hand;
mod raster;
pub mod report;
mod scene;
mod svg;
mod text;
mod theme;

pub use depict::{Depict, live_scene, swatch};
pub use film::{Film, Shot};
pub use gif::{Pace, gif};
pub use layer::{Layer, Lens, Overlay, Spot, Tone};
pub use play_by_hand::PlayByHand;
pub use raster::{TooLarge, png};
pub use scene::{Aside, Heading, Mark, Paint, Scene, Seat};
pub use svg::{Picture, svg};
pub use text::{Colour, painted, text};
pub use theme::{Rgb, Theme, Tiles};
