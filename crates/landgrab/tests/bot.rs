//! `landgrab bot` as a referee sees it: bytes in, bytes out, an exit status.
//!
//! `bot/*-heard.txt` is all that the first player was told in a whole game on map00, `bot/*-said.txt` what it answered;
//! both are taken from games of the schools' own programs between two players of the kind `first` (Plateau: seed 1, with
//! the boards in upper case, as players see them; Anfield: seed 1000000). Never regenerate them from our own program.

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

const PLATEAU_HEARD: &str = include_str!("bot/plateau-heard.txt");
const PLATEAU_SAID: &str = include_str!("bot/plateau-said.txt");
const ANFIELD_HEARD: &str = include_str!("bot/anfield-heard.txt");
const ANFIELD_SAID: &str = include_str!("bot/anfield-said.txt");

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landgrab"));
    command.arg("bot").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Runs a bot on this input, so many bytes at a time.
fn run(arguments: &[&str], input: &str, chunk: usize) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("it is piped");
    for bytes in input.as_bytes().chunks(chunk) {
        // A bot that has ended early does not read the rest; what it said tells why.
        if stdin.write_all(bytes).is_err() {
            break;
        }
    }
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// Its output; it must have ended well without a word to people.
fn said(arguments: &[&str], input: &str, chunk: usize) -> String {
    let Output { status, stdout, stderr } = run(arguments, input, chunk);
    assert_eq!((status.code(), String::from_utf8_lossy(&stderr)), (Some(0), "".into()));
    String::from_utf8(stdout).expect("answers are text")
}

/// The message of a bot that gives up.
fn complaint(arguments: &[&str], input: &str) -> String {
    let Output { status, stdout, stderr } = run(arguments, input, usize::MAX);
    assert_eq!((status.code(), stdout), (Some(2), vec![]));
    let message = String::from_utf8(stderr).expect("messages are text");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn first_answers_a_plateau_game_as_it_was_played() {
    assert_eq!(said(&["first"], PLATEAU_HEARD, usize::MAX), PLATEAU_SAID);
}

#[test]
fn first_answers_an_anfield_game_as_it_was_played() {
    assert_eq!(said(&["first"], ANFIELD_HEARD, usize::MAX), ANFIELD_SAID);
}

#[test]
fn input_may_come_in_pieces() {
    assert_eq!(said(&["first"], PLATEAU_HEARD, 7), PLATEAU_SAID);
    assert_eq!(said(&["first"], ANFIELD_HEARD, 4099), ANFIELD_SAID);
}

#[test]
fn equal_seeds_give_equal_answers() {
    for player in ["random", "greedy", "heat", "heat:metric=l1", "bfs"] {
        let answers = |seed| said(&[player, "--seed", seed], ANFIELD_HEARD, usize::MAX);
        assert_eq!(answers("-7"), answers("-7"));
        assert_ne!(answers("-7"), answers("8"));
        assert_eq!(answers("0"), said(&[player, "--time", "50"], ANFIELD_HEARD, usize::MAX), "0 is the usual one");
    }
}

#[test]
fn a_stuck_player_says_so_in_the_schools_way() {
    let turn = "$$$ exec p1 : [x]\nPlateau 2 4:\n    0123\n000 OX..\n001 XX..\nPiece 1 2:\n**\n";
    for player in ["random", "first", "greedy", "heat", "bfs"] {
        assert_eq!(said(&[player], turn, usize::MAX), "0 0\n");
    }
}

#[test]
fn a_board_of_another_size_is_a_new_game() {
    let wide = format!("{}O...X", ".".repeat(100));
    let turns = format!(
        "$$$ exec p1 : [x]\n\
         Plateau 2 4:\n    0123\n000 O...\n001 ...X\nPiece 1 2:\n**\n\
         Plateau 2 105:\n    {}\n000 {wide}\n001 {wide}\nPiece 1 2:\n**\n\
         Plateau 2 105:\n    {}\n000 {wide}\n001 {wide}\nPiece 1 2:\n**\n",
        "0".repeat(105),
        "0".repeat(105),
    );
    let Output { status, stdout, stderr } = run(&["greedy"], &turns, usize::MAX);
    assert_eq!((status.code(), String::from_utf8_lossy(&stdout).lines().count()), (Some(0), 3));
    assert_eq!(
        String::from_utf8_lossy(&stderr),
        "landgrab bot: the board was 2x4 and is 2x105 now: a new game, then\n"
    );
}

#[test]
fn the_end_of_the_input_ends_the_game_and_half_a_turn_is_an_error() {
    assert_eq!(said(&["greedy"], "", usize::MAX), "");
    let message = complaint(&["greedy"], &PLATEAU_HEARD[..100]);
    assert!(message.contains("line 5: expected row 1 of the board"), "{message}");
}

#[test]
fn nonsense_is_named_with_its_line() {
    let message = complaint(&["greedy"], "hello\n");
    let expected = "landgrab: standard input, line 1: expected `$$$ exec p1 : [path]` or the same with p2, found `hello` \
                    (see landgrab bot --help)\n";
    assert_eq!(message, expected);
}

/// The lines of a referee in a game of Stop before the second player's first two moves.
const STOP_HEARD: &str = "landgrab 1 stop 2\n..X/..X/O.. O\n..X/X.X/OO. O\n";

#[test]
fn the_first_line_says_which_game_is_played() {
    assert_eq!(said(&["first"], STOP_HEARD, usize::MAX), "0,0\n1,0\n");
    assert_eq!(said(&["first"], &STOP_HEARD.replace('\n', "\r\n"), 3), "0,0\n1,0\n");
    assert_eq!(said(&["first"], "landgrab 1 colours 1\nGYK/BBG/RBY A\n", usize::MAX), "G\n");
    // A board that does not fit into 64 bits.
    let large = format!("landgrab 1 colours 1\n{}/RGBRGBRGBR A\n", ["RGBRGBRGBR"; 9].join("/"));
    assert_eq!(said(&["greedy"], &large, usize::MAX).lines().count(), 1);
    assert_eq!(said(&["minimax:depth=2"], "landgrab 1 colours 2\n", usize::MAX), "");
}

#[test]
fn nonsense_in_lines_is_named_with_its_line() {
    for (heard, expected) in [
        ("landgrab 2 stop 1\n", "line 1: expected `landgrab 1 GAME SIDE`, such as `landgrab 1 stop 2`, found"),
        ("landgrab 1 pieces 1\n", "line 1: expected colours or stop after `landgrab 1`, found `pieces`"),
        ("landgrab 1 stop 2\n..X/..Y/O.. O\n", "line 2: expected "),
        ("landgrab 1 stop 2\n..X/.../O.. X\n", "line 2: expected a position in which side 2 is to move, found"),
        ("landgrab 1 colours 1\nhello\n", "line 2: expected "),
    ] {
        let message = complaint(&["first"], heard);
        assert!(message.starts_with(&format!("landgrab: standard input, {expected}")), "{heard:?}: {message}");
    }
    // Earlier answers stand.
    let Output { status, stdout, .. } = run(&["first"], &format!("{STOP_HEARD}XXX/XXX/OOO O\n"), usize::MAX);
    assert_eq!((status.code(), stdout), (Some(2), b"0,0\n1,0\n".to_vec()));
}

#[test]
fn a_player_that_the_game_has_not_is_refused_when_the_game_is_heard() {
    assert!(
        complaint(&["floodfill"], PLATEAU_HEARD).contains("unknown player `floodfill`: it belongs to stop; pieces has")
    );
    assert!(complaint(&["heat"], STOP_HEARD).contains("unknown player `heat`: it belongs to pieces; stop has"));
}

/// The games of a match, by the lines of their records without the times.
fn played(setup: &[&str], a: &str, b: &str) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_landgrab"));
    command.args(["match", a, b, "--games", "2", "--seed", "5", "--sandbox", "1"]).args(setup);
    let Output { status, stderr, .. } = command.arg("--record").arg(folder.path()).output().expect("it can be run");
    assert_eq!((status.code(), String::from_utf8_lossy(&stderr)), (Some(0), "".into()));
    let record = |number| {
        let record = std::fs::read_to_string(folder.path().join(format!("game-{number:04}.jsonl"))).expect("a record");
        // A program's fault has the bytes that it sent as evidence; a built-in player sends none.
        let lines = record.lines().skip(1).filter(|line| !line.starts_with("{\"out\""));
        lines.map(|line| line.split("\"ms\"").next().unwrap_or_default().into()).collect()
    };
    [1, 2].map(record).into()
}

#[test]
fn a_bot_plays_as_the_player_that_it_is() {
    let program = env!("CARGO_BIN_EXE_landgrab");
    for (game, player) in [("stop", "first"), ("colours", "champion:nodes=50")] {
        let setup = ["--game", game, "--size", "5x5"];
        let bot = played(&setup, &format!("cmd:{program} bot {player}"), "greedy");
        assert_eq!(bot, played(&setup, player, "greedy"));
        assert!(bot.iter().all(|game| game.last().is_some_and(|line| line.contains("\"ended\":\"rules\""))), "{bot:?}");
    }
}

/// A program has 10 s for a move. They are not its opponent's, whose only limit is one in positions.
#[test]
fn a_program_does_not_change_how_its_opponent_plays() {
    let bot = format!("cmd:{} bot first", env!("CARGO_BIN_EXE_landgrab"));
    assert_eq!(played(&[], "champion:nodes=20", &bot), played(&[], "champion:nodes=20", "first"));
}

#[test]
fn an_unknown_player_is_refused_before_anything_is_read() {
    assert!(complaint(&["gredy"], PLATEAU_HEARD).contains("unknown player `gredy`"));
    assert!(complaint(&["./mine"], "").contains("expected a name such as `greedy`"));
}

#[test]
fn a_referee_that_hangs_up_is_no_error() {
    let mut child = start(&["first"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it is piped");
    let _ = stdin.write_all(PLATEAU_HEARD.as_bytes());
    drop(stdin);
    let mut stderr = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut stderr).expect("messages are text");
    assert_eq!((child.wait().expect("it ends").code(), stderr.as_str()), (Some(0), ""));
}

#[test]
fn the_help_says_how_the_schools_programs_start_it() {
    let output = start(&["--help"]).wait_with_output().expect("it ends");
    let help = String::from_utf8(output.stdout).expect("help is text");
    for part in ["filler_vm -f map00 -p1 \"landgrab bot greedy\" -p2 ./mine", "#!/bin/sh\n  exec landgrab bot greedy"] {
        assert!(help.contains(part), "{help}");
    }
}
