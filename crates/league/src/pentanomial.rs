//! Pentanomial counts: the results of pairs of games by their points, and what they say about the difference in
//! strength. Two games on one seed with swapped seats share their luck, so the pair is the independent observation, not
//! the game.

use crate::Contestant;
use libm::erfc;

/// How many pairs brought 0, 1/2, 1, 3/2 and 2 points: LL, LD, LW or DD, DW, WW, seen by the first of two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// A difference in Elo, with its error and what it proves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// Logistic Elo of the first player against the second.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub elo95: f64,
    /// Likelihood of superiority: the probability that the first player is the stronger one.
    pub los: f64,
}

/// The share of the points that a pair with this index in the counts brought.
pub(crate) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Regularisation: a count of zero is replaced by this, so that no outcome is held for impossible.
const INSTEAD_OF_ZERO: f64 = 0.001;
/// Shares nearer to 0 or 1 than this are cut off: 1,199.8 Elo are as much as a score proves.
const LEAST_SHARE: f64 = 0.001;
/// The 97.5 % point of the normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

impl Pentanomial {
    /// Counts a pair: the winner of each of its two games, if it had one. The counts are A's.
    pub fn add(&mut self, won: [Option<Contestant>; 2]) {
        let halves = won.map(|won| match won {
            Some(Contestant::A) => 2,
            None => 1,
            Some(Contestant::B) => 0,
        });
        self.0[halves[0] + halves[1]] += 1;
    }

    /// How many pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// The first player's points.
    pub fn points(&self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    /// Twice the first player's points.
    pub(crate) fn half_points(&self) -> u64 {
        self.0.iter().zip(0..).map(|(count, halves)| count * halves).sum()
    }

    /// The same pairs, seen by the other player.
    pub fn swapped(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// The first player's strength against the second, from the mean and the variance of the pairs.
    pub fn elo(&self) -> EloEstimate {
        let (pairs, frequencies) = self.regularised();
        let (mean, variance) = mean_and_variance(&frequencies);
        let error = (variance / pairs).sqrt();
        let (low, high) = (elo_of_share(mean - Z95 * error), elo_of_share(mean + Z95 * error));
        EloEstimate { elo: elo_of_share(mean), elo95: (high - low) / 2.0, los: normal((mean - 0.5) / error) }
    }

    /// The number of pairs and the share of each outcome, after regularisation.
    pub(crate) fn regularised(&self) -> (f64, [f64; 5]) {
        let counts = self.0.map(|count| if count == 0 { INSTEAD_OF_ZERO } else { count as f64 });
        let pairs = counts.iter().sum();
        (pairs, counts.map(|count| count / pairs))
    }
}

/// Of the share of the points, when its values have these frequencies.
pub(crate) fn mean_and_variance(frequencies: &[f64; 5]) -> (f64, f64) {
    let expected = |value: &dyn Fn(f64) -> f64| SHARES.iter().zip(frequencies).map(|(s, p)| p * value(*s)).sum::<f64>();
    let mean = expected(&|share| share);
    (mean, expected(&|share| (share - mean).powi(2)))
}

/// The difference in logistic Elo at which this share of the points is expected.
pub fn elo_of_share(share: f64) -> f64 {
    let share = share.clamp(LEAST_SHARE, 1.0 - LEAST_SHARE);
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points that is expected at this difference in logistic Elo.
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normal distribution's cumulative probability.
pub(crate) fn normal(z: f64) -> f64 {
    0.5 * erfc(-z / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Contestant::{A, B};
    use proptest::prelude::*;

    #[test]
    fn a_pair_counts_by_its_points() {
        let mut counts = Pentanomial::default();
        for won in
            [[Some(B), Some(B)], [None, Some(B)], [Some(A), Some(B)], [None, None], [Some(A), None], [Some(A); 2]]
        {
            counts.add(won);
        }
        assert_eq!(counts, Pentanomial([1, 1, 2, 1, 1]));
        assert_eq!((counts.pairs(), counts.games(), counts.points()), (6, 12, 6.0));
    }

    #[test]
    fn nothing_played_says_nothing() {
        let EloEstimate { elo, elo95, los } = Pentanomial::default().elo();
        assert!(elo.abs() < 1e-9 && elo95 > 1000.0 && (los - 0.5).abs() < 1e-9, "{elo} {elo95} {los}");
    }

    #[test]
    fn all_won_and_all_lost_stay_within_what_a_score_can_prove() {
        for count in [1, 2, 1000, 1 << 50] {
            let won = Pentanomial([0, 0, 0, 0, count]).elo();
            let lost = Pentanomial([count, 0, 0, 0, 0]).elo();
            assert!(won.elo > 1000.0 && won.elo < 1200.0 && won.elo95.is_finite() && won.los > 0.99, "{won:?}");
            assert!((won.elo + lost.elo).abs() < 1e-6 && lost.los < 0.01, "{won:?} {lost:?}");
        }
    }

    proptest! {
        #[test]
        fn the_other_player_sees_the_opposite(counts in prop::array::uniform5(0u64..1000)) {
            let (own, other) = (Pentanomial(counts).elo(), Pentanomial(counts).swapped().elo());
            prop_assert!((own.elo + other.elo).abs() < 1e-6);
            prop_assert!((own.elo95 - other.elo95).abs() < 1e-6);
            prop_assert!((own.los + other.los - 1.0).abs() < 1e-9);
        }

        #[test]
        fn a_better_pair_never_lowers_the_estimate(counts in prop::array::uniform5(1u64..1000), at in 0usize..4) {
            let mut better = counts;
            better[at] -= 1;
            better[at + 1] += 1;
            prop_assert!(Pentanomial(better).elo().elo > Pentanomial(counts).elo().elo);
        }

        #[test]
        fn the_same_results_again_narrow_the_interval(counts in prop::array::uniform5(1u64..1000)) {
            let twice = counts.map(|count| 2 * count);
            prop_assert!(Pentanomial(twice).elo().elo95 < Pentanomial(counts).elo().elo95);
        }

        #[test]
        fn every_count_gives_numbers(
            counts in prop::array::uniform5(prop_oneof![Just(0), 1u64..5, any::<u32>().prop_map(u64::from)]),
        ) {
            let EloEstimate { elo, elo95, los } = Pentanomial(counts).elo();
            prop_assert!(elo.is_finite() && elo95.is_finite() && elo95 >= 0.0 && (0.0..=1.0).contains(&los));
        }
    }
}
