//! What a position is worth, in the measures that players use.

pub mod chances;
pub mod heat;
pub mod net;
pub mod packing;
pub mod stop;
pub mod territory;
pub mod walk;
