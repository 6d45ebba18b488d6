//! From a player's clock to the budget of its thoughts.

use crate::budget::Budget;
use rules::Clock;

/// Part of the time for a move that is planned with: the rest is for what cannot be foreseen.
const PLANNED: f64 = 0.7;

/// Calls `think` with the budget that a clock leaves, or so many positions where there is no clock.
pub fn within<T>(clock: Clock, nodes: u64, think: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    let Some(time) = clock.limit() else { return think(&mut Budget::nodes(nodes)) };
    let begun = clock.now();
    let planned = (time.as_secs_f64() * PLANNED).max(1e-6);
    let mut share = || (clock.now() - begun).as_secs_f64() / planned;
    think(&mut Budget::new(u64::MAX, &mut share))
}
