//! `heat` and `explain`: why a move of piece Filler was made, and what it cost.

use super::{cmd, folder, objects, output, succeeds, text};
use serde_json::Value;
use std::fs;

/// The block of docs/games/pieces.md that follows this.
fn documented(start: &str) -> &'static str {
    let text = include_str!("../../../../docs/games/pieces.md");
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("pieces.md has no {start:?}"));
    rest.split_once("```\n").expect("a block ends").0
}

#[test]
fn the_documentation_shows_the_heat_of_its_example() {
    let folder = folder();
    fs::write(folder.path().join("position.txt"), documented("`position.txt`:\n\n```text\n")).unwrap();
    let printed = documented("`landgrab heat position.txt` prints\n\n```text\n");
    assert_eq!(succeeds(folder.path(), &["heat", "position.txt"]), printed);
    // The overlay has the same numbers.
    let rows =
        |text: &str| -> Vec<String> { text.lines().filter(|line| line.starts_with('0')).map(str::to_string).collect() };
    let overlaid = succeeds(folder.path(), &["show", "position.txt", "--heat"]);
    assert_eq!((rows(&overlaid).len(), rows(&overlaid)), (15, rows(printed)));
}

#[test]
fn the_documentation_explains_the_game_that_it_plays() {
    let folder = folder();
    let commands = documented("## Why that move?\n").split_once("```sh\n").unwrap().1;
    let explained = commands.lines().map(|line| line.split(' ').skip(1).collect::<Vec<_>>()).map(|args| {
        let printed = output(folder.path(), &args);
        assert_eq!((printed.status.code(), text(&printed.stderr)), (Some(0), ""), "{args:?}");
        (args, text(&printed.stdout).to_string())
    });
    for (args, printed) in explained.filter(|(args, _)| args[0] == "explain") {
        let start = format!("`landgrab {}` prints\n\n```text\n", args.join(" "));
        assert_eq!(printed, documented(&start));
    }
}

#[test]
fn a_move_is_explained_alike_alone_and_among_the_others() {
    let folder = cmd().join("explain.in");
    let mut moves = objects(&succeeds(&folder, &["explain", "lake.jsonl", "--json"]));
    let summary = moves.pop().unwrap()["summary"].take();
    assert_eq!(summary["judged"], moves.len());
    let close: Vec<&Value> = moves.iter().filter(|one| one["close"] == true).collect();
    assert_eq!(close.len(), 12);
    for one in close {
        let args = ["explain", "lake.jsonl", "--json", "--at", &one["turn"].to_string()];
        let turn = objects(&succeeds(&folder, &args)).remove(0);
        let played = &turn["placements"][turn["played"].as_u64().expect("it is listed") as usize];
        assert_eq!((&one["played"]["row"], &one["played"]["col"]), (&played["row"], &played["col"]));
        assert_eq!(one["chance"], Value::from(vec![turn["placements"][0]["chance"].clone(), played["chance"].clone()]));
    }
}

#[test]
fn thinking_for_a_time_explains_the_same_move() {
    let turn = |more: &[&str]| {
        let args = [&["explain", "lake.jsonl", "--at", "22", "--json"], more].concat();
        objects(&succeeds(&cmd().join("explain.in"), &args)).remove(0)
    };
    let (timed, counted) = (turn(&["--time", "50"]), turn(&[]));
    assert_eq!((&timed["piece"], &timed["before"]), (&counted["piece"], &counted["before"]));
    assert!(timed["played"].is_u64(), "{timed}");
}

#[test]
fn heat_ranks_first_what_the_players_of_that_name_play() {
    let folder = folder();
    succeeds(folder.path(), &["match", "heat", "bfs", "--games", "1", "--no-swap", "--seed", "3", "--record", "games"]);
    let record = fs::read_to_string(folder.path().join("games/game-0001.jsonl")).unwrap();
    let played: Vec<Value> = objects(&record).into_iter().filter(|line| line.get("played").is_some()).collect();
    for (turn, played) in played.iter().enumerate().take(60).step_by(7) {
        let metric = if played["side"] == 1 { "rings" } else { "bfs" };
        let args = ["heat", "games/game-0001.jsonl", "--at", &turn.to_string(), "--metric", metric, "--json"];
        let placements = objects(&succeeds(folder.path(), &args)).remove(0)["placements"].take();
        let placements = placements.as_array().expect("there is a piece to place").clone();
        let best = placements.iter().filter(|placement| placement["sum"] == placements[0]["sum"]);
        let best: Vec<String> = best.map(|placement| format!("{} {}", placement["row"], placement["col"])).collect();
        assert!(best.iter().any(|best| played["played"] == *best), "turn {turn}: {played}, {best:?}");
    }
}
