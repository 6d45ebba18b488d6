//! Matches against a misbehaving bot: played through the program, checked for what must hold after all of them, and
//! read from what it printed and recorded.

use crate::workshop::{assert_nothing_is_left, misbehave};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub const PLATEAU: &str = "plateau";
pub const ANFIELD: &str = "anfield";
pub const DIALECTS: [&str; 2] = [PLATEAU, ANFIELD];

/// The turn of its own in which `misbehave` does what it does once.
pub const WHEN: u64 = 5;

/// A match to be: the misbehaving bot is A, a player without faults is B.
pub struct Match<'a> {
    pub what: &'a str,
    /// Further words for the bot.
    pub words: &'a str,
    pub dialect: &'a str,
    pub map: PathBuf,
    pub seed: &'a str,
    /// Arguments of `match`: by default both seats.
    pub options: &'a [&'a str],
}

/// A match that was played.
pub struct Played {
    dialect: String,
    pub games: Vec<GamePlayed>,
}

/// A game of it: what `match` printed, and the lines of the record.
pub struct GamePlayed {
    printed: Value,
    pub record: Vec<Value>,
    /// The misbehaving bot's side.
    pub side: u64,
}

pub fn two_games<'a>(what: &'a str, dialect: &'a str) -> Match<'a> {
    Match { what, words: "", dialect, map: "map00".into(), seed: "1", options: &["--games", "2"] }
}

impl Match<'_> {
    /// Plays it. All records must agree with the rules, and nothing may be left of any game.
    pub fn play(&self) -> Played {
        let folder = TempDir::new().expect("a folder");
        let (records, temporary) = (folder.path().join("records"), folder.path().join("temporary"));
        fs::create_dir(&temporary).expect("a folder in it");
        let (program, marker) = (misbehave().display(), folder.path().display());
        let bot = format!("cmd:{program} {} {marker} {}", self.what, self.words);
        let mut landgrab = landgrab();
        landgrab.args(["match", &bot, "greedy", "--json", "--dialect", self.dialect]).args(self.options);
        landgrab.args(["--seed", self.seed]).arg("--map").arg(&self.map).arg("--record").arg(&records);
        let Output { status, stdout, stderr } = landgrab.env("TMPDIR", &temporary).output().expect("it starts");
        assert!(status.success(), "{}: {}", self.what, String::from_utf8_lossy(&stderr));
        assert_nothing_is_left(folder.path(), &temporary);

        let mut printed = lines(&stdout);
        assert!(printed.pop().is_some_and(|summary| summary["summary"].is_object()), "{}", self.what);
        let records = fs::read_dir(&records).expect("a folder of records").flatten();
        let mut files: Vec<PathBuf> = records.map(|file| file.path()).collect();
        files.sort();
        assert_eq!(files.len(), printed.len(), "{}: a record for every game", self.what);
        assert_agreement(&files);
        let games = printed.into_iter().zip(files).map(|(printed, file)| GamePlayed {
            side: if printed["seats"]["first"] == "A" { 1 } else { 2 },
            record: lines(&fs::read(file).expect("a record")),
            printed,
        });
        Played { dialect: self.dialect.into(), games: games.collect() }
    }
}

impl Played {
    pub fn is_without_faults(&self) {
        for GamePlayed { printed, record, .. } in &self.games {
            assert_eq!(printed.get("faults"), None, "{printed}");
            let ended = &record.last().expect("an end")["ended"];
            assert_eq!((&printed["ended"], ended), (&json!("rules"), &json!("rules")));
        }
    }

    /// The bot fails in every game, in this turn of its own, and the other one wins. What the records keep of it.
    pub fn fails_with(&self, kind: &str, own_turn: u64) -> Vec<Value> {
        self.games.iter().map(|game| game.fails_with(kind, own_turn, &self.dialect)).collect()
    }
}

impl GamePlayed {
    fn fails_with(&self, kind: &str, own_turn: u64, dialect: &str) -> Value {
        let Self { printed, record, side } = self;
        let faults = printed["faults"].as_array().unwrap_or_else(|| panic!("no {kind} in {printed}"));
        assert_eq!(faults.len(), 1, "{printed}");
        assert_eq!((&faults[0]["player"], &faults[0]["kind"]), (&json!("A"), &json!(kind)), "{printed}");
        assert_eq!(printed["won"], "B", "{printed}");

        let ended = record.last().expect("an end");
        assert_eq!(ended["won"], 3 - side);
        let put_out = record.iter().position(|line| line["out"] == *side);
        let (place, fault) = if dialect == PLATEAU || kind == "illegal" {
            assert_eq!((&printed["ended"], &ended["ended"]), (&json!("rules"), &json!("rules")));
            let place = put_out.unwrap_or_else(|| panic!("side {side} was not put out: {printed}"));
            (place, record[place]["fault"].clone())
        } else {
            assert_eq!(printed["ended"]["fault"]["kind"], kind);
            assert_eq!(ended["ended"]["fault"]["side"], *side);
            (record.len() - 1, ended["ended"]["fault"].clone())
        };
        assert_eq!(fault["kind"], kind);
        assert_eq!(fault["turn"], 2 * own_turn + side - 2, "{fault}");
        assert_eq!(fault["drawn"], record[place - 1]["drew"], "{fault}");
        if own_turn == WHEN {
            let stderr = fault["stderr"].as_str().unwrap_or_default();
            assert!(stderr.contains("turn 5: ") || stderr.ends_with("xxxx"), "{fault}");
        }
        fault
    }
}

pub fn landgrab() -> Command {
    Command::new(env!("CARGO_BIN_EXE_landgrab"))
}

pub fn lines(bytes: &[u8]) -> Vec<Value> {
    String::from_utf8_lossy(bytes).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn assert_agreement(records: &[PathBuf]) {
    let Output { status, stdout, .. } =
        landgrab().args(["replay", "--check", "--json"]).args(records).output().expect("it starts");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stdout));
    assert!(lines(&stdout).iter().all(|checked| checked["agrees"] == true && checked["complete"] == true));
}

/// A board of more bytes than a pipe holds. In Plateau most of it is wall: the other player goes on alone.
pub fn huge_map(folder: &Path, dialect: &str) -> PathBuf {
    let (wall, first, second) = if dialect == PLATEAU { ("#", "O", "X") } else { (".", "@", "$") };
    let room = format!("{}{}{}", wall.repeat(150), ".".repeat(96), wall.repeat(150));
    let wall = wall.repeat(396);
    let mut rows: Vec<String> = (0..400).map(|row| if row < 96 { room.clone() } else { wall.clone() }).collect();
    rows[10].replace_range(160..161, first);
    rows[50].replace_range(190..191, second);
    let path = folder.join("huge");
    fs::write(&path, rows.join("\n") + "\n").expect("room for a map");
    path
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("expected text, found {value}"))
}
