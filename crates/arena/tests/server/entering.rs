//! Uploads, the gate, leaving, challenges.

use super::house::{House, limited, until};
use landgrab_arena::client::{Client, HttpDispatcher};
use landgrab_arena::server::ServerOptions;
use landgrab_arena::{Dispatcher, Format, Role};
use serde_json::{Value, json};

fn state(house: &House, name: &str) -> Option<Value> {
    let entrant = house.get(&format!("/api/leagues/spring/entrants/{name}")).json();
    Some(entrant).filter(|entrant| entrant["state"] != "checking")
}

#[test]
fn a_bot_is_examined_before_it_plays_and_its_owner_sees_the_report() {
    let house = House::open();
    house.league("spring", Format::Ladder, &[]);
    let anna = house.token("anna", Role::Owner);
    let reply = house.upload("spring", &anna, None, "mine.py", b"#!good");
    assert_eq!(reply.status, 201, "{}", reply.text);
    assert_eq!(reply.json()["state"], "checking");
    let entrant = until("it is in", || state(&house, "mine"));
    assert_eq!((&entrant["state"], &entrant["owner"]), (&json!("in"), &json!("anna")));
    assert_eq!(entrant["report"], "mine was examined");
    // A new version takes the place of the old one, and has to pass the gate too.
    let second = house.upload("spring", &anna, Some("mine"), "mine.py", b"#!bad");
    assert_eq!((second.status, &second.json()["version"]), (201, &json!(2)));
    assert_eq!(until("it is judged", || state(&house, "mine"))["state"], "failed");
    assert_eq!(house.upload("spring", &anna, Some("panic"), "x", b"#!panic").status, 201);
    assert_eq!(until("it is judged", || state(&house, "panic"))["state"], "failed");
    let metrics = house.get("/metrics").text;
    assert!(metrics.contains("landgrab_uploads_total{what=\"received\"} 3"), "{metrics}");
}

#[test]
fn a_bot_that_waits_when_the_server_stops_is_examined_by_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("store.db").display());
    let mut house = House::on(&url, ServerOptions::default(), |store| store);
    house.league("spring", Format::Ladder, &[]);
    let anna = house.token("anna", Role::Owner);
    assert_eq!(house.upload("spring", &anna, Some("endless"), "x", b"#!endless").status, 201);
    assert_eq!(house.upload("spring", &anna, Some("mine"), "x", b"#!good").status, 201);
    assert!(house.close().as_secs() < 10);
    assert_eq!(house.wait(house.store.checking()).len(), 2);
    house.wait(house.store.set_state("spring", "endless", landgrab_arena::EntrantState::Retired, None, "test"));
    drop(house);
    let house = House::on(&url, ServerOptions::default(), |store| store);
    assert_eq!(until("it is in", || state(&house, "mine"))["state"], "in");
}

#[test]
fn owners_cannot_touch_what_is_not_theirs() {
    let house = House::open();
    house.league("spring", Format::Ladder, &["one"]);
    let [anna, bert] = ["anna", "bert"].map(|name| house.token(name, Role::Owner));
    let (worker, admin) = (house.token("w", Role::Worker), house.token("root", Role::Admin));
    assert_eq!(house.upload("spring", &anna, Some("mine"), "x", b"#!good").status, 201);
    assert_eq!(house.upload("spring", &bert, Some("mine"), "x", b"#!good").refusal(), (409, "conflict".into()));
    assert_eq!(house.upload("spring", &bert, Some("one"), "x", b"#!good").refusal(), (409, "conflict".into()));
    assert_eq!(house.upload("spring", &worker, Some("w"), "x", b"#!good").refusal(), (403, "forbidden".into()));
    assert_eq!(house.upload("spring", "wrong", Some("w"), "x", b"#!good").refusal(), (401, "unauthorized".into()));
    let remove = |token: &str| house.ask("DELETE", "/api/leagues/spring/entrants/mine", Some(token), &[], b"");
    assert_eq!(remove(&bert).refusal(), (403, "forbidden".into()));
    assert_eq!(remove(&worker).refusal(), (403, "forbidden".into()));
    assert_eq!(remove("wrong").refusal(), (401, "unauthorized".into()));
    until("it is in", || state(&house, "mine"));
    assert_eq!(remove(&anna).status, 204);
    assert_eq!(state(&house, "mine").unwrap()["state"], "retired");
    let one = house.ask("DELETE", "/api/leagues/spring/entrants/one", Some(&admin), &[], b"");
    assert_eq!(one.status, 204);
    let player = json!({ "player": "greedy" });
    assert_eq!(house.post("/api/leagues/spring/entrants", &anna, &player).refusal(), (403, "forbidden".into()));
    assert_eq!(house.post("/api/leagues/spring/entrants", &admin, &player).status, 201);
    assert_eq!(house.post("/api/leagues/spring/entrants", &admin, &json!({ "player": "nobody" })).refusal().0, 422);
}

#[test]
fn forms_that_cannot_be_are_refused() {
    let house = House::with(limited(|limits| limits.upload = 10_000));
    house.league("spring", Format::Ladder, &[]);
    house.league("over", Format::Ladder, &[]);
    house.wait(house.store.close_league("over", true, "test"));
    let anna = house.token("anna", Role::Owner);
    let raw = |kind: &str, body: &[u8]| {
        house.ask("POST", "/api/leagues/spring/entrants", Some(&anna), &[("content-type", kind)], body).refusal()
    };
    assert_eq!(raw("text/plain", b"good"), (415, "unsupported_media_type".into()));
    assert_eq!(raw("application/json", b"{"), (400, "malformed".into()));
    assert_eq!(raw("multipart/form-data", b"#!good"), (400, "malformed".into()));
    assert_eq!(raw("multipart/form-data; boundary=cut", b"no form"), (400, "malformed".into()));
    assert_eq!(raw("multipart/form-data; boundary=cut", b"--cut--\r\n"), (422, "invalid".into()));
    let other = b"--cut\r\ncontent-disposition: form-data; name=\"other\"\r\n\r\nx\r\n--cut--\r\n";
    assert_eq!(raw("multipart/form-data; boundary=cut", other), (422, "invalid".into()));
    let upload = |name: &str, content: &[u8]| house.upload("spring", &anna, Some(name), "x", content).refusal();
    assert_eq!(upload("big", &[b'x'; 20_000]), (413, "too_large".into()));
    for name in ["", "..", "a/b", "<b>", "a b", "x\u{1b}[31m", &"x".repeat(65)] {
        assert_eq!(upload(name, b"#!good"), (422, "invalid".into()), "{name:?}");
    }
    assert_eq!(house.upload("over", &anna, Some("mine"), "x", b"#!good").refusal(), (409, "conflict".into()));
    assert_eq!(house.upload("autumn", &anna, Some("mine"), "x", b"#!good").refusal(), (404, "missing".into()));
    assert_eq!(house.get("/api/leagues/spring").json()["entrants"], json!([]));
    // A file that is no bot is the gate's business: its owner reads why.
    for (name, content) in [("empty", b"".as_slice()), ("text", b"just text")] {
        assert_eq!(house.upload("spring", &anna, Some(name), "x", content).status, 201);
        let judged = until("it is judged", || state(&house, name));
        let has_report = judged["report"].as_str().is_some_and(|text| !text.is_empty());
        assert_eq!((&judged["state"], has_report), (&json!("failed"), true));
    }
}

#[test]
fn an_owner_has_so_many_entrants_and_no_more() {
    let house = House::open();
    house.league("spring", Format::Ladder, &[]);
    let anna = house.token("anna", Role::Owner);
    for number in 0..20 {
        assert_eq!(house.upload("spring", &anna, Some(&format!("bot{number}")), "x", b"#!good").status, 201);
    }
    assert_eq!(house.upload("spring", &anna, Some("more"), "x", b"#!good").refusal(), (409, "conflict".into()));
    assert_eq!(house.upload("spring", &anna, Some("bot3"), "x", b"#!good").status, 201);
}

#[test]
fn challenges_are_for_ones_own_entrants_in_a_ladder() {
    let house = House::open();
    house.league("spring", Format::Ladder, &["one"]);
    house.league("cup", Format::RoundRobin, &["one", "two"]);
    let [anna, bert] = ["anna", "bert"].map(|name| house.token(name, Role::Owner));
    assert_eq!(house.upload("spring", &anna, Some("mine"), "x", b"#!good").status, 201);
    let body = json!({ "a": "mine", "b": "one", "pairs": 5 });
    let challenge =
        |league: &str, token: &str, body: &Value| house.post(&format!("/api/leagues/{league}/challenges"), token, body);
    until("it is in", || state(&house, "mine"));
    assert_eq!(challenge("spring", &bert, &body).refusal(), (403, "forbidden".into()));
    assert_eq!(challenge("spring", &anna, &json!({ "a": "mine", "b": "one", "pairs": 0 })).refusal().0, 422);
    assert_eq!(challenge("spring", &anna, &json!({ "a": "mine", "b": "two", "pairs": 5 })).refusal().0, 404);
    assert_eq!(challenge("spring", &anna, &body).status, 202);
    let admin = house.token("root", Role::Admin);
    let wrong = challenge("cup", &admin, &json!({ "a": "one", "b": "two", "pairs": 5 }));
    assert_eq!(wrong.refusal(), (409, "conflict".into()));
}

#[test]
fn a_worker_fetches_a_bot_by_its_hash() {
    let house = House::open();
    house.league("spring", Format::Ladder, &[]);
    let anna = house.token("anna", Role::Owner);
    let client = Client::new(&house.url(""), Some(&anna)).unwrap();
    let entrant = client.submit("spring", "mine", "räuber \"1\".py", b"#!good and more").unwrap();
    let hash = entrant.bot.unwrap();
    let worker = Client::new(&house.url(""), Some(&house.token("w", Role::Worker))).unwrap();
    let work = HttpDispatcher::new(worker, "w".into(), None);
    let (name, content) = work.bot(&hash).unwrap();
    assert_eq!((name.as_str(), content.as_slice()), ("r_uber__1_.py", b"#!good and more".as_slice()));
    assert_eq!(work.bot(&"0".repeat(64)).unwrap_err().kind, landgrab_arena::Kind::Missing);
    assert_eq!(until("it is in", || state(&house, "mine"))["state"], "in");
    assert_eq!(client.entrant("spring", "mine").unwrap().entrant.state, "in");
}
