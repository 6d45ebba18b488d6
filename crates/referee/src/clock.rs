//! The clock of this machine, for players that are handed one.

use rules::Clock;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Time since this program first asked.
pub fn now() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}

/// A clock that allows this much time for a move, or any time.
///
/// ```
/// use landgrab_referee::clock;
/// use std::time::Duration;
///
/// assert_eq!(clock::per_move(Some(Duration::from_secs(1))).limit(), Some(Duration::from_secs(1)));
/// assert_eq!(clock::per_move(None).limit(), None);
/// ```
pub fn per_move(limit: Option<Duration>) -> Clock {
    limit.map_or_else(Clock::default, |limit| Clock::per_move(limit, now))
}
