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
    page_with(input, &[])
}

fn page_with(input: &Path, options: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("page.html");
    landgrab(&[&["report", input.to_str().unwrap(), "-o", path.to_str().unwrap()], options].concat());
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
    // The end has the score of the record.
    browser.press("End");
    assert_eq!(browser.text("turn"), format!("turn {last} of {last}"));
    let record = fs::read_to_string(in_cmd("replay.in/pieces.jsonl")).unwrap();
    let score = format!("[{},{}]", browser.text("score-1"), browser.text("score-2"));
    assert!(record.lines().last().unwrap().contains(&format!("\"score\":{score}")), "{score}");
    let owned = |browser: &mut Browser| {
        browser.value("cells.filter(c => /url..light-[sr][12]/.test(c.getAttribute('fill'))).length").as_u64().unwrap()
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
    let marked = "[...document.querySelectorAll('#over-territory rect')].filter(r => r.getAttribute('fill') === 'url(#light-t1)').length";
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
    let (_pages, all) = page(folder.path());
    let mut whole = Browser::open_at(&all, "#game-0");
    let inside = "document.getElementById('frame').contentDocument";
    whole.wait_for(&format!("{inside}.getElementById('turn')?.textContent.startsWith('turn 1 of ')"));
    assert!(whole.value("document.getElementById('evil')").is_null());
    assert!(whole.value(&format!("{inside}.getElementById('evil')")).is_null());
    let shown = "[...document.querySelectorAll('.fault svg')].filter(e => e.getBoundingClientRect().width > 0).length";
    assert_eq!(browser.value(shown), 1, "a picture of the refused move");
}

/// A game that ends by a refused move: the piece has an empty row, and two of its cells lie left of the board.
const REFUSED: [&str; 7] = [
    r#"{"record":1,"game":"pieces","rules":"plateau","map":"small","board":["..........",".O........","..........","..........","........X."],"first":{"name":"./bot"},"second":{"name":"greedy"}}"#,
    r#"{"drew":["..","**"]}"#,
    r#"{"played":"0 1","side":1,"ms":12.5}"#,
    r#"{"drew":[".*",".*"]}"#,
    r#"{"played":"3 7","side":2,"ms":689.0}"#,
    r#"{"drew":["...","***"]}"#,
    r#"{"out":1,"fault":{"kind":"illegal","answer":"0 -2","because":"it leaves the board","reason":null,"drawn":["...","***"]}}"#,
];

#[test]
fn a_page_opens_at_the_failure_and_draws_the_refused_move() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("refused.jsonl");
    fs::write(&record, REFUSED.map(|line| format!("{line}\n")).concat()).unwrap();
    let (_folder, path) = page(&record);
    let mut browser = Browser::open(&path);
    assert_eq!(browser.text("turn"), "turn 3 of 3");
    let cells = "[...document.querySelectorAll('#refused rect')].map(r => Math.floor(r.getAttribute('x'))).join()";
    assert_eq!(browser.value(cells), "-2,-1,0");
    assert_eq!(browser.text("refused"), "!!*");
    let names = "[...document.querySelectorAll('#names text')].map(t => t.textContent).join(' ')";
    assert_eq!(browser.value(names), "0 1 2 3 4 -2 -1 0 1 2 3 4 5 6 7 8 9");
    // The piece of the turn with its empty row.
    assert_eq!(browser.text("piece-title"), "piece of this turn, 2x3");
    assert_eq!(browser.value("document.querySelectorAll('#piece rect').length"), 6);
    assert!(browser.text("about").contains("map small, 5x10"), "{}", browser.text("about"));
    // The axis of the times ends at the longest one.
    let axes = browser.value("[...document.querySelectorAll('.axis')].map(e => e.firstChild.textContent).join()");
    assert!(axes.as_str().unwrap().ends_with(",689"), "{axes}");
    browser.press("ArrowLeft");
    assert_eq!(browser.text("refused"), "");
}

#[test]
fn a_turn_can_be_linked_and_a_move_clicked() {
    let (_folder, path) = page(&in_cmd("replay.in/pieces.jsonl"));
    let mut browser = Browser::open_at(&path, "#5");
    assert!(browser.text("turn").starts_with("turn 5 of "), "{}", browser.text("turn"));
    browser.value("document.querySelectorAll('#moves a')[8].click()");
    assert!(browser.text("turn").starts_with("turn 9 of "), "{}", browser.text("turn"));
    assert_eq!(browser.value("location.hash"), "#9");
    assert_eq!(browser.value("document.querySelector('#moves [aria-current]').textContent.split('.')[0]"), "9");
    // A click on a curve goes to the turn below.
    let plot = "document.querySelectorAll('.plot svg')[0]";
    browser.value(&format!("{plot}.dispatchEvent(new MouseEvent('click', {{ bubbles: true, clientX: 0 }}))"));
    assert!(browser.text("turn").starts_with("turn 0 of "), "{}", browser.text("turn"));
}

#[test]
fn every_game_has_an_evaluation_with_its_turning_points_and_fits_a_telephone() {
    let folder = tempfile::tempdir().unwrap();
    for (game, part) in [("pieces", "chance of"), ("colours", "by the solver"), ("stop", "estimated by search")] {
        let games = folder.path().join(game);
        let out = games.to_str().unwrap();
        landgrab(&["match", "greedy", "random", "--game", game, "--games", "1", "--seed", "4", "--record", out]);
        let (_folder, path) = page(&games.join("game-0001.jsonl"));
        let mut browser = Browser::open(&path);
        let label = browser.value("document.querySelector('.evaluation figcaption').textContent");
        assert!(label.as_str().unwrap().contains(part), "{game}: {label}");
        let marks = browser.value("document.querySelectorAll('.turning').length").as_u64().unwrap();
        let links = browser.value("document.querySelectorAll('#turning-points a').length").as_u64().unwrap();
        assert_eq!(marks, links, "{game}");
        assert!(marks > 0, "{game}: greedy against random has a turning point");
        let opened = browser.value("at");
        let turns = browser.value("[...document.querySelectorAll('#turning-points a')].map(a => +a.hash.slice(1))");
        assert!(turns.as_array().unwrap().contains(&opened), "{game}: opens at {opened}, of {turns}");
        let usual =
            browser.value("(DATA.turns.length - 1) / +document.getElementById('speed').value").as_f64().unwrap();
        assert!((5.0..=40.0).contains(&usual), "{game}: {usual} seconds");
        expect_no_sideways_scrolling(&mut browser, game);
        let heights = "['score-1', 'score-2'].map(id => document.getElementById(id).getBoundingClientRect().top)";
        let heights = browser.value(heights);
        assert_eq!(heights[0], heights[1], "{game}: both players stand in one line");
    }
}

fn expect_no_sideways_scrolling(browser: &mut Browser, page: &str) {
    for is_dark in [false, true] {
        browser.show_on(390, is_dark);
        let wide = browser.value("document.documentElement.scrollWidth").as_u64().unwrap();
        assert!(wide <= 390, "{page}: {wide} pixels");
    }
}

#[test]
fn a_dark_page_has_a_dark_board() {
    let (_folder, path) = page(&in_cmd("replay.in/pieces.jsonl"));
    let mut browser = Browser::open(&path);
    let free = "cells.map(c => c.getAttribute('fill')).find(f => f.startsWith('#'))";
    browser.show_on(1280, false);
    assert_eq!(browser.value(free), "#eef0f3");
    browser.show_on(1280, true);
    assert_eq!(browser.value(free), "#2a2e36");
    assert_eq!(browser.value("cells.filter(c => /light-/.test(c.getAttribute('fill'))).length"), 0);
}

#[test]
fn a_game_of_a_match_opens_with_its_evaluation_unless_that_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let (out, board) = (games.to_str().unwrap(), folder.path().join("board.txt"));
    fs::write(&board, "....X/...../...../O.... X\n").unwrap();
    let play = ["match", "greedy", "random", "--game", "stop", "--map", board.to_str().unwrap()];
    landgrab(&[&play[..], &["--games", "2", "--seed", "4", "--record", out]].concat());
    let inside = "document.getElementById('frame').contentDocument";
    for (options, curves) in [(&[][..], 1), (&["--no-evaluation"], 0)] {
        let (_folder, path) = page_with(&games, options);
        let mut browser = Browser::open_at(&path, "#game-1");
        browser.wait_for(&format!("{inside}.getElementById('turn')?.textContent.startsWith('turn ')"));
        let found = browser.value(&format!("{inside}.querySelectorAll('.evaluation figcaption').length"));
        assert_eq!(found, curves, "{options:?}");
        let judged = browser.value(&format!("{inside}.getElementById('judged').textContent"));
        assert_eq!(judged.as_str().unwrap().starts_with("evaluation: "), curves == 1, "{judged}");
        expect_no_sideways_scrolling(&mut browser, "a game of a match");
    }
}

#[test]
fn a_match_has_its_games_rates_and_slowest_moves() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let out = games.to_str().unwrap();
    landgrab(&["match", "greedy", "random", "--games", "6", "--seed", "1", "--record", out]);
    fs::write(games.join("broken.jsonl"), "no record\n").unwrap();
    let (_folder, path) = page_with(&games, &["--no-evaluation"]);
    let mut browser = Browser::open(&path);
    assert_eq!(browser.value("document.querySelectorAll('#games tr').length"), 7);
    assert_eq!(browser.value("document.querySelectorAll('#slowest tr').length"), 11);
    let rates = browser.value("document.getElementById('rates').textContent");
    for row in ["greedy, all games", "random, moving second", "greedy, moving first"] {
        assert!(rates.as_str().unwrap().contains(row), "{rates}");
    }
    let bars = browser.value("[...document.querySelectorAll('#spread .bars div')].length").as_u64().unwrap();
    assert!(bars >= 2);
    // Every player's times, as many as it made moves.
    let times = browser.value("document.getElementById('times').textContent");
    assert!(times.as_str().unwrap().contains("greedy: ") && times.as_str().unwrap().contains("at most"), "{times}");
    // A row opens its game inside of the page.
    let file = browser.value("document.querySelector('#games a.open').textContent");
    assert_eq!(file, "game-0001.jsonl");
    browser.value("document.querySelector('#games a.open').click()");
    let inside = "document.getElementById('frame').contentDocument";
    browser.wait_for(&format!("{inside}.getElementById('turn')?.textContent.startsWith('turn 0 of ')"));
    browser.value(&format!("{inside}.getElementById('on').click()"));
    let turn = browser.value(&format!("{inside}.getElementById('turn').textContent"));
    assert!(turn.as_str().unwrap().starts_with("turn 1 of "), "{turn}");
    browser.click("close", 0.5);
    // The games as files, made by the page itself.
    let csv = browser.value("decodeURIComponent(document.getElementById('csv').href.split(',').slice(1).join(','))");
    let csv = csv.as_str().unwrap();
    assert_eq!(csv.lines().count(), 7, "{csv}");
    assert!(csv.starts_with("board,ended,file,first,"), "{csv}");
    let json = browser
        .value("JSON.parse(decodeURIComponent(document.getElementById('json').href.split(',').slice(1).join(',')))");
    assert_eq!((json.as_array().unwrap().len(), &json[0]["file"]), (6, &serde_json::json!("game-0001.jsonl")));
    expect_no_sideways_scrolling(&mut browser, "a match");
    let body = browser.value("document.body.textContent");
    assert!(body.as_str().unwrap().contains("landgrab report FILE has them"), "{body}");
    assert!(body.as_str().unwrap().contains("broken.jsonl: line 1: expected a record's header"), "{body}");
}
