//! What an admin does, and how a class registers.

use super::house::House;
use landgrab_arena::Role;
use landgrab_arena::client::Client;
use landgrab_arena::server::ServerOptions;
use serde_json::json;

#[test]
fn only_an_admin_governs() {
    let house = House::open();
    let roles = [Role::Owner, Role::Worker].map(|role| house.token("somebody", role));
    for (method, path, body) in [
        (
            "POST",
            "/api/leagues",
            json!({ "name": "x", "boards": { "game": "stop", "rows": 8, "cols": 8 }, "format": "ladder" }),
        ),
        ("PATCH", "/api/leagues/spring", json!({ "closed": true })),
        ("POST", "/api/tokens", json!({ "owner": "me", "role": "admin" })),
        ("GET", "/api/owners", json!(null)),
        ("PATCH", "/api/owners/somebody", json!({ "blocked": true })),
        ("DELETE", "/api/owners/somebody/tokens", json!(null)),
        ("GET", "/api/log", json!(null)),
    ] {
        let kind = [("content-type", "application/json")];
        let ask = |token: Option<&str>| house.ask(method, path, token, &kind, body.to_string().as_bytes()).refusal();
        assert_eq!(ask(None), (401, "unauthorized".into()), "{method} {path}");
        assert_eq!(ask(Some("wrong")), (401, "unauthorized".into()), "{method} {path}");
        for token in &roles {
            assert_eq!(ask(Some(token)), (403, "forbidden".into()), "{method} {path}");
        }
    }
    assert_eq!(house.get("/api/leagues").json(), json!([]));
}

#[test]
fn an_admin_makes_closes_and_opens_leagues() {
    let house = House::open();
    let admin = house.token("root", Role::Admin);
    let new = |body: &serde_json::Value| house.post("/api/leagues", &admin, body);
    let pieces = json!({
        "name": "spring",
        "boards": { "game": "pieces", "dialect": "anfield", "maps": ["map00", "map01"] },
        "time_ms": 1000, "sandbox": 2, "format": { "knock-out": { "best_of": 3 } }, "gate": "audit",
        "anchor": { "name": "greedy", "rating": 0.0 }, "seed": -7
    });
    let made = new(&pieces);
    assert_eq!(made.status, 201, "{}", made.text);
    let made = made.json();
    assert_eq!((&made["game"], &made["format"], &made["seed"]), (&json!("pieces"), &json!("knock-out"), &json!(-7)));
    assert_eq!(new(&pieces).refusal(), (409, "conflict".into()));
    let colours = json!({ "game": "colours", "rows": 7, "cols": 8, "colours": 6 });
    assert_eq!(new(&json!({ "name": "c", "boards": colours, "format": "round-robin" })).status, 201);
    for body in [
        json!({ "name": "a/b", "boards": colours, "format": "ladder" }),
        json!({ "name": "x", "boards": { "game": "go" }, "format": "ladder" }),
        json!({ "name": "x", "boards": { "game": "pieces", "maps": [] }, "format": "ladder" }),
        json!({ "name": "x", "boards": { "game": "pieces", "maps": ["map09"] }, "format": "ladder" }),
        json!({ "name": "x", "boards": { "game": "stop", "rows": 1u64 << 40, "cols": 1u64 << 40 }, "format": "ladder" }),
        json!({ "name": "x", "boards": { "game": "colours", "rows": 7, "cols": 8, "colours": 99 }, "format": "ladder" }),
        json!({ "name": "x", "boards": colours, "format": "swiss" }),
        json!({ "name": "x", "boards": colours, "format": "ladder", "gate": "audit" }),
        json!({ "name": "x", "boards": colours, "format": "ladder", "sandbox": 4 }),
        json!({ "name": "x", "boards": colours, "format": "ladder", "misspelt": 4 }),
        json!(3),
    ] {
        assert_eq!(new(&body).refusal(), (422, "invalid".into()), "{body}");
    }
    let close = |closed: bool| {
        let body = json!({ "closed": closed }).to_string();
        let kind = [("content-type", "application/json")];
        house.ask("PATCH", "/api/leagues/spring", Some(&admin), &kind, body.as_bytes()).status
    };
    assert_eq!(close(true), 204);
    assert_eq!(house.get("/api/leagues/spring").json()["closed"], true);
    assert_eq!(close(false), 204);
    assert_eq!(house.get("/api/leagues/spring").json()["closed"], false);
}

#[test]
fn tokens_are_made_revoked_and_blocked_and_the_log_tells() {
    let house = House::open();
    let admin = house.token("root", Role::Admin);
    let made = house.post("/api/tokens", &admin, &json!({ "owner": "anna", "role": "owner" }));
    let anna = made.json()["token"].as_str().unwrap().to_string();
    let allowed =
        || house.post("/api/leagues/none/challenges", &anna, &json!({ "a": "a", "b": "b", "pairs": 1 })).status;
    assert_eq!(allowed(), 404);
    let patch = |path: &str, body: serde_json::Value| {
        house.ask("PATCH", path, Some(&admin), &[("content-type", "application/json")], body.to_string().as_bytes())
    };
    assert_eq!(patch("/api/owners/anna", json!({ "blocked": true })).status, 204);
    assert_eq!(allowed(), 401);
    assert_eq!(patch("/api/owners/anna", json!({ "blocked": false })).status, 204);
    assert_eq!(allowed(), 404);
    assert_eq!(house.ask("DELETE", "/api/owners/anna/tokens", Some(&admin), &[], b"").status, 204);
    assert_eq!(allowed(), 401);
    assert_eq!(patch("/api/owners/nobody", json!({ "blocked": true })).refusal().0, 404);
    assert_eq!(house.ask("DELETE", "/api/owners/nobody/tokens", Some(&admin), &[], b"").refusal().0, 404);
    assert_eq!(patch("/api/owners/root", json!({ "blocked": true })).refusal().0, 409);
    assert_eq!(house.ask("DELETE", "/api/owners/root/tokens", Some(&admin), &[], b"").refusal().0, 409);
    let owners = house.ask("GET", "/api/owners", Some(&admin), &[], b"").json();
    assert_eq!(owners[0], json!({ "name": "anna", "blocked": false, "tokens": 0 }));
    let log = house.ask("GET", "/api/log?lines=2", Some(&admin), &[], b"").json();
    assert_eq!((&log[0]["who"], &log[0]["what"]), (&json!("root"), &json!("revoked the tokens of anna")));
    assert_eq!(log.as_array().unwrap().len(), 2);
    assert_eq!(house.ask("GET", "/api/log?lines=0", Some(&admin), &[], b"").refusal().0, 422);
}

#[test]
fn a_class_registers_by_name_and_other_servers_have_no_such_route() {
    let house = House::with(ServerOptions { class: true, ..Default::default() });
    let client = Client::new(&house.url(""), None).unwrap();
    let token = client.register("Jürgen").unwrap();
    assert_eq!(client.register("Jürgen").unwrap_err().kind, landgrab_arena::Kind::Conflict);
    assert!(client.register("a b").is_err());
    assert_eq!(house.wait(house.store.identity(&token)).role, Role::Owner);
    let plain = House::open();
    let error = Client::new(&plain.url(""), None).unwrap().register("anna").unwrap_err();
    assert_eq!(error.kind, landgrab_arena::Kind::Missing);
}
