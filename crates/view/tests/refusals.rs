//! Pictures of refused moves: what lies outside of the board is named, drawn as outside, and not cut off.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use landgrab_view::{Colour, Depict, Paint, Picture, Scene, svg, text};
use rules::pieces::{Pieces, class};
use rules::{Fault, Side};

fn refused(answer: &str, piece: &str) -> Scene {
    let position: Pieces<class::Small> =
        "..........\n.O........\n..........\n........X.\nrules=plateau turn=O placed=0,0".parse().unwrap();
    let rows: Vec<&str> = piece.split('/').collect();
    let fault = serde_json::json!({
        "kind": "illegal", "answer": answer, "because": "it leaves the board", "reason": null, "drawn": rows
    });
    let fault: Fault = serde_json::from_value(fault).unwrap();
    position.refusal(Side::First, &fault).unwrap()
}

#[test]
fn columns_left_of_the_board_have_negative_names_and_are_blank() {
    let scene = refused("0 -2", "***");
    let expected = "
   -2 -1  0  1  2  3
0   !  !  *  .  .  .
1         .  O  .  .
2         .  .  .  .
3         .  .  .  .
* on free cells, = on own cells (exactly one is needed), ! where nothing may be put
blank: outside of the board, which has rows 0 to 3 and columns 0 to 9
";
    assert_eq!(text(&scene, Colour::Never), expected.trim_start_matches('\n'));
    let drawn = svg(&scene, &Picture { cell: Some(22), ..Picture::default() });
    for name in [">-2<", ">-1<"] {
        assert_eq!(drawn.matches(name).count(), 1, "{name} is a column: {drawn}");
    }
    assert!(drawn.contains("url(#outside)"), "{drawn}");
    assert!(scene.marks[6].paint == Paint::Outside && !drawn.contains("url(#r2)"), "no cell of the enemy is wrong");
}

#[test]
fn every_cell_of_the_piece_and_its_named_corner_are_in_the_picture() {
    for (answer, piece) in [("-3 -3", "***/***"), ("-2 8", "..../.***"), ("3 9", "**/**"), ("-2 -2", ".../.../..*")] {
        let scene = refused(answer, piece);
        let covered = scene.marks.iter().filter(|mark| ["!", "*", "="].contains(&mark.text.as_str())).count();
        assert_eq!(covered, piece.matches('*').count(), "{answer}");
        let (row, col) = answer.split_once(' ').unwrap();
        assert!(scene.row_names.iter().any(|name| name == row), "{answer}: {:?}", scene.row_names);
        assert!(scene.col_names.iter().any(|name| name == col), "{answer}: {:?}", scene.col_names);
    }
}

#[test]
fn a_picture_in_the_middle_of_a_wide_board_names_its_columns_as_they_are() {
    let drawn = svg(&refused("0 5", "**"), &Picture { cell: Some(30), ..Picture::default() });
    assert!(drawn.contains(">9<") && !drawn.contains(">0</text>\n</g>"), "{drawn}");
    let scene = refused("0 5", "**");
    assert_eq!(scene.col_names.first().map(String::as_str), Some("2"));
}

#[test]
fn a_piece_with_empty_rows_says_which_corner_was_named() {
    let told = text(&refused("-2 3", ".../***"), Colour::Never);
    assert!(told.contains("the piece is 2x3 with its empty rows and columns; row -2, column 3"), "{told}");
}
