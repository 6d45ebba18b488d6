//! Server-sent events.

use super::house::{House, rest, results, until};
use landgrab_arena::{Format, Role};
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

fn watch(house: &House) -> BufReader<TcpStream> {
    let mut stream = house.connect();
    stream.write_all(b"GET /api/leagues/spring/events HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    BufReader::new(stream)
}

/// The data of the next event of this name.
fn next(reader: &mut BufReader<TcpStream>, name: &str) -> serde_json::Value {
    let mut line = String::new();
    let mut is_wanted = false;
    loop {
        line.clear();
        assert!(reader.read_line(&mut line).unwrap() > 0, "the stream ended before {name}");
        let text = line.trim_end();
        if let Some(found) = text.strip_prefix("event: ") {
            is_wanted = found == name;
        } else if let Some(data) = text.strip_prefix("data: ").filter(|_| is_wanted) {
            return serde_json::from_str(data).unwrap();
        }
    }
}

fn play(house: &House, token: &str, pairs: u32) {
    let batch = house.post("/api/batches/take", token, &json!({ "worker": "w", "pairs": pairs })).json();
    let lease = batch["batch"]["lease"].as_str().unwrap();
    let done = house.post(&format!("/api/batches/{lease}/result"), token, &results(&batch["batch"]));
    assert_eq!(done.status, 204, "{}", done.text);
}

#[test]
fn watchers_see_results_and_tables_as_they_come() {
    let house = House::open();
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let token = house.token("w", Role::Worker);
    let mut watchers: Vec<_> = (0..3).map(|_| watch(&house)).collect();
    for watcher in &mut watchers {
        assert_eq!(next(watcher, "table")["pairs"], 0);
    }
    until("they are counted", || house.get("/metrics").text.contains("landgrab_watchers 3").then_some(()));
    play(&house, &token, 2);
    for watcher in &mut watchers {
        let result = next(watcher, "result");
        assert_eq!(
            (&result["new"], &result["pairs"], result["games"].as_array().unwrap().len()),
            (&json!(2), &json!(2), 4)
        );
        assert_eq!(next(watcher, "table")["pairs"], 2);
    }
    drop(watchers);
    // Keep-alives find out that they are gone.
    until("they are gone", || house.get("/metrics").text.contains("landgrab_watchers 0").then_some(()));
}

#[test]
fn results_that_another_server_writes_are_seen_too() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("store.db").display());
    let options = landgrab_arena::server::ServerOptions::default;
    let [house, other] = [House::on(&url, options(), |store| store), House::on(&url, options(), |store| store)];
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let token = house.token("w", Role::Worker);
    let mut watcher = watch(&house);
    next(&mut watcher, "table");
    play(&other, &token, 3);
    assert_eq!(next(&mut watcher, "result")["pairs"], 3);
}

#[test]
fn a_server_that_stops_ends_the_streams_within_seconds() {
    let mut house = House::open();
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let mut watchers: Vec<_> = (0..20).map(|_| watch(&house)).collect();
    for watcher in &mut watchers {
        next(watcher, "table");
    }
    assert!(house.close().as_secs() < 4);
    for watcher in watchers {
        let end = rest(watcher.into_inner());
        assert!(end.ends_with("0\r\n\r\n") || end.is_empty(), "{end:?}");
    }
}
