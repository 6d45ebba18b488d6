//! Programs that misbehave, one way each: what `match` makes of it, what it keeps as evidence, that the games after it
//! are played, and that nothing of any game is left behind.

#[path = "misbehaving/matches.rs"]
mod matches;
#[path = "bots/workshop.rs"]
mod workshop;

use matches::{ANFIELD, DIALECTS, GamePlayed, Match, PLATEAU, WHEN, huge_map, landgrab, lines, text, two_games};
use serde_json::json;
use std::fs;
use tempfile::TempDir;
use workshop::misbehave;

/// The third protocol, `docs/protocol/0003-lines.md`: a bot that notes what it hears and knows no answer.
#[test]
fn a_bot_hears_other_games_in_lines() {
    let folder = TempDir::new().unwrap();
    for (game, heard) in [
        ("stop", "landgrab 1 stop 1\n.......X/......../......../......../......../......../......../O....... X\n"),
        ("colours", "landgrab 1 colours 1\nGKPRKBGR/YBGYBYBP/BKYKRGYB/KYKBYKBG/BGPGBYRB/KYBPKBKR/YGKYGKGK A\n"),
    ] {
        let bot = format!("cmd:{} notes-what-it-hears marker", misbehave().display());
        let record = folder.path().join(game);
        let mut landgrab = landgrab();
        landgrab.args(["match", &bot, "first", "--game", game, "--seed", "1", "--games", "1", "--json", "--record"]);
        assert!(landgrab.arg(&record).output().unwrap().status.success());
        let record = lines(&fs::read(record.join("game-0001.jsonl")).unwrap());
        let fault = &record[1]["ended"]["fault"];
        assert_eq!((text(&fault["kind"]), text(&fault["stderr"])), ("unreadable", heard));
    }
}

#[test]
fn zero_zero_of_a_stuck_bot_is_no_fault() {
    for dialect in DIALECTS {
        let played = two_games("behaves", dialect).play();
        played.is_without_faults();
        for GamePlayed { record, side, .. } in &played.games {
            assert!(record.iter().any(|line| line["played"] == "stuck" && line["side"] == *side));
        }
    }
}

#[test]
fn an_answer_in_two_writes_is_one_answer() {
    for dialect in DIALECTS {
        two_games("answers-in-two-writes", dialect).play().is_without_faults();
    }
}

#[test]
fn a_carriage_return_is_white_space_in_plateau_and_unreadable_in_anfield() {
    two_games("ends-lines-as-windows-does", PLATEAU).play().is_without_faults();
    for fault in two_games("ends-lines-as-windows-does", ANFIELD).play().fails_with("unreadable", 1) {
        assert!(text(&fault["bytes"]).ends_with("\\r\\n"), "{fault}");
    }
}

#[test]
fn a_second_answer_is_for_the_next_turn_in_plateau_and_dropped_in_anfield() {
    for fault in two_games("answers-twice", PLATEAU).play().fails_with("illegal", WHEN + 1) {
        assert_eq!((text(&fault["answer"]), text(&fault["bytes"])), ("99 99", "99 99\\n"));
    }
    two_games("answers-twice", ANFIELD).play().is_without_faults();
}

#[test]
fn an_answer_ahead_of_time_is_for_the_first_turn() {
    for (dialect, answer, seed, played) in [(PLATEAU, "7 2", "1", "7 2"), (ANFIELD, "8 0", "1000000", "0 8")] {
        let game = Match { words: answer, seed, options: &["--games", "1"], ..two_games("answers-ahead", dialect) };
        let result = game.play();
        result.is_without_faults();
        assert_eq!(result.games[0].record[2]["played"], played);
    }
}

#[test]
fn nul_bytes_end_a_number_in_plateau_and_are_unreadable_in_anfield() {
    two_games("answers-with-nul-bytes", PLATEAU).play().is_without_faults();
    for fault in two_games("answers-with-nul-bytes", ANFIELD).play().fails_with("unreadable", 1) {
        assert!(text(&fault["bytes"]).contains("\\x00 "), "{fault}");
    }
}

#[test]
fn a_megabyte_without_line_feed_is_unreadable() {
    for dialect in DIALECTS {
        for fault in two_games("answers-without-end", dialect).play().fails_with("unreadable", WHEN) {
            assert_eq!(text(&fault["bytes"]), "7".repeat(1024));
            assert_eq!(text(&fault["answer"]), "7".repeat(60) + "...");
        }
    }
}

#[test]
fn a_closed_output_counts_as_the_end_of_the_program() {
    for dialect in DIALECTS {
        for fault in two_games("closes-its-output", dialect).play().fails_with("crashed", WHEN) {
            assert_eq!(text(&fault["status"]), "it closed its output and runs on");
        }
    }
}

#[test]
fn a_bot_that_never_reads_is_silent_whether_the_board_fits_into_the_pipe_or_not() {
    for dialect in DIALECTS {
        let options = ["--games", "2", "--time", "300"];
        let small = Match { options: &options, ..two_games("never-reads", dialect) };
        for fault in small.play().fails_with("silent", 1) {
            assert_eq!((&fault["limit_ms"], fault.get("unread")), (&json!(300), None));
        }
        let folder = TempDir::new().unwrap();
        for fault in (Match { map: huge_map(folder.path(), dialect), ..small }).play().fails_with("silent", 1) {
            assert_eq!((&fault["limit_ms"], &fault["unread"]), (&json!(300), &json!(true)));
        }
    }
}

#[test]
fn a_bot_that_exits_at_once_has_crashed_with_its_status() {
    for dialect in DIALECTS {
        for fault in two_games("exits-at-once", dialect).play().fails_with("crashed", 1) {
            assert_eq!((text(&fault["status"]), &fault["code"]), ("exit status 3", &json!(3)));
        }
    }
}

#[test]
fn a_bot_that_leaves_after_the_player_line_has_crashed() {
    for dialect in DIALECTS {
        for fault in two_games("leaves-after-the-player-line", dialect).play().fails_with("crashed", 1) {
            assert_eq!(fault["code"], 0);
        }
    }
}

#[test]
fn a_death_by_signal_names_the_signal() {
    for (what, signal, name) in [
        ("dies-of-a-segmentation-fault", 11, "signal 11 (segmentation fault)"),
        ("dies-of-an-abort", 6, "signal 6 (abort)"),
        ("kills-itself", 9, "signal 9 (killed)"),
    ] {
        for dialect in DIALECTS {
            for fault in two_games(what, dialect).play().fails_with("crashed", WHEN) {
                assert_eq!((&fault["signal"], text(&fault["status"])), (&json!(signal), name));
            }
        }
    }
}

#[test]
fn a_bot_that_dies_while_we_write_has_crashed() {
    let folder = TempDir::new().unwrap();
    for dialect in DIALECTS {
        let game = Match { map: huge_map(folder.path(), dialect), ..two_games("dies-while-reading", dialect) };
        for fault in game.play().fails_with("crashed", 1) {
            assert_eq!(fault["code"], 4);
        }
    }
}

#[test]
fn a_grandchild_ends_with_the_game() {
    for dialect in DIALECTS {
        two_games("leaves-a-grandchild", dialect).play().is_without_faults();
    }
}

#[test]
fn a_grandchild_that_leaves_the_group_ends_too() {
    for sandbox in [&["--games", "2", "--sandbox", "0"][..], &["--games", "2", "--sandbox", "1"], &["--games", "2"]] {
        let game = Match { options: sandbox, ..two_games("lets-a-grandchild-go", PLATEAU) };
        game.play().is_without_faults();
    }
}

#[test]
fn a_grandchild_that_is_still_being_loaded_ends_too() {
    // In a few of so many games the kernel is still loading the grandchild when its bot is gone.
    let options = &["--games", "200", "--sandbox", "0", "--jobs", "2"];
    let game = Match { options, ..two_games("leaves-before-its-grandchild-runs", PLATEAU) };
    for fault in game.play().fails_with("crashed", 1) {
        assert_eq!(fault["code"], 3);
    }
}

#[test]
fn a_death_is_noticed_although_a_grandchild_holds_the_pipes() {
    for dialect in DIALECTS {
        for fault in two_games("dies-beside-a-grandchild", dialect).play().fails_with("crashed", WHEN) {
            assert_eq!(fault["signal"], 11);
        }
    }
}

#[test]
fn a_bot_that_ignores_termination_and_spins_after_the_end_is_killed() {
    for dialect in DIALECTS {
        two_games("ignores-termination", dialect).play().is_without_faults();
    }
}

#[test]
fn ten_megabytes_of_log_before_every_answer_hold_nobody_up() {
    for dialect in DIALECTS {
        two_games("logs-ten-megabytes", dialect).play().is_without_faults();
    }
}

#[test]
fn a_bot_that_logs_without_end_is_silent_and_64_kib_of_it_are_kept() {
    for dialect in DIALECTS {
        let options = ["--games", "2", "--time", "1000"];
        let game = Match { options: &options, ..two_games("logs-without-end", dialect) };
        for fault in game.play().fails_with("silent", WHEN) {
            assert_eq!(text(&fault["stderr"]).len(), 64 << 10);
        }
    }
}

#[test]
fn a_late_answer_is_told_from_none_at_all() {
    for dialect in DIALECTS {
        let options = ["--games", "2", "--jobs", "2", "--time", "2000"];
        let late = Match { words: "2100", options: &options, ..two_games("answers-late", dialect) };
        for fault in late.play().fails_with("too_slow", WHEN) {
            assert_eq!(fault["limit_ms"], 2000);
            assert!(fault["took_ms"].as_u64() > Some(2000), "{fault}");
            assert!(text(&fault["bytes"]).ends_with("\\n"), "{fault}");
        }
        let options = ["--games", "2", "--jobs", "2", "--time", "1000"];
        let never = Match { options: &options, ..two_games("never-answers", dialect) };
        for fault in never.play().fails_with("silent", WHEN) {
            assert_eq!((&fault["limit_ms"], fault.get("bytes")), (&json!(1000), None));
        }
        for fault in (Match { what: "answers-in-half", ..never }).play().fails_with("silent", WHEN) {
            assert_eq!(text(&fault["bytes"]).len(), 1, "what came of it is kept: {fault}");
        }
    }
}

#[test]
fn an_illegal_placement_is_refused_with_the_reason_as_data() {
    for dialect in DIALECTS {
        for fault in two_games("plays-off-the-board", dialect).play().fails_with("illegal", WHEN) {
            assert_eq!((text(&fault["answer"]), text(&fault["bytes"])), ("99 99", "99 99\\n"));
            assert_eq!(fault["reason"]["refused"], "misplaced");
            assert_ne!(fault["reason"]["off_board"], json!([]));
            assert!(fault["reason"]["instead"].is_array(), "{fault}");
        }
    }
}

#[test]
fn zero_zero_is_illegal_while_the_piece_fits_somewhere() {
    for dialect in DIALECTS {
        for fault in two_games("gives-up", dialect).play().fails_with("illegal", WHEN) {
            assert_eq!((text(&fault["answer"]), text(&fault["bytes"])), ("0 0", "0 0\\n"));
            assert!(text(&fault["because"]).contains("it fits at "), "{fault}");
        }
    }
}

#[test]
fn text_that_is_no_move_is_unreadable() {
    for (what, own_turn, bytes) in [
        ("answers-an-empty-line", WHEN, "\\n"),
        ("answers-in-another-script", WHEN, "\\xff\\xfe\\n"),
        ("prints-help", 1, "usage: misbehave WHAT MARKER, and nothing else\\n"),
    ] {
        for dialect in DIALECTS {
            for fault in two_games(what, dialect).play().fails_with("unreadable", own_turn) {
                assert_eq!((text(&fault["bytes"]), text(&fault["answer"])), (bytes, bytes));
            }
        }
    }
}
