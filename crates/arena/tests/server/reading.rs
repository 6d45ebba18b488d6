//! Routes that read.

use super::house::{House, results, until};
use landgrab_arena::server::ServerOptions;
use landgrab_arena::{EntrantState, Format, NewEntrant, Role, Source};
use serde_json::{Value, json};

/// A league of two in which six pairs were played.
fn played() -> House {
    let house = House::open();
    house.league("spring", Format::RoundRobin, &["one", "two"]);
    let worker = house.token("w", Role::Worker);
    let batch = house.post("/api/batches/take", &worker, &json!({ "worker": "w", "pairs": 6 })).json();
    let lease = batch["batch"]["lease"].as_str().unwrap().to_string();
    let done = house.post(&format!("/api/batches/{lease}/result"), &worker, &results(&batch["batch"]));
    assert_eq!(done.status, 204, "{}", done.text);
    house
}

#[test]
fn every_reading_route_answers() {
    let house = played();
    assert_eq!(house.get("/healthz").text, "ok\n");
    let leagues = house.get("/api/leagues").json();
    assert_eq!((&leagues[0]["name"], &leagues[0]["pairs"]), (&json!("spring"), &json!(6)));
    let league = house.get("/api/leagues/spring").json();
    assert_eq!(league["format"], "round-robin");
    assert_eq!(
        league["entrants"][1],
        json!({"name":"two","owner":null,"state":"in","version":1,"player":"two","bot":null})
    );
    let table = house.get("/api/leagues/spring/table").json();
    assert_eq!((&table["pairs"], table["standings"].as_array().unwrap().len()), (&json!(6), 2));
    let standing = &table["standings"][0];
    for field in ["rank", "name", "rating", "interval", "games", "points", "faults"] {
        assert!(!standing[field].is_null(), "{field}: {standing}");
    }
    assert_eq!((&standing["games"], &standing["points"]), (&json!(12), &json!(6.0)));
    let entrant = house.get("/api/leagues/spring/entrants/one").json();
    assert_eq!((&entrant["state"], &entrant["version"]), (&json!("in"), &json!(1)));
    assert!(house.get("/metrics").text.contains("landgrab_pairs_total 6"));
}

#[test]
fn games_come_by_page_and_say_why_they_were_lost() {
    let house = played();
    let first = house.get("/api/leagues/spring/games?limit=5").json();
    assert_eq!((first["games"].as_array().unwrap().len(), &first["next"]), (5, &json!(5)));
    let second = house.get("/api/leagues/spring/games?limit=5&after=5&entrant=two").json();
    let numbers: Vec<u64> = second["games"].as_array().unwrap().iter().map(|g| g["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [6, 7, 8, 9, 10]);
    let last = house.get("/api/leagues/spring/games?limit=5&after=10").json();
    assert_eq!((last["games"].as_array().unwrap().len(), &last["next"]), (2, &Value::Null));
    let [one, two] = [&first["games"][0], &first["games"][1]];
    assert_eq!((&one["players"][0], &one["players"][1]), (&two["players"][1], &two["players"][0]));
    assert_eq!((&one["seats"]["first"], &one["won"]), (&one["players"][0], &one["players"][0]));
    assert_eq!(one["score"], json!({ "first": 20, "second": 10 }));
    assert_eq!(one["why"], format!("{} was outscored, 10 to 20", one["players"][1].as_str().unwrap()));
    assert_eq!(one["ended"], "rules");
    let record = house.get("/api/leagues/spring/games/4");
    assert_eq!(
        (record.text.as_str(), &record.headers["content-type"]),
        ("record 4\n", &"application/jsonl".parse().unwrap())
    );
}

#[test]
fn a_table_that_is_known_is_not_sent_again_and_a_new_result_changes_it() {
    let house = played();
    let reply = house.get("/api/leagues/spring/table");
    let tag = reply.headers["etag"].to_str().unwrap().to_string();
    let ask = || house.ask("GET", "/api/leagues/spring/table", None, &[("if-none-match", &tag)], b"");
    let again = ask();
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    // Another server writes to the same store.
    house.wait(house.store.set_state("spring", "two", EntrantState::Retired, None, "test"));
    let changed = until("the table is made again", || Some(ask()).filter(|reply| reply.status == 200)).json();
    let two = changed["standings"].as_array().unwrap().iter().find(|row| row["name"] == "two").unwrap();
    assert_eq!(two["state"], "retired");
}

#[test]
fn what_is_not_there_is_refused_in_one_form() {
    let house = played();
    for (method, path, expected) in [
        ("GET", "/nothing", (404, "missing")),
        ("GET", "/api/leagues/autumn", (404, "missing")),
        ("GET", "/api/leagues/autumn/table", (404, "missing")),
        ("GET", "/api/leagues/autumn/games", (404, "missing")),
        ("GET", "/api/leagues/autumn/events", (404, "missing")),
        ("GET", "/api/leagues/spring/entrants/three", (404, "missing")),
        ("GET", "/api/leagues/spring/games/0", (404, "missing")),
        ("GET", "/api/leagues/spring/games/999", (404, "missing")),
        ("GET", "/api/leagues/spring/games/18446744073709551615", (404, "missing")),
        ("GET", "/api/leagues/spring/games/x", (400, "malformed")),
        ("GET", "/api/leagues/%ff/table", (400, "malformed")),
        ("GET", "/api/leagues/spring/games?limit=x", (400, "malformed")),
        ("GET", "/api/leagues/spring/games?after=-1", (400, "malformed")),
        ("GET", "/api/leagues/spring/games?limit=0", (422, "invalid")),
        ("GET", "/api/leagues/spring/games?limit=1001", (422, "invalid")),
        ("DELETE", "/api/leagues", (405, "method_not_allowed")),
        ("PUT", "/healthz", (405, "method_not_allowed")),
        ("POST", "/", (405, "method_not_allowed")),
        ("GET", "/leagues/autumn", (404, "missing")),
    ] {
        let (status, kind) = house.ask(method, path, None, &[], b"").refusal();
        assert_eq!((status, kind.as_str()), expected, "{method} {path}");
    }
}

#[test]
fn a_private_server_wants_a_token_for_reading() {
    let house = House::with(ServerOptions { private: true, ..Default::default() });
    house.league("spring", Format::RoundRobin, &[]);
    let token = house.token("w", Role::Worker);
    for path in ["/", "/metrics", "/api/games", "/api/leagues", "/api/leagues/spring/table", "/leagues/spring"] {
        assert_eq!(house.get(path).refusal(), (401, "unauthorized".into()), "{path}");
        assert_eq!(house.ask("GET", path, Some("wrong"), &[], b"").refusal().0, 401, "{path}");
        assert_eq!(house.ask("GET", path, Some(&token), &[], b"").status, 200, "{path}");
    }
    assert_eq!(house.get("/healthz").status, 200);
    house.wait(house.store.block("w", true, "test"));
    assert_eq!(house.ask("GET", "/api/leagues", Some(&token), &[], b"").refusal().0, 401);
}

#[test]
fn pages_show_tables_and_games_and_escape_names() {
    let house = played();
    let new = NewEntrant {
        name: "three".into(),
        owner: None,
        source: Source::BuiltIn("<b>".into()),
        state: EntrantState::In,
        report: None,
    };
    house.wait(house.store.enter("spring", &new, "test"));
    let index = house.get("/");
    assert!(index.headers["content-type"].to_str().unwrap().starts_with("text/html"));
    assert!(index.headers["content-security-policy"].to_str().unwrap().contains("default-src 'none'"));
    assert!(index.text.contains("<a href=\"/leagues/spring\">spring</a>"), "{}", index.text);
    let page = house.get("/leagues/spring").text;
    assert!(page.contains("was outscored, 10 to 20") && page.contains("/api/leagues/spring/games/12"), "{page}");
    assert!(!page.contains("<script") && !page.contains("<b>"));
}

#[test]
fn the_description_knows_every_route_and_its_errors() {
    let house = House::with(ServerOptions { class: true, ..Default::default() });
    let description = house.get("/api/openapi.json").json();
    let paths = description["paths"].as_object().unwrap();
    for path in [
        "/healthz",
        "/metrics",
        "/api/games",
        "/api/leagues",
        "/api/leagues/{league}",
        "/api/leagues/{league}/table",
        "/api/leagues/{league}/games",
        "/api/leagues/{league}/games/{number}",
        "/api/leagues/{league}/events",
        "/api/leagues/{league}/entrants",
        "/api/leagues/{league}/entrants/{name}",
        "/api/leagues/{league}/challenges",
        "/api/batches/take",
        "/api/batches/{lease}/renew",
        "/api/batches/{lease}/result",
        "/api/bots/{hash}",
        "/api/tokens",
        "/api/owners",
        "/api/owners/{owner}",
        "/api/owners/{owner}/tokens",
        "/api/log",
        "/api/register",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    let take = &paths["/api/batches/take"]["post"];
    assert_eq!(take["security"], json!([{"token": []}]));
    for status in ["200", "400", "401", "403", "408", "413", "415", "422", "429", "503"] {
        assert!(!take["responses"][status].is_null(), "{status}");
    }
    assert!(paths["/api/leagues"]["get"]["security"].is_null());
    let dangling: Vec<String> =
        references(&description).into_iter().filter(|at| description.pointer(&at[1..]).is_none()).collect();
    assert_eq!(dangling, Vec::<String>::new());
}

fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str).map(String::from);
            own.into_iter().chain(fields.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => vec![],
    }
}
