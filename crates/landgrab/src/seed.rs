//! Seeds for games that nobody gave one.

use rules::SplitMix;
use std::time::{SystemTime, UNIX_EPOCH};

/// A seed that nobody guesses, short enough to type again.
pub fn new_seed() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (SplitMix::new(now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40).bits() >> 11) as i64
}
