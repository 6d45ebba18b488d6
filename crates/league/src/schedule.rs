//! The games of a match: in pairs on the same seed with the seats swapped, so that luck and the first move favour nobody.
//! Everything follows from the match's seed, so that a match can be repeated and its order does not matter.

use rules::{BySide, Side, SplitMix};

/// One of the two players of a match, wherever it sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "that is what they are called")]
pub enum Contestant {
    A,
    B,
}

impl Contestant {
    /// `A` or `B`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// The games of a match.
///
/// ```
/// use landgrab_league::{Contestant, Schedule};
///
/// let schedule = Schedule { seed: 7, games: 4, swap: true };
/// let [first, second] = [0, 1].map(|game| schedule.plan(game));
/// assert_eq!(first.seed, second.seed);
/// assert_eq!((first.seats.first, second.seats.first), (Contestant::A, Contestant::B));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The seed of the first pair.
    pub seed: i64,
    /// How many games.
    pub games: usize,
    /// Whether the second game of a pair has the seats swapped.
    pub swap: bool,
}

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Its number, from 1.
    pub number: usize,
    /// Its pair, from 0: the games that share its seed. Without swapped seats every game is a pair of its own.
    pub pair: usize,
    /// The seed of its draws.
    pub seed: i64,
    /// The contestant in each seat.
    pub seats: BySide<Contestant>,
}

impl Schedule {
    /// The game with this index, from 0.
    pub fn plan(&self, index: usize) -> Plan {
        let pair = if self.swap { index / 2 } else { index };
        let seats = BySide::new(Contestant::A, Contestant::B);
        let seats = if self.swap && index % 2 == 1 { seats.swapped() } else { seats };
        Plan { number: index + 1, pair, seed: pair_seed(self.seed, pair), seats }
    }
}

impl Plan {
    /// The seat of a contestant.
    pub fn side(&self, who: Contestant) -> Side {
        if self.seats.first == who { Side::First } else { Side::Second }
    }

    /// The seed for a contestant's own choices in this game.
    pub fn player_seed(&self, who: Contestant) -> u64 {
        SplitMix::for_purpose(self.seed as u64, who as u64 + 1).bits()
    }
}

/// The first pair plays the seed that was asked for. The others' seeds are scattered: neighbouring seeds of Anfield's
/// generator run into each other, and Plateau's small ones can be guessed. 53 bits survive every reader of JSON.
fn pair_seed(seed: i64, pair: usize) -> i64 {
    if pair == 0 {
        return seed;
    }
    (SplitMix::for_purpose(seed as u64, pair as u64 + 0x1_0000).bits() >> 11) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_shares_its_seed_and_swaps_its_seats() {
        let schedule = Schedule { seed: 7, games: 4, swap: true };
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| schedule.plan(i));
        assert_eq!((a.seed, b.seed), (7, 7));
        assert_eq!(c.seed, d.seed);
        assert_ne!(a.seed, c.seed);
        assert_eq!([a.seats, b.seats], [a.seats, a.seats.swapped()]);
        assert_eq!([a.side(Contestant::A), b.side(Contestant::A)], Side::BOTH);
        assert_eq!([a, b, c, d].map(|plan| plan.pair), [0, 0, 1, 1]);
        let alone = Schedule { swap: false, ..schedule };
        assert_eq!(alone.plan(1).seats, a.seats);
        assert_ne!(alone.plan(1).seed, 7);
        assert_eq!(alone.plan(1).pair, 1);
    }

    #[test]
    fn the_two_players_of_a_game_do_not_share_their_chances() {
        let plan = Schedule { seed: 1, games: 1, swap: true }.plan(0);
        assert_ne!(plan.player_seed(Contestant::A), plan.player_seed(Contestant::B));
    }
}
