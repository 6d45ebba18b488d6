//! `landgrab play` through a pipe, with what people and programs may send.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A session with this input; what it printed. It must end well.
fn session(folder: &Path, args: &[&str], input: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_landgrab"))
        .current_dir(folder)
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be run");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    writer.join().expect("the input is written");
    let said = String::from_utf8(stdout).expect("the program prints text");
    assert_eq!((status.code(), String::from_utf8_lossy(&stderr).as_ref()), (Some(0), ""), "{said}");
    said
}

#[test]
fn garbage_is_answered_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut input = b"\xff\xfe\x00\x1b[31m\nundo\n".to_vec();
    input.extend(vec![b'x'; 1_000_000]);
    input.extend(b"\n\n\r\nhistory\nedit r1c1=Q\nedit r0c1=R\nG\nK\nhistory");
    let args = ["play", "colours", "--from", "GYKB/BRGP/RBYK", "--against", "first"];
    let said = session(folder.path(), &args, &input);
    assert!(!said.contains(['\x1b', '\0']) && said.len() < 20_000, "{said}");
    for part in [
        "expected a colour, G K Y P, or help; found `",
        "there is no move of yours to take back\n",
        "... (4096 bytes)",
        "no moves yet\n",
        "tile: expected a row, a column and a colour such as `r3c5=G`, found `r1c1=Q`\n",
        "A (you): G green, +0\nB (first): R red, +0\n",
        "  1 A (you): G green, +0\n  2 B (first): R red, +0\n",
    ] {
        assert!(said.contains(part), "{part:?} is not in {said}");
    }
}

#[test]
fn a_whole_game_is_recorded_replayed_and_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let letters = "R\nG\nB\nK\nY\nP\n".repeat(40);
    for seat in ["first", "second"] {
        let file = format!("{seat}.jsonl");
        let play =
            ["play", "colours", "--size", "5x6", "--seed", "7", "--level", "2", "--seat", seat, "--record", &file];
        let said = session(folder.path(), &play, letters.as_bytes());
        assert!(said.contains("wins, ") || said.contains("you win, ") || said.contains("a tie, "), "{said}");
        let checked = session(folder.path(), &["replay", "--check", &file], b"");
        assert_eq!(checked, format!("{file}: agrees with the rules\n"));
        let reviewed = session(folder.path(), &["review", &file, "--json"], b"");
        let summary: Value = serde_json::from_str(reviewed.lines().last().expect("a summary")).unwrap();
        let moves = fs::read_to_string(folder.path().join(&file)).unwrap().matches("\"played\"").count();
        assert_eq!(summary["summary"]["turns"], moves, "{summary}");
        assert_eq!(summary["summary"]["exact"], true, "{summary}");
    }
}

/// Somebody who always takes the advised colour loses no tile of what was promised first.
#[test]
fn advice_keeps_its_promise() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "colours", "--from", "PKGBGR/BGPKPY/YRGRYG/BGKYKP/GRBRPK", "--advise"];
    let mut input = String::new();
    // Move by move: what B may take is known only once A has moved.
    for _ in 0..30 {
        let said = session(folder.path(), &args, input.as_bytes());
        let Some(last) = said.trim_end().lines().last() else { panic!("{said}") };
        if said.contains("you win, ") {
            let margins: Vec<i32> = said
                .lines()
                .filter_map(|line| line.split_once("in the end ")?.1.split([' ', ',']).nth(1)?.parse().ok())
                .collect();
            assert!(margins.len() > 5 && margins.is_sorted(), "{margins:?}");
            return;
        }
        if last.starts_with("A (you)>") {
            input += "\n";
        } else {
            let standing = said.lines().rev().find(|line| line.starts_with("B to move; ")).expect("who is to move");
            let worn =
                |colour: char| standing.contains(&format!("[{colour}]")) || standing.contains(&format!("({colour})"));
            let free = "KYPRGB".chars().find(|colour| !worn(*colour)).expect("a legal colour");
            input += &format!("{free}\n");
        }
    }
    panic!("thirty moves and no end: {input:?}");
}
