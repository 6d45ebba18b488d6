//! Another move in a record than the one that was made: noticed in its very line, whatever it leads to.

use super::{joined, lines_with, recorded, refused, replayed, small_setups, usual_setups, with_key, with_line};
use landgrab_rules::Game;
use landgrab_rules::catalogue::AnySetup;
use landgrab_rules::pieces::{Pieces, class};
use landgrab_rules::record::Record;
use serde_json::{Value, json};

/// Characters that people and programs write into moves, by mistake or not.
const LETTERS: &str = "0123456789 -+.,;/XOxoABRGBKYPWCrgbkypstuckSTUCK*#@$";
/// The characters of numbers in moves.
const DIGITS: &str = "0123456789 -,";

/// Every text that differs in one letter: another one there, one more, one less.
fn one_letter_away(text: &str, letters: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for place in 0..=text.len() {
        let (head, tail) = text.split_at(place);
        texts.extend(letters.chars().map(|letter| format!("{head}{letter}{tail}")));
        let Some(rest) = tail.get(1..) else { continue };
        texts.extend(letters.chars().map(|letter| format!("{head}{letter}{rest}")));
        texts.push(format!("{head}{rest}"));
    }
    texts.retain(|changed| changed != text);
    texts
}

/// Replays the record with each change of one in `every` of its moves: it must fail at that very line.
fn every_change_is_noticed(lines: &[String], every: usize, letters: &str) {
    let mut changes = 0;
    for (number, played) in lines_with(lines, "played").step_by(every) {
        let text = played.as_str().expect("a move is text");
        // The lines after it are left out: the line itself must be refused.
        let until = &lines[..number];
        for changed in one_letter_away(text, letters) {
            let line = with_key(&lines[number - 1], "played", json!(changed));
            assert_eq!(refused(&with_line(until, number, &line)).line, number, "`{text}` as `{changed}`");
            changes += 1;
        }
    }
    assert!(changes > 100, "{changes}");
}

#[test]
fn one_letter_changed_in_any_move_of_a_short_game_is_noticed() {
    for setup in small_setups() {
        every_change_is_noticed(&recorded(&setup), 1, LETTERS);
    }
}

#[test]
fn one_letter_changed_in_a_move_of_a_long_game_is_noticed() {
    for setup in usual_setups() {
        let lines = recorded(&setup);
        every_change_is_noticed(&lines, lines.len() / 16, DIGITS);
    }
}

#[test]
fn the_short_games_have_every_kind_of_move() {
    let records: Vec<Vec<String>> = small_setups().iter().map(recorded).collect();
    let all: Vec<Value> = records.iter().flat_map(|lines| lines_with(lines, "played")).map(|(_, m)| m).collect();
    let has = |wanted: fn(&str) -> bool| all.iter().any(|text| text.as_str().is_some_and(wanted));
    assert!(has(|m| m == "stuck"));
    assert!(has(|m| m.starts_with('-')) && has(|m| m.contains(" -")), "no box hangs over an edge");
    assert!(has(|m| m == "P") && has(|m| m == "1,0"));
}

/// A domino between two own cells covers the same new cell from the left and from the right.
#[test]
fn another_move_to_the_same_position_is_noticed() {
    let header = r#"{"record":1,"game":"pieces","rules":"plateau","map":"gap","board":["O.O.","...X"],"first":{"name":"a"},"second":{"name":"b"}}"#;
    let AnySetup::Pieces(setup) = Record::read(header.as_bytes()).unwrap().header.setup else { panic!("no pieces") };
    let mut between = Pieces::<class::Small>::new(&setup);
    between.take("**".parse().unwrap());
    let [left, right] = ["0 0", "0 1"].map(|text| text.parse().unwrap());
    let after = between.after(left);
    assert_eq!(after, between.after(right));

    let check = format!("{:08x}", after.fingerprint_after(left));
    let line = |played: &str| format!(r#"{{"played":"{played}","side":1,"check":"{check}"}}"#);
    let lines = |played: &str| vec![header.to_string(), r#"{"drew":["**"]}"#.into(), line(played)];
    assert!(replayed(&Record::read(joined(&lines("0 0")).as_bytes()).unwrap()).is_ok());
    let disagreement = refused(&lines("0 1"));
    assert_eq!(disagreement.line, 3);
    assert!(disagreement.what.starts_with("`0 1` has the check number "), "{disagreement}");
}
