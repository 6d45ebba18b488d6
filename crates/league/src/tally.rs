//! The results of a match and what they prove: B's score with a 95 % interval.

use crate::Contestant;

/// Results so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games counted.
    pub games: usize,
    /// Won by A.
    pub won_a: usize,
    /// Won by B.
    pub won_b: usize,
    /// Games in which A failed.
    pub faults_a: usize,
    /// Games in which B failed.
    pub faults_b: usize,
    /// B's points of each complete pair, 0 to 2.
    pairs: Vec<f64>,
    /// B's points in the first game of a pair whose second is not counted yet, by the pair's number.
    open: Vec<(usize, f64)>,
}

/// With fewer pairs than this their spread says little, and games count one by one.
const PAIRS_FOR_SPREAD: usize = 10;
/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.96;

impl Tally {
    /// Counts a game: who won, if anybody, and the pair that the game belongs to, if it has one.
    pub fn add(&mut self, won: Option<Contestant>, pair: Option<usize>) {
        self.games += 1;
        let points = match won {
            Some(Contestant::A) => 0.0,
            Some(Contestant::B) => 1.0,
            None => 0.5,
        };
        self.won_a += usize::from(won == Some(Contestant::A));
        self.won_b += usize::from(won == Some(Contestant::B));
        let Some(pair) = pair else { return };
        match self.open.iter().position(|(open, _)| *open == pair) {
            Some(place) => self.pairs.push(self.open.swap_remove(place).1 + points),
            None => self.open.push((pair, points)),
        }
    }

    /// Games without a winner.
    pub fn ties(&self) -> usize {
        self.games - self.won_a - self.won_b
    }

    /// B's share of the points: a win is 1, a tie a half.
    pub fn score_b(&self) -> f64 {
        if self.games == 0 {
            return 0.5;
        }
        (self.won_b as f64 + self.ties() as f64 / 2.0) / self.games as f64
    }

    /// A 95 % interval for B's share: Wilson's, on as many games as the spread of the pairs is worth. Two games on one
    /// seed with swapped seats tell more than two single ones when luck decides, and less when they always go alike.
    pub fn interval_b(&self) -> (f64, f64) {
        let n = self.games as f64 * self.worth_of_a_game();
        if n == 0.0 {
            return (0.0, 1.0);
        }
        let (p, z2) = (self.score_b(), Z * Z);
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// How many single games one game of a pair is worth, by the variance of the pairs; never less than a half.
    fn worth_of_a_game(&self) -> f64 {
        let count = self.pairs.len() as f64;
        if self.pairs.len() < PAIRS_FOR_SPREAD {
            return 1.0;
        }
        let mean = self.pairs.iter().sum::<f64>() / count;
        let spread = self.pairs.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (count - 1.0);
        // Two independent games with this share, wins and losses only.
        let share = mean / 2.0;
        let expected = 2.0 * share * (1.0 - share);
        // Pairs that never differ would prove anything: four is as far as we believe them.
        if expected == 0.0 { 1.0 } else { (expected / spread).clamp(0.5, 4.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Contestant::{A, B};

    fn close(found: (f64, f64), expected: (f64, f64)) {
        assert!((found.0 - expected.0).abs() < 0.001 && (found.1 - expected.1).abs() < 0.001, "{found:?}");
    }

    #[test]
    fn single_games_have_wilsons_interval() {
        let mut tally = Tally::default();
        assert_eq!(tally.interval_b(), (0.0, 1.0));
        for i in 0..10 {
            tally.add(Some(if i < 9 { B } else { A }), None);
        }
        assert_eq!((tally.score_b(), tally.ties()), (0.9, 0));
        close(tally.interval_b(), (0.5958, 0.9821));
    }

    #[test]
    fn pairs_that_always_split_prove_more_than_single_games() {
        let (mut split, mut alike, mut single) = (Tally::default(), Tally::default(), Tally::default());
        for i in 0..100 {
            split.add(Some(if i % 2 == 0 { A } else { B }), Some(i / 2));
            alike.add(Some(if i / 2 % 2 == 0 { A } else { B }), Some(i / 2));
            single.add(Some(if i % 2 == 0 { A } else { B }), None);
        }
        let width = |tally: &Tally| tally.interval_b().1 - tally.interval_b().0;
        assert!(width(&split) < width(&single) && width(&single) < width(&alike));
        assert!(width(&split) > 0.09);
    }

    #[test]
    fn ties_are_half_a_point() {
        let mut tally = Tally::default();
        tally.add(None, Some(0));
        tally.add(Some(B), Some(0));
        assert_eq!((tally.score_b(), tally.ties(), tally.pairs.len()), (0.75, 1, 1));
    }
}
