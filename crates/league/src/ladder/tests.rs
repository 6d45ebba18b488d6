//! Who is chosen to play, and in which order.

use super::*;
use crate::{Anchor, PairEncounter, Pentanomial};
use std::collections::BTreeSet;

/// So many pairs of entrants at equal distances, each with the next three; entrant 0 is the weakest.
fn results(entrants: usize, pairs: impl Fn(usize) -> u64, share: f64) -> Vec<PairEncounter> {
    let of = |a: usize, by: usize| {
        let (b, pairs) = (a + by, pairs(a).min(pairs(a + by)));
        let won = (pairs as f64 * share).round() as u64;
        PairEncounter { a, b, counts: Pentanomial([pairs - won, 0, 0, 0, won]) }
    };
    let all = (0..entrants).flat_map(|a| (1..4).map(move |by| (a, by)));
    all.filter(|(a, by)| a + by < entrants).map(|(a, by)| of(a, by)).collect()
}

fn ladder(entrants: usize, results: &[PairEncounter], anchor: Option<usize>) -> Ladder {
    let anchor = anchor.map(|entrant| Anchor { entrant, rating: 0.0 });
    let fit = Bootstrap::new(entrants, results, anchor, 100, 1);
    Ladder::new(&fit, results.iter().map(|result| (result.a, result.b)), 1)
}

fn next(ladder: &mut Ladder, batches: usize) -> Vec<Batch> {
    (0..batches).map(|_| ladder.next(8).unwrap()).collect()
}

#[test]
fn the_widest_interval_plays_a_neighbour() {
    let results = results(40, |entrant| if entrant == 17 { 5 } else { 200 }, 0.4);
    let mut ladder = ladder(40, &results, None);
    let Batch { a, b } = ladder.next(8).unwrap();
    let distance = (ladder.entrants[a].rating - ladder.entrants[b].rating).abs();
    assert!(a == 17 && b != 17 && distance <= WINDOW, "{a} against {b} at {distance} Elo");
}

#[test]
fn batches_that_are_under_way_count_as_played() {
    let mut ladder = ladder(40, &results(40, |_| 50, 0.5), None);
    let before: f64 = ladder.entrants.iter().map(|state| state.variance).sum();
    let mut played = [0; 40];
    for Batch { a, b } in next(&mut ladder, 400) {
        assert_ne!(a, b);
        played[a] += 1;
        played[b] += 1;
    }
    assert!(played.iter().all(|count| (3..60).contains(count)), "{played:?}");
    assert!(ladder.entrants.iter().map(|state| state.variance).sum::<f64>() < before / 2.0);
}

#[test]
fn a_batch_narrows_as_much_as_the_normal_posterior() {
    let mut ladder = ladder(2, &[PairEncounter { a: 0, b: 1, counts: Pentanomial([3, 3, 9, 3, 3]) }], Some(1));
    let before = ladder.entrants[0].variance;
    let information = 2.0 * 8.0 * 0.25 * (std::f64::consts::LN_10 / 400.0).powi(2);
    ladder.plan(Batch { a: 0, b: 1 }, 8);
    let expected = 1.0 / (1.0 / before + information);
    assert!((ladder.entrants[0].variance / expected - 1.0).abs() < 1e-9);
    assert_eq!(ladder.entrants[1].variance, 0.0);
}

#[test]
fn a_newcomer_meets_the_anchor_and_two_neighbours_first() {
    let mut ladder = ladder(31, &results(30, |_| 100, 0.45), Some(3));
    let first = next(&mut ladder, 3);
    assert!(first.iter().all(|batch| batch.a == 30), "{first:?}");
    assert_eq!(first[0].b, 3);
    assert_eq!(first.iter().map(|batch| batch.b).collect::<BTreeSet<_>>().len(), 3);
    let distance = |batch: &Batch| (ladder.entrants[batch.b].rating - ladder.entrants[30].rating).abs();
    assert!(first[1..].iter().all(|batch| distance(batch) <= WINDOW), "{first:?}");
}

#[test]
fn a_league_of_newcomers_begins_with_the_anchor() {
    let first = next(&mut ladder(6, &[], Some(2)), 5);
    assert!(first.iter().all(|batch| batch.b == 2), "{first:?}");
    assert_eq!(first.iter().map(|batch| batch.a).collect::<BTreeSet<_>>().len(), 5);
}

#[test]
fn an_error_that_all_share_is_reduced_by_playing_the_anchor() {
    // The others know each other well, and the anchor hardly.
    let mut results = results(20, |_| 1000, 0.5);
    results.push(PairEncounter { a: 5, b: 20, counts: Pentanomial([2, 2, 2, 2, 2]) });
    let batches = next(&mut ladder(21, &results, Some(20)), 20);
    let with_anchor = batches.iter().filter(|batch| batch.b == 20).count();
    assert!(with_anchor >= 15, "{batches:?}");
}

#[test]
fn two_entrants_play_each_other_and_one_plays_nobody() {
    for anchor in [None, Some(0), Some(1), Some(9)] {
        for Batch { a, b } in next(&mut ladder(2, &[], anchor), 20) {
            assert_eq!(a + b, 1);
        }
        assert_eq!(ladder(1, &[], anchor).next(2), None);
        assert_eq!(ladder(0, &[], anchor).next(2), None);
    }
}

#[test]
fn entrants_far_apart_play_all_the_same() {
    let mut ladder = ladder(5, &results(5, |_| 1000, 0.0), None);
    let played: BTreeSet<usize> = next(&mut ladder, 50).iter().flat_map(|batch| [batch.a, batch.b]).collect();
    assert_eq!(played.len(), 5);
}
