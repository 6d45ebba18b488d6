//! Leases, as far as the model does not cover them.

use crate::common::stores;
use crate::leagues::{LEAGUE, WHO, batch, by_order, league, play, player, result, results, settings, soon};
use landgrab_arena::{Format, Kind, Store};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

#[tokio::test]
async fn a_late_result_is_dropped_and_its_worker_told_so() {
    for store in stores() {
        soon(async {
            let clock = Arc::new(AtomicI64::new(0));
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["a", "b"]).await;
            let opened = opened.with_clock(clock.clone()).with_lease(Duration::from_secs(1));
            let late = batch(&opened, "sleeper", 3).await;
            clock.store(1_000, Ordering::SeqCst);
            let other = batch(&opened, "w", 3).await;
            assert_eq!(other.pairs, late.pairs);
            let all: Vec<_> = late.pairs.iter().map(|order| result(order.number, 4)).collect();
            for error in [opened.finish(&late.lease, &all).await.map(drop), opened.renew(&late.lease).await] {
                assert_eq!(error.unwrap_err().kind, Kind::LeaseLost);
            }
            assert_eq!(opened.table(LEAGUE).await.unwrap().pairs, 0);
            opened.renew(&other.lease).await.unwrap();
            opened.finish(&other.lease, &all).await.unwrap();
            assert_eq!(opened.finish(&other.lease, &all).await.unwrap_err().kind, Kind::LeaseLost);
            assert_eq!(opened.table(LEAGUE).await.unwrap().pairs, 3);
        })
        .await;
    }
}

#[tokio::test]
async fn a_clock_that_jumps_loses_nothing() {
    for store in stores() {
        soon(async {
            let clock = Arc::new(AtomicI64::new(1_000_000_000));
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["a", "b"]).await.with_clock(clock.clone());
            let held = batch(&opened, "w", 2).await;
            clock.store(1_000, Ordering::SeqCst);
            // Back: nobody gets the batch while its worker may live, and its worker may hand it in.
            assert_ne!(batch(&opened, "v", 2).await.pairs, held.pairs);
            opened.renew(&held.lease).await.unwrap();
            clock.store(i64::MAX / 2, Ordering::SeqCst);
            // Forth: its worker may still hand it in, as long as nobody else has it.
            opened.finish(&held.lease, &results(&held, &HashMap::new())).await.unwrap();
            play(&opened, "u", Some(4), 2, &HashMap::new()).await;
            assert_eq!(opened.league(LEAGUE).await.unwrap().pairs, 4);
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_workers_at_once_play_each_pair_once() {
    let names = ["a", "b", "c", "d"];
    for store in stores() {
        let opened = league(&store, &settings(Format::RoundRobin, 1), &names).await;
        let tasks: Vec<_> = (0..8)
            .map(|worker| {
                let url = store.url();
                tokio::spawn(async move {
                    let opened = Store::open(&url).await.unwrap();
                    play(&opened, &format!("w{worker}"), Some(300), 1 + worker, &by_order(&names)).await;
                })
            })
            .collect();
        for task in tasks {
            soon(task).await.unwrap();
        }
        let id = opened.league(LEAGUE).await.unwrap().id;
        let numbers: Vec<u64> =
            opened.full_pairs(id, 0, 1000).await.unwrap().iter().map(|pair| pair.result.number).collect();
        assert_eq!(numbers, (0..300).collect::<Vec<u64>>());
        assert_eq!(opened.table(LEAGUE).await.unwrap().pairs, 300);
        assert_eq!(opened.league(LEAGUE).await.unwrap().pairs, 300);
    }
}

#[tokio::test]
async fn a_batch_of_thousands_of_pairs_in_a_league_of_hundreds_is_taken_and_finished() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &[]).await;
            for number in 0..300 {
                opened.enter(LEAGUE, &player(&format!("e{number}")), WHO).await.unwrap();
            }
            let held = batch(&opened, "w", u32::MAX).await;
            assert_eq!(held.pairs.len(), 2000);
            opened.finish(&held.lease, &results(&held, &HashMap::new())).await.unwrap();
            assert_eq!(opened.table(LEAGUE).await.unwrap().pairs, 2000);
        })
        .await;
    }
}
