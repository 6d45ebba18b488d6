//! Leagues whose pairs are known before they are played: round-robin and gauntlet. The number of a pair determines its
//! players and its seed, so the games are the same in whatever order and by whichever worker they are played.

use crate::Schedule;

/// A pair of games of a league: one seed, the seats swapped in the second game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairPlan {
    /// Its number, from 0.
    pub number: u64,
    /// The entrant that moves first in the first game.
    pub a: usize,
    /// Its opponent.
    pub b: usize,
    /// The seed of both games.
    pub seed: i64,
}

/// Everybody against everybody, again and again: in rounds in which everybody plays once, by the circle method, so that
/// after any number of pairs all have played about equally often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundRobin {
    /// How many entrants.
    pub entrants: usize,
    /// The seed of the league.
    pub seed: i64,
}

/// One entrant against all the others, again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gauntlet {
    /// How many entrants.
    pub entrants: usize,
    /// The one that plays all others.
    pub challenger: usize,
    /// The seed of the league.
    pub seed: i64,
}

impl RoundRobin {
    /// Pairs until everybody has met everybody once more.
    pub fn cycle(&self) -> u64 {
        let entrants = self.entrants as u64;
        entrants * entrants.saturating_sub(1) / 2
    }

    /// The pair with this number; `None` when there are fewer than two entrants.
    pub fn pair(&self, number: u64) -> Option<PairPlan> {
        if self.entrants < 2 {
            return None;
        }
        let in_cycle = (number % self.cycle()) as usize;
        // The circle has an even number of seats; among an odd number of entrants one rests in every round.
        let seats = self.entrants.next_multiple_of(2);
        let a_round = self.entrants / 2;
        let (round, table) = (in_cycle / a_round, in_cycle % a_round);
        let (a, b) = circle(seats, round, if self.entrants == seats { table } else { table + 1 });
        let is_turned = (round + table) % 2 == 1;
        let (a, b) = if is_turned { (b, a) } else { (a, b) };
        Some(PairPlan { number, a, b, seed: pair_seed(self.seed, number) })
    }
}

impl Gauntlet {
    /// The pair with this number; `None` when the challenger has no opponent.
    pub fn pair(&self, number: u64) -> Option<PairPlan> {
        if self.entrants < 2 || self.challenger >= self.entrants {
            return None;
        }
        let other = (number % (self.entrants as u64 - 1)) as usize;
        let b = if other < self.challenger { other } else { other + 1 };
        Some(PairPlan { number, a: self.challenger, b, seed: pair_seed(self.seed, number) })
    }
}

/// The circle method: the last seat stays, the others turn by one each round; table 0 is the last seat's.
fn circle(seats: usize, round: usize, table: usize) -> (usize, usize) {
    let turning = seats - 1;
    if table == 0 {
        return (round % turning, turning);
    }
    ((round + table) % turning, (round + turning - table) % turning)
}

/// The seed of a league's pair: that of the pair with this number in a match.
pub(crate) fn pair_seed(seed: i64, number: u64) -> i64 {
    Schedule { seed, games: 0, swap: true }.plan(2 * number as usize).seed
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn everybody_meets_everybody_once_a_cycle() {
        for entrants in 2..20 {
            let league = RoundRobin { entrants, seed: 7 };
            for cycle in 0..3 {
                let numbers = cycle * league.cycle()..(cycle + 1) * league.cycle();
                let met: HashSet<_> =
                    numbers.map(|n| league.pair(n).unwrap()).map(|p| (p.a.min(p.b), p.a.max(p.b))).collect();
                assert_eq!(met.len() as u64, league.cycle(), "{entrants} entrants");
                assert!(met.iter().all(|(a, b)| a < b && *b < entrants));
            }
        }
    }

    #[test]
    fn nobody_plays_twice_in_a_round_and_everybody_about_equally_often() {
        for entrants in 2..12 {
            let league = RoundRobin { entrants, seed: 7 };
            let mut played = vec![0i32; entrants];
            for number in 0..200 {
                let pair = league.pair(number).unwrap();
                played[pair.a] += 1;
                played[pair.b] += 1;
                let spread = played.iter().max().unwrap() - played.iter().min().unwrap();
                assert!(spread <= 2, "{entrants} entrants after {number}: {played:?}");
            }
        }
    }

    #[test]
    fn the_number_determines_the_pair_and_every_pair_has_its_seed() {
        let league = RoundRobin { entrants: 5, seed: 7 };
        let pairs: Vec<PairPlan> = (0..50).map(|number| league.pair(number).unwrap()).collect();
        assert!((0..50).rev().all(|number| league.pair(number).unwrap() == pairs[number as usize]));
        assert_eq!(pairs.iter().map(|pair| pair.seed).collect::<HashSet<_>>().len(), 50);
        assert_eq!(pairs[0].seed, 7);
        let other = RoundRobin { seed: 8, ..league }.pair(9).unwrap();
        assert_eq!((other.a, other.b), (pairs[9].a, pairs[9].b));
        assert_ne!(other.seed, pairs[9].seed);
    }

    #[test]
    fn a_gauntlet_is_one_against_all_others() {
        let league = Gauntlet { entrants: 4, challenger: 1, seed: 7 };
        let met: Vec<(usize, usize)> = (0..6).map(|n| league.pair(n).unwrap()).map(|pair| (pair.a, pair.b)).collect();
        assert_eq!(met, [(1, 0), (1, 2), (1, 3), (1, 0), (1, 2), (1, 3)]);
    }

    #[test]
    fn nobody_plays_alone() {
        assert_eq!(RoundRobin { entrants: 1, seed: 7 }.pair(0), None);
        assert_eq!(RoundRobin { entrants: 0, seed: 7 }.pair(0), None);
        assert_eq!(Gauntlet { entrants: 1, challenger: 0, seed: 7 }.pair(0), None);
        assert_eq!(Gauntlet { entrants: 3, challenger: 3, seed: 7 }.pair(0), None);
    }
}
