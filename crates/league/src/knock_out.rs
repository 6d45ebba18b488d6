//! Knock-out: a bracket with seeds by rating, best of N pairs, ties broken by more pairs. The bracket is derived from
//! the results and kept nowhere, so that a crash cannot spoil it.

use crate::round_robin::{PairPlan, pair_seed};

/// After so many pairs beyond N that left a meeting tied, the higher seed goes on: two copies of one bot may tie for
/// ever.
const MOST_EXTRA: u32 = 50;

/// A knock-out of the given entrants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnockOut {
    /// The entrants, the highest seed first.
    pub seeds: Vec<usize>,
    /// Pairs of a meeting that is not tied; 0 counts as 1.
    pub best_of: u32,
    /// The seed of the league.
    pub seed: i64,
}

/// Two entrants of whom one goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Who comes from above in the bracket; `None` while that is open, or when nobody does.
    pub a: Option<usize>,
    /// Who comes from below.
    pub b: Option<usize>,
    /// Twice the points of either.
    pub half_points: [u64; 2],
    /// Pairs counted.
    pub pairs: u32,
    /// Who goes on. With one entrant and no opponent that is decided without a game: a bye.
    pub winner: Option<usize>,
}

impl KnockOut {
    /// The rounds of the bracket, the final last, by the results so far: `half_points` says for the number of a pair
    /// twice the points of its `a`, if it was played.
    pub fn bracket(&self, half_points: impl Fn(u64) -> Option<u8>) -> Vec<Vec<Meeting>> {
        let mut rounds = Vec::new();
        if self.seeds.is_empty() {
            return rounds;
        }
        let mut first_of_round = 0;
        let mut standing: Vec<Slot> = bracket_order(self.size()).into_iter().map(|seed| self.slot(seed)).collect();
        while standing.len() > 1 {
            let meetings = standing.chunks(2).zip(first_of_round..);
            let meetings: Vec<Meeting> =
                meetings.map(|(two, index)| self.meeting(index, two[0], two[1], &half_points)).collect();
            first_of_round += meetings.len() as u64;
            standing = meetings.iter().map(|meeting| meeting.winner.map_or(Slot::Open, Slot::Entrant)).collect();
            rounds.push(meetings);
        }
        rounds
    }

    /// The pairs that are still to be played and whose players are known. Several may be played at a time: what an
    /// early decision makes superfluous is ignored, whatever order they end in.
    pub fn due(&self, half_points: impl Fn(u64) -> Option<u8>) -> Vec<PairPlan> {
        let bracket = self.bracket(&half_points);
        let mut due = Vec::new();
        for (meeting, index) in bracket.iter().flatten().zip(0..) {
            let (Some(a), Some(b), None) = (meeting.a, meeting.b, meeting.winner) else { continue };
            let last = self.best_of().max(meeting.pairs + 1);
            let open = (0..last).map(|pair| self.number(index, pair)).filter(|number| half_points(*number).is_none());
            due.extend(open.map(|number| PairPlan { number, a, b, seed: pair_seed(self.seed, number) }));
        }
        due
    }

    /// The champion, once there is one.
    pub fn winner(&self, half_points: impl Fn(u64) -> Option<u8>) -> Option<usize> {
        match self.bracket(half_points).last() {
            Some(last) => last[0].winner,
            None => self.seeds.first().copied(),
        }
    }

    fn best_of(&self) -> u32 {
        self.best_of.max(1)
    }

    fn size(&self) -> usize {
        self.seeds.len().next_power_of_two()
    }

    fn slot(&self, seed: usize) -> Slot {
        self.seeds.get(seed).copied().map_or(Slot::Nobody, Slot::Entrant)
    }

    /// The number of a meeting's pair. Meetings take turns, so that the numbers of a long one meet no other's.
    fn number(&self, meeting: u64, pair: u32) -> u64 {
        u64::from(pair) * (self.size() as u64 - 1) + meeting
    }

    fn meeting(&self, index: u64, a: Slot, b: Slot, half_points: impl Fn(u64) -> Option<u8>) -> Meeting {
        let mut meeting = Meeting { a: a.entrant(), b: b.entrant(), half_points: [0; 2], pairs: 0, winner: None };
        let (Some(first), Some(second)) = (meeting.a, meeting.b) else {
            meeting.winner = match (a, b) {
                (Slot::Entrant(alone), Slot::Nobody) | (Slot::Nobody, Slot::Entrant(alone)) => Some(alone),
                _ => None,
            };
            return meeting;
        };
        // Only pairs without a gap before them count: the outcome must not depend on which pair ended first.
        while let Some(points) = half_points(self.number(index, meeting.pairs)) {
            let points = u64::from(points.min(4));
            meeting.half_points[0] += points;
            meeting.half_points[1] += 4 - points;
            meeting.pairs += 1;
            let [own, other] = meeting.half_points;
            let left = 4 * u64::from(self.best_of().saturating_sub(meeting.pairs));
            meeting.winner = if own > other + left {
                Some(first)
            } else if other > own + left {
                Some(second)
            } else if meeting.pairs >= self.best_of() + MOST_EXTRA {
                self.seeds.iter().copied().find(|entrant| [first, second].contains(entrant))
            } else {
                None
            };
            if meeting.winner.is_some() {
                break;
            }
        }
        meeting
    }
}

/// Who stands at one place of the bracket.
#[derive(Clone, Copy)]
enum Slot {
    Entrant(usize),
    /// Not decided yet.
    Open,
    /// There are fewer entrants than places.
    Nobody,
}

impl Slot {
    fn entrant(self) -> Option<usize> {
        match self {
            Self::Entrant(entrant) => Some(entrant),
            Self::Open | Self::Nobody => None,
        }
    }
}

/// The seeds from the top of the bracket to its bottom: the best two can meet only in the final, the best four only in
/// the half-finals.
fn bracket_order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn cup(entrants: usize, best_of: u32) -> KnockOut {
        KnockOut { seeds: (0..entrants).map(|seed| 10 + seed).collect(), best_of, seed: 7 }
    }

    /// Plays until nothing is due; `points` says what `a` makes in a pair.
    fn play(cup: &KnockOut, points: impl Fn(&PairPlan) -> u8) -> BTreeMap<u64, u8> {
        let mut results = BTreeMap::new();
        loop {
            let due = cup.due(|number| results.get(&number).copied());
            if due.is_empty() {
                return results;
            }
            results.extend(due.iter().map(|pair| (pair.number, points(pair))));
        }
    }

    #[test]
    fn the_best_seeds_meet_last() {
        assert_eq!(bracket_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let cup = cup(8, 3);
        let results = play(&cup, |pair| if pair.a < pair.b { 4 } else { 0 });
        let bracket = cup.bracket(|number| results.get(&number).copied());
        let last = &bracket[2][0];
        assert_eq!((bracket.len(), last.a, last.b, last.winner), (3, Some(10), Some(11), Some(10)));
        assert_eq!(cup.winner(|number| results.get(&number).copied()), Some(10));
    }

    #[test]
    fn whoever_wins_all_pairs_wins_the_cup() {
        for entrants in 1..20 {
            for champion in 10..10 + entrants {
                let cup = cup(entrants, 2);
                let results = play(&cup, |pair| if pair.b == champion { 0 } else { 4 });
                assert_eq!(cup.winner(|number| results.get(&number).copied()), Some(champion));
            }
        }
    }

    #[test]
    fn missing_opponents_are_byes_for_the_best() {
        let cup = cup(5, 1);
        let bracket = cup.bracket(|_| None);
        let winners: Vec<_> = bracket[0].iter().map(|meeting| meeting.winner).collect();
        assert_eq!(winners, [Some(10), None, Some(11), Some(12)]);
        let due: Vec<_> = cup.due(|_| None).iter().map(|pair| (pair.a, pair.b)).collect();
        assert_eq!(due, [(13, 14), (11, 12)]);
    }

    #[test]
    fn a_meeting_ends_when_it_is_decided() {
        let cup = cup(2, 5);
        let after = |points: &[u8]| cup.bracket(|number| points.get(number as usize).copied())[0][0].clone();
        assert_eq!(after(&[4, 4]).winner, None);
        assert_eq!(after(&[4, 4, 4]).winner, Some(10));
        assert_eq!(after(&[0, 0, 0, 4, 4]).winner, Some(11));
        // 6 half points ahead, and one pair to come.
        assert_eq!(after(&[4, 4, 2, 1]).winner, Some(10));
        assert_eq!(after(&[4, 4, 4, 0, 0]).pairs, 3);
    }

    #[test]
    fn a_tie_is_broken_by_more_pairs_and_at_last_by_the_seeds() {
        let cup = cup(2, 2);
        let after = |points: &[u8]| cup.bracket(|number| points.get(number as usize).copied())[0][0].winner;
        assert_eq!(after(&[4, 0]), None);
        assert_eq!(cup.due(|number| [4, 0].get(number as usize).copied()).len(), 1);
        assert_eq!(after(&[4, 0, 2, 1]), Some(11));
        let results = play(&cup, |_| 2);
        assert_eq!(results.len(), 52);
        assert_eq!(cup.winner(|number| results.get(&number).copied()), Some(10));
    }

    #[test]
    fn a_pair_past_a_gap_does_not_count_yet() {
        let cup = cup(2, 3);
        let results = BTreeMap::from([(1, 4), (2, 4)]);
        assert_eq!(cup.winner(|number| results.get(&number).copied()), None);
        assert_eq!(
            cup.due(|number| results.get(&number).copied()).iter().map(|pair| pair.number).collect::<Vec<_>>(),
            [0]
        );
    }

    #[test]
    fn the_numbers_of_pairs_are_unique() {
        let cup = cup(16, 4);
        let mut numbers: Vec<u64> = (0..15)
            .flat_map(|meeting| (0..60).map(move |pair| (meeting, pair)))
            .map(|(m, p)| cup.number(m, p))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 15 * 60);
    }

    #[test]
    fn a_cup_of_nobody_has_no_winner() {
        assert_eq!((cup(0, 1).winner(|_| None), cup(1, 1).winner(|_| None)), (None, Some(10)));
        assert!(cup(0, 1).due(|_| None).is_empty() && cup(1, 1).due(|_| None).is_empty());
    }
}
