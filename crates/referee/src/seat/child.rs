//! A running program: bytes to it, bytes from it, everything with a deadline.

mod unix;

pub use unix::{Child, MOST_WAITING, Trouble};
