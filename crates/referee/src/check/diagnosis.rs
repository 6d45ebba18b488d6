//! Finds the mistake behind a wrong answer: each usual mistake is known by the answer that would have been legal.

use super::Position;
use crate::protocol::{anfield, plateau};
use rules::notation::quoted;
use rules::pieces::{Dialect, Placement, Refusal};
use rules::{Cause, Fault, Game};

/// The advice for an illegal placement when nothing more is known.
pub const PLACING: &str = "of the piece's filled cells exactly one must lie on an own cell, all others on `.`, all of \
                           them on the board; empty places of its box count for nothing";

/// The form of an answer, in words.
pub fn expected(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Plateau => plateau::EXPECTED,
        Dialect::Anfield => anfield::EXPECTED,
    }
}

/// A placement as the dialect writes it.
pub fn written(dialect: Dialect, (row, col): (i32, i32)) -> String {
    match dialect {
        Dialect::Plateau => format!("`{row} {col}`"),
        Dialect::Anfield => format!("`{col} {row}`"),
    }
}

/// Why a placement is illegal, and the mistake that it looks like, if it looks like one.
pub fn of_illegal(position: &Position, (row, col): (i32, i32), refusal: &Refusal) -> (String, Option<String>) {
    let dialect = position.dialect();
    let (words, instead) = match refusal.clone() {
        Refusal::Misplaced { off_board, on_enemy, on_walls, on_own, instead } => {
            let alone = Refusal::Misplaced { off_board, on_enemy, on_walls, on_own, instead: None };
            (alone.to_string(), instead)
        }
        other => (other.to_string(), None),
    };
    let mut because = format!("its answer means row {row}, column {col}: {words}");
    if let Some(anchor) = instead {
        because += &format!("; a right answer is {}", written(dialect, anchor));
    }
    if (row, col) == (0, 0) {
        because += "; it seems to give up, although the piece fits";
        return (because, None);
    }
    (because, mistake(position, row, col))
}

/// The usual mistake that explains a placement: undoing it gives a legal one.
fn mistake(position: &Position, row: i32, col: i32) -> Option<String> {
    let dialect = position.dialect();
    let fits = |row, col| position.is_legal(Placement::At { row, col });
    let margin = position.piece()?.margin();
    if fits(col, row) {
        let order = match dialect {
            Dialect::Plateau => "row first, then column",
            Dialect::Anfield => "X (the column) first, then Y (the row)",
        };
        return Some(format!("it looks as if row and column had changed places: write {order}"));
    }
    if row.checked_sub(margin.row as i32).zip(col.checked_sub(margin.col as i32)).is_some_and(|(r, c)| fits(r, c)) {
        let words = "it looks as if it answered with the place of the first filled cells: answer with the place of the \
                     top left corner of the box as sent, empty rows and columns included";
        return Some(words.into());
    }
    if row.checked_sub(1).zip(col.checked_sub(1)).is_some_and(|(r, c)| fits(r, c)) {
        return Some("it looks as if it counted from 1: rows and columns are counted from 0".into());
    }
    if for_the_other(position).is_some_and(|other| other.is_legal(Placement::At { row, col })) {
        let (side, mark) = (position.side().number(), dialect.mark(position.side()));
        let words = format!(
            "it looks as if it played for the other side: `$$$ exec p{side}` means that its cells are `{mark}`"
        );
        return Some(words);
    }
    None
}

/// The position with the other side to place the piece.
fn for_the_other(position: &Position) -> Option<Position> {
    let turn = |side| format!("turn={}", position.dialect().mark(side));
    let text = position.to_string();
    text.replace(&turn(position.side()), &turn(position.side().other())).parse().ok()
}

/// The advice for a bot that did not answer. `so_far`: the bytes that came in time; `last_words`: the bytes that came
/// once its input had ended.
pub fn of_no_answer(fault: &Fault, position: &Position, so_far: &[u8], last_words: &[u8]) -> String {
    if matches!(fault.cause, Cause::Crashed { .. }) {
        return "run it on what was sent (`--json` has it as `sent`), in a debugger if need be; its stderr may say more"
            .into();
    }
    let answer = String::from_utf8_lossy(last_words);
    if !so_far.is_empty() && !so_far.contains(&b'\n') {
        return "end every answer with a line feed".into();
    }
    if !last_words.is_empty() {
        let answer = quoted(&answer);
        return format!(
            "its answer {answer} came only when its input ended: flush standard output after every answer, and \
                        answer when the last row of the piece is read, not at the end of the input"
        );
    }
    if matches!(fault.cause, Cause::Silent { unread: true, .. }) {
        return "it does not read its standard input: read all of a turn before answering".into();
    }
    let size = position.size();
    let header = match position.dialect() {
        Dialect::Plateau => format!("`Plateau {} {}:` (rows, then columns)", size.rows, size.cols),
        Dialect::Anfield => format!("`Anfield {} {}:` (width, then height)", size.cols, size.rows),
    };
    format!(
        "it may wait for a line that never comes, or take too long: the header {header} announces a ruler and {} rows, \
         then comes the piece with its own header; answer when its last row is read",
        size.rows
    )
}

/// The advice for an answer that cannot be read.
pub fn of_unreadable(line: &[u8], dialect: Dialect) -> String {
    let line = String::from_utf8_lossy(line);
    let form = match dialect {
        Dialect::Plateau => "`ROW COLUMN` and a line feed",
        Dialect::Anfield => "`X Y` with one blank between, and a line feed",
    };
    let has_letters = line.chars().any(char::is_alphabetic);
    if line.ends_with("\r\n") && dialect == Dialect::Anfield {
        return format!("end lines with a line feed alone, not with a carriage return too: {form}");
    }
    if has_letters || line.trim().is_empty() {
        return format!("standard output belongs to the referee: write only {form} there, and messages to stderr");
    }
    format!("write {form}, nothing else")
}

#[cfg(test)]
mod tests {
    use super::super::case::Case;
    use super::*;

    /// The diagnosis of an answer on a board where three cells in a row fit only from row 1, column 4 on.
    fn said(piece: &'static str, dialect: Dialect, row: i32, col: i32) -> String {
        let case = Case { board: "......./.XXXO../......./.X...X.", piece, advice: "" };
        let position = case.position(dialect);
        let refusal = position.check(Placement::At { row, col }).unwrap_err();
        let (because, guess) = of_illegal(&position, (row, col), &refusal);
        guess.unwrap_or(because)
    }

    #[test]
    fn a_usual_mistake_is_recognised_by_what_would_have_been_right() {
        let piece = "..../.***";
        assert!(said(piece, Dialect::Plateau, 3, 0).contains("write row first"));
        assert!(said(piece, Dialect::Anfield, 3, 0).contains("write X (the column) first"));
        assert!(said(piece, Dialect::Plateau, 1, 4).contains("top left corner of the box"));
        assert!(said(piece, Dialect::Plateau, 2, 0).contains("`$$$ exec p1` means that its cells are `O`"));
        assert!(said("***", Dialect::Plateau, 2, 5).contains("counted from 0"));
    }

    #[test]
    fn what_looks_like_no_mistake_is_told_the_right_answer_in_the_bots_own_order() {
        let piece = "..../.***";
        assert!(said(piece, Dialect::Plateau, 1, 0).ends_with("must be exactly 1; a right answer is `0 3`"));
        assert!(said(piece, Dialect::Anfield, 0, 0).contains("a right answer is `3 0`; it seems to give up"));
    }
}
