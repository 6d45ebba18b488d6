//! The arithmetic of the 01-edu audit: a bot passes a pairing when it wins at least four games of five, so a few wins
//! by luck pass a weak bot and a bad day fails a good one. More games than five tell how likely either is.

use crate::{Contestant, Tally};

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The same function of the value and of the ends of its interval; it must grow with its argument.
    fn map(self, grow: impl Fn(f64) -> f64) -> Self {
        Self { value: grow(self.value), low: grow(self.low), high: grow(self.high) }
    }

    /// The chance of two independent things together. Its interval is on the safe side: both are seldom at the same end.
    pub fn and(self, other: Self) -> Self {
        Self { value: self.value * other.value, low: self.low * other.low, high: self.high * other.high }
    }
}

/// A bot's games against one opponent, counted as the audit does: a tie is not a win. The bot is contestant B.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trial {
    /// Games without a winner.
    pub ties: usize,
    /// Games in which the bot failed.
    pub faults: usize,
    /// Here a tie counts as a loss of the bot.
    tally: Tally,
}

impl Trial {
    /// Counts a game: who won, if anybody, and the pair that the game belongs to.
    pub fn add(&mut self, won: Option<Contestant>, pair: usize) {
        self.ties += usize::from(won.is_none());
        let is_won = won == Some(Contestant::B);
        self.tally.add(Some(if is_won { Contestant::B } else { Contestant::A }), Some(pair));
    }

    /// Games counted.
    pub fn games(&self) -> usize {
        self.tally.games
    }

    /// Games that the bot won.
    pub fn won(&self) -> usize {
        self.tally.won_b
    }

    /// The bot's share of wins.
    pub fn rate(&self) -> Estimate {
        let (low, high) = self.tally.interval_b();
        Estimate { value: self.tally.score_b(), low, high }
    }

    /// The chance that it wins at least four games of five.
    pub fn pass(&self) -> Estimate {
        self.rate().map(four_of_five)
    }
}

/// The chance of at least four wins in five games, each won with this probability.
fn four_of_five(rate: f64) -> f64 {
    let four = rate.powi(4);
    four * rate + 5.0 * four * (1.0 - rate)
}

/// A chance of passing in words, from worst to best. While the interval includes 50 %, more games would tell more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// Below 5 %, surely.
    NoChance,
    /// Below 50 %, surely.
    Unlikely,
    /// Below 50 %, as far as the games tell.
    RatherNo,
    /// At least 50 %, as far as the games tell.
    RatherYes,
    /// At least 50 %, surely.
    Likely,
    /// At least 90 %, surely.
    Safe,
}

impl Verdict {
    /// The verdict on a chance.
    pub fn of(chance: Estimate) -> Self {
        match chance {
            Estimate { low, .. } if low >= 0.9 => Self::Safe,
            Estimate { low, .. } if low >= 0.5 => Self::Likely,
            Estimate { high, .. } if high < 0.05 => Self::NoChance,
            Estimate { high, .. } if high < 0.5 => Self::Unlikely,
            Estimate { value, .. } if value >= 0.5 => Self::RatherYes,
            _ => Self::RatherNo,
        }
    }

    /// Whether passing is at least as likely as failing.
    pub fn is_yes(self) -> bool {
        self >= Self::RatherYes
    }

    /// A word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoChance => "no chance",
            Self::Unlikely => "unlikely",
            Self::RatherNo => "rather no",
            Self::RatherYes => "rather yes",
            Self::Likely => "likely",
            Self::Safe => "safe",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Contestant::{A, B};

    /// The trial of a bot that won, tied and lost so many games, in pairs.
    fn trial(won: usize, tied: usize, lost: usize) -> Trial {
        let results = [(Some(B), won), (None, tied), (Some(A), lost)];
        let mut trial = Trial::default();
        for (game, won) in results.into_iter().flat_map(|(won, games)| vec![won; games]).enumerate() {
            trial.add(won, game / 2);
        }
        trial
    }

    #[test]
    fn the_chance_of_four_wins_in_five_games_is_the_schools() {
        let percent = |rate| (100.0 * four_of_five(rate)).round();
        assert_eq!([0.0, 0.5, 0.65, 0.9, 1.0].map(percent), [0.0, 19.0, 43.0, 92.0, 100.0]);
    }

    #[test]
    fn it_is_the_sum_over_all_ways_to_win_four_or_five() {
        for rate in [0.1, 0.37, 0.8] {
            let chance = |wins: u32| f64::powi(rate, wins as i32) * f64::powi(1.0 - rate, 5 - wins as i32);
            let ways = (0..32u32).map(u32::count_ones).filter(|wins| *wins >= 4);
            let sum: f64 = ways.map(chance).sum();
            assert!((sum - four_of_five(rate)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_tie_is_not_a_win() {
        let trial = trial(6, 3, 1);
        assert_eq!((trial.games(), trial.won(), trial.ties, trial.rate().value), (10, 6, 3, 0.6));
    }

    #[test]
    fn the_interval_of_the_chance_follows_that_of_the_rate() {
        let trial = trial(45, 0, 5);
        let (rate, pass) = (trial.rate(), trial.pass());
        assert!(rate.low < 0.9 && rate.value == 0.9 && rate.high > 0.9, "{rate:?}");
        assert_eq!([pass.low, pass.value, pass.high], [rate.low, rate.value, rate.high].map(four_of_five));
    }

    #[test]
    fn a_clean_sweep_of_few_games_proves_little() {
        let pass = [1, 10, 50].map(|games| trial(games, 0, 0).pass());
        assert!(pass.iter().all(|pass| pass.value == 1.0 && pass.high == 1.0));
        assert!(pass[0].low < 0.1 && pass[1].low < 0.7 && pass[2].low > 0.9, "{pass:?}");
        assert_eq!(Trial::default().pass(), Estimate { value: four_of_five(0.5), low: 0.0, high: 1.0 });
    }

    #[test]
    fn a_verdict_is_sure_only_when_the_whole_interval_is() {
        for (won, of, words, is_yes) in [
            (50, 50, "safe", true),
            (45, 50, "likely", true),
            (10, 10, "likely", true),
            (1, 1, "rather yes", true),
            (35, 50, "rather yes", true),
            (30, 50, "rather no", false),
            (20, 50, "unlikely", false),
            (0, 50, "no chance", false),
        ] {
            let verdict = Verdict::of(trial(won, 0, of - won).pass());
            assert_eq!((verdict.name(), verdict.is_yes()), (words, is_yes), "{won} of {of}");
        }
    }

    #[test]
    fn two_chances_together_are_smaller_than_either() {
        let (a, b) = (trial(45, 0, 5).pass(), trial(40, 0, 10).pass());
        let both = a.and(b);
        assert_eq!([both.low, both.value, both.high], [a.low * b.low, a.value * b.value, a.high * b.high]);
    }
}
