//! Our crates depend on each other only as ARCHITECTURE.md allows. Dependencies of tests are free.

use serde_json::{Value, json};
use std::process::Command;

/// A crate, and the crates of ours that it may use.
const MAY_USE: [(&str, &[&str]); 11] = [
    ("landgrab-grid", &[]),
    ("landgrab-rules", &["landgrab-grid"]),
    ("landgrab-engine", &["landgrab-rules", "landgrab-grid"]),
    ("landgrab-referee", &["landgrab-rules"]),
    ("landgrab-league", &["landgrab-rules", "landgrab-referee"]),
    ("landgrab-view", &["landgrab-rules", "landgrab-grid"]),
    ("landgrab-vision", &["landgrab-rules"]),
    ("landgrab-analysis", &["landgrab-rules", "landgrab-grid", "landgrab-engine", "landgrab-vision", "landgrab-view"]),
    (
        "landgrab-arena",
        &["landgrab-rules", "landgrab-referee", "landgrab-league", "landgrab-analysis", "landgrab-view"],
    ),
    (
        "landgrab",
        &[
            "landgrab-grid",
            "landgrab-rules",
            "landgrab-engine",
            "landgrab-referee",
            "landgrab-league",
            "landgrab-view",
            "landgrab-vision",
            "landgrab-analysis",
            "landgrab-arena",
        ],
    ),
    ("xtask", &[]),
];

/// The dependencies in the output of `cargo metadata` that the table forbids, one sentence each.
fn violations(metadata: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for package in list(metadata, "packages") {
        let name = text(package, "name");
        let Some((_, allowed)) = MAY_USE.iter().find(|(known, _)| *known == name) else {
            found.push(format!("`{name}` is not in the table of xtask/tests/layers.rs"));
            continue;
        };
        for dependency in list(package, "dependencies") {
            let is_ours = dependency["path"].is_string();
            let used = text(dependency, "name");
            if is_ours && dependency["kind"] != "dev" && !allowed.contains(&used) {
                found.push(format!("`{name}` uses `{used}`, and may use only {allowed:?}"));
            }
        }
    }
    found
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("`{key}` is a list in cargo's metadata"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("`{key}` is text in cargo's metadata"))
}

#[test]
fn every_crate_uses_only_what_its_layer_may() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&str> = list(&metadata, "packages").iter().map(|package| text(package, "name")).collect();
    assert!(names.contains(&"landgrab-rules") && names.contains(&"xtask"), "not our workspace: {names:?}");
    assert_eq!(violations(&metadata), [""; 0]);
}

/// The metadata of a crate with one dependency, as cargo writes it.
fn using(name: &str, used: &str, kind: Option<&str>) -> Value {
    let path = used.starts_with("landgrab").then_some("crates/somewhere");
    json!({ "packages": [{ "name": name, "dependencies": [{ "name": used, "kind": kind, "path": path }] }] })
}

#[test]
fn a_dependency_against_the_arrows_is_named() {
    let found = violations(&using("landgrab-referee", "landgrab-engine", None));
    assert_eq!(found, [r#"`landgrab-referee` uses `landgrab-engine`, and may use only ["landgrab-rules"]"#]);
    assert_eq!(violations(&using("landgrab-rules", "landgrab-engine", Some("build"))).len(), 1);
    assert_eq!(violations(&using("landgrab-grid", "landgrab-grid", None)).len(), 1);
}

#[test]
fn a_crate_that_nobody_put_into_a_layer_is_named() {
    let found = violations(&using("landgrab-utils", "serde", None));
    assert_eq!(found, ["`landgrab-utils` is not in the table of xtask/tests/layers.rs"]);
}

#[test]
fn tests_and_foreign_crates_are_free() {
    assert_eq!(violations(&using("landgrab-rules", "landgrab-engine", Some("dev"))), [""; 0]);
    assert_eq!(violations(&using("landgrab-rules", "serde", None)), [""; 0]);
    assert_eq!(violations(&using("landgrab-rules", "landgrab-grid", None)), [""; 0]);
}
