//! The commands, run as people and scripts run them. Transcripts are in `tests/cmd`; update them with
//! `TRYCMD=overwrite cargo test -p landgrab --test cli`, then look at the difference. What a transcript cannot say
//! (large files, signals, closed pipes, what is equal to what) is tested here.

#[path = "cli/faults.rs"]
mod faults;
#[path = "cli/narrow.rs"]
mod narrow;
#[path = "cli/why.rs"]
mod why;

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use tempfile::TempDir;

/// So long that no machine is too slow, and short enough to see that something hangs.
const DEADLINE: Duration = Duration::from_secs(120);

/// The program with these arguments, in a folder.
fn landgrab(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landgrab"));
    command.current_dir(folder).args(args).stdin(Stdio::null());
    command
}

fn output(folder: &Path, args: &[&str]) -> Output {
    landgrab(folder, args).output().expect("the program can be run")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// That the program did what it was asked to, without a word on stderr; what it printed.
fn succeeds(folder: &Path, args: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(folder, args);
    assert_eq!((status.code(), text(&stderr)), (Some(0), ""), "{args:?}");
    text(&stdout).into()
}

/// That the program could not do it, and said so in one line; the line.
fn fails(folder: &Path, args: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(folder, args);
    let said = text(&stderr);
    assert_eq!((status.code(), text(&stdout)), (Some(2), ""), "{args:?}: {said}");
    let line = said.strip_suffix('\n').unwrap_or_else(|| panic!("no whole line: {said:?}"));
    assert!(line.starts_with("landgrab: ") && !line.contains('\n'), "{args:?}: {said:?}");
    assert!(line.len() < 500, "{args:?}: {said:?}");
    line.into()
}

/// The folder of the transcripts.
fn cmd() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The records in a folder, in the order of their names.
fn records(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// The verdict of `replay --check --json` on each record.
fn checked(folder: &Path, records: &[PathBuf]) -> Vec<Value> {
    let files = records.iter().map(|path| path.to_str().expect("a name in UTF-8"));
    let args: Vec<&str> = ["replay", "--check", "--json"].into_iter().chain(files).collect();
    objects(&succeeds(folder, &args))
}

/// The JSON objects of some lines.
fn objects(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

#[test]
fn the_commands_answer_as_in_the_transcripts() {
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .env("CLICOLOR_FORCE", "0")
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}

#[test]
fn every_command_has_its_help_in_a_transcript() {
    let transcript = fs::read_to_string(cmd().join("help.trycmd")).unwrap();
    let help = succeeds(&cmd(), &["--help"]);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"match") && names.contains(&"help"), "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let line = format!("$ landgrab {name} --help\n");
        assert!(transcript.contains(&line), "help.trycmd has no {name}: add it");
    }
}

/// A transcript does not tell stderr from stdout.
#[test]
fn every_mistake_of_the_transcript_is_one_line_on_stderr() {
    let transcript = fs::read_to_string(cmd().join("mistakes.trycmd")).unwrap();
    let mistakes: Vec<&str> = transcript.lines().filter_map(|line| line.strip_prefix("$ landgrab ")).collect();
    assert!(mistakes.len() > 30, "{}", mistakes.len());
    for mistake in mistakes {
        let args: Vec<&str> = mistake.split(' ').map(|arg| arg.trim_matches('\'')).collect();
        fails(&cmd().join("mistakes.in"), &args);
    }
}

#[test]
fn a_line_of_ten_megabytes_is_refused_wherever_a_file_is_read() {
    let folder = folder();
    let long = "X".repeat(10_000_000);
    fs::write(folder.path().join("long.txt"), &long).unwrap();
    fs::write(folder.path().join("long.jsonl"), format!("{{\"record\":{long}")).unwrap();
    for args in [
        &["match", "greedy", "random", "--map", "long.txt"][..],
        &["match", "greedy", "random", "--dialect", "anfield", "--map", "long.txt"],
        &["match", "greedy", "random", "--game", "colours", "--map", "long.txt"],
        &["match", "greedy", "random", "--game", "stop", "--map", "long.txt"],
        &["show", "long.txt"],
        &["heat", "long.txt"],
    ] {
        let said = fails(folder.path(), args);
        assert_eq!(said, "landgrab: long.txt: expected at most 4194304 bytes of text, found more");
    }
    for args in [
        &["show", "long.jsonl"][..],
        &["heat", "long.jsonl"],
        &["explain", "long.jsonl"],
        &["replay", "long.jsonl"],
        &["replay", "--check", "long.jsonl"],
    ] {
        let said = fails(folder.path(), args);
        assert_eq!(said, "landgrab: long.jsonl: line 1: expected at most 4194304 bytes in a line, found more");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_wherever_a_file_is_read() {
    let folder = folder();
    fs::write(folder.path().join("bytes"), b"O...\n..\xff\xfe\n").unwrap();
    for args in [
        &["match", "greedy", "random", "--map", "bytes"][..],
        &["match", "greedy", "random", "--game", "colours", "--map", "bytes"],
        &["show", "bytes"],
        &["heat", "bytes"],
        &["explain", "bytes"],
        &["replay", "bytes"],
    ] {
        fails(folder.path(), args);
    }
}

#[test]
fn a_strange_file_name_does_not_break_the_line_or_command_the_terminal() {
    let said = fails(folder().path(), &["show", "no\nsuch\u{1b}[31mfile"]);
    assert!(said.starts_with("landgrab: no\\nsuch\\u{1b}[31mfile: "), "{said}");
    fails(folder().path(), &["no\nsuch\u{1b}[31mcommand"]);
}

#[test]
fn a_record_that_is_there_already_is_not_written_over() {
    let folder = folder();
    let play = ["match", "greedy", "random", "--game", "stop", "--games", "3", "--seed", "1", "--record", "games"];
    succeeds(folder.path(), &play);
    let games = folder.path().join("games");
    assert_eq!(records(&games).len(), 3);
    // Only one of the three is in the way now.
    fs::remove_file(games.join("game-0001.jsonl")).unwrap();
    fs::remove_file(games.join("game-0003.jsonl")).unwrap();
    fs::write(games.join("game-0002.jsonl"), "mine").unwrap();
    let said = fails(folder.path(), &play);
    let words = "there is a record already; choose another folder, or move it away";
    assert_eq!(said, format!("landgrab: games/game-0002.jsonl: {words}"));
    assert_eq!(records(&games), [games.join("game-0002.jsonl")], "nothing is written");
    assert_eq!(fs::read_to_string(games.join("game-0002.jsonl")).unwrap(), "mine");
}

#[test]
fn a_mistake_is_found_before_anything_is_written() {
    let folder = folder();
    fails(folder.path(), &["match", "greedy", "nobody", "--record", "games"]);
    assert!(!folder.path().join("games").exists());
}

#[test]
fn a_drawing_goes_into_a_file_when_asked() {
    let folder = folder();
    fs::write(folder.path().join("board.txt"), "GYK/BBG/RBY A\n").unwrap();
    let drawn = succeeds(folder.path(), &["show", "board.txt"]);
    assert_eq!(succeeds(folder.path(), &["show", "board.txt", "-o", "drawn.txt"]), "");
    assert_eq!(fs::read_to_string(folder.path().join("drawn.txt")).unwrap(), drawn);
    fails(folder.path(), &["show", "board.txt", "-o", "missing/drawn.txt"]);
}

#[test]
fn the_documentation_shows_the_solution_of_its_example() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games/colours.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, example) = page.split_once("$ landgrab solve colours ").expect("an example");
    let (board, shown) = example.split_once('\n').expect("what it prints");
    let (shown, _) = shown.split_once("\n```").expect("its end");
    let printed = succeeds(&cmd(), &["solve", "colours", board]);
    // The last line has the time that it took.
    let without_last = |text: &str| text.trim_end().rsplit_once('\n').expect("several lines").0.to_owned();
    assert_eq!(without_last(&printed), without_last(shown));
}

#[test]
fn every_recorded_game_agrees_with_the_rules() {
    for setup in [
        &["--game", "pieces", "--map", "map01"][..],
        &["--game", "pieces", "--dialect", "anfield"],
        &["--game", "colours"],
        &["--game", "colours", "--size", "9x9", "--colours", "8"],
        &["--game", "stop"],
        &["--game", "stop", "--reading", "first-blocked", "--size", "3x5"],
    ] {
        let folder = folder();
        let play = ["match", "greedy", "random", "--games", "4", "--seed", "5", "--record", "games", "--json"];
        let results = objects(&succeeds(folder.path(), &[&play[..], setup].concat()));
        let records = records(&folder.path().join("games"));
        assert_eq!((results.len(), records.len()), (5, 4), "four games and a summary");
        for (number, verdict) in checked(folder.path(), &records).iter().enumerate() {
            assert_eq!((&verdict["agrees"], &verdict["complete"]), (&true.into(), &true.into()), "{verdict}");
            // The result in the record is the one that was printed.
            let record = fs::read_to_string(&records[number]).unwrap();
            let ended = objects(record.lines().last().unwrap()).remove(0);
            let (seats, score) = (&results[number]["seats"], &results[number]["score"]);
            let points = |seat: &str| score[seats[seat].as_str().expect("A or B")].clone();
            assert_eq!(ended["score"], Value::from(vec![points("first"), points("second")]));
        }
    }
}

#[test]
fn the_number_of_jobs_changes_nothing_but_the_times() {
    let folder = folder();
    for game in ["pieces", "colours", "stop"] {
        let [alone, together] = ["1", "4"].map(|jobs| {
            let play = ["match", "greedy", "random", "--game", game, "--games", "9", "--seed", "3", "--json"];
            let mut lines = objects(&succeeds(folder.path(), &[&play[..], &["--jobs", jobs]].concat()));
            for line in &mut lines[..9] {
                let ms = line.as_object_mut().and_then(|object| object.remove("ms"));
                assert!(ms.is_some_and(|ms| ms["A"].is_number() && ms["B"].is_number()));
            }
            lines
        });
        assert_eq!(alone, together);
    }
}

#[test]
fn without_a_seed_every_match_is_another_one_and_says_which() {
    let folder = folder();
    let play = ["match", "random", "random", "--game", "stop", "--games", "1", "--json"];
    let [one, other] = [0, 1].map(|_| objects(&succeeds(folder.path(), &play)).remove(0));
    assert_ne!(one["seed"], other["seed"]);
    let seed = one["seed"].to_string();
    let mut again = objects(&succeeds(folder.path(), &[&play[..], &["--seed", &seed]].concat())).remove(0);
    again["ms"] = one["ms"].clone();
    assert_eq!(one, again);
}

#[test]
fn a_players_own_time_is_its_limit_and_part_of_its_name() {
    let folder = folder();
    let players = ["match", "cmd:sleep 1000@time=60", "greedy:time=70"];
    let play =
        [&players[..], &["--game", "stop", "--games", "1", "--time", "50000", "--record", ".", "--json"]].concat();
    let game = objects(&succeeds(folder.path(), &play)).remove(0);
    assert_eq!((&game["won"], &game["faults"][0]["kind"]), (&"B".into(), &"silent".into()), "{game}");
    let record = fs::read_to_string(folder.path().join("game-0001.jsonl")).unwrap();
    let lines = objects(&record);
    let names = ["first", "second"].map(|seat| lines[0][seat]["name"].clone());
    assert_eq!(names, ["sleep 1000@time=60", "greedy:time=70"]);
    assert_eq!(lines.last().unwrap()["ended"]["fault"]["limit_ms"], 60, "{record}");
}

/// `head`, `less` and the like close the pipe when they have seen enough.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = folder();
    succeeds(folder.path(), &["match", "first", "first", "--games", "1", "--seed", "1", "--record", "games"]);
    for args in [
        &["--help"][..],
        &["games"],
        &["games", "--json"],
        &["completions", "bash"],
        &["match", "greedy", "random", "--games", "1"],
        &["match", "greedy", "random", "--games", "20", "--json"],
        &["replay", "games/game-0001.jsonl"],
        &["replay", "--check", "games/game-0001.jsonl"],
        &["show", "games/game-0001.jsonl"],
        &["heat", "map02"],
        &["solve", "colours", "GYKB/BRGP/RBYK"],
        &["play", "colours"],
        &["census", "--boards", "3", "--size", "4x5"],
        &["explain", "games/game-0001.jsonl", "--at", "1"],
        &["bench"],
    ] {
        let mut child = landgrab(folder.path(), args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        assert_eq!((status.code(), text(&stderr)), (Some(0), ""), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_finished_games_and_says_how_they_went() {
    let folder = folder();
    // Days of games: it is over only because we stop it.
    let play = ["match", "greedy", "random", "--map", "map02", "--games", "100000", "--jobs", "2", "--json"];
    let mut child = landgrab(folder.path(), &[&play[..], &["--record", "games"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (sender, lines) = mpsc::channel();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || stdout.lines().try_for_each(|line| sender.send(line.expect("text"))));

    let first = lines.recv_timeout(DEADLINE).expect("a first game is finished");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let mut said = vec![first];
    loop {
        match lines.recv_timeout(DEADLINE) {
            Ok(line) => said.push(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("it goes on after Ctrl-C"),
        }
    }
    reader.join().unwrap().unwrap();
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!((status.code(), text(&stderr)), (Some(130), ""));

    let mut games = objects(&said.join("\n"));
    let summary = games.pop().unwrap();
    assert_eq!(summary["summary"]["games"], games.len());
    let records = records(&folder.path().join("games"));
    let ended = |path: &Path| objects(fs::read_to_string(path).unwrap().lines().last().unwrap())[0]["ended"].clone();
    for game in &games {
        let number = game["game"].as_u64().unwrap();
        assert_eq!(ended(&folder.path().join(format!("games/game-{number:06}.jsonl"))), "rules");
    }
    let finished = records.iter().filter(|path| ended(path) == "rules").count();
    assert_eq!(finished, games.len(), "every finished game was counted");
    assert!(records.len() <= finished + 2, "the others were stopped: at most one for each job");
    for verdict in checked(folder.path(), &records) {
        assert_eq!((&verdict["agrees"], &verdict["complete"]), (&true.into(), &true.into()), "{verdict}");
    }
}
