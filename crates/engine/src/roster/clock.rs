//! Limits of the thought about one move: nodes and a clock, as the budget of a search.

use crate::budget::Budget;
use rules::Clock;

/// Limits of the thought about one move, besides the clock of the game.
///
/// ```
/// use landgrab_engine::roster::Limits;
///
/// assert_eq!(Limits::default().nodes, None);
/// assert_eq!(Limits::nodes(5000).nodes, Some(5000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// The most nodes. They bind with a clock, too: the limit that is reached first ends the search. `None`: a player's
    /// usual number without a clock, and the clock alone with one.
    pub nodes: Option<u64>,
}

impl Limits {
    /// At most so many nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes) }
    }

    /// The nodes for a move on this clock, by a player whose usual number stands in for a clock.
    pub fn nodes_on(self, clock: Clock, usual: u64) -> u64 {
        let without_limit = if clock.limit().is_some() { u64::MAX } else { usual };
        self.nodes.unwrap_or(without_limit)
    }
}

/// Calls `think` with the budget for one move: so many nodes, and the `planned` share of the time on the clock. The rest
/// of the time covers the work between two looks at the clock.
pub fn within<T>(clock: Clock, nodes: u64, planned: f64, think: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    let Some(time) = clock.limit() else { return think(&mut Budget::nodes(nodes)) };
    let begun = clock.now();
    let planned = (time.as_secs_f64() * planned).max(1e-6);
    let mut share = || (clock.now() - begun).as_secs_f64() / planned;
    think(&mut Budget::new(nodes, &mut share))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn nodes_that_were_set_bind_with_a_clock_and_usual_ones_do_not() {
        let clock = Clock::per_move(Duration::from_secs(1), || Duration::ZERO);
        let nodes = |limits: Limits| [Clock::default(), clock].map(|clock| limits.nodes_on(clock, 4000));
        assert_eq!(nodes(Limits::default()), [4000, u64::MAX]);
        assert_eq!(nodes(Limits::nodes(300)), [300, 300]);
        assert_eq!(nodes(Limits::nodes(4000)), [4000, 4000], "the usual number, but set");
    }

    #[test]
    fn the_limit_that_is_reached_first_ends_the_search() {
        let still = Clock::per_move(Duration::from_secs(1), || Duration::ZERO);
        let counted = |clock: Clock, nodes: u64| {
            within(clock, nodes, 0.7, |budget| (0..100_000).filter(|_| budget.count()).count())
        };
        assert_eq!(counted(still, 500), 500);
        let over = Clock::per_move(Duration::ZERO, || {
            static LOOKS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
            Duration::from_millis(LOOKS.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
        });
        assert_eq!(counted(over, 500), 0);
    }
}
