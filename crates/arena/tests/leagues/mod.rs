//! Leagues for the tests of the store. Nothing is played: results are made up.

#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use crate::common::TestStore;
use landgrab_arena::{
    AnchorName, Batch, EndedBy, EntrantState, Format, Gate, NewEntrant, PairResult, PlayedGame, Settings, SetupSource,
    Source, Store, Take, Taken,
};
use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;
use tokio::time::timeout;

/// The league of most tests.
pub const LEAGUE: &str = "spring";
/// Who did it, in the log.
pub const WHO: &str = "a test";
/// Far above the time that a busy machine needs for a test.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// Runs a test, but not for ever.
pub async fn soon<T>(test: impl Future<Output = T>) -> T {
    timeout(PATIENCE, test).await.expect("the store answers")
}

/// Settings with so many boards.
pub fn settings(format: Format, boards: usize) -> Settings {
    let board = |rows| SetupSource::Boards { rows, cols: 8, colours: 6 };
    Settings {
        setups: (7..7 + boards).map(board).collect(),
        time_ms: None,
        sandbox: None,
        opening_plies: 0,
        format,
        gate: Gate::None,
        anchor: None,
    }
}

/// The settings of a ladder with an anchor at 0.
pub fn anchored(name: &str) -> Settings {
    Settings { anchor: Some(AnchorName { name: name.into(), rating: 0.0 }), ..settings(Format::Ladder, 1) }
}

/// An entrant without an owner.
pub fn player(name: &str) -> NewEntrant {
    let source = Source::BuiltIn("greedy".into());
    NewEntrant { name: name.into(), owner: None, source, state: EntrantState::In, report: None }
}

/// The store with a league of these entrants.
pub async fn league(store: &TestStore, settings: &Settings, names: &[&str]) -> Store {
    let opened = Store::open(&store.url()).await.unwrap();
    opened.create_league(LEAGUE, settings, 5, WHO).await.unwrap();
    for name in names {
        opened.enter(LEAGUE, &player(name), WHO).await.unwrap();
    }
    opened
}

/// A pair in which the first one of its order gets so many half points, 0 to 4.
pub fn result(number: u64, half_points: u8) -> PairResult {
    let won = match half_points {
        0 => [Some(1), Some(0)],
        1 => [Some(1), None],
        2 => [None, None],
        3 => [Some(0), None],
        _ => [Some(0), Some(1)],
    };
    let game = |won| PlayedGame {
        won,
        score: [12, 13],
        ended: EndedBy::Rules,
        turns: 9,
        ms: [1.5, 2.0],
        faults: [None, None],
    };
    let records = ["first", "second"].map(|which| format!("the {which} record of pair {number}\n"));
    PairResult { number, games: won.map(game), records }
}

/// What a worker is told that asks for so many pairs.
pub async fn take(store: &Store, worker: &str, pairs: u32, most: Option<u64>) -> Taken {
    store.take(Take { league: LEAGUE, worker, pairs, most }).await.unwrap()
}

/// Work, which must be there.
pub async fn batch(store: &Store, worker: &str, pairs: u32) -> Batch {
    match take(store, worker, pairs, None).await {
        Taken::Batch(batch) => batch,
        other => panic!("expected a batch, found {other:?}"),
    }
}

/// Plays until the league is done or holds so many pairs. The stronger entrant wins; `strengths` are by name.
pub async fn play(store: &Store, worker: &str, most: Option<u64>, at_once: u32, strengths: &HashMap<String, i32>) {
    loop {
        match take(store, worker, at_once, most).await {
            Taken::Batch(batch) => {
                let results = results(&batch, strengths);
                store.finish(&batch.lease, &results).await.unwrap();
            }
            Taken::Wait => tokio::task::yield_now().await,
            Taken::Done => return,
        }
    }
}

/// The results of a batch: always the same for the same pair.
pub fn results(batch: &Batch, strengths: &HashMap<String, i32>) -> Vec<PairResult> {
    let strength = |version: i64| {
        let contender = batch.contenders.iter().find(|contender| contender.version == version).unwrap();
        strengths.get(&contender.name).copied().unwrap_or(0)
    };
    let half_points = |a: i64, b: i64, number: u64| match strength(a) - strength(b) {
        // Equals: by the number of the pair.
        0 => (number % 5) as u8,
        ahead if ahead > 0 => {
            if number.is_multiple_of(4) {
                3
            } else {
                4
            }
        }
        _ => {
            if number.is_multiple_of(4) {
                1
            } else {
                0
            }
        }
    };
    batch.pairs.iter().map(|order| result(order.number, half_points(order.a, order.b, order.number))).collect()
}

/// Strengths in the order of the names, the strongest first.
pub fn by_order(names: &[&str]) -> HashMap<String, i32> {
    names.iter().rev().zip(0..).map(|(name, strength)| (name.to_string(), strength)).collect()
}
