//! The clock of this machine, for players that are handed one.

use rules::Clock;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Time since this program first asked.
pub fn now() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}

/// A clock that allows so much time for a move; without a limit, as long as it takes.
pub fn per_move(limit: Option<Duration>) -> Clock {
    limit.map_or_else(Clock::default, |limit| Clock::per_move(limit, now))
}
