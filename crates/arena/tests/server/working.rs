//! Work over HTTP: leases, late results, workers that vanish.

use super::house::{Counter, Games, House, results, until};
use landgrab_arena::client::{Client, HttpDispatcher};
use landgrab_arena::server::ServerOptions;
use landgrab_arena::{Dispatcher, Format, Kind, Role, Runner, Taken};
use referee::Interrupt;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::Duration;

fn dispatcher(house: &House, token: &str, worker: &str) -> HttpDispatcher {
    let client = Client::new(&house.url("/"), Some(token)).unwrap();
    HttpDispatcher::new(client, worker.into(), None)
}

#[test]
fn a_batch_is_taken_renewed_and_finished_once() {
    let house = House::open();
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let token = house.token("w", Role::Worker);
    let work = dispatcher(&house, &token, "w");
    let Taken::Batch(batch) = work.take(3).unwrap() else { panic!("there is work") };
    assert_eq!((batch.league.as_str(), batch.pairs.len(), batch.contenders.len()), ("spring", 3, 2));
    work.renew(&batch.lease).unwrap();
    let path = format!("/api/batches/{}/result", batch.lease);
    let body = results(&serde_json::to_value(&batch).unwrap());
    assert_eq!(house.post(&path, &token, &body).status, 204);
    assert_eq!(house.post(&path, &token, &body).refusal(), (409, "lease_lost".into()));
    assert_eq!(work.renew(&batch.lease).unwrap_err().kind, Kind::LeaseLost);
    let metrics = house.get("/metrics").text;
    for line in ["{what=\"given\"} 1", "{what=\"finished\"} 1", "{what=\"lost\"} 1"] {
        assert!(metrics.contains(&format!("landgrab_batches_total{line}")), "{line}: {metrics}");
    }
}

#[test]
fn the_late_result_of_a_silent_worker_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("store.db").display());
    let clock = Arc::new(AtomicI64::new(1_000_000));
    let house = House::on(&url, ServerOptions::default(), |store| store.with_clock(Arc::clone(&clock)));
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let token = house.token("w", Role::Worker);
    let (slow, quick) = (dispatcher(&house, &token, "slow"), dispatcher(&house, &token, "quick"));
    let Taken::Batch(first) = slow.take(2).unwrap() else { panic!("there is work") };
    clock.fetch_add(i64::from(u32::MAX), Ordering::SeqCst);
    let Taken::Batch(second) = quick.take(2).unwrap() else { panic!("it is given out again") };
    assert_eq!(first.pairs, second.pairs);
    let body = |batch| results(&serde_json::to_value(batch).unwrap());
    let finish = |lease: &str, body| house.post(&format!("/api/batches/{lease}/result"), &token, &body);
    assert_eq!(finish(&first.lease, body(&first)).refusal(), (409, "lease_lost".into()));
    assert_eq!(house.wait(house.store.league("spring")).pairs, 0);
    assert_eq!(finish(&second.lease, body(&second)).status, 204);
    assert_eq!(house.wait(house.store.league("spring")).pairs, 2);
}

#[test]
fn results_that_no_referee_writes_are_refused_and_change_nothing() {
    let house = House::open();
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let token = house.token("w", Role::Worker);
    let work = dispatcher(&house, &token, "w");
    let Taken::Batch(batch) = work.take(2).unwrap() else { panic!("there is work") };
    let path = format!("/api/batches/{}/result", batch.lease);
    let good = results(&serde_json::to_value(&batch).unwrap());
    let changed = |pointer: &str, value| {
        let mut body = good.clone();
        *body.pointer_mut(pointer).unwrap() = value;
        body
    };
    for body in [
        changed("/results/0/number", json!(999)),
        changed("/results/0/number", good["results"][1]["number"].clone()),
        changed("/results/0/games/0/won", json!(2)),
        changed("/results/0/games/0/ms/0", json!(-1.0)),
        changed("/results/0/games/0/ended", json!({ "fault": 1 })),
        changed("/results/0/games", json!([])),
        changed("/results/0/records", json!(["one"])),
        json!({}),
        json!({ "results": [], "more": 1 }),
    ] {
        assert_eq!(house.post(&path, &token, &body).refusal(), (422, "invalid".into()), "{body}");
    }
    assert_eq!(house.wait(house.store.league("spring")).pairs, 0);
    assert_eq!(house.post(&path, &token, &good).status, 204);
}

#[test]
fn tokens_of_others_do_not_play() {
    let house = House::open();
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let owner = house.token("anna", Role::Owner);
    let body = json!({ "worker": "w", "pairs": 1 });
    for path in ["/api/batches/take", "/api/batches/x/renew", "/api/batches/x/result"] {
        assert_eq!(house.post(path, &owner, &body).refusal(), (403, "forbidden".into()), "{path}");
        assert_eq!(house.post(path, "wrong", &body).refusal(), (401, "unauthorized".into()), "{path}");
        let none = house.ask("POST", path, None, &[("content-type", "application/json")], b"{}");
        assert_eq!(none.refusal().0, 401, "{path}");
        assert_eq!(none.headers["www-authenticate"], "Bearer");
    }
    let basic = house.ask("POST", "/api/batches/take", None, &[("authorization", "Basic dzp3")], b"");
    assert_eq!(basic.refusal().0, 401);
    assert_eq!(house.ask("GET", "/api/bots/x", Some(&owner), &[], b"").refusal().0, 403);
    let error = dispatcher(&house, "wrong", "w").take(1).unwrap_err();
    assert_eq!((error.kind, error.is_temporary()), (Kind::Forbidden, false));
}

#[test]
fn work_comes_from_all_open_leagues_in_turn() {
    let house = House::open();
    house.league("autumn", Format::RoundRobin, &["one", "two"]);
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    house.league("closed", Format::RoundRobin, &["one", "two"]);
    house.league("empty", Format::RoundRobin, &[]);
    house.wait(house.store.close_league("closed", true, "test"));
    let work = dispatcher(&house, &house.token("w", Role::Worker), "w");
    let mut seen: Vec<String> = (0..6)
        .map(|_| match work.take(1).unwrap() {
            Taken::Batch(batch) => batch.league,
            other => panic!("{other:?}"),
        })
        .collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen, ["autumn", "spring"]);
}

#[test]
fn two_workers_and_one_that_vanishes_complete_a_league() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("store.db").display());
    let house = House::on(&url, ServerOptions::default(), |store| store.with_lease(Duration::from_millis(300)));
    let format = Format::KnockOut { best_of: 3, seeds_from: None };
    house.league("cup", format, &["one", "two", "three", "four"]);
    let token = house.token("w", Role::Worker);
    // It takes a batch and is never heard of again.
    let Taken::Batch(lost) = dispatcher(&house, &token, "gone").take(2).unwrap() else { panic!("there is work") };
    let (games, counter, interrupt) = (Games::default(), Counter::default(), Interrupt::default());
    thread::scope(|scope| {
        for name in ["left", "right"] {
            let (work, games, counter, interrupt) = (dispatcher(&house, &token, name), &games, &counter, &interrupt);
            scope.spawn(move || {
                let runner =
                    Runner { dispatcher: &work, plays: games, onlooker: counter, jobs: 1, interrupt, stays: false };
                runner.run().unwrap();
            });
        }
    });
    let played = house.get("/api/leagues/cup/games?limit=1000").json();
    let numbers: Vec<u64> =
        played["games"].as_array().unwrap().iter().map(|game| game["pair"].as_u64().unwrap()).collect();
    assert!(lost.pairs.iter().all(|order| numbers.contains(&order.number)), "{numbers:?}");
    // Three meetings of two pairs at least: somebody who has won two of three is through.
    assert!(house.wait(house.store.league("cup")).pairs >= 6);
    assert_eq!(counter.trouble.load(Ordering::SeqCst), 0);
}

#[test]
fn a_worker_waits_for_a_server_that_is_away_and_says_when_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("store.db").display());
    let mut house = House::on(&url, ServerOptions::default(), |store| store);
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let token = house.token("w", Role::Worker);
    let (games, counter, interrupt) = (Games::default(), Counter::default(), Interrupt::default());
    let work = dispatcher(&house, &token, "w");
    let address = house.address;
    thread::scope(|scope| {
        let playing = scope.spawn(|| {
            let runner = Runner {
                dispatcher: &work,
                plays: &games,
                onlooker: &counter,
                jobs: 1,
                interrupt: &interrupt,
                stays: true,
            };
            runner.run().unwrap();
        });
        until("some pairs are kept", || (counter.kept.load(Ordering::SeqCst) > 2).then_some(()));
        house.close();
        until("it tells of trouble", || (counter.trouble.load(Ordering::SeqCst) > 0).then_some(()));
        let server = landgrab_arena::server::Server::new(
            house.store.clone(),
            Arc::new(super::house::Doorman::default()),
            ServerOptions::default(),
        )
        .unwrap();
        let listener = house.handle().block_on(tokio::net::TcpListener::bind(address)).unwrap();
        let again = Arc::clone(&server);
        let serving = house.handle().spawn(async move { again.serve(listener).await });
        let before = counter.kept.load(Ordering::SeqCst);
        until("it goes on", || {
            let is_back = counter.recovered.load(Ordering::SeqCst) > 0 && counter.kept.load(Ordering::SeqCst) > before;
            is_back.then_some(())
        });
        interrupt.raise();
        playing.join().unwrap();
        server.stop();
        house.handle().block_on(serving).unwrap().unwrap();
    });
    assert_eq!(counter.dropped.load(Ordering::SeqCst), 0);
}

#[test]
fn the_servers_own_threads_play_too() {
    let house = House::open();
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let work = house.server.dispatcher(house.handle(), "own".into());
    let (games, counter, interrupt) = (Games::default(), Counter::default(), Interrupt::default());
    thread::scope(|scope| {
        scope.spawn(|| {
            let runner = Runner {
                dispatcher: &work,
                plays: &games,
                onlooker: &counter,
                jobs: 2,
                interrupt: &interrupt,
                stays: true,
            };
            runner.run().unwrap();
        });
        until("pairs are counted", || house.get("/api/leagues").json()[0]["pairs"].as_u64().filter(|pairs| *pairs > 5));
        interrupt.raise();
    });
    assert!(games.played.load(Ordering::SeqCst) > 10);
}
