//! How the champion plays: its skill, which the levels change, its limits, and whether it uses knowledge of opponents.

use crate::budget::Budget;
use crate::race::RaceSettings;
use crate::roster::Limits;

/// How a champion plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// How well it plays, whatever its limits.
    pub skill: Skill,
    /// Limits of the thought about one move, besides the clock.
    pub limits: Limits,
    /// Whether it uses opponent models: a belief about which known player the opponent is. Without them it expects an
    /// opponent like itself.
    pub uses_knowledge: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { skill: Skill::default(), limits: Limits::default(), uses_knowledge: true }
    }
}

/// How well a champion plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Candidate placements that are tried in rollouts. Fewer where time is short; one means no rollouts.
    pub breadth: usize,
    /// Turns of a rollout.
    pub depth: usize,
    /// Prior of a candidate: the chance to win for each step of territory lead.
    pub prior_per_step: f64,
    /// How races between candidates are run.
    pub race: RaceSettings,
    /// The share of legal placements that it notices, in percent; `None` for all.
    pub noticed_percent: Option<u32>,
}

impl Default for Skill {
    fn default() -> Self {
        Self {
            breadth: 8,
            depth: 4,
            prior_per_step: 0.002,
            race: RaceSettings { prior_weight: 8.0, cut_at_sigmas: 1.6, negligible: 0.004 },
            noticed_percent: None,
        }
    }
}

/// Rollouts that each candidate must have time for: fewer say nothing.
const FEWEST_ROLLOUTS: u64 = 12;

/// The share of placements that levels 1 to 8 notice, in percent. These levels make no rollouts.
const NOTICED_PERCENT: [u32; 8] = [3, 6, 10, 15, 22, 32, 46, 66];

/// Smaller scopes than the skill's own, breadth and depth, for when time is short.
const SMALLER_SCOPES: [(usize, usize); 3] = [(4, 4), (4, 2), (3, 2)];

impl Skill {
    /// The skill of a level, 1 to 9; the highest is the champion's own.
    pub fn of_level(level: u8) -> Self {
        let noticed_percent = NOTICED_PERCENT.get(usize::from(level).saturating_sub(1)).copied();
        let breadth = if noticed_percent.is_some() { 1 } else { Self::default().breadth };
        Self { noticed_percent, breadth, ..Self::default() }
    }

    /// The largest breadth and depth for which the budget allows enough rollouts; `None` when it allows none. A position
    /// has so many legal placements, and the evaluation of a leaf costs as much as `leaf_cost` placements.
    pub(super) fn scope(&self, placements: usize, leaf_cost: u64, budget: &mut Budget<'_>) -> Option<(usize, usize)> {
        let per_turn = placements as u64;
        let left = budget.left();
        let scopes = [(self.breadth, self.depth)].into_iter().chain(SMALLER_SCOPES);
        scopes.into_iter().find_map(|(breadth, depth)| {
            let (breadth, depth) = (breadth.min(self.breadth).min(placements), depth.min(self.depth));
            let needed = FEWEST_ROLLOUTS * breadth as u64 * (per_turn * depth as u64 + leaf_cost);
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
        Skill::default().scope(placements as usize, 0, &mut budget)
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
    fn only_the_highest_level_makes_rollouts() {
        let skills: Vec<Skill> = (1..=9).map(Skill::of_level).collect();
        assert!(
            skills
                .windows(2)
                .all(|pair| pair[0].noticed_percent.unwrap_or(100) < pair[1].noticed_percent.unwrap_or(100))
        );
        assert_eq!(skills[8], Skill::default());
        assert!(skills[..8].iter().all(|skill| skill.breadth == 1));
    }
}
