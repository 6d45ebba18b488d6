//! How the champion thinks, and its levels.

use crate::budget::Budget;
use crate::race::Rules;
use crate::roster::Limits;

/// A way of thinking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// Limits of the thought about one move, besides the clock.
    pub limits: Limits,
    /// Placements to try out on possible futures, and turns to play them on. Fewer where time is short.
    pub breadth: usize,
    /// Turns to look ahead.
    pub depth: usize,
    /// What a step of lead is worth in chances to win.
    pub lead: f64,
    /// How contests between placements are held.
    pub rules: Rules,
    /// The share of placements that it notices, in percent; all, if nothing is said.
    pub sight: Option<u32>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            breadth: 8,
            depth: 4,
            lead: 0.002,
            rules: Rules { faith: 8.0, doubt: 1.6, trifle: 0.004 },
            sight: None,
        }
    }
}

/// Lots that each placement must have a chance to draw: fewer say nothing.
const FEWEST_LOTS: u64 = 12;

/// What the levels below the highest notice, in percent of all placements. They do not look ahead.
const SIGHT: [u32; 8] = [3, 6, 10, 15, 22, 32, 46, 66];

impl Style {
    /// The level of this number, 1 to 9; the highest is the champion itself.
    pub fn of_level(level: u8) -> Self {
        let sight = SIGHT.get(usize::from(level).saturating_sub(1)).copied();
        let breadth = if sight.is_some() { 1 } else { Self::default().breadth };
        Self { sight, breadth, ..Self::default() }
    }

    /// How many of so many placements to try out and how many turns to play them on, so that the budget allows enough
    /// lots, each with a judgement that costs as much as so many placements; `None` when it does not.
    pub(super) fn scope(&self, placements: usize, judgement: u64, budget: &mut Budget<'_>) -> Option<(usize, usize)> {
        let per_turn = placements as u64;
        let left = budget.left();
        [(self.breadth, self.depth), (4, 4), (4, 2), (3, 2)].into_iter().find_map(|(breadth, depth)| {
            let (breadth, depth) = (breadth.min(self.breadth).min(placements), depth.min(self.depth));
            let needed = FEWEST_LOTS * breadth as u64 * (per_turn * depth as u64 + judgement);
            (breadth > 1 && needed <= left).then_some((breadth, depth))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(placements: u64, nodes: u64) -> Option<(usize, usize)> {
        let mut no_time = || 0.0;
        let mut budget = Budget::new(nodes, &mut no_time);
        budget.spend(placements);
        Style::default().scope(placements as usize, 0, &mut budget)
    }

    #[test]
    fn the_less_it_may_spend_the_less_it_tries_out() {
        assert_eq!(scope(20, 100_000), Some((8, 4)));
        assert_eq!(scope(20, 4_000), Some((4, 4)));
        assert_eq!(scope(20, 2_000), Some((4, 2)));
        assert_eq!(scope(20, 1_000), None);
        assert_eq!(scope(2, 10_000), Some((2, 4)));
    }

    #[test]
    fn only_the_highest_level_looks_ahead() {
        let styles: Vec<Style> = (1..=9).map(Style::of_level).collect();
        assert!(styles.windows(2).all(|pair| pair[0].sight.unwrap_or(100) < pair[1].sight.unwrap_or(100)));
        assert_eq!(styles[8], Style::default());
        assert!(styles[..8].iter().all(|style| style.breadth == 1));
    }
}
