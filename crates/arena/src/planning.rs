//! What is played next. Round-robin, gauntlet and knock-out follow from the number of a pair and from the results; a
//! ladder asks the last fit of the ratings which pairing tells most.

use crate::store::{CountRow, Entrant};
use league::{Batch as Pairing, Bootstrap, Gauntlet, KnockOut, Ladder, PairEncounter, PairPlan, RoundRobin};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Samples of the ratings that a ladder chooses by.
const SAMPLES: usize = 60;
/// A fit serves at least this long, and at least this many times as long as it took: choosing must not eat the cores.
const LEAST_AGE: Duration = Duration::from_millis(500);
const AGE_OVER_COST: u32 = 20;

/// Everybody against everybody.
pub fn round_robin(entrants: usize, seed: i64, numbers: std::ops::Range<u64>) -> Vec<PairPlan> {
    let league = RoundRobin { entrants, seed };
    numbers.filter_map(|number| league.pair(number)).collect()
}

/// One against all others.
pub fn gauntlet(entrants: usize, challenger: usize, seed: i64, numbers: std::ops::Range<u64>) -> Vec<PairPlan> {
    let league = Gauntlet { entrants, challenger, seed };
    numbers.filter_map(|number| league.pair(number)).collect()
}

/// The pairs of a bracket that can be played now.
pub fn knock_out(bracket: &KnockOut, results: &HashMap<u64, u8>) -> Vec<PairPlan> {
    bracket.due(|number| results.get(&number).copied())
}

/// Pairs until everybody met everybody; pairs of one pairing take turns in the setups of a league.
pub fn setup_index(number: u64, cycle: u64, setups: usize) -> usize {
    let cycle = cycle.max(1);
    ((number / cycle + number % cycle) % setups.max(1) as u64) as usize
}

/// The ladders of all leagues, in memory: they can be made again from the results.
#[derive(Default)]
pub struct Ladders(Mutex<HashMap<i64, State>>);

struct State {
    ladder: Ladder,
    /// The versions that the ladder's numbers stand for.
    versions: Vec<i64>,
    made: Instant,
    cost: Duration,
}

impl Ladders {
    /// Forgets a league's ladder: somebody came or went.
    pub fn forget(&self, league: i64) {
        self.states().remove(&league);
    }

    /// Whether the ladder of a league should be made again.
    pub fn is_stale(&self, league: i64, entrants: &[&Entrant]) -> bool {
        let states = self.states();
        let Some(state) = states.get(&league) else { return true };
        let is_same = state.versions.iter().eq(entrants.iter().map(|entrant| &entrant.version));
        !is_same || state.made.elapsed() > LEAST_AGE.max(state.cost * AGE_OVER_COST)
    }

    /// Makes the ladder of a league from its results and the pairings that are under way.
    pub fn refresh(
        &self,
        league: i64,
        seed: i64,
        entrants: &[&Entrant],
        anchor: Option<&str>,
        counts: &[CountRow],
        under_way: &[(i64, i64, u32)],
    ) {
        let begun = Instant::now();
        let versions: Vec<i64> = entrants.iter().map(|entrant| entrant.version).collect();
        let index: HashMap<i64, usize> = versions.iter().copied().zip(0..).collect();
        let numbers = |a: &i64, b: &i64| Some((*index.get(a)?, *index.get(b)?));
        let pairs: Vec<PairEncounter> = counts
            .iter()
            .filter_map(|row| {
                let (a, b) = numbers(&row.version_a, &row.version_b)?;
                Some(PairEncounter { a, b, counts: row.counts })
            })
            .collect();
        let anchor = anchor
            .and_then(|name| entrants.iter().position(|entrant| entrant.name == name))
            .map(|entrant| league::Anchor { entrant, rating: 0.0 });
        // The seed moves with the results, so that the neighbours that are considered do too.
        let played: u64 = pairs.iter().map(|pair| pair.counts.pairs()).sum();
        let fit = Bootstrap::new(versions.len(), &pairs, anchor, SAMPLES, (seed as u64).wrapping_add(played));
        let met = pairs.iter().map(|pair| (pair.a, pair.b));
        let mut ladder = Ladder::new(&fit, met, (seed as u64) ^ played);
        for (a, b, pairs) in under_way {
            if let Some((a, b)) = numbers(a, b) {
                ladder.plan(Pairing { a, b }, *pairs);
            }
        }
        let cost = begun.elapsed();
        self.states().insert(league, State { ladder, versions, made: Instant::now(), cost });
    }

    /// The next pairing of a ladder, as versions.
    pub fn next(&self, league: i64, pairs: u32) -> Option<(i64, i64)> {
        let mut states = self.states();
        let state = states.get_mut(&league)?;
        let Pairing { a, b } = state.ladder.next(pairs)?;
        Some((state.versions[a], state.versions[b]))
    }

    fn states(&self) -> std::sync::MutexGuard<'_, HashMap<i64, State>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_takes_turns_in_the_setups() {
        for (cycle, setups) in [(1, 3), (3, 3), (6, 2), (10, 3)] {
            for pairing in 0..cycle {
                let boards: Vec<usize> =
                    (0..setups as u64).map(|round| setup_index(round * cycle + pairing, cycle, setups)).collect();
                let mut sorted = boards.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..setups).collect::<Vec<_>>(), "{cycle} pairings: {boards:?}");
            }
        }
    }
}
