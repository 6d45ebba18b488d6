//! The choice of opponents in a ladder: experimental design for ratings. The entrant with the widest interval plays next,
//! against the neighbour in rating with whom a batch is expected to narrow both intervals most.

use crate::pentanomial::share_of_elo;
use rules::{Source, SplitMix};
use std::collections::BinaryHeap;

/// Neighbours are at most this far away, in Elo. A game at this distance still tells 73 % of what an even one does, and
/// opponents from the whole window tie the ladder together: a chain of nearest neighbours would drift.
const WINDOW: f64 = 200.0;
/// Nearest neighbours on either side that are considered, in the window or not: more than a newcomer has to meet.
const NEAREST: usize = 5;
/// Other neighbours that are considered, drawn from the window.
const DRAWN: u32 = 12;
/// A newcomer first meets this many: the anchor and two neighbours.
const FIRST_OPPONENTS: usize = 3;

/// An entrant as the ladder sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Its rating by the last fit.
    pub rating: f64,
    /// The standard error of its rating; large for an entrant without games.
    pub error: f64,
    /// Pairs that it has played.
    pub pairs: u64,
}

impl Standing {
    /// An entrant without games: the prior's spread of ratings.
    pub const NEW: Self = Self { rating: 0.0, error: 350.0, pairs: 0 };
}

/// Two entrants that should play next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The one for whose sake they play.
    pub a: usize,
    /// Its opponent.
    pub b: usize,
}

/// The state from which batches are chosen: made from the last fit, and kept up while batches are given out.
#[derive(Clone, Debug)]
pub struct Ladder {
    entrants: Vec<State>,
    /// All entrants, the weakest first.
    by_rating: Vec<usize>,
    anchor: Option<usize>,
    /// Pairs of all entrants together, each pair counted twice.
    total: u64,
    /// Newcomers, and everybody by the width of the interval. Entries that are out of date are skipped.
    urgent: BinaryHeap<Entry>,
    chance: SplitMix,
}

#[derive(Clone, Debug)]
struct State {
    rating: f64,
    /// Squared error, as if all batches that were given out had been played.
    variance: f64,
    pairs: u64,
    place: usize,
    /// The first opponents that it met.
    met: Vec<usize>,
    version: u32,
}

/// Ordered by urgency: newcomers before others, fewest opponents first, then by variance. A variance is positive, so its
/// bits are ordered as it is. Among equals the smaller number comes first.
type Entry = (usize, u64, std::cmp::Reverse<usize>, u32);

impl Ladder {
    /// A ladder of these entrants, who have played or are playing these pairings. The seed decides among neighbours.
    pub fn new(
        standings: &[Standing],
        pairings: impl IntoIterator<Item = (usize, usize)>,
        anchor: Option<usize>,
        seed: u64,
    ) -> Self {
        let mut by_rating: Vec<usize> = (0..standings.len()).collect();
        by_rating.sort_by(|a, b| standings[*a].rating.total_cmp(&standings[*b].rating));
        let state = |standing: &Standing| State {
            rating: standing.rating,
            variance: standing.error * standing.error,
            pairs: standing.pairs,
            place: 0,
            met: Vec::new(),
            version: 0,
        };
        let mut entrants: Vec<State> = standings.iter().map(state).collect();
        by_rating.iter().zip(0..).for_each(|(entrant, place)| entrants[*entrant].place = place);
        let (total, anchor) = (standings.iter().map(|s| s.pairs).sum(), anchor.filter(|a| *a < standings.len()));
        let (urgent, chance) = (BinaryHeap::with_capacity(2 * standings.len()), SplitMix::new(seed));
        let mut ladder = Self { entrants, by_rating, anchor, total, urgent, chance };
        for (a, b) in pairings {
            ladder.meet(a, b);
        }
        (0..standings.len()).for_each(|entrant| ladder.enter(entrant));
        ladder
    }

    /// The next batch of so many pairs, counted as if it had been played. `None` when there is nobody to play.
    pub fn next(&mut self, pairs: u32) -> Option<Batch> {
        if self.entrants.len() < 2 {
            return None;
        }
        let a = self.most_urgent()?;
        let b = self.opponent(a, pairs)?;
        self.plan(Batch { a, b }, pairs);
        Some(Batch { a, b })
    }

    /// Counts a batch as if it had been played: one that was given out before this ladder was made.
    pub fn plan(&mut self, Batch { a, b }: Batch, pairs: u32) {
        let (less_a, less_b) = self.reductions(a, b, pairs);
        self.meet(a, b);
        for (entrant, less) in [(a, less_a), (b, less_b)] {
            let state = &mut self.entrants[entrant];
            state.variance -= less;
            state.pairs += u64::from(pairs);
            state.version += 1;
            self.enter(entrant);
        }
        self.total += 2 * u64::from(pairs);
    }

    fn meet(&mut self, a: usize, b: usize) {
        for (own, other) in [(a, b), (b, a)] {
            let met = &mut self.entrants[own].met;
            // The anchor must be among those that are remembered.
            let has_room = met.len() < FIRST_OPPONENTS || self.anchor == Some(other);
            if has_room && !met.contains(&other) {
                met.push(other);
            }
        }
    }

    fn enter(&mut self, entrant: usize) {
        let state = &self.entrants[entrant];
        let missing = self.first_opponents(entrant).saturating_sub(state.met.len());
        self.urgent.push((missing, state.variance.to_bits(), std::cmp::Reverse(entrant), state.version));
    }

    /// How many opponents a newcomer meets before the intervals decide: fewer in a small league. The anchor gets its
    /// opponents from everybody else.
    fn first_opponents(&self, entrant: usize) -> usize {
        if self.anchor == Some(entrant) { 0 } else { FIRST_OPPONENTS.min(self.entrants.len() - 1) }
    }

    fn is_new(&self, entrant: usize) -> bool {
        self.entrants[entrant].met.len() < self.first_opponents(entrant)
    }

    /// Newcomers first, then the anchor as long as it has too few pairs, then the widest interval.
    fn most_urgent(&mut self) -> Option<usize> {
        while let Some((missing, _, std::cmp::Reverse(entrant), version)) = self.urgent.peek().copied() {
            let is_outdated = version != self.entrants[entrant].version;
            // The anchor's interval has no width: its error is in the intervals of all others.
            if is_outdated || self.anchor == Some(entrant) {
                self.urgent.pop();
                continue;
            }
            let anchor = self.anchor.filter(|anchor| missing == 0 && self.is_short_of_pairs(*anchor));
            return Some(anchor.unwrap_or(entrant));
        }
        None
    }

    /// Dunnett's allocation: all are compared with the anchor, so it needs as many observations as an average entrant times
    /// the square root of their number.
    fn is_short_of_pairs(&self, anchor: usize) -> bool {
        let entrants = self.entrants.len() as f64;
        (self.entrants[anchor].pairs as f64) < entrants.sqrt() * self.total as f64 / entrants
    }

    fn opponent(&mut self, a: usize, pairs: u32) -> Option<usize> {
        let is_new = self.is_new(a);
        if let Some(anchor) = self.anchor.filter(|anchor| is_new && !self.entrants[a].met.contains(anchor)) {
            return Some(anchor);
        }
        let mut best: Option<(f64, usize)> = None;
        for b in self.candidates(a) {
            if b == a || is_new && self.entrants[a].met.contains(&b) {
                continue;
            }
            let width_less = |entrant: usize, less: f64| {
                let variance = self.entrants[entrant].variance;
                variance.sqrt() - (variance - less).sqrt()
            };
            let (less_a, less_b) = self.reductions(a, b, pairs);
            let value = width_less(a, less_a) + width_less(b, less_b);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, b));
            }
        }
        best.map(|(_, b)| b).or_else(|| (0..self.entrants.len()).find(|b| *b != a && !self.entrants[a].met.contains(b)))
    }

    /// Neighbours in rating: the nearest ones, and some drawn from the window.
    fn candidates(&mut self, a: usize) -> Vec<usize> {
        let State { rating, place, .. } = self.entrants[a];
        let nearest = place.saturating_sub(NEAREST)..(place + NEAREST + 1).min(self.by_rating.len());
        let rating_of = |entrant: &usize| self.entrants[*entrant].rating;
        let from = self.by_rating.partition_point(|entrant| rating_of(entrant) < rating - WINDOW);
        let to = self.by_rating.partition_point(|entrant| rating_of(entrant) <= rating + WINDOW);
        let mut candidates = self.by_rating[nearest].to_vec();
        candidates.extend((0..DRAWN).map(|_| self.by_rating[from + self.chance.below((to - from) as u32) as usize]));
        candidates
    }

    /// By how much a batch is expected to reduce the variances of both ratings: the normal posterior after so many pairs of
    /// independent games at this distance.
    fn reductions(&self, a: usize, b: usize, pairs: u32) -> (f64, f64) {
        let (a, b) = (&self.entrants[a], &self.entrants[b]);
        let share = share_of_elo(a.rating - b.rating);
        let per_elo = std::f64::consts::LN_10 / 400.0;
        let information = 2.0 * f64::from(pairs) * share * (1.0 - share) * per_elo * per_elo;
        let sum = a.variance + b.variance + 1.0 / information.max(1e-12);
        (a.variance * a.variance / sum, b.variance * b.variance / sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn standing(rating: f64, error: f64) -> Standing {
        Standing { rating, error, pairs: 100 }
    }

    /// Everybody has met the three next ones and the anchor 0.
    fn settled(standings: &[Standing], anchor: Option<usize>) -> Ladder {
        let n = standings.len();
        let met = (0..n).flat_map(|a| (1..4).map(move |by| (a, (a + by) % n)).chain([(a, 0)])).filter(|(a, b)| a != b);
        Ladder::new(standings, met, anchor, 1)
    }

    #[test]
    fn the_widest_interval_plays_a_neighbour() {
        let mut standings: Vec<Standing> = (0..40).map(|i| standing(50.0 * f64::from(i), 20.0)).collect();
        standings[17].error = 60.0;
        let batch = settled(&standings, None).next(8).unwrap();
        assert_eq!(batch.a, 17);
        assert!(batch.b != 17 && batch.b.abs_diff(17) <= 5, "{batch:?}");
    }

    #[test]
    fn batches_that_are_under_way_count_as_played() {
        let standings: Vec<Standing> = (0..40).map(|i| standing(f64::from(i), 20.0 + 0.1 * f64::from(i))).collect();
        let mut ladder = settled(&standings, None);
        let mut played = vec![0; 40];
        for _ in 0..400 {
            let Batch { a, b } = ladder.next(16).unwrap();
            assert_ne!(a, b);
            played[a] += 1;
            played[b] += 1;
        }
        let (most, least) = (played.iter().max().unwrap(), played.iter().min().unwrap());
        assert!(*least >= 10 && *most <= 30, "{played:?}");
    }

    #[test]
    fn a_newcomer_meets_the_anchor_and_two_neighbours_first() {
        let mut standings: Vec<Standing> = (0..30).map(|i| standing(30.0 * f64::from(i) - 450.0, 15.0)).collect();
        standings.push(Standing::NEW);
        let met = (0..30).flat_map(|a| (0..a).map(move |b| (a, b)));
        let mut ladder = Ladder::new(&standings, met, Some(3), 1);
        let first: Vec<Batch> = (0..3).map(|_| ladder.next(4).unwrap()).collect();
        assert!(first.iter().all(|batch| batch.a == 30), "{first:?}");
        assert_eq!(first[0].b, 3);
        let others: BTreeSet<usize> = first.iter().map(|batch| batch.b).collect();
        assert_eq!(others.len(), 3);
        assert!(first[1..].iter().all(|batch| standings[batch.b].rating.abs() <= WINDOW), "{first:?}");
    }

    #[test]
    fn a_league_of_newcomers_begins_with_the_anchor() {
        let mut ladder = Ladder::new(&[Standing::NEW; 6], [], Some(2), 1);
        let first: Vec<Batch> = (0..5).map(|_| ladder.next(4).unwrap()).collect();
        assert!(first.iter().all(|batch| batch.b == 2), "{first:?}");
        assert_eq!(first.iter().map(|batch| batch.a).collect::<BTreeSet<_>>().len(), 5);
    }

    #[test]
    fn the_anchor_plays_more_than_others() {
        let mut standings: Vec<Standing> = (0..100).map(|i| standing(10.0 * f64::from(i), 20.0)).collect();
        standings[50].error = 0.0;
        let mut ladder = settled(&standings, Some(50));
        for _ in 0..2000 {
            ladder.next(8).unwrap();
        }
        let pairs = |entrant: usize| ladder.entrants[entrant].pairs as f64;
        let average = (0..100).map(pairs).sum::<f64>() / 100.0;
        assert!((5.0..20.0).contains(&(pairs(50) / average)), "{} against {average}", pairs(50));
    }

    #[test]
    fn two_entrants_play_each_other_and_one_plays_nobody() {
        for anchor in [None, Some(0), Some(1), Some(9)] {
            let mut ladder = Ladder::new(&[Standing::NEW; 2], [], anchor, 1);
            for _ in 0..20 {
                let Batch { a, b } = ladder.next(2).unwrap();
                assert_eq!(a + b, 1);
            }
            assert_eq!(Ladder::new(&[Standing::NEW], [], anchor, 1).next(2), None);
            assert_eq!(Ladder::new(&[], [], anchor, 1).next(2), None);
        }
    }

    #[test]
    fn entrants_far_apart_play_all_the_same() {
        let standings: Vec<Standing> = (0..5).map(|i| standing(5000.0 * f64::from(i), 50.0)).collect();
        let mut ladder = settled(&standings, None);
        let played: BTreeSet<usize> =
            (0..50).map(|_| ladder.next(2).unwrap()).flat_map(|batch| [batch.a, batch.b]).collect();
        assert_eq!(played.len(), 5);
    }
}
