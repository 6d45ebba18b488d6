//! What a position is worth, in the measures that players use.

pub mod heat;
pub mod packing;
pub mod territory;
pub mod walk;
