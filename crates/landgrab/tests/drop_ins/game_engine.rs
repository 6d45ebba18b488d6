//! `game_engine`, quirk by quirk.

use crate::stage::{GAME_ENGINE, Ran, Stage, anfield_map, map};
use std::io::{BufRead, BufReader};
use std::process::Command;
use std::time::{Duration, Instant};

/// A board without a free cell: both are stuck, and the game is over after two turns.
const FULL: &str = "@$@$\n$@$@\n";

/// A game on the smallest school map.
fn game(stage: &Stage, first: &str, second: &str, more: &[&str]) -> Ran {
    let map = stage.file("map", &anfield_map());
    let words = [&["-f", &map, "-p1", first, "-p2", second, "-s", "1000000"], more].concat();
    stage.run(GAME_ENGINE, &words)
}

fn exec_lines(first: &str, second: &str) -> String {
    format!("$$$ exec p1 : [{first}]\n$$$ exec p2 : [{second}]\n")
}

#[test]
fn game_engine_exits_with_0_however_the_game_ended() {
    let stage = Stage::new();
    let good = stage.bot("behaves");
    for other in ["behaves", "exits-at-once", "gives-up", "answers-an-empty-line", "dies-of-a-segmentation-fault"] {
        assert_eq!(game(&stage, &good, &stage.bot(other), &["-q"]).code, Some(0), "{other}");
    }
}

#[test]
fn missing_flags_are_status_1_and_help_is_0_with_the_usage_on_stderr() {
    let stage = Stage::new();
    for (words, code) in [
        (&[][..], 1),
        (&["-f", "map", "-p1", "./bot"], 1),
        (&["word", "-f", "map", "-p1", "./bot", "-p2", "./bot"], 1),
        (&["--", "-f", "map", "-p1", "./bot", "-p2", "./bot"], 1),
        (&["--help"], 0),
        (&["-h"], 0),
    ] {
        let ran = stage.run(GAME_ENGINE, words);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(code), ""), "{words:?}");
        assert!(ran.stderr.starts_with("Usage of game_engine:\n"), "{words:?}: {}", ran.stderr);
    }
}

#[test]
fn an_unknown_flag_or_a_bad_number_is_status_2() {
    let stage = Stage::new();
    for (words, said) in [
        (&["-x"][..], "flag provided but not defined: -x\n"),
        (&["-s", "five"], "invalid value \"five\" for flag -s: parse error\n"),
        (&["-time=1.5"], "invalid value \"1.5\" for flag -time: parse error\n"),
        (&["-s", "99999999999999999999"], "invalid value \"99999999999999999999\" for flag -s: "),
        (&["-q=maybe"], "invalid boolean value \"maybe\" for -q: parse error\n"),
        (&["-f"], "flag needs an argument: -f\n"),
    ] {
        let ran = stage.run(GAME_ENGINE, words);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{words:?}");
        assert!(ran.stderr.starts_with(said) && ran.stderr.contains("Usage of game_engine:\n"), "{}", ran.stderr);
    }
}

#[test]
fn flags_are_written_as_go_reads_them_and_the_last_one_wins() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", FULL), stage.bot("behaves"));
    for (words, seed) in [
        (["--file=missing", "-f", &map, "-q", "-seed", "1", "--s=2"], 2),
        (["-q=false", "--file", &map, "--quiet=true", "-s=-3", "-seed", "0x10"], 16),
        (["-quiet", "-f=missing", &format!("-file={map}"), "-s", "010", "-q=T", "-t=5"], 8),
    ] {
        let players = ["-p1", "missing", "--player1", &bot, &format!("--p2={bot}")];
        let ran = stage.run(GAME_ENGINE, &[&words[..], &players].concat());
        let scores = ran.stdout.strip_prefix(&format!("{}seed: {seed}\n", exec_lines(&bot, &bot)));
        assert!(scores.is_some_and(|scores| scores.starts_with("Player1 (")), "{ran:?}");
    }
}

#[test]
fn the_default_seed_is_the_clock() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", FULL), stage.bot("behaves"));
    let ran = stage.run(GAME_ENGINE, &["-f", &map, "-p1", &bot, "-p2", &bot, "-q"]);
    let seed = ran.stdout.lines().find_map(|line| line.strip_prefix("seed: ")).unwrap();
    assert!(seed.parse::<i64>().unwrap() > 1_500_000_000_000_000_000, "nanoseconds since 1970: {seed}");
}

#[test]
fn a_file_that_is_not_there_is_not_valid() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", &anfield_map()), stage.bot("behaves"));
    let text = format!("./{}", stage.file("no-program", "not to be run"));
    for (map, first, second) in [
        ("missing", bot.as_str(), bot.as_str()),
        (&map, "./missing", &bot),
        (&map, &bot, "missing"),
        (&map, &bot, &text),
        // The whole word is a path.
        (&map, &bot, "./behaves now"),
    ] {
        let ran = stage.run(GAME_ENGINE, &["-f", map, "-p1", first, "-p2", second]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{first} {second}");
        assert!(ran.stderr.starts_with("Error: file not valid\ngame_engine: "), "{}", ran.stderr);
    }
}

#[test]
fn a_map_with_other_letters_uneven_rows_or_carriage_returns_is_invalid() {
    let stage = Stage::new();
    let bot = stage.bot("behaves");
    for text in ["@...\n...X\n", "@...\n..$\n", "@...\r\n...$\r\n", ""] {
        let map = stage.file("map", text);
        let ran = stage.run(GAME_ENGINE, &["-f", &map, "-p1", &bot, "-p2", &bot]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{text:?}");
        assert!(ran.stderr.starts_with("Error: invalid map\ngame_engine: map: "), "{}", ran.stderr);
    }
}

#[test]
fn a_map_of_one_row_is_invalid() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", "@......$\n"), stage.bot("behaves"));
    let ran = stage.run(GAME_ENGINE, &["-f", &map, "-p1", &bot, "-p2", &bot]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("expected 2x4 to 1024x1024 cells, found 1x8"), "{}", ran.stderr);
}

#[test]
fn empty_lines_of_an_anfield_map_are_skipped() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", "\n@$@$\n\n$@$@"), stage.bot("behaves"));
    let ran = stage.run(GAME_ENGINE, &["-f", &map, "-p1", &bot, "-p2", &bot]);
    assert!(ran.stdout.contains("\nAnfield 4 2:\n    0123\n000 @$@$\n001 $@$@\nPiece "), "{}", ran.stdout);
}

#[test]
fn maps_lower_than_five_rows_are_printed_like_all_others() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", FULL), stage.bot("behaves"));
    let ran = stage.run(GAME_ENGINE, &["-f", &map, "-p1", &bot, "-p2", &bot, "-s", "1"]);
    let board = "Anfield 4 2:\n    0123\n000 @$@$\n001 $@$@\n";
    let piece = "Piece 1 2:\nO\nO\n";
    let turns = format!("{board}{piece}-> Answer (@): 0 0\n\n{board}{piece}-> Answer ($): 0 0\n\n");
    let scores = format!("Player1 ({bot:>40}): 4\nPlayer2 ({bot:>40}): 4\n");
    let tie = "Player1 and Player2 have the same score, it's a draw!\n";
    assert_eq!(ran.stdout, format!("{}{turns}seed: 1\n{scores}{tie}", exec_lines(&bot, &bot)));
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_quiet_game_prints_players_seed_and_scores() {
    let stage = Stage::new();
    let (first, second) = (stage.bot("behaves"), stage.bot("gives-up"));
    let ran = game(&stage, &first, &second, &["-q"]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 6, "{}", ran.stdout);
    assert!(ran.stdout.starts_with(&(exec_lines(&first, &second) + "seed: 1000000\nPlayer1 (")), "{}", ran.stdout);
    assert_eq!(lines[5], "Player1 won!");
}

#[test]
fn refresh_waits_400_ms_after_every_turn() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", FULL), stage.bot("behaves"));
    let started = Instant::now();
    let ran = stage.run(GAME_ENGINE, &["-f", &map, "-p1", &bot, "-p2", &bot, "-r"]);
    assert_eq!(ran.stdout.matches("-> Answer (").count(), 2, "{}", ran.stdout);
    assert!(started.elapsed() >= Duration::from_millis(800));
}

#[test]
fn no_time_at_all_times_player_1_out_at_once() {
    let stage = Stage::new();
    let bot = stage.bot("behaves");
    let ran = game(&stage, &bot, &bot, &["-t", "0"]);
    assert_eq!((ran.code, ran.stdout), (Some(0), exec_lines(&bot, &bot) + "seed: 1000000\n"));
    assert!(ran.stderr.starts_with("Error: Timeout for player1\n"), "{}", ran.stderr);
}

#[test]
fn a_timeout_ends_the_game_without_scores() {
    let stage = Stage::new();
    let (first, second) = (stage.bot("behaves"), stage.bot("never-answers"));
    let ran = game(&stage, &first, &second, &["-t", "1", "-q"]);
    assert_eq!(ran.stdout, exec_lines(&first, &second) + "seed: 1000000\n");
    assert!(ran.stderr.starts_with("Error: Timeout for player2\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("failed in turn 10: no answer within 1000 ms\n"), "{}", ran.stderr);
}

#[test]
fn a_timed_out_turn_is_not_printed() {
    let stage = Stage::new();
    let (first, second) = (stage.bot("never-answers"), stage.bot("behaves"));
    let ran = game(&stage, &first, &second, &["-t", "1"]);
    assert_eq!(ran.stdout.matches("-> Answer (").count(), 8, "{}", ran.stdout);
    assert!(ran.stdout.ends_with("\nseed: 1000000\n"));
}

#[test]
fn a_player_of_game_engine_that_never_reads_is_timed_out_too() {
    let stage = Stage::new();
    let map = stage.file("map", &map(300, 300, (5, 5, '@'), (290, 290, '$')));
    let (deaf, good) = (stage.bot("never-reads"), stage.bot("behaves"));
    let ran = stage.run(GAME_ENGINE, &["-f", &map, "-p1", &deaf, "-p2", &good, "-t", "1"]);
    assert!(ran.stderr.starts_with("Error: Timeout for player1\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("its input was not read"), "{}", ran.stderr);
}

#[test]
fn a_death_ends_the_game_without_scores() {
    let stage = Stage::new();
    let good = stage.bot("behaves");
    for (bad, why) in [("exits-at-once", "exit status 3"), ("dies-of-a-segmentation-fault", "signal 11")] {
        let bad = stage.bot(bad);
        let ran = game(&stage, &bad, &good, &["-q"]);
        assert_eq!(ran.stdout, exec_lines(&bad, &good) + "seed: 1000000\n");
        let said = "Error reading the answer: EOF\nError: Unexpected error for player1\n";
        assert!(ran.stderr.starts_with(said) && ran.stderr.contains(why), "{}", ran.stderr);
    }
}

#[test]
fn bad_text_ends_the_game_without_scores() {
    let stage = Stage::new();
    let good = stage.bot("behaves");
    for bad in ["ends-lines-as-windows-does", "answers-an-empty-line", "prints-help"] {
        let bad = stage.bot(bad);
        let ran = game(&stage, &good, &bad, &["-q"]);
        assert_eq!(ran.stdout, exec_lines(&good, &bad) + "seed: 1000000\n");
        assert!(ran.stderr.starts_with("Error: Unexpected error for player2\n"), "{}", ran.stderr);
        assert!(ran.stderr.contains("expected column and row with one blank between"), "{}", ran.stderr);
    }
}

#[test]
fn an_answer_in_two_writes_goes_on() {
    let stage = Stage::new();
    let bot = stage.bot("answers-in-two-writes");
    let ran = game(&stage, &bot, &stage.bot("behaves"), &["-q"]);
    assert!(ran.stderr.is_empty() && ran.stdout.ends_with(" won!\n"), "{ran:?}");
}

#[test]
fn what_comes_with_an_answer_is_dropped_and_not_printed() {
    let stage = Stage::new();
    let ran = game(&stage, &stage.bot("answers-twice"), &stage.bot("behaves"), &[]);
    assert!(ran.stderr.is_empty() && ran.stdout.ends_with(" won!\n"), "{ran:?}");
    assert!(!ran.stdout.contains("99 99"));
}

#[test]
fn an_illegal_move_puts_a_player_out_and_is_drawn_on_stderr() {
    let stage = Stage::new();
    let (first, second) = (stage.bot("gives-up"), stage.bot("behaves"));
    let ran = game(&stage, &first, &second, &[]);
    assert!(ran.stdout.contains("-> Answer (@): 0 0\n\n"), "the turn is printed: {}", ran.stdout);
    assert!(ran.stdout.ends_with("Player2 won!\n"), "{}", ran.stdout);
    let said = ran.stderr.lines().next().unwrap();
    assert!(said.starts_with(&format!("@ {first} failed in turn 9: played `0 0`: ")), "{said}");
    assert!(ran.stderr.contains("\n1 *...\n"), "{}", ran.stderr);
    // In words rows come first, as everywhere with us; the answer has the column first, as the school wants it.
    let (_, place) = said.split_once("it fits at ").unwrap();
    let (row, col) = place.trim_end_matches(", for instance").split_once(", column ").unwrap();
    let row = row.strip_prefix("row ").unwrap();
    assert!(ran.stderr.contains(&format!("\na legal answer would have been `{col} {row}`\n")), "{}", ran.stderr);
}

#[test]
fn a_player_without_a_slash_is_looked_for_in_the_path() {
    let stage = Stage::new();
    let map = stage.file("map", FULL);
    stage.bot("behaves");
    let mut command = stage.command(GAME_ENGINE, &["-f", &map, "-p1", "behaves", "-p2", "behaves", "-q"]);
    let path = format!("{}:{}", stage.path().display(), std::env::var("PATH").unwrap());
    let ran = stage.finish(command.env("PATH", path).output().unwrap());
    assert!(ran.stdout.starts_with(&exec_lines("behaves", "behaves")), "{ran:?}");
    assert!(ran.stdout.contains(&format!("Player1 ({:>40}): 4\n", "behaves")), "{}", ran.stdout);
}

#[test]
fn players_of_game_engine_are_killed_at_the_end_of_the_game() {
    let stage = Stage::new();
    let ran = game(&stage, &stage.bot("ignores-termination"), &stage.bot("leaves-a-grandchild"), &["-q"]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn ctrl_c_ends_the_game_engine_and_its_players() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", &anfield_map()), stage.bot("never-answers"));
    let words = ["-f", &map, "-p1", &bot, "-p2", &bot, "-t", "60"];
    let mut running = stage.command(GAME_ENGINE, &words).spawn().unwrap();
    let mut said = BufReader::new(running.stdout.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().starts_with("Piece ")), "it has begun");
    let killed = Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let ran = stage.finish(running.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(130), "{ran:?}");
    assert!(ran.stderr.starts_with("game_engine: stopped after "), "{}", ran.stderr);
    assert!(said.last().is_some_and(|line| line.unwrap().starts_with("seed: ")), "what was printed arrives");
}

#[test]
fn ten_megabytes_on_stderr_hold_no_player_of_game_engine_up() {
    let stage = Stage::new();
    let bot = stage.bot("logs-ten-megabytes");
    let ran = game(&stage, &bot, &bot, &["-q"]);
    assert_eq!(ran.stderr, "");
}
