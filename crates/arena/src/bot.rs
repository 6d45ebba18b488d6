//! Bots as packages: a file, a folder or an archive that somebody wrote, from its bytes to a command line that plays.
//!
//! Nothing in a package is trusted. [`Package`] is the bot as it is kept: bytes, named by their hash. [`unpack`] writes
//! it to the disk within [`Limits`]. [`Manifest`] says how to build and run it. [`Workshop`] builds it in the sandbox.
//! [`Cache`] does all of that once for each bot and machine.

mod build;
mod cache;
mod entry_name;
mod error;
mod limits;
mod manifest;
mod package;
mod packing;
mod unpack;

pub use build::{BuildLimits, BuildLog, BuildOutcome, Workshop};
pub use cache::{Cache, Ready};
pub use error::{BotError, Mismatch};
pub use limits::Limits;
pub use manifest::{MANIFEST, Manifest};
pub use package::{Kind, Package};
pub use unpack::unpack;
