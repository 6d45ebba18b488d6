//! Results: written whole, read as a table, as games and as records, and carried to another store.

use crate::common::{TestStore, stores};
use crate::leagues::{LEAGUE, WHO, batch, by_order, league, play, player, result, settings, soon};
use landgrab_arena::{EndedBy, EntrantState, FaultNote, Format, FullPair, GameFilter, Kind, PairResult, Store, Table};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

const NAMES: [&str; 4] = ["voronoi", "heat", "greedy", "random"];

#[tokio::test]
async fn games_come_by_page_in_both_directions_none_twice_and_none_missing() {
    for store in stores() {
        soon(async {
            let opened = played_with_a_gap(&store).await;
            let everything = GameFilter { limit: 1000, ..GameFilter::default() };
            let all: Vec<u64> =
                opened.games(LEAGUE, everything).await.unwrap().iter().map(|game| game.number).collect();
            assert_eq!(all.len(), 40);
            assert!(all.is_sorted());
            for entrant in [None, Some("heat"), Some("random")] {
                let whole = opened.games(LEAGUE, GameFilter { entrant, ..everything }).await.unwrap();
                assert!(!whole.is_empty() && (entrant.is_none() || whole.len() < all.len()));
                assert!(entrant.is_none_or(|name| whole.iter().all(|game| game.players.iter().any(|of| of == name))));
                for (limit, newest_first) in
                    [(1, false), (1, true), (2, true), (3, false), (3, true), (7, true), (50, false)]
                {
                    let mut found = Vec::new();
                    let mut filter = GameFilter { entrant, after: None, limit, newest_first };
                    loop {
                        let page = opened.games(LEAGUE, filter).await.unwrap();
                        let Some(last) = page.last() else { break };
                        assert!(page.len() <= limit as usize);
                        filter.after = Some(last.number);
                        found.extend(page);
                    }
                    if newest_first {
                        found.reverse();
                    }
                    assert_eq!(found, whole, "{entrant:?}, pages of {limit}, newest first: {newest_first}");
                }
            }
            for (after, newest_first, games) in
                [(u64::MAX, false, 0), (u64::MAX, true, 40), (0, false, 40), (0, true, 0)]
            {
                let filter = GameFilter { entrant: None, after: Some(after), limit: 100, newest_first };
                assert_eq!(opened.games(LEAGUE, filter).await.unwrap().len(), games, "after {after}");
            }
        })
        .await;
    }
}

/// Pairs 7 to 9 are held by a worker, and 0 to 6 and 10 to 22 are in the store.
async fn played_with_a_gap(store: &TestStore) -> Store {
    let opened = league(store, &settings(Format::RoundRobin, 1), &NAMES).await;
    play(&opened, "w", Some(7), 3, &by_order(&NAMES)).await;
    assert_eq!(batch(&opened, "sleeper", 3).await.pairs.len(), 3);
    for _ in 0..13 {
        let batch = batch(&opened, "w", 1).await;
        opened.finish(&batch.lease, &crate::leagues::results(&batch, &by_order(&NAMES))).await.unwrap();
    }
    opened
}

#[tokio::test]
async fn a_game_comes_back_with_its_record_and_why_it_was_lost() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["a", "b"]).await;
            let held = batch(&opened, "w", 2).await;
            let mut failed = result(held.pairs[0].number, 4);
            failed.games[1].ended = EndedBy::Fault(0);
            let detail = "wrote `\\x1b[2J\0\u{1b}`, which is no move".to_string();
            failed.games[1].faults[0] = Some(FaultNote { kind: "format".into(), detail, turn: Some(3) });
            failed.records = ["{\"record\":1}\n\u{1b}\0ä".into(), String::new()];
            opened.finish(&held.lease, &[failed.clone(), result(1, 2)]).await.unwrap();
            let (first, record) = opened.game(LEAGUE, 1).await.unwrap();
            assert_eq!(
                (first.game, record, first.worker.as_str()),
                (failed.games[0].clone(), failed.records[0].clone(), "w")
            );
            let (second, record) = opened.game(LEAGUE, 2).await.unwrap();
            assert_eq!((second.game.clone(), record), (failed.games[1].clone(), String::new()));
            assert_eq!(second.players, [first.players[1].clone(), first.players[0].clone()]);
            assert!(second.why().contains("failed in turn 3: wrote"), "{}", second.why());
            let loser = &second.players[0];
            let table = opened.table(LEAGUE).await.unwrap();
            let row = table.standings.iter().find(|row| row.name == *loser).unwrap();
            assert_eq!((row.games, row.points, row.faults), (4, 1.0, 1));
            for missing in [0, 5, u64::MAX] {
                assert_eq!(opened.game(LEAGUE, missing).await.unwrap_err().kind, Kind::Missing, "{missing}");
            }
        })
        .await;
    }
}

#[tokio::test]
async fn results_that_no_referee_writes_are_refused_and_the_lease_goes_on() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["a", "b"]).await;
            let held = batch(&opened, "w", 2).await;
            let mut wrong = vec![vec![result(2, 2)], vec![result(0, 2), result(0, 2)], vec![result(u64::MAX, 2)]];
            for change in 0..4 {
                let mut pair = result(0, 2);
                match change {
                    0 => pair.games[0].won = Some(2),
                    1 => pair.games[1].ms = [f64::NAN, 0.0],
                    2 => pair.games[1].ms = [0.0, -1.0],
                    _ => pair.games[0].ended = EndedBy::Fault(1),
                }
                wrong.push(vec![pair]);
            }
            for results in wrong {
                let error = opened.finish(&held.lease, &results).await.unwrap_err();
                assert_eq!(error.kind, Kind::Invalid, "{error}");
            }
            assert_eq!(opened.table(LEAGUE).await.unwrap().pairs, 0);
            opened.finish(&held.lease, &[result(0, 2), result(1, 3)]).await.unwrap();
            assert_eq!(opened.table(LEAGUE).await.unwrap().pairs, 2);
        })
        .await;
    }
}

#[tokio::test]
async fn the_history_of_an_entrant_grows_only_when_it_is_kept() {
    for store in stores() {
        soon(async {
            let clock = Arc::new(AtomicI64::new(1_000));
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["a", "b"]).await.with_clock(clock.clone());
            opened.keep_history(LEAGUE).await.unwrap();
            assert!(opened.history(LEAGUE, "a").await.unwrap().is_empty());
            play(&opened, "w", Some(4), 2, &by_order(&["a", "b"])).await;
            opened.keep_history(LEAGUE).await.unwrap();
            opened.keep_history(LEAGUE).await.unwrap();
            clock.store(2_000, Ordering::SeqCst);
            play(&opened, "w", Some(8), 2, &by_order(&["a", "b"])).await;
            opened.keep_history(LEAGUE).await.unwrap();
            let history = opened.history(LEAGUE, "a").await.unwrap();
            assert_eq!(
                history.iter().map(|point| (point.at, point.games)).collect::<Vec<_>>(),
                [(1_000, 8), (2_000, 16)]
            );
            let now = &opened.table(LEAGUE).await.unwrap().standings[0];
            assert_eq!((history[1].rating, history[1].interval), (now.rating, now.interval));
        })
        .await;
    }
}

/// A row of a table: its name, its rating and interval to the last bit, games, faults, certainties.
type Row = (String, u64, [u64; 2], u64, u64, Vec<u64>);

/// Everything of a table, its numbers to the last bit, by name.
fn bits(table: &Table) -> Vec<Row> {
    let row = |(standing, certainties): (&landgrab_arena::Standing, &Vec<f64>)| {
        let certainties = certainties.iter().map(|certainty| certainty.to_bits()).collect();
        let interval = standing.interval.map(f64::to_bits);
        (standing.name.clone(), standing.rating.to_bits(), interval, standing.games, standing.faults, certainties)
    };
    table.standings.iter().zip(&table.certainties).map(row).collect()
}

#[tokio::test]
async fn the_same_results_in_another_order_by_other_workers_give_the_same_table_to_the_last_bit() {
    let mut tables = Vec::new();
    for store in stores().into_iter().chain(stores()) {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 2), &NAMES).await;
            let is_second = tables.len() % 2 == 1;
            let mut batches = Vec::new();
            for worker in 0..8 {
                batches.push(
                    batch(&opened, &format!("w{worker}"), if is_second { 7 } else { 4 + 2 * (worker % 4) }).await,
                );
            }
            if is_second {
                batches.reverse();
            }
            for batch in batches {
                let mut results = crate::leagues::results(&batch, &by_order(&NAMES));
                results.reverse();
                opened.finish(&batch.lease, &results).await.unwrap();
            }
            let table = opened.table(LEAGUE).await.unwrap();
            assert_eq!(table.pairs, 56);
            tables.push(bits(&table));
        })
        .await;
    }
    assert!(tables.iter().all(|table| *table == tables[0]), "{tables:#?}");
}

#[tokio::test]
async fn an_exported_league_has_the_same_table_and_records_in_another_store() {
    for (from, to) in stores().iter().zip(stores().iter().rev()) {
        soon(async {
            let opened = played_with_a_gap(from).await;
            opened.enter(LEAGUE, &player("greedy"), WHO).await.unwrap();
            opened.set_state(LEAGUE, "random", EntrantState::Retired, None, WHO).await.unwrap();
            for _ in 0..4 {
                let batch = batch(&opened, "w", 2).await;
                opened.finish(&batch.lease, &crate::leagues::results(&batch, &by_order(&NAMES))).await.unwrap();
            }
            let exported = opened.export(LEAGUE).await.unwrap();
            let id = opened.league(LEAGUE).await.unwrap().id;
            let pairs = opened.full_pairs(id, 0, 1000).await.unwrap();
            let other = Store::open(&to.url()).await.unwrap();
            let versions = other.import(&exported, WHO).await.unwrap();
            let here = |pair: &FullPair| FullPair {
                versions: pair.versions.map(|version| versions[&version]),
                ..pair.clone()
            };
            let pairs: Vec<FullPair> = pairs.iter().map(here).collect();
            let (first, second) = pairs.split_at(11);
            other.import_pairs(LEAGUE, second).await.unwrap();
            other.import_pairs(LEAGUE, first).await.unwrap();
            assert_eq!(bits(&other.table(LEAGUE).await.unwrap()), bits(&opened.table(LEAGUE).await.unwrap()));
            let id = other.league(LEAGUE).await.unwrap().id;
            assert_eq!(other.full_pairs(id, 0, 1000).await.unwrap(), pairs);
            assert_eq!(other.import_pairs(LEAGUE, first).await.unwrap_err().kind, Kind::Conflict);
            assert_eq!(other.league(LEAGUE).await.unwrap().pairs, pairs.len() as u64);
            let huge = FullPair { result: PairResult { number: u64::MAX, ..result(0, 2) }, ..pairs[0].clone() };
            assert_eq!(other.import_pairs(LEAGUE, &[huge]).await.unwrap_err().kind, Kind::Invalid);
            // It goes on where it stood: everything that was under way is played, and nothing twice.
            play(&other, "w", Some(40), 3, &by_order(&NAMES)).await;
            assert_eq!(other.league(LEAGUE).await.unwrap().pairs, 40);
        })
        .await;
    }
}
