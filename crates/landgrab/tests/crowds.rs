//! Many games, one after the other and all at once: nothing adds up, nobody is accused of what the crowd did. A file of
//! its own, so that no test that needs its time runs beside it.

#[path = "bots/workshop.rs"]
mod workshop;

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;
use workshop::{assert_nothing_is_left, misbehave};

/// Starts a match of a bot against itself, with so many open files allowed.
fn bot_against_itself(what: &str, temporary: &Path, limit: &str, options: &[&str]) -> Child {
    let bot = format!("cmd:{} {what} {}", misbehave().display(), temporary.display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit {limit} && exec \"$@\""), "sh", env!("CARGO_BIN_EXE_landgrab")]);
    shell.args(["match", &bot, &bot, "--json", "--seed", "1"]).args(options).env("TMPDIR", temporary);
    shell.stdout(Stdio::piped()).spawn().expect("a shell")
}

/// How many descriptors a process has, and how many of its children are dead and not waited for. Without `/proc`: none.
fn burden(process: u32) -> (usize, usize) {
    let files = fs::read_dir(format!("/proc/{process}/fd")).map_or(0, Iterator::count);
    let Ok(processes) = fs::read_dir("/proc") else { return (files, 0) };
    let is_zombie = |stat: String| {
        let words: Vec<String> = stat.rsplit(") ").next().unwrap_or_default().split(' ').map(String::from).collect();
        words.first().is_some_and(|state| state == "Z") && words.get(1) == Some(&process.to_string())
    };
    let stats = processes.flatten().filter_map(|process| fs::read_to_string(process.path().join("stat")).ok());
    (files, stats.filter(|stat| is_zombie(stat.clone())).count())
}

#[test]
fn a_thousand_games_of_crashing_bots_leave_nothing_open_and_nobody_unburied() {
    let folder = TempDir::new().unwrap();
    let options = ["--games", "1000", "--jobs", "2"];
    let mut landgrab = bot_against_itself("exits-at-once", folder.path(), "-n 64", &options);
    let mut games = 0;
    for line in BufReader::new(landgrab.stdout.take().unwrap()).lines() {
        let line: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if line["summary"].is_object() {
            assert_eq!(
                (&line["summary"]["faults"]["A"], &line["summary"]["faults"]["B"]),
                (&1000.into(), &1000.into())
            );
            continue;
        }
        games += 1;
        for fault in line["faults"].as_array().unwrap() {
            assert_eq!(fault["kind"], "crashed", "{line}");
            assert!(fault["detail"].as_str().unwrap().ends_with("exit status 3"), "{line}");
        }
        if games % 100 == 0 {
            let (files, zombies) = burden(landgrab.id());
            assert!(files < 48 && zombies <= 4, "after {games} games: {files} descriptors, {zombies} zombies");
        }
    }
    assert!(landgrab.wait().unwrap().success());
    assert_eq!(games, 1000);
    assert_nothing_is_left(folder.path(), folder.path());
}

#[test]
fn nobody_is_late_when_250_games_run_at_once() {
    let folder = TempDir::new().unwrap();
    // As few descriptors as systems hand out unasked: five hundred programs need more, and we help ourselves.
    let options = ["--games", "250", "--jobs", "250"];
    let landgrab = bot_against_itself("behaves", folder.path(), "-S -n 1024", &options);
    let output = landgrab.wait_with_output().unwrap();
    assert!(output.status.success());
    let lines: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 251);
    for line in &lines {
        assert_eq!(line.get("faults"), None, "{line}");
    }
    assert_nothing_is_left(folder.path(), folder.path());
}
