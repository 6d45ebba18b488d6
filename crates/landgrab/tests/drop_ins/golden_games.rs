//! Whole games as the schools' own programs played them, through real processes, byte for byte. The transcripts are
//! long; here are their lengths, their check numbers (FNV-1a, 64 bits) and two beginnings.

use crate::stage::{FILLER_VM, GAME_ENGINE, Stage, map};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

const PLATEAU_START: &str = include_str!("../data/golden-plateau-start.txt");
const ANFIELD_START: &str = include_str!("../data/golden-anfield-start.txt");

/// The bot of the golden games; none where there is no Python.
fn first_legal() -> Option<PathBuf> {
    let has_python = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_python {
        xtask::skipped("no python3 to run tests/bots/first_legal.py");
    }
    has_python.then(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/first_legal.py"))
}

/// A folder with the school maps and the bot under the name that the transcripts have it by.
fn school() -> Option<Stage> {
    let stage = Stage::new();
    symlink(first_legal()?, stage.path().join("first_legal.py")).expect("a folder for links");
    stage.file("plateau-map00", &map(15, 17, (8, 2, 'O'), (12, 14, 'X')));
    stage.file("plateau-map01", &map(24, 40, (3, 3, 'O'), (19, 32, 'X')));
    stage.file("anfield-map00", &map(15, 20, (2, 9, '@'), (12, 9, '$')));
    stage.file("anfield-map01", &map(30, 40, (3, 4, '@'), (26, 32, '$')));
    Some(stage)
}

fn check_number(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn assert_same(name: &str, found: &str, length: usize, number: u64, start: &str) {
    for (line, (found, expected)) in found.lines().zip(start.lines()).enumerate() {
        assert_eq!(found, expected, "{name}: line {}", line + 1);
    }
    assert_eq!((found.len(), check_number(found)), (length, number), "{name}");
}

#[test]
fn filler_vm_plays_the_golden_games_byte_for_byte() {
    let Some(stage) = school() else { return };
    for (map, seed, length, number) in [
        ("plateau-map00", "1", 64422, 0xd88b_f86c_e11a_dae2),
        ("plateau-map00", "42", 67205, 0xfb52_2b80_8ec2_1fa9),
        ("plateau-map01", "1", 417_230, 0xbd5b_11bd_8f4b_9e4b),
    ] {
        let ran = stage.run(FILLER_VM, &["-f", map, "-p1", "./first_legal.py", "-p2", "./first_legal.py", "-s", seed]);
        let start = if (map, seed) == ("plateau-map00", "1") { PLATEAU_START } else { "" };
        assert_same(&format!("{map} {seed}"), ran.after_banner(), length, number, start);
        assert_eq!(ran.code, Some(2));
    }
}

#[test]
fn game_engine_plays_the_golden_games_byte_for_byte() {
    let Some(stage) = school() else { return };
    for (map, seed, length, number) in [
        ("anfield-map00", "-3000000", 66657, 0x1bf3_1bc2_bf21_b91c),
        ("anfield-map00", "1000000", 65749, 0xcfbc_5361_983f_34ca),
        ("anfield-map01", "-3000000", 370_624, 0x9a21_a7a1_301f_851d),
        ("anfield-map01", "1000000", 380_856, 0x9952_3c92_cd36_eb99),
    ] {
        let ran =
            stage.run(GAME_ENGINE, &["-f", map, "-p1", "./first_legal.py", "-p2", "./first_legal.py", "-s", seed]);
        let start = if (map, seed) == ("anfield-map00", "1000000") { ANFIELD_START } else { "" };
        assert_same(&format!("{map} {seed}"), &ran.stdout, length, number, start);
        assert_eq!(ran.code, Some(0));
    }
}

#[test]
fn the_same_bot_plays_the_same_games_through_match() {
    let Some(bot) = first_legal() else { return };
    let games = include_str!("../data/golden-games.txt").lines().filter(|line| line.contains(" seed "));
    for game in games {
        let words: Vec<&str> = game.split(' ').collect();
        let [dialect, map, "seed", seed, "score", first, second] = words[..] else { panic!("{game}") };
        let mut landgrab = Command::new(env!("CARGO_BIN_EXE_landgrab"));
        landgrab.arg("match").args([&bot, &bot]).args(["--dialect", dialect, "--map", map, "--seed", seed]);
        let output = landgrab.args(["--games", "1", "--json"]).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains(&format!("\"score\":{{\"A\":{first},\"B\":{second}}}")), "{game}: {printed}");
    }
}
