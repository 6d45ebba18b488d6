//! What must hold of ratings and intervals, whatever the results.

use super::*;
use proptest::prelude::*;

fn encounter(a: usize, b: usize, games: f64, points_a: f64) -> Encounter {
    Encounter { a, b, games, points_a }
}

fn pairs(a: usize, b: usize, counts: [u64; 5]) -> PairEncounter {
    PairEncounter { a, b, counts: Pentanomial(counts) }
}

/// The obvious fit: Zermelo's fixed point, one entrant at a time, until nothing moves.
fn obvious(entrants: usize, encounters: &[Encounter]) -> Vec<f64> {
    let mut strength = vec![1.0f64; entrants];
    for _ in 0..100_000 {
        let mut change = 0.0f64;
        for i in 0..entrants {
            let (mut points, mut sum) = (0.5, 1.0 / (strength[i] + 1.0));
            for Encounter { a, b, games, points_a } in encounters {
                if *a == i || *b == i {
                    points += if *a == i { *points_a } else { games - points_a };
                    sum += games / (strength[*a] + strength[*b]);
                }
            }
            change = change.max((points / sum / strength[i]).ln().abs());
            strength[i] = points / sum;
        }
        if change < 1e-12 {
            break;
        }
    }
    strength.into_iter().map(|strength| 400.0 * strength.log10()).collect()
}

fn close(found: &[f64], expected: &[f64], within: f64) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() < within, "found {found:?}, expected {expected:?}");
    }
}

/// Up to six entrants with any results.
fn some_results() -> impl Strategy<Value = (usize, Vec<Encounter>)> {
    (2usize..6).prop_flat_map(|entrants| {
        let one = (0..entrants, 1..entrants, 0u32..40, 0.0..=1.0f64).prop_map(move |(a, by, games, share)| {
            let points = (2.0 * f64::from(games) * share).round() / 2.0;
            encounter(a, (a + by) % entrants, f64::from(games), points)
        });
        (Just(entrants), prop::collection::vec(one, 0..12))
    })
}

proptest! {
    #[test]
    fn newton_finds_what_the_obvious_fit_finds((entrants, encounters) in some_results()) {
        close(&ratings(entrants, encounters.clone(), None), &obvious(entrants, &encounters), 1e-3);
    }

    #[test]
    fn neither_order_nor_side_matters((entrants, encounters) in some_results()) {
        let found = ratings(entrants, encounters.clone(), None);
        let turned = |e: &Encounter| encounter(e.b, e.a, e.games, e.games - e.points_a);
        prop_assert_eq!(&found, &ratings(entrants, encounters.iter().rev().copied(), None));
        prop_assert_eq!(&found, &ratings(entrants, encounters.iter().map(turned), None));
    }

    #[test]
    fn a_win_more_raises_the_winner_and_lowers_the_loser((entrants, mut encounters) in some_results()) {
        let before = ratings(entrants, encounters.clone(), None);
        encounters.push(encounter(0, 1, 1.0, 1.0));
        let after = ratings(entrants, encounters, None);
        prop_assert!(after[0] > before[0] && after[1] < before[1]);
    }

    #[test]
    fn an_anchor_shifts_everybody_alike((entrants, encounters) in some_results(), rating in -500.0..500.0) {
        let free = ratings(entrants, encounters.clone(), None);
        let held = ratings(entrants, encounters, Some(Anchor { entrant: 1, rating }));
        prop_assert_eq!(held[1], rating);
        let shifts: Vec<f64> = held.iter().zip(&free).map(|(held, free)| held - free).collect();
        prop_assert!(shifts.iter().all(|shift| (shift - shifts[0]).abs() < 1e-9));
    }
}

#[test]
fn nobody_alone_and_strangers_have_ratings() {
    assert_eq!(ratings(0, [], None), [0.0; 0]);
    assert_eq!(ratings(1, [], None), [0.0]);
    assert_eq!(ratings(2, [], Some(Anchor { entrant: 0, rating: 7.0 })), [7.0, 7.0]);
    assert_eq!(ratings(1, [], Some(Anchor { entrant: 3, rating: 7.0 })), [0.0]);
    assert!(Bootstrap::new(0, &[], None, 20, 1).certainties().is_empty());
    let alone = Bootstrap::new(1, &[], None, 20, 1);
    assert_eq!((alone.ratings(), alone.certainty(0, 0)), (&[0.0][..], 0.5));
}

#[test]
fn groups_that_never_met_are_rated_each_around_zero() {
    let groups = [encounter(0, 1, 40.0, 30.0), encounter(2, 3, 40.0, 10.0)];
    let found = ratings(4, groups, None);
    close(&found, &[found[0], -found[0], -found[0], found[0]], 1e-6);
    assert!(found[0] > 50.0);
}

#[test]
fn a_million_wins_give_a_finite_rating() {
    let found = ratings(3, [encounter(0, 1, 1e6, 1e6), encounter(1, 2, 1e6, 1e6)], None);
    assert!(
        found.iter().all(|rating| rating.abs() < 5000.0) && found[0] > found[1] && found[1] > found[2],
        "{found:?}"
    );
    let spread = Bootstrap::new(2, &[pairs(0, 1, [0, 0, 0, 0, 1 << 40])], None, 50, 1);
    assert!(spread.interval(0).low > 500.0 && spread.interval(0).high < 10_000.0, "{:?}", spread.interval(0));
}

#[test]
fn a_long_chain_is_fitted_to_its_ends() {
    let chain: Vec<Encounter> = (0..199).map(|i| encounter(i, i + 1, 1000.0, 510.0)).collect();
    let found = ratings(200, chain.clone(), None);
    // At the maximum the points of everybody are the expected ones.
    for (i, rating) in found.iter().enumerate() {
        let mut surplus = 0.5 - crate::share_of_elo(*rating);
        for e in chain.iter().filter(|e| e.a == i || e.b == i) {
            let expected = e.games * crate::share_of_elo(found[e.a] - found[e.b]);
            surplus += if e.a == i { e.points_a - expected } else { expected - e.points_a };
        }
        assert!(surplus.abs() < 1e-6, "{i}: {surplus}");
    }
}

#[test]
fn intervals_are_the_same_for_the_same_seed_and_set_of_results() {
    let results = [pairs(0, 1, [1, 2, 30, 4, 9]), pairs(1, 2, [3, 3, 3, 0, 0]), pairs(0, 2, [0, 0, 5, 5, 5])];
    let mut shuffled: Vec<PairEncounter> = vec![pairs(2, 0, [5, 5, 5, 0, 0]), results[1]];
    shuffled.extend([pairs(0, 1, [1, 0, 20, 4, 0]), pairs(1, 0, [9, 0, 10, 2, 0])]);
    let anchor = Some(Anchor { entrant: 2, rating: 100.0 });
    let spread = Bootstrap::new(3, &results, anchor, 50, 7);
    assert_eq!(spread, Bootstrap::new(3, &shuffled, anchor, 50, 7));
    assert_ne!(spread, Bootstrap::new(3, &results, anchor, 50, 8));
    assert_eq!(spread.interval(2), Interval { low: 100.0, high: 100.0 });
    close(spread.ratings(), &ratings(3, results.map(Into::into), anchor), 1e-6);
}

#[test]
fn an_interval_is_as_wide_as_the_spread_of_the_pairs_says() {
    // 1000 pairs against an opponent that is known exactly: the normal approximation is good.
    let known = pairs(1, 2, [0, 0, 1_000_000, 0, 0]);
    let counts = [60, 210, 400, 250, 80];
    let anchor = Some(Anchor { entrant: 1, rating: 0.0 });
    let spread = Bootstrap::new(3, &[pairs(0, 1, counts), known], anchor, 2000, 1);
    let expected = Pentanomial(counts).elo();
    assert!((spread.ratings()[0] - expected.elo).abs() < 0.2);
    let half = spread.interval(0).width() / 2.0;
    assert!((half / expected.elo95 - 1.0).abs() < 0.08, "{half} for {}", expected.elo95);
    assert!((spread.certainty(0, 1) - expected.los).abs() < 0.01);
}

#[test]
fn pairings_of_one_pair_have_a_spread_too() {
    let round: Vec<PairEncounter> = (0..20)
        .flat_map(|a| {
            (0..a).map(move |b| pairs(a, b, if (a + b) % 3 == 0 { [0, 0, 0, 0, 1] } else { [1, 0, 0, 0, 0] }))
        })
        .collect();
    let spread = Bootstrap::new(20, &round, None, 200, 1);
    assert!((0..20).all(|i| spread.interval(i).width() > 100.0));
}

#[test]
fn pairs_that_always_split_do_not_prove_equality_at_once() {
    let spread = Bootstrap::new(2, &[pairs(0, 1, [0, 0, 3, 0, 0])], Some(Anchor { entrant: 1, rating: 0.0 }), 200, 1);
    assert!(spread.interval(0).width() > 200.0, "{:?}", spread.interval(0));
    assert!((spread.certainty(0, 1) - 0.5).abs() < 1e-9);
}

#[test]
fn more_of_the_same_results_narrow_every_interval() {
    let results = |times: u64| {
        let count = |counts: [u64; 5]| counts.map(|count| times * count);
        [pairs(0, 1, count([1, 2, 3, 4, 5])), pairs(1, 2, count([0, 2, 9, 2, 1])), pairs(0, 2, count([3, 0, 2, 0, 4]))]
    };
    let width = |times| {
        let spread = Bootstrap::new(3, &results(times), None, 400, 1);
        [0, 1, 2].map(|i| spread.interval(i).width())
    };
    let widths = [1, 4, 16, 64].map(width);
    assert!(widths.windows(2).all(|two| (0..3).all(|i| two[1][i] < 0.7 * two[0][i])), "{widths:?}");
}

#[test]
fn certainties_of_both_directions_add_up_and_follow_the_ratings() {
    let results = [pairs(0, 1, [1, 5, 30, 20, 9]), pairs(1, 2, [3, 3, 30, 9, 9])];
    let spread = Bootstrap::new(3, &results, None, 200, 3);
    let matrix = spread.certainties();
    let rating = spread.ratings();
    for (a, b) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
        assert!((matrix[a][b] + matrix[b][a] - 1.0).abs() < 1e-12);
        assert_eq!(matrix[a][b] > 0.5, rating[a] > rating[b]);
    }
    assert!(matrix[0][2] > matrix[1][2] && matrix[0][1] > 0.95, "{matrix:?}");
}
