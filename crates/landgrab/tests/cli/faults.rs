//! A bot that fails: what `match` and `explain` say of it, and a match that is stopped before anything is finished.

use super::{DEADLINE, fails, folder, landgrab, objects, succeeds, text};
use referee::evidence;
use rules::{Cause, Fault};
use serde_json::json;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// Plateau reads two words without digits as `0 0`.
const CHATTY: &str = "cmd:echo my turn";

#[test]
fn a_match_quotes_what_the_bot_wrote_with_the_turn_and_the_next_steps() {
    let folder = folder();
    let play = ["match", CHATTY, "greedy", "--seed", "1", "--games"];
    let said = succeeds(folder.path(), &[&play[..], &["1"]].concat());
    for part in [
        "failed at turn 1: wrote `my turn`, which reads as row 0, column 0: ",
        "stdout is for answers alone (print debug lines to stderr)\n",
        "to see why: landgrab check 'cmd:echo my turn', or landgrab explain on its record (--record DIR keeps one)\n",
    ] {
        assert!(said.contains(part), "{part:?} is not in {said}");
    }
    assert!(!said.contains("played `0 0`"), "{said}");
    let said = succeeds(folder.path(), &[&play[..], &["2", "--dialect", "anfield", "--record", "games"]].concat());
    let steps = "landgrab check 'cmd:echo my turn' --dialect anfield, or landgrab explain games/game-0001.jsonl\n";
    assert!(said.contains("A failed in 2 games, first in game 1 at turn 1: ") && said.contains(steps), "{said}");
}

#[test]
fn the_lines_of_a_match_name_the_players_the_setup_the_options_and_the_turn_of_a_fault() {
    let folder = folder();
    let play = ["match", CHATTY, "greedy:time=70", "--map", "map01", "--seed", "1", "--games", "1", "--json"];
    let mut lines = objects(&succeeds(folder.path(), &[&play[..], &["--time", "900", "--sandbox", "0"]].concat()));
    let summary = lines.remove(1)["summary"].take();
    let game = lines.remove(0);
    assert_eq!(game["players"], json!({"A": "echo my turn", "B": "greedy:time=70"}));
    assert_eq!(game["setup"], json!({"game": "pieces", "rules": "plateau", "map": "map01", "size": "24x40"}));
    assert_eq!((&game["faults"][0]["turn"], &game["faults"][0]["wrote"]), (&json!(1), &json!("my turn")));
    assert_eq!((&summary["players"], &summary["setup"]), (&game["players"], &game["setup"]));
    assert_eq!((&summary["score_a"], &summary["score_b"]), (&json!(0.0), &json!(1.0)));
    assert_eq!((&summary["interval_a"], &summary["interval_b"]), (&json!([0.0, 0.7935]), &json!([0.2065, 1.0])));
    let options = json!({
        "games": 1, "seed": 1, "swap": true, "time": 900, "opening_plies": 0, "sandbox": {"A": 0, "B": null},
    });
    assert_eq!(summary["options"], options);

    let setup = |args: &[&str]| {
        let play = ["match", "random", "first", "--seed", "1", "--games", "1", "--json"];
        objects(&succeeds(folder.path(), &[&play[..], args].concat())).remove(0)["setup"].take()
    };
    let colours = json!({"game": "colours", "rules": null, "map": null, "size": "4x5", "colours": 6});
    assert_eq!(setup(&["--game", "colours", "--size", "4x5"]), colours);
    let stop = json!({"game": "stop", "rules": "first-stop", "map": null, "size": "8x8"});
    assert_eq!(setup(&["--game", "stop", "--reading", "first-stop"]), stop);
}

#[cfg(unix)]
#[test]
fn ctrl_c_before_the_first_game_ended_says_that_nothing_was_finished() {
    for (json, expected) in [
        (None, "interrupted before the first game ended: nothing was finished\n"),
        (Some("--json"), r#""score_b":null,"interval_b":null,"score_a":null,"interval_a":null"#),
    ] {
        let folder = folder();
        let play = ["match", "cmd:sleep 1000", "greedy", "--games", "4", "--time", "100000", "--record", "games"];
        let args: Vec<&str> = play.into_iter().chain(json).collect();
        let mut program = landgrab(folder.path(), &args);
        let child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The record is there once Ctrl-C is listened for and the game began.
        let begun = Instant::now();
        while !folder.path().join("games/game-0001.jsonl").exists() {
            assert!(begun.elapsed() < DEADLINE, "the first game does not begin");
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let Output { status, stdout, .. } = child.wait_with_output().unwrap();
        let said = text(&stdout);
        assert!(status.code() == Some(130) && said.contains(expected) && !said.contains("50.0 %"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_crash_is_told_in_the_same_words_everywhere() {
    const CRASH: &str = "the program ended: exit status 1";
    let folder = folder();
    let record = "games/game-0001.jsonl";
    let play = ["match", "cmd:false", "greedy", "--seed", "1", "--games", "1"];
    for args in [
        &[&play[..], &["--record", "games"]].concat()[..],
        &[&play[..], &["--watch"]].concat(),
        &[&play[..], &["--json"]].concat(),
        &["audit", "cmd:false", "--games", "2", "--seed", "1"],
        &["explain", record],
        &["explain", record, "--at", "1"],
        &["explain", record, "--json"],
        &["show", record],
        &["show", record, "--at", "1"],
        &["report", record, "--no-evaluation"],
    ] {
        let Output { stdout, .. } = landgrab(folder.path(), args).output().expect("the program can be run");
        let said = text(&stdout);
        assert!(said.contains(CRASH), "{args:?}: {said}");
        assert_eq!(said.matches("exit status 1").count(), said.matches(CRASH).count(), "{args:?}: {said}");
    }
}

#[test]
fn the_doctor_calls_a_fault_what_all_others_call_it() {
    let crashed = |status: &str| Fault::from(Cause::Crashed { status: status.into() });
    for fault in [
        crashed("exit status 3").with(evidence::CODE, &3),
        crashed("signal 6 (abort)").with(evidence::SIGNAL, &6),
        crashed("it is not running"),
        Fault::from(Cause::TooSlow { limit_ms: 5, took_ms: 6 }),
        Fault::from(Cause::Illegal { answer: "1 2".into(), because: "no".into() }).with(evidence::BYTES, &"1 2\\n"),
    ] {
        assert_eq!(evidence::in_words(&fault), view::fault::in_words(&fault));
    }
}

#[test]
fn a_program_without_cmd_is_told_of_it() {
    let folder = folder();
    for (player, advice) in [
        ("python3 bot.py", "(a program is written 'cmd:python3 bot.py')"),
        ("bot.py", "(a program is written 'cmd:bot.py')"),
        ("here.py", "(a program is written ./here.py)"),
    ] {
        std::fs::write(folder.path().join("here.py"), "").unwrap();
        let said = fails(folder.path(), &["match", player, "greedy"]);
        assert!(said.ends_with(advice), "{said}");
    }
}

#[test]
fn a_misspelt_name_gets_a_suggestion() {
    let folder = folder();
    for (args, advice) in [
        (&["match", "gredy", "first"][..], "unknown player `gredy`: did you mean greedy?"),
        (&["match", "floodfill", "first"], "unknown player `floodfill`: it belongs to stop; pieces has"),
        (&["play", "stop", "--against", "manhatan"], "unknown player `manhatan`: did you mean manhattan?"),
        (&["audit", "gredy"], "did you mean greedy?"),
        (&["bot", "chmpion"], "did you mean champion?"),
        (&["match", "first", "first", "--game", "stopp"], "a similar value exists: 'stop'"),
        (&["play", "colors"], "a similar subcommand exists: 'colours'"),
    ] {
        let said = fails(folder.path(), args);
        assert!(said.contains(advice), "{said}");
    }
}

#[test]
fn an_explanation_begins_with_the_fault_that_decided_the_game() {
    let folder = folder();
    let record = |bot: &str, dialect: &str| {
        let name = format!("{dialect}-{}", bot.len());
        let play = ["match", "greedy", bot, "--dialect", dialect, "--seed", "1", "--games", "1", "--record", &name];
        succeeds(folder.path(), &play);
        format!("{name}/game-0001.jsonl")
    };
    let chatty = record(CHATTY, "plateau");
    let said = succeeds(folder.path(), &["explain", &chatty]);
    let first = said.lines().next().expect("a first line");
    assert!(first.starts_with("X echo my turn failed at turn 2: wrote `my turn`, which reads as row 0, "), "{said}");
    assert!(said.contains(" legal, at row and column: "), "{said}");
    assert!(said.contains(&format!("to see them ranked: landgrab explain {chatty} --at 2\n")), "{said}");
    let at = succeeds(folder.path(), &["explain", &chatty, "--at", "2"]);
    assert!(at.contains("played nothing: X is out, wrote `my turn`, which reads as"), "{at}");

    // This school ends the game: the fault is in the last line, and no turn.
    let gone = record("cmd:true", "anfield");
    let said = succeeds(folder.path(), &["explain", &gone]);
    assert!(said.starts_with("$ true failed at turn 2: "), "{said}");
    assert!(said.contains(" legal, at row and column: ") && said.contains("\n@ greedy won "), "{said}");
    let summary = objects(&succeeds(folder.path(), &["explain", &gone, "--json"])).pop().unwrap();
    let fault = &summary["faults"][0];
    assert_eq!((&fault["turn"], &fault["side"], &fault["kind"]), (&json!(2), &json!(2), &json!("crashed")), "{fault}");
    assert!(fault["legal"].as_array().is_some_and(|legal| !legal.is_empty()), "{fault}");
}
