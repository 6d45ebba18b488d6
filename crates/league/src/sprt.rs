//! SPRT, the sequential probability ratio test on pentanomial counts: stop as soon as the results tell two differences
//! in Elo apart, elo0 and elo1. The generalised log-likelihood ratio compares the best distribution of outcomes with
//! each.

use crate::Pentanomial;
use crate::pentanomial::{SHARES, mean_and_variance, share_of_elo};

/// Hypotheses past this are no test: no score proves so much.
const MOST_ELO: f64 = 1200.0;

/// What elo0 and elo1 are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Elo by the expected score.
    #[default]
    Logistic,
    /// Elo by the expected score in standard deviations: tests take equally long, however many games are tied.
    Normalized,
}

/// A test of two hypotheses about a difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// What the results say so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// More pairs are needed.
    Continue,
    /// elo1 is accepted.
    Accept,
    /// elo1 is rejected: elo0 holds.
    Reject,
}

/// Hypotheses or risks that make no test.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum SprtError {
    #[error("{name}: expected Elo from -{MOST_ELO} to {MOST_ELO}, found {found}")]
    Elo { name: &'static str, found: f64 },
    #[error("expected elo0 below elo1, found {elo0} and {elo1}")]
    Order { elo0: f64, elo1: f64 },
    #[error("{name}: expected a probability above 0 and below 0.5, found {found}")]
    Risk { name: &'static str, found: f64 },
}

impl Sprt {
    /// The test of elo1 against elo0. `alpha` is the risk of accepting elo1 when elo0 holds, `beta` of the opposite.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        for (name, found) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MOST_ELO..=MOST_ELO).contains(&found) {
                return Err(SprtError::Elo { name, found });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, found) in [("alpha", alpha), ("beta", beta)] {
            if !(found > 0.0 && found < 0.5) {
                return Err(SprtError::Risk { name, found });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// Wald's bounds: at the lower one elo1 is rejected, at the upper one accepted.
    pub fn bounds(&self) -> [f64; 2] {
        let Self { alpha, beta, .. } = self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The generalised log-likelihood ratio of elo1 against elo0.
    pub fn llr(&self, counts: &Pentanomial) -> f64 {
        let (pairs, observed) = counts.regularised();
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => with_mean(&observed, share_of_elo(elo)),
            EloModel::Normalized => with_standardised_mean(&observed, standard_deviations(elo)),
        };
        let (under0, under1) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratio = |i: usize| observed[i] * (under1[i] / under0[i]).ln();
        pairs * (0..observed.len()).map(ratio).sum::<f64>()
    }

    /// What these results decide.
    pub fn decision(&self, counts: &Pentanomial) -> Decision {
        let (llr, [lower, upper]) = (self.llr(counts), self.bounds());
        if llr >= upper {
            Decision::Accept
        } else if llr <= lower {
            Decision::Reject
        } else {
            Decision::Continue
        }
    }
}

impl Decision {
    /// `continue`, `accept` or `reject`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::Accept => "accept",
            Self::Reject => "reject",
        }
    }
}

/// How far the mean of a pair lies from 1/2, in standard deviations of a pair. Normalised Elo counts in standard
/// deviations of a game, of which a pair's mean has 1/sqrt(2).
fn standard_deviations(normalised_elo: f64) -> f64 {
    normalised_elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2
}

/// Maximum likelihood under the constraint that the mean is this.
fn with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    with_expectation_zero(observed, &SHARES.map(|share| share - mean)).expect("a mean between 0 and 1 can be had")
}

/// Maximum likelihood under the constraint that the mean lies so many standard deviations above 1/2. The constraint is
/// not linear in the frequencies, so it is made linear around the last solution until nothing changes.
fn with_standardised_mean(observed: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut current = [0.2; 5];
    for _ in 0..200 {
        let (mean, variance) = mean_and_variance(&current);
        let deviation = variance.sqrt();
        let linear = SHARES
            .map(|share| share - 0.5 - deviations * deviation * (1.0 + ((share - mean) / deviation).powi(2)) / 2.0);
        let Some(next) = with_expectation_zero(observed, &linear) else { break };
        let change = current.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        current = next;
        if change < 1e-13 {
            break;
        }
    }
    current
}

/// Maximum likelihood under the constraint that these values have expectation 0: every frequency is divided by
/// 1 + multiplier * value. `None` when all values have the same sign.
fn with_expectation_zero(observed: &[f64; 5], values: &[f64; 5]) -> Option<[f64; 5]> {
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    if !(smallest < 0.0 && largest > 0.0) {
        return None;
    }
    // The expectation falls from infinity to minus infinity between the two poles, so that bisection cannot miss its
    // zero.
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let multiplier = loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break middle;
        }
        let expectation: f64 = observed.iter().zip(values).map(|(p, value)| p * value / (1.0 + middle * value)).sum();
        if expectation > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    };
    let mut likeliest = [0.0; 5];
    for i in 0..likeliest.len() {
        likeliest[i] = observed[i] / (1.0 + multiplier * values[i]);
    }
    Some(likeliest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    #[test]
    fn the_bounds_are_walds() {
        let [lower, upper] = test(0.0, 10.0, EloModel::Logistic).bounds();
        assert!((lower + 19f64.ln()).abs() < 1e-12 && (upper - 19f64.ln()).abs() < 1e-12);
        let [lower, upper] = Sprt::new(0.0, 1.0, 0.01, 0.2, EloModel::Logistic).unwrap().bounds();
        assert!((lower - (0.2f64 / 0.99).ln()).abs() < 1e-12 && (upper - 80f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn many_good_results_accept_and_many_bad_ones_reject() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let sprt = test(0.0, 10.0, model);
            assert_eq!(sprt.decision(&Pentanomial::default()), Decision::Continue);
            assert_eq!(sprt.decision(&Pentanomial([5, 20, 60, 25, 10])), Decision::Continue);
            assert_eq!(sprt.decision(&Pentanomial([50, 200, 600, 400, 100])), Decision::Accept);
            assert_eq!(sprt.decision(&Pentanomial([500, 2000, 6000, 2000, 500])), Decision::Reject);
        }
    }

    #[test]
    fn what_is_no_test_is_refused() {
        let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic).unwrap_err();
        assert_eq!(new(5.0, 5.0, 0.05, 0.05), SprtError::Order { elo0: 5.0, elo1: 5.0 });
        assert_eq!(new(0.0, 5e3, 0.05, 0.05), SprtError::Elo { name: "elo1", found: 5e3 });
        assert!(matches!(new(f64::NAN, 5.0, 0.05, 0.05), SprtError::Elo { name: "elo0", .. }));
        assert_eq!(new(0.0, 5.0, 0.0, 0.05), SprtError::Risk { name: "alpha", found: 0.0 });
        assert_eq!(new(0.0, 5.0, 0.05, 0.5), SprtError::Risk { name: "beta", found: 0.5 });
    }

    proptest! {
        #[test]
        fn every_count_gives_a_number(
            counts in prop::array::uniform5(prop_oneof![Just(0), 1u64..5, any::<u32>().prop_map(u64::from)]),
            elo0 in -1200.0..1199.0,
            above in 0.001..1.0,
        ) {
            let elo1 = elo0 + above * (1200.0 - elo0);
            prop_assert!(test(elo0, elo1, EloModel::Logistic).llr(&Pentanomial(counts)).is_finite());
            prop_assert!(test(elo0, elo1, EloModel::Normalized).llr(&Pentanomial(counts)).is_finite());
        }

        #[test]
        fn the_other_player_sees_the_opposite(counts in prop::array::uniform5(0u64..1000), elo0 in -50.0..50.0) {
            let (counts, elo1) = (Pentanomial(counts), elo0 + 10.0);
            for model in [EloModel::Logistic, EloModel::Normalized] {
                let own = test(elo0, elo1, model).llr(&counts);
                let other = test(-elo1, -elo0, model).llr(&counts.swapped());
                prop_assert!((own + other).abs() < 1e-6 * own.abs().max(1.0), "{own} {other}");
            }
        }

        #[test]
        fn a_better_pair_raises_the_ratio(counts in prop::array::uniform5(10u64..1000), at in 0usize..4) {
            let mut better = counts;
            better[at] -= 1;
            better[at + 1] += 1;
            let sprt = test(-5.0, 5.0, EloModel::Logistic);
            prop_assert!(sprt.llr(&Pentanomial(better)) > sprt.llr(&Pentanomial(counts)));
        }

        #[test]
        fn the_constraints_hold(counts in prop::array::uniform5(0u64..1000), elo in -500.0..500.0) {
            let (_, observed) = Pentanomial(counts).regularised();
            let (mean, _) = mean_and_variance(&with_mean(&observed, share_of_elo(elo)));
            prop_assert!((mean - share_of_elo(elo)).abs() < 1e-9);
            let deviations = standard_deviations(elo / 5.0);
            let likeliest = with_standardised_mean(&observed, deviations);
            let (mean, variance) = mean_and_variance(&likeliest);
            prop_assert!((likeliest.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(((mean - 0.5) / variance.sqrt() - deviations).abs() < 1e-6);
        }
    }
}
