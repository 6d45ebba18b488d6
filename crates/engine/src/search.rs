//! Looking ahead.

pub mod minimax;
