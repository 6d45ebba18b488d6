//! Best-arm identification with common random numbers: the best of several options whose worth is known by sampling alone.
//!
//! All options are tried on the same samples, so that luck favours none of them. An option that falls behind the leader by
//! several standard errors is cut, and the time goes to the close ones. A prior counts as so many samples.

use crate::budget::Budget;

/// How a race between options is run.
///
/// ```
/// use landgrab_engine::budget::Budget;
/// use landgrab_engine::race::{RaceSettings, best_arm};
///
/// let settings = RaceSettings { prior_weight: 4.0, cut_at_sigmas: 2.0, negligible: 0.001 };
/// let worth = [0.2, 0.7];
/// let ranked = best_arm(&[0.5, 0.5], settings, &mut Budget::nodes(100), |option, _sample, budget| {
///     budget.spend(1);
///     worth[option]
/// });
/// assert_eq!(ranked[0].index, 1);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RaceSettings {
    /// Weight of the prior, as a number of samples.
    pub prior_weight: f64,
    /// An option is cut when it is behind the leader by so many standard errors.
    pub cut_at_sigmas: f64,
    /// A gain too small to go on for.
    pub negligible: f64,
}

/// An option and its samples so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Contender {
    /// Its number among the options.
    pub index: usize,
    prior: f64,
    results: Vec<f32>,
    sum: f64,
}

/// Standard deviation that every comparison starts with, and the number of samples that it counts as: a few equal
/// results prove nothing.
const PRIOR_DEVIATION: (f64, f64) = (0.02, 4.0);
/// Samples that every contender draws between two comparisons.
const ROUND: usize = 8;

impl Contender {
    /// The posterior mean: prior and samples, weighed together.
    pub fn value(&self, prior_weight: f64) -> f64 {
        (prior_weight * self.prior + self.sum) / (prior_weight + self.results.len() as f64)
    }

    /// The lead in posterior mean over another, on the samples that both have drawn. Samples that only one of them drew
    /// do not count: they were kinder or harsher for reasons of luck alone.
    pub fn lead_over(&self, other: &Self, prior_weight: f64) -> f64 {
        let shared = self.results.len().min(other.results.len());
        let value = |contender: &Self| {
            let sum: f64 = contender.results[..shared].iter().map(|result| f64::from(*result)).sum();
            (prior_weight * contender.prior + sum) / (prior_weight + shared as f64)
        };
        value(self) - value(other)
    }

    /// The number of its samples.
    pub fn samples(&self) -> usize {
        self.results.len()
    }

    /// Whether it is so far behind the leader, sample by sample, that it is cut.
    fn is_behind(&self, leader: &Self, settings: RaceSettings) -> bool {
        let samples = self.results.len() as f64;
        let mean = (self.sum - leader.sum) / samples;
        let square = |(own, other): (&f32, &f32)| (f64::from(own - other) - mean).powi(2);
        let (deviation, seen) = PRIOR_DEVIATION;
        let squares = self.results.iter().zip(&leader.results).map(square).sum::<f64>() + seen * deviation * deviation;
        let variance = squares / (samples - 1.0 + seen);
        let difference = self.value(settings.prior_weight) - leader.value(settings.prior_weight);
        let sigma = (variance / (samples + settings.prior_weight)).sqrt();
        difference + settings.cut_at_sigmas * sigma < settings.negligible
    }
}

/// Runs a race between options with these priors, until one is left or the budget is spent. Returns all of them, the best
/// first. `try_on` says what an option is worth on a sample; equal sample numbers must stand for equal luck.
pub fn best_arm(
    priors: &[f64],
    settings: RaceSettings,
    budget: &mut Budget<'_>,
    mut try_on: impl FnMut(usize, u64, &mut Budget<'_>) -> f32,
) -> Vec<Contender> {
    let contender = |(index, prior): (usize, &f64)| Contender { index, prior: *prior, results: vec![], sum: 0.0 };
    let mut running: Vec<Contender> = priors.iter().enumerate().map(contender).collect();
    let mut cut = vec![];
    let best_first = |contenders: &mut [Contender]| {
        contenders.sort_by(|a, b| b.value(settings.prior_weight).total_cmp(&a.value(settings.prior_weight)));
    };
    best_first(&mut running);
    let mut results = vec![0.0; running.len()];
    for sample in 0.. {
        if running.len() <= 1 {
            break;
        }
        // A sample counts only when all have drawn it.
        let mut drawn = 0;
        while drawn < running.len() && !budget.is_spent() {
            results[drawn] = try_on(running[drawn].index, sample as u64, budget);
            drawn += 1;
        }
        // The last try may have been broken off.
        if budget.is_spent() {
            break;
        }
        for (contender, result) in running.iter_mut().zip(&results) {
            contender.results.push(*result);
            contender.sum += f64::from(*result);
        }
        if (sample + 1) % ROUND == 0 {
            best_first(&mut running);
            let leader = running[0].clone();
            let is_behind =
                |contender: &mut Contender| contender.index != leader.index && contender.is_behind(&leader, settings);
            cut.extend(running.extract_if(.., is_behind));
        }
    }
    best_first(&mut running);
    best_first(&mut cut);
    running.extend(cut);
    running
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Source, SplitMix};

    const SETTINGS: RaceSettings = RaceSettings { prior_weight: 4.0, cut_at_sigmas: 2.0, negligible: 0.001 };

    /// Options that pay by chance; they share the luck of a sample.
    fn pays(chances: [u32; 4], nodes: u64) -> (Vec<Contender>, u64) {
        let mut never = || 0.0;
        let mut budget = Budget::new(nodes, &mut never);
        let contenders = best_arm(&[0.5; 4], SETTINGS, &mut budget, |index, sample, budget| {
            budget.spend(1);
            f32::from(u8::from(SplitMix::for_purpose(9, sample).below(100) < chances[index]))
        });
        (contenders, budget.spent())
    }

    #[test]
    fn the_best_option_wins_and_the_hopeless_are_cut_early() {
        let (contenders, spent) = pays([40, 60, 10, 55], 4000);
        assert_eq!(contenders[0].index, 1);
        let hopeless = contenders.iter().find(|c| c.index == 2).expect("all are returned");
        assert!(hopeless.samples() < contenders[0].samples(), "{contenders:?}");
        assert!(spent < 4000, "it stops once it is sure");
    }

    #[test]
    fn an_option_that_was_cut_is_compared_on_the_samples_that_it_drew() {
        let contender = |results: &[f32]| Contender {
            index: 0,
            prior: 0.0,
            results: results.to_vec(),
            sum: results.iter().map(|result| f64::from(*result)).sum(),
        };
        // All were lucky at first; the leader went on when luck had gone.
        let (leader, left) = (contender(&[1.0, 1.0, 0.0, 0.0]), contender(&[1.0, 0.5]));
        assert!(left.value(0.0) > leader.value(0.0));
        assert_eq!((left.lead_over(&leader, 0.0), leader.lead_over(&left, 0.0)), (-0.25, 0.25));
        assert_eq!(left.lead_over(&leader, 2.0), -0.125);
    }

    #[test]
    fn options_without_a_difference_take_few_samples() {
        let (_, spent) = pays([50; 4], 4000);
        assert!(spent < 1000, "{spent}");
    }

    #[test]
    fn without_a_budget_the_prior_decides() {
        let mut never = || 0.0;
        let contenders =
            best_arm(&[0.2, 0.7, 0.5], SETTINGS, &mut Budget::new(0, &mut never), |_, _, _| unreachable!());
        assert_eq!(contenders.iter().map(|c| c.index).collect::<Vec<_>>(), [1, 2, 0]);
    }

    #[test]
    fn a_sample_that_not_all_have_drawn_does_not_count() {
        for (nodes, samples) in [(6, 1), (8, 1), (9, 2)] {
            let (contenders, _) = pays([10, 20, 30, 40], nodes);
            assert!(contenders.iter().all(|c| c.samples() == samples), "{contenders:?}");
        }
    }
}
