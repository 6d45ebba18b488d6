//! The statistics against values that another program computed from the same formulas, in `tests/data`.

use landgrab_league::{Anchor, Decision, EloModel, Encounter, Pentanomial, Sprt, ratings};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Test {
    counts: [u64; 5],
    elo0: f64,
    elo1: f64,
    llr_logistic: f64,
    llr_normalized: f64,
    elo: f64,
    elo95: f64,
    los: f64,
}

#[derive(Deserialize)]
struct Rated {
    results: Vec<Result>,
    anchor: String,
    ratings: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct Result {
    a: String,
    b: String,
    games: f64,
    points_a: f64,
}

/// The objects of a file, one a line; lines that begin with `#` say what they are.
fn lines<T: DeserializeOwned>(text: &str) -> Vec<T> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect()
}

/// That a number is the expected one to a millionth of it; what is zero but for rounding is zero.
fn agrees(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs() + 1e-10, "{what}: found {found}, expected {expected}");
}

#[test]
fn tests_and_estimates_agree_on_every_line() {
    let tests: Vec<Test> = lines(include_str!("data/sprt.jsonl"));
    assert!(tests.len() > 10);
    for Test { counts, elo0, elo1, llr_logistic, llr_normalized, elo, elo95, los } in tests {
        let pairs = Pentanomial(counts);
        for (model, expected) in [(EloModel::Logistic, llr_logistic), (EloModel::Normalized, llr_normalized)] {
            let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
            agrees(sprt.llr(&pairs), expected, &format!("{model:?} ratio of {counts:?}"));
            let decision = match expected {
                llr if llr >= 19f64.ln() => Decision::Accept,
                llr if llr <= -19f64.ln() => Decision::Reject,
                _ => Decision::Continue,
            };
            assert_eq!(sprt.decision(&pairs), decision, "{counts:?}");
        }
        let found = pairs.elo();
        agrees(found.elo, elo, &format!("Elo of {counts:?}"));
        agrees(found.elo95, elo95, &format!("error of {counts:?}"));
        agrees(found.los, los, &format!("superiority of {counts:?}"));
    }
}

#[test]
fn ratings_agree_on_every_line() {
    let sets: Vec<Rated> = lines(include_str!("data/ratings.jsonl"));
    assert!(sets.len() > 4);
    for Rated { results, anchor, ratings: expected } in sets {
        let names: Vec<&String> = expected.keys().collect();
        let number = |name: &String| names.iter().position(|known| *known == name).unwrap();
        let encounters = results.iter().map(|result| Encounter {
            a: number(&result.a),
            b: number(&result.b),
            games: result.games,
            points_a: result.points_a,
        });
        let anchor = Anchor { entrant: number(&anchor), rating: 0.0 };
        let found = ratings(names.len(), encounters, Some(anchor));
        for (found, (name, expected)) in found.into_iter().zip(&expected) {
            assert!((found - expected).abs() < 0.001, "{name}: found {found}, expected {expected}");
        }
    }
}
