//! What a position is worth, in the measures that players use.

pub mod chances;
pub mod convolution;
pub mod heat;
pub mod net;
pub mod outlook;
pub mod packing;
pub mod stop;
pub mod territory;
pub mod walk;
