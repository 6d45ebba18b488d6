//! Limits on bodies, time, requests and connections. Nothing that a stranger does may stop the others.

use super::house::{House, PATIENCE, limited, rest, until};
use landgrab_arena::{Format, Role};
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

#[test]
fn a_body_that_is_too_long_is_refused() {
    let house = House::with(limited(|limits| (limits.body, limits.result) = (1000, 5000)));
    let token = house.token("w", Role::Worker);
    let long = |length: usize| json!({ "worker": "x".repeat(length), "pairs": 1 });
    assert_eq!(house.post("/api/batches/take", &token, &long(2000)).refusal(), (413, "too_large".into()));
    let results = json!({ "results": [], "more": "x".repeat(2000) });
    assert_eq!(house.post("/api/batches/x/result", &token, &results).refusal().0, 422);
    let results = json!({ "results": [], "more": "x".repeat(6000) });
    assert_eq!(house.post("/api/batches/x/result", &token, &results).refusal(), (413, "too_large".into()));
}

#[test]
fn bodies_that_cannot_be_read_are_refused() {
    let house = House::open();
    let token = house.token("w", Role::Worker);
    let ask = |kind: &str, body: &[u8]| {
        house.ask("POST", "/api/batches/take", Some(&token), &[("content-type", kind)], body).refusal()
    };
    assert_eq!(ask("application/json", b"{"), (400, "malformed".into()));
    assert_eq!(ask("application/json", b""), (400, "malformed".into()));
    assert_eq!(ask("application/json", b"\xff\xfe"), (400, "malformed".into()));
    assert_eq!(ask("application/json", b"{\"worker\":\"w\"}"), (422, "invalid".into()));
    assert_eq!(ask("application/json", b"{\"worker\":\"w\",\"pairs\":1,\"x\":1}"), (422, "invalid".into()));
    assert_eq!(ask("application/json", b"{\"worker\":\"w\",\"pairs\":0}"), (422, "invalid".into()));
    assert_eq!(ask("application/json", b"{\"worker\":\"\",\"pairs\":1}"), (422, "invalid".into()));
    assert_eq!(ask("text/plain", b"{\"worker\":\"w\",\"pairs\":1}"), (415, "unsupported_media_type".into()));
    let deep = format!("{{\"worker\":{}", "[".repeat(100_000));
    assert_eq!(ask("application/json", deep.as_bytes()), (422, "invalid".into()));
}

#[test]
fn a_body_that_never_ends_is_cut_off_in_time() {
    let house = House::with(limited(|limits| limits.request_time = Duration::from_millis(300)));
    let token = house.token("w", Role::Worker);
    let mut stream = house.connect();
    let head = format!(
        "POST /api/batches/take HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let answer = rest(stream);
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("\"kind\":\"timeout\""), "{answer}");
}

#[test]
fn a_head_that_never_ends_is_cut_off_in_time() {
    let house = House::with(limited(|limits| limits.head_time = Duration::from_millis(300)));
    let mut stream = house.connect();
    stream.write_all(b"GET / HTTP/1.1\r\nhost:").unwrap();
    let begun = Instant::now();
    rest(stream);
    assert!(begun.elapsed() < PATIENCE / 2);
    let mut long = house.connect();
    let _ = long.write_all(format!("GET /{} HTTP/1.1\r\n", "x".repeat(1 << 20)).as_bytes());
    let answer = rest(long);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    assert_eq!(house.get("/healthz").status, 200);
}

#[test]
fn a_thousand_idle_connections_harm_nobody() {
    let _ = rustix::process::setrlimit(
        rustix::process::Resource::Nofile,
        rustix::process::Rlimit {
            current: Some(4096),
            ..rustix::process::getrlimit(rustix::process::Resource::Nofile)
        },
    );
    let house = House::open();
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let idle: Vec<_> = (0..1000).map(|_| house.connect()).collect();
    until("all are accepted", || house.get("/metrics").text.contains("landgrab_connections 100").then_some(()));
    let begun = Instant::now();
    assert_eq!(house.get("/api/leagues/spring/table").status, 200);
    assert!(begun.elapsed() < Duration::from_secs(5));
    drop(idle);
    until("they are forgotten", || {
        let text = house.get("/metrics").text;
        let line = text.lines().find(|line| line.starts_with("landgrab_connections ")).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u32>().ok().filter(|open| *open < 10)
    });
}

#[test]
fn one_connection_too_many_is_told_so() {
    let house = House::with(limited(|limits| limits.connections = 5));
    let idle: Vec<_> = (0..5).map(|_| house.connect()).collect();
    let refused = until("it is full", || {
        let mut stream = house.connect();
        stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Some(String::from_utf8(bytes).unwrap()).filter(|text| !text.is_empty())
    });
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("too many connections"), "{refused}");
    drop(idle);
    until("there is room again", || {
        let mut stream = house.connect();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
        rest(stream).starts_with("HTTP/1.1 200").then_some(())
    });
}

#[test]
fn an_address_that_asks_too_often_is_told_to_slow_down_but_gets_its_table() {
    let house = House::with(limited(|limits| limits.rate = 5));
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let codes: Vec<u16> = (0..60).map(|_| house.get("/api/leagues").status).collect();
    assert_eq!(codes[..20], [200; 20]);
    assert!(codes.contains(&429), "{codes:?}");
    let refused = until("it is too much", || Some(house.get("/api/leagues")).filter(|reply| reply.status == 429));
    assert_eq!(refused.refusal(), (429, "too_many_requests".into()));
    assert_eq!(refused.headers["retry-after"], "1");
    assert!((0..100).all(|_| house.get("/api/leagues/spring/table").status == 200));
    let other = [("x-forwarded-for", "10.1.2.3")];
    assert_eq!(house.ask("GET", "/api/leagues", None, &other, b"").status, 200);
}

#[test]
fn a_reader_that_does_not_read_is_cut_off() {
    let house = House::with(limited(|limits| limits.write_time = Duration::from_millis(300)));
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let mut stream = house.connect();
    // So many answers that no buffer holds them.
    let request = "GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(2000);
    stream.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    let _ = stream.write_all(request.as_bytes());
    until("it is closed", || house.get("/metrics").text.contains("landgrab_connections 1\n").then_some(()));
    assert_eq!(house.get("/healthz").status, 200);
}
