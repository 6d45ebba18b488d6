//! The comparison of candidates: a race of rollouts, or one evaluation each where there is no time for that.

use super::Champion;
use super::rollouts::Rollouts;
use crate::budget::Budget;
use crate::race::{Contender, best_arm};
use grid::CellSet;
use rules::pieces::{Pieces, Placement};
use rules::{Game, SplitMix};

/// A placement and the value of the split that it leads to.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) placement: Placement,
    pub(super) value: f64,
}

/// The prior of a candidate, before any rollout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prior {
    /// Linear in territory: it orders candidates best, but is no probability.
    Territory,
    /// The chance to win by the network.
    Network,
}

/// A race between candidates: what it compares, and in which units.
pub(super) struct Comparison<S> {
    pub(super) rollouts: Rollouts<S>,
    /// Turns of a rollout.
    pub(super) depth: usize,
    pub(super) prior: Prior,
    /// The chance to win after the first candidate. Results are differences from it.
    pub(super) baseline: f32,
    /// The unit of these differences.
    pub(super) scale: f32,
}

impl<S: CellSet> Champion<S> {
    /// The candidates in the order that rollouts put them in.
    pub(super) fn race(
        &mut self,
        position: &Pieces<S>,
        candidates: &[Candidate],
        comparison: Comparison<S>,
        budget: &mut Budget<'_>,
    ) -> Vec<Contender> {
        let Comparison { mut rollouts, depth, prior, baseline, scale } = comparison;
        let (side, skill) = (position.side(), self.style.skill);
        let best = candidates[0].value;
        let afters: Vec<Pieces<S>> = candidates.iter().map(|c| position.after(c.placement)).collect();
        // Priors are differences, so results must be differences, too.
        let priors: Vec<f64> = match prior {
            Prior::Territory => candidates.iter().map(|c| (c.value - best) * skill.prior_per_step).collect(),
            Prior::Network => {
                let lead = |after| f64::from((rollouts.value(after, side, budget) - baseline) / scale);
                afters.iter().map(lead).collect()
            }
        };
        let seed = self.source.bits();
        best_arm(&priors, skill.race, budget, |option, sample, budget| {
            let mut source = SplitMix::for_purpose(seed, sample);
            (rollouts.play(&afters[option], side, depth, &mut source, budget) - baseline) / scale
        })
    }
}

/// The candidate with the best evaluation, as far as time allows. Without a discerning network, the first.
pub(super) fn best_by_network<S: CellSet>(
    position: &Pieces<S>,
    candidates: &[Candidate],
    rollouts: &Rollouts<S>,
    budget: &mut Budget<'_>,
) -> Placement {
    let mut best = (f32::NEG_INFINITY, candidates[0].placement);
    if rollouts.is_discerning() && candidates.len() > 1 {
        for candidate in candidates {
            if budget.is_spent() {
                break;
            }
            let chance = rollouts.value(&position.after(candidate.placement), position.side(), budget);
            if chance > best.0 {
                best = (chance, candidate.placement);
            }
        }
    }
    best.1
}
