//! The pages of `landgrab report`, opened in a browser as people open them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "report/browser.rs"]
mod browser;

use browser::Browser;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn landgrab(args: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_landgrab")).args(args).output().expect("the program can be run");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A page in a folder of its own.
fn page(input: &Path) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("page.html");
    landgrab(&["report", input.to_str().unwrap(), "-o", path.to_str().unwrap()]);
    let text = fs::read_to_string(&path).expect("a page");
    for foreign in ["http://", "https://", "src=", "@import", "<link"] {
        let found = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(foreign), "{foreign}: the page would not open without a network");
    }
    (folder, path)
}

fn in_cmd(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd").join(file)
}

#[test]
fn a_game_is_scrubbed_its_overlay_toggled_and_its_score_read() {
    let (_folder, path) = page(&in_cmd("replay.in/pieces.jsonl"));
    let mut browser = Browser::open(&path);
    let last = browser.value("DATA.turns.length - 1").as_u64().unwrap();
    // It opens at the end, with the score of the record.
    assert_eq!(browser.text("turn"), format!("turn {last} of {last}"));
    let record = fs::read_to_string(in_cmd("replay.in/pieces.jsonl")).unwrap();
    let score = format!("[{},{}]", browser.text("score-1"), browser.text("score-2"));
    assert!(record.lines().last().unwrap().contains(&format!("\"score\":{score}")), "{score}");
    let owned = |browser: &mut Browser| {
        browser.value("cells.filter(c => /url..[sr][12]/.test(c.getAttribute('fill'))).length").as_u64().unwrap()
    };
    let at_end = owned(&mut browser);
    // To the start with the mouse, then on with keys and buttons.
    browser.click("scrubber", 0.001);
    assert_eq!(browser.text("turn"), format!("turn 0 of {last}"));
    assert_eq!((browser.text("score-1"), browser.text("score-2")), ("0".into(), "0".into()));
    assert_eq!(owned(&mut browser), 2);
    browser.click("on", 0.5);
    browser.press("ArrowRight");
    assert_eq!(browser.text("turn"), format!("turn 2 of {last}"));
    assert_eq!((browser.text("score-1"), browser.text("score-2")), ("1".into(), "1".into()));
    // An overlay: hidden, shown with what it says of this turn, hidden.
    let visible = "document.getElementById('over-territory').getAttribute('visibility')";
    assert_eq!(browser.value(visible), "hidden");
    browser.click("show-territory", 0.5);
    assert_eq!(browser.value(visible), "visible");
    let marked = "[...document.querySelectorAll('#over-territory rect')].filter(r => r.getAttribute('fill') === 'url(#t1)').length";
    let note = browser.text("note-territory");
    let first = note.split("O ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().to_string();
    assert_eq!(browser.value(marked).as_u64().unwrap().to_string(), first, "{note}");
    browser.press("End");
    assert_ne!(browser.text("note-territory"), note);
    browser.click("show-territory", 0.5);
    assert_eq!(browser.value(visible), "hidden");
    // Heat has numbers, and those of the enemy's neighbours are 1.
    browser.press("Home");
    browser.click("show-heat-1", 0.5);
    let numbers =
        "[...document.querySelectorAll('#over-heat-1 text')].map(t => t.textContent).filter(t => t === '1').length";
    assert_eq!(browser.value(numbers), 3, "the enemy is in a corner");
    browser.press("End");
    assert_eq!(owned(&mut browser), at_end);
}

#[test]
fn a_failure_is_explained_and_names_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("failed.jsonl");
    let lines = [
        r#"{"record":1,"game":"pieces","rules":"plateau","map":"m","board":["O......",".......",".......","......X"],"first":{"name":"</script><b id=\"evil\">x</b>"},"second":{"name":"./bot"}}"#,
        r#"{"drew":["**"]}"#,
        r#"{"out":1,"fault":{"kind":"illegal","answer":"5 5","because":"it leaves the board","reason":null,"drawn":["**"],"stderr":"Traceback <most recent>\n"}}"#,
    ];
    fs::write(&record, lines.map(|line| format!("{line}\n")).concat()).unwrap();
    let (_folder, path) = page(&record);
    let mut browser = Browser::open(&path);
    let told = browser.value("document.querySelector('.fault').textContent");
    let told = told.as_str().unwrap();
    assert!(told.contains("failed in turn 1") && told.contains("the rules do not allow it"), "{told}");
    assert!(told.contains("Traceback <most recent>"), "{told}");
    assert!(browser.value("document.getElementById('evil')").is_null());
    assert_eq!(browser.value("document.querySelectorAll('.fault svg').length"), 1, "a picture of the refused move");
}

#[test]
fn a_match_has_its_games_rates_and_slowest_moves() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let out = games.to_str().unwrap();
    landgrab(&["match", "greedy", "random", "--games", "6", "--seed", "1", "--record", out]);
    fs::write(games.join("broken.jsonl"), "no record\n").unwrap();
    let (_folder, path) = page(&games);
    let mut browser = Browser::open(&path);
    assert_eq!(browser.value("document.querySelectorAll('#games tr').length"), 7);
    assert_eq!(browser.value("document.querySelectorAll('#slowest tr').length"), 11);
    let rates = browser.value("document.getElementById('rates').textContent");
    for row in ["greedy, all games", "random, moving second", "greedy, moving first"] {
        assert!(rates.as_str().unwrap().contains(row), "{rates}");
    }
    let bars = browser.value("[...document.querySelectorAll('#spread text')].length").as_u64().unwrap();
    assert!(bars >= 2);
    let body = browser.value("document.body.textContent");
    assert!(body.as_str().unwrap().contains("broken.jsonl: line 1: expected a record's header"), "{body}");
}
