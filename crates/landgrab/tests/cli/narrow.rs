//! Tables on narrow screens: 80 and 40 columns.

use super::{cmd, landgrab, text};
use std::process::Output;

/// The output of the program on a screen of so many columns.
fn printed(args: &[&str], columns: usize) -> String {
    let Output { stdout, stderr, .. } =
        landgrab(&cmd(), args).env("COLUMNS", columns.to_string()).output().expect("the program can be run");
    assert_eq!(text(&stderr), "", "{args:?}");
    text(&stdout).into()
}

/// Whether a line belongs to a table: it begins with a number or with the name of the first column.
fn is_row(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    ["turn", "at", "A", "B", "pairing"].contains(&first) || first.starts_with(|c: char| c.is_ascii_digit() || c == '(')
}

#[test]
fn tables_fit_screens_of_80_and_40_columns() {
    let matched = ["match", "greedy", "champion@1:nodes=100", "--game", "stop", "--seed", "1", "--games", "2"];
    for (args, rows) in [
        (&["review", "review.in/greedy.jsonl"][..], 27),
        (&["review", "review.in/stop.jsonl"], 8),
        (&["explain", "explain.in/bay.jsonl"], 4),
        (&["explain", "explain.in/bay.jsonl", "--at", "10"], 7),
        (&matched, 2),
    ] {
        for columns in [80, 40] {
            let said = printed(args, columns);
            // Sentences below a table wrap as any text does.
            let is_sentence = |line: &str| {
                [" moves best ", " is to place "].iter().any(|part| line.contains(part))
                    || line.contains(" won ") && line.contains(" of ")
            };
            let table: Vec<&str> = said.lines().filter(|line| is_row(line) && !is_sentence(line)).collect();
            assert!(table.len() >= rows, "{said}");
            let wide = table.iter().find(|line| line.chars().count() > columns);
            assert_eq!(wide, None, "{args:?} at {columns}:\n{said}");
        }
    }
    for columns in [80, 40] {
        let said = printed(&["games"], columns);
        assert!(said.lines().all(|line| line.chars().count() <= columns), "{said}");
    }
}

/// The usual start of Stop: nothing of it is proven in a test's time.
const START: &str = ".......X/......../......../......../......../......../......../O....... X";

#[test]
fn solutions_and_a_census_fit_screens_of_80_and_40_columns() {
    let board = "RGBKYPRG/GBKYPRGB/BKYPRGBK/KYPRGBKY/YPRGBKYP/PRGBKYPR/RGBKYPRG";
    let wide = "XXXXXXXXX/......O.O/........./.XOXOXOXO/OXOXOXOXO/XOXOXOXOX X";
    for args in [
        &["solve", "colours", board][..],
        &["solve", "colours", board, "--nodes", "50"],
        &["solve", "stop", "--board", "4x4"],
        &["solve", "stop", wide],
        &["solve", "stop", START, "--nodes", "3000"],
        &["census", "--boards", "12", "--size", "4x5"],
    ] {
        for columns in [80, 40] {
            let said = printed(args, columns);
            let wide: Vec<&str> = said.lines().filter(|line| line.chars().count() > columns).collect();
            assert!(wide.is_empty() && said.lines().count() > 5, "{args:?} at {columns}: {wide:#?}\n{said}");
        }
    }
}

/// Nothing of the beginning of a game on 8x8 is proven in so little time.
#[test]
fn estimates_are_marked_and_fit_narrow_screens() {
    let folder = super::folder();
    let play = ["match", "greedy", "random", "--game", "stop", "--seed", "1", "--games", "1", "--record", "games"];
    super::succeeds(folder.path(), &play);
    let file = folder.path().join("games/game-0001.jsonl");
    let args = ["review", file.to_str().expect("a name in UTF-8"), "--time", "60"];
    for (columns, remark) in [(100, "estimate, depth "), (80, "estimate, depth "), (40, "depth ")] {
        let said = printed(&args, columns);
        let first = said.lines().find(|line| line.trim_start().starts_with("1 ")).expect("a first move");
        assert!(first.contains('~') && first.contains(remark) && !first.contains("not proven"), "{said}");
        assert!(first.chars().count() <= columns, "{said}");
        assert!(said.contains("at the start nothing is proven: X ends ~"), "{said}");
        assert!(said.contains("an estimate (~) by search, not a proof: "), "{said}");
    }
}

#[test]
fn estimates_of_the_other_readings_say_what_they_count() {
    let folder = super::folder();
    for reading in ["first-blocked", "first-stop"] {
        let options = ["--reading", reading, "--seed", "1", "--games", "1", "--record", reading];
        super::succeeds(folder.path(), &[&["match", "greedy", "random", "--game", "stop"], &options[..]].concat());
        let file = folder.path().join(reading).join("game-0001.jsonl");
        let said = printed(&["review", file.to_str().expect("a name in UTF-8"), "--time", "60"], 80);
        let first = said.lines().find(|line| line.trim_start().starts_with("1 ")).expect("a first move");
        assert!(first.contains('~') && first.contains("estimate, depth "), "{said}");
        assert!(said.contains("at the start nothing is proven: X gets more moves by ~"), "{said}");
        assert!(said.contains("estimates count the moves that X gets more than O: above 0 X wins\n"), "{said}");
    }
}

#[test]
fn an_audit_fits_screens_of_80_and_40_columns() {
    for columns in [80, 40] {
        let said = printed(&["audit", "first", "--games", "2", "--seed", "1"], columns);
        let table: Vec<&str> = said.lines().skip(1).take_while(|line| !line.is_empty()).collect();
        assert!(table.len() >= 7, "{said}");
        assert!(table.iter().all(|line| line.chars().count() <= columns), "{said}");
    }
}
