//! `filler_vm`, quirk by quirk.

use crate::stage::{FILLER_VM, Ran, Stage, map, plateau_map};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A game on the smallest school map.
fn game(stage: &Stage, first: &str, second: &str, more: &[&str]) -> Ran {
    let map = stage.file("map", &plateau_map());
    let words = [&["-f", &map, "-p1", first, "-p2", second, "-s", "1"], more].concat();
    stage.run(FILLER_VM, &words)
}

#[test]
fn filler_vm_exits_with_the_number_of_the_winner() {
    let stage = Stage::new();
    let (good, bad) = (stage.bot("behaves"), stage.bot("exits-at-once"));
    assert_eq!(game(&stage, &good, &bad, &["-q"]).code, Some(1));
    assert_eq!(game(&stage, &bad, &good, &["-q"]).code, Some(2));
    assert_eq!(game(&stage, &bad, &bad, &["-q"]).code, Some(0));
}

#[test]
fn filler_vm_without_a_map_prints_its_help_and_exits_with_42() {
    let stage = Stage::new();
    let ran = stage.run(FILLER_VM, &["-p1", "./bot"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(42), ""));
    assert!(ran.stdout.starts_with("Usage: filler_vm -f path [-i | -p1 path | -p2 path] [-s | -q | -t time]\n"));
}

#[test]
fn a_person_and_a_first_player_do_not_go_together() {
    let stage = Stage::new();
    let ran = stage.run(FILLER_VM, &["-f", "map", "-i", "-p1", "./bot"]);
    assert_eq!(ran.code, Some(42));
    assert!(ran.stdout.starts_with("Wrong given arguments\nUsage: "));
}

#[test]
fn a_map_that_cannot_be_used_has_a_status_of_its_own() {
    let stage = Stage::new();
    let bot = stage.bot("behaves");
    for (text, said, code) in [
        (None, "error:\ncan not read the file\n", 255),
        (Some("O...\n..X\n"), "error:\nwrong map file\n", 251),
        (Some("O..\nX..\n"), "the map is too small\n", 21),
        (Some("O\n.\n.\nX\n"), "the map is too small\n", 21),
        (Some("OX......\n"), "the map is too small\n", 21),
    ] {
        let name = text.map_or("missing".into(), |text| stage.file("map", text));
        let ran = stage.run(FILLER_VM, &["-f", &name, "-p1", &bot, "-p2", &bot]);
        assert_eq!((ran.code, ran.after_banner()), (Some(code), said), "{text:?}");
        assert!(ran.stderr.starts_with("filler_vm: "), "says why: {ran:?}");
    }
}

#[test]
fn a_map_that_is_no_text_cannot_be_read() {
    let stage = Stage::new();
    std::fs::write(stage.path().join("map"), b"O...\n..\xffX\n").unwrap();
    let ran = stage.run(FILLER_VM, &["-f", "map", "-p1", &stage.bot("behaves")]);
    assert_eq!((ran.code, ran.after_banner()), (Some(255), "error:\ncan not read the file\n"));
    assert!(ran.stderr.contains("expected text in UTF-8"), "{}", ran.stderr);
}

#[test]
fn a_carriage_return_in_a_map_is_refused() {
    let stage = Stage::new();
    let map = stage.file("map", "O...\r\n...X\r\n");
    let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &stage.bot("behaves")]);
    assert_eq!((ran.code, ran.after_banner()), (Some(251), "error:\nwrong map file\n"));
    assert!(ran.stderr.contains("a carriage return on line 1"), "{}", ran.stderr);
}

#[test]
fn a_last_map_line_without_line_feed_counts() {
    let stage = Stage::new();
    let map = stage.file("map", plateau_map().trim_end());
    let bot = stage.bot("exits-at-once");
    let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &bot, "-p2", &bot]);
    assert!(ran.stdout.contains("\nPlateau 15 17:\n"), "{}", ran.stdout);
}

#[test]
fn a_foreign_letter_in_a_map_is_a_wall_of_one_byte() {
    let stage = Stage::new();
    let map = stage.file("map", &plateau_map().replacen(".................", "#ä*..............", 1));
    let bot = stage.bot("behaves");
    let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &bot, "-p2", &bot, "-s", "1"]);
    assert!(ran.stdout.contains("\n000 ##*..............\n"), "{}", ran.stdout);
    assert_eq!(ran.stderr, "", "nobody fails on it");
}

#[test]
fn a_player_that_cannot_start_is_a_bad_player() {
    let stage = Stage::new();
    let (map, good) = (stage.file("map", &plateau_map()), stage.bot("behaves"));
    let text = stage.file("no-program", "not to be run");
    for bad in ["./missing", &format!("./{text}"), "./temporary", "missing", " "] {
        let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &good, "-p2", bad, "-q"]);
        let said = format!("launched {good}\nerror:\nbad player\n");
        assert_eq!((ran.code, ran.after_banner()), (Some(253), said.as_str()), "{bad:?}");
    }
}

#[test]
fn a_trace_that_cannot_be_written_ends_it_with_252() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path().join("filler.trace")).unwrap();
    let ran = game(&stage, &stage.bot("behaves"), &stage.bot("behaves"), &[]);
    assert_eq!((ran.code, ran.after_banner()), (Some(252), "error:\ncan not write in filler.trace\n"));
}

#[test]
fn the_last_flag_wins_and_unknown_words_are_ignored() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", &plateau_map()), stage.bot("exits-at-once"));
    let words = [
        "word",
        "--nonsense",
        "-f",
        "missing",
        "--file",
        &map,
        "--player1",
        "missing",
        "-p1",
        &bot,
        "--player2",
        &bot,
        "-s",
        "4",
        "--seed",
        "7abc",
        "--seed=5",
        "--quiet",
        "--time",
        "3",
    ];
    let ran = stage.run(FILLER_VM, &words);
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.after_banner(), format!("launched {bot}\nlaunched {bot}\n== O fin: 0\n== X fin: 0\n"));
    assert!(stage.trace().starts_with("seed = 7\n"), "{}", stage.trace());
}

#[test]
fn without_a_seed_or_with_a_negative_one_a_small_one_is_picked() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", &plateau_map()), stage.bot("exits-at-once"));
    for seed in [&[][..], &["-s", "-5"], &["--seed=5"]] {
        stage.run(FILLER_VM, &[&["-f", &map, "-p1", &bot, "-q"], seed].concat());
        let trace = stage.trace();
        let seed = trace.trim_end().strip_prefix("seed = ").and_then(|seed| seed.parse::<u32>().ok());
        assert!(seed.is_some_and(|seed| seed < 10_000), "{trace}");
    }
}

#[test]
fn a_seed_or_a_time_past_64_bits_is_the_largest_one() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", &plateau_map()), stage.bot("exits-at-once"));
    let long = "99999999999999999999999999";
    let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &bot, "-p2", &bot, "-q", "-s", long, "-t", long]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(stage.trace().starts_with("seed = 9223372036854775807\n"), "{}", stage.trace());
}

#[test]
fn a_school_map_is_found_by_its_name_where_there_is_no_such_file() {
    let stage = Stage::new();
    let bot = stage.bot("exits-at-once");
    let ran = stage.run(FILLER_VM, &["-f", "map00", "-p1", &bot, "-p2", &bot]);
    assert!(ran.stdout.contains("Plateau 15 17:\n"), "{}", ran.stdout);
}

#[test]
fn the_trace_names_player_2_on_a_tie() {
    let stage = Stage::new();
    let (first, second) = (stage.bot("exits-at-once"), stage.bot("leaves-after-the-player-line"));
    game(&stage, &first, &second, &[]);
    assert_eq!(stage.trace(), format!("seed = 1\n{second} won\nScore:\n0AGAINST0\n"));
}

#[test]
fn a_single_player_plays_alone_and_the_status_is_0() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", &plateau_map()), stage.bot("behaves"));
    let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &bot, "-q", "-s", "1"]);
    assert_eq!(ran.code, Some(0));
    let pieces = ran.after_banner().strip_prefix(&format!("launched {bot}\n== O fin: "));
    assert!(pieces.is_some_and(|pieces| pieces.trim_end().parse::<u32>().unwrap() > 50), "{}", ran.stdout);
    assert_eq!(stage.trace(), "seed = 1\n");
}

#[test]
fn a_player_is_told_its_command_line_as_it_was_given() {
    let stage = Stage::new();
    let bot = stage.bot_with("exits-at-once", " and  more");
    let ran = game(&stage, &bot, &bot, &[]);
    assert!(ran.after_banner().starts_with(&format!("launched {bot}\n$$$ exec p1 : [{bot}]\n")), "{}", ran.stdout);
}

#[test]
fn a_player_that_takes_too_long_has_timed_out() {
    let stage = Stage::new();
    let ran = game(&stage, &stage.bot("never-answers"), &stage.bot("exits-at-once"), &["-t", "1", "-q"]);
    assert!(ran.after_banner().ends_with("Player with O: timedout\n== O fin: 4\n== X fin: 0\n"), "{}", ran.stdout);
    assert!(stage.trace().starts_with("seed = 1\nO: timedout\n"), "{}", stage.trace());
    assert!(ran.stderr.contains("failed in turn 6: no answer within 1000 ms"), "{}", ran.stderr);
    assert!(ran.stderr.contains("  | turn 5: never-answers\n"), "{}", ran.stderr);
}

#[test]
fn a_player_that_never_reads_has_timed_out_too() {
    let stage = Stage::new();
    // More than a pipe holds.
    let map = stage.file("map", &map(300, 300, (5, 5, 'O'), (290, 290, 'X')));
    let (deaf, dead) = (stage.bot("never-reads"), stage.bot("exits-at-once"));
    let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &deaf, "-p2", &dead, "-t", "1", "-q"]);
    assert!(ran.after_banner().ends_with("Player with O: timedout\n== O fin: 0\n== X fin: 0\n"), "{}", ran.stdout);
    assert!(ran.stderr.contains("its input was not read"), "{}", ran.stderr);
}

#[test]
fn an_answer_that_is_not_two_words_is_an_error_on_input() {
    let stage = Stage::new();
    let ran = game(&stage, &stage.bot("prints-help"), &stage.bot("answers-an-empty-line"), &["-q"]);
    let said = "Player with O: error on input\nPlayer with X: error on input\n== O fin: 0\n== X fin: 4\n";
    assert!(ran.after_banner().ends_with(said), "{}", ran.stdout);
    assert!(stage.trace().starts_with("seed = 1\nO: error on input\nX: error on input\n"), "{}", stage.trace());
    assert!(ran.stderr.contains("expected two numbers, row and column"), "{}", ran.stderr);
}

#[test]
fn a_segmentation_fault_is_told_with_the_score() {
    let stage = Stage::new();
    let bot = stage.bot("dies-of-a-segmentation-fault");
    let ran = game(&stage, &bot, &stage.bot("exits-at-once"), &["-q"]);
    let said = format!("{bot}: Segfault at 4\n== O fin: 4\n{bot} Segfault\n== X fin: 0\n");
    assert!(ran.after_banner().ends_with(&said), "{}", ran.stdout);
    assert!(stage.trace().starts_with(&format!("seed = 1\n{bot}: Segfault at 4\n")), "{}", stage.trace());
}

#[test]
fn any_other_death_and_an_illegal_move_are_told_on_stderr_alone() {
    let stage = Stage::new();
    let (first, second) = (stage.bot("dies-of-an-abort"), stage.bot("gives-up"));
    let ran = game(&stage, &first, &second, &["-q"]);
    assert_eq!(ran.after_banner(), format!("launched {first}\nlaunched {second}\n== O fin: 4\n== X fin: 4\n"));
    assert!(ran.stderr.contains(&format!("O {first} failed in turn 9: the program ended: signal 6 (abort)\n")));
    assert!(ran.stderr.contains(&format!("X {second} failed in turn 10: played `0 0`: ")), "{}", ran.stderr);
}

#[test]
fn a_line_that_the_school_reads_as_0_0_is_quoted_on_stderr() {
    let stage = Stage::new();
    let chatty = stage.bot_with("answers-ahead", "my turn");
    let ran = game(&stage, &chatty, &stage.bot("exits-at-once"), &[]);
    assert!(ran.stdout.contains("\n<got (O): [my, turn]\n"), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("failed in turn 1: wrote `my turn`, which reads as row 0, column 0: "),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("stdout is for answers alone (print debug lines to stderr)\n"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("played `0 0`"), "{}", ran.stderr);
}

#[test]
fn an_illegal_move_is_drawn_on_stderr() {
    let stage = Stage::new();
    // A piece of 1x2 cells: one on the own cell, one on the enemy.
    let map = stage.file("map", &map(15, 17, (8, 2, 'O'), (8, 3, 'X')));
    let bot = stage.bot_with("answers-ahead", "8 2");
    let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &bot, "-p2", &stage.bot("exits-at-once"), "-s", "3"]);
    assert!(ran.stdout.contains("\n<got (O): [8, 2]\nPiece "), "no board after it: {}", ran.stdout);
    let said = "failed in turn 1: played `8 2`: 1 cell on the enemy (8,3); it fits at row 8, column 1, for instance\n";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert!(ran.stderr.contains("\n 8 ..=!...\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("\na legal answer would have been `8 1`\n"), "{}", ran.stderr);
    // The same piece beside all cells.
    let bot = stage.bot_with("answers-ahead", "3 16");
    let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &bot, "-p2", &stage.bot("exits-at-once"), "-s", "3"]);
    assert!(ran.stderr.contains("\n3   .  .  .  *  !\n"), "{}", ran.stderr);
}

#[test]
fn filled_cells_off_the_board_are_refused() {
    let stage = Stage::new();
    let dead = stage.bot("exits-at-once");
    // Where the original wrapped round to the last row, made the row longer, or gave up the whole game.
    for (own, seed, answer) in [((14, 2, 'O'), "1", "-1 2"), ((8, 16, 'O'), "3", "8 16"), ((14, 2, 'O'), "1", "14 2")] {
        let map = stage.file("map", &map(15, 17, own, (0, 14, 'X')));
        let bot = stage.bot_with("answers-ahead", answer);
        let ran = stage.run(FILLER_VM, &["-f", &map, "-p1", &bot, "-p2", &dead, "-s", seed]);
        assert_eq!(ran.code, Some(0));
        let said = format!("<got (O): [{}]\n", answer.replace(' ', ", "));
        assert!(ran.stdout.contains(&said) && ran.stdout.ends_with("== O fin: 0\n== X fin: 0\n"), "{}", ran.stdout);
        assert!(ran.stderr.contains(" 1 cell off the board ("), "{}", ran.stderr);
    }
}

#[test]
fn a_person_types_coordinates_and_is_asked_again_after_a_bad_one() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", &plateau_map()), stage.bot("exits-at-once"));
    for interactive in [&["-i"][..], &[]] {
        let words = [&["-f", &map, "-p2", &bot, "-s", "1"], interactive].concat();
        let ran = stage.run_typing(FILLER_VM, &words, "1 1\nwhere?\n  7\t2 \n");
        assert_eq!(ran.code, Some(1));
        let asked: Vec<&str> = ran.stdout.split("your move: ").skip(1).collect();
        assert_eq!(asked.len(), 4, "{}", ran.stdout);
        assert_eq!(
            asked[0],
            "not there: 0 cells on own cells, must be exactly 1; it fits at row 7, column 2, for instance\n"
        );
        assert!(asked[1].contains("expected a row and a column such as `12 -1`"), "{}", asked[1]);
        assert!(asked[2].contains("\n007 ..o..............\n008 ..o..............\n"), "{}", asked[2]);
        // The end of the input ends the person's game, as a death does a player's.
        assert_eq!(asked[3], "== O fin: 1\n== X fin: 0\n");
        assert!(stage.trace().ends_with("you won\nScore:\n1AGAINST0\n"), "{}", stage.trace());
    }
}

#[test]
fn a_person_has_no_time_limit_unless_one_is_set() {
    let stage = Stage::new();
    let map = stage.file("map", &plateau_map());
    for (limit, said) in [(&["-t", "1"][..], "Player with O: timedout\n== O fin: 0\n"), (&[], "== O fin: 1\n")] {
        let words = [&["-f", map.as_str(), "-s", "1", "-q"], limit].concat();
        let mut running = stage.command(FILLER_VM, &words).stdin(Stdio::piped()).spawn().unwrap();
        // The one thing that can be late without a process is a person.
        sleep(Duration::from_millis(1100));
        running.stdin.take().unwrap().write_all(b"7 2\n").unwrap();
        let ran = stage.finish(running.wait_with_output().unwrap());
        assert!(ran.stdout.ends_with(said), "{}", ran.stdout);
    }
}

#[test]
fn players_run_in_sandbox_1_unless_another_is_asked_for() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", &plateau_map()), stage.bot("tells-its-limits"));
    let run = |level: Option<&str>| {
        let mut command = stage.command(FILLER_VM, &["-f", &map, "-p1", &bot, "-q"]);
        stage.finish(command.envs(level.map(|level| ("LANDGRAB_SANDBOX", level))).output().unwrap())
    };
    let ran = run(Some("five"));
    assert_eq!((ran.code, ran.after_banner()), (Some(253), "error:\nbad player\n"));
    assert!(ran.stderr.contains("LANDGRAB_SANDBOX: sandbox level: expected 0, 1, 2 or 3, found `five`"), "{ran:?}");
    if std::path::Path::new("/proc/self/limits").exists() {
        let is_limited =
            |ran: &Ran| ran.stderr.lines().any(|line| line.contains("Max file size") && line.contains("67108864"));
        assert!(is_limited(&run(None)) && is_limited(&run(Some("1"))) && !is_limited(&run(Some("0"))));
    }
}

#[test]
fn players_are_killed_at_the_end_of_the_game() {
    let stage = Stage::new();
    let ran = game(&stage, &stage.bot("ignores-termination"), &stage.bot("leaves-a-grandchild"), &["-q"]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn ctrl_c_ends_the_game_and_its_players() {
    let stage = Stage::new();
    let (map, bot) = (stage.file("map", &plateau_map()), stage.bot("never-answers"));
    for words in [&["-f", &map, "-p1", &bot, "-p2", &bot, "-t", "0"][..], &["-f", &map, "-p2", &bot, "-i"]] {
        let mut running = stage.command(FILLER_VM, words).stdin(Stdio::piped()).spawn().unwrap();
        let typing = running.stdin.take();
        let mut said = BufReader::new(running.stdout.take().unwrap()).lines();
        assert!(said.any(|line| line.unwrap().starts_with("Piece ")), "it has begun");
        let killed = Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let mut output = running.wait_with_output().unwrap();
        output.stdout = said.map(|line| line.unwrap() + "\n").collect::<String>().into_bytes();
        let ran = stage.finish(output);
        assert_eq!(ran.code, Some(130), "{ran:?}");
        assert!(ran.stderr.starts_with("filler_vm: stopped after "), "{}", ran.stderr);
        drop(typing);
    }
}

#[test]
fn ten_megabytes_on_stderr_hold_no_player_of_filler_vm_up() {
    let stage = Stage::new();
    let bot = stage.bot("logs-ten-megabytes");
    let ran = game(&stage, &bot, &bot, &["-q"]);
    assert_eq!(ran.stderr, "");
}
