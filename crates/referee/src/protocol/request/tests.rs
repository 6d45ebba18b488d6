//! Every quirk of the two protocols, one test named after it.

use super::*;
use rules::pieces::class::{Any, Small};
use rules::{Game, Turn};
use std::io::{BufReader, Read};

const PLATEAU: &str = "\
$$$ exec p2 : [./my bot]
Plateau 2 5:
    01234
000 O....
001 ....X
Piece 1 2:
**
Plateau 2 5:
    01234
000 OO...
001 ...XX
Piece 2 3:
...
*..
";

const ANFIELD: &str = "\
$$$ exec p1 : [solution/bot]
Anfield 5 2:
    01234
000 @....
001 ...s$
Piece 2 3:
..
.O
OO
";

fn all(bytes: impl Read) -> Result<Vec<Request>, RequestError> {
    let mut reader = RequestReader::new(BufReader::new(bytes));
    std::iter::from_fn(|| reader.next_request().transpose()).collect()
}

fn only(text: &str) -> Request {
    let [request] = <[Request; 1]>::try_from(all(text.as_bytes()).unwrap()).unwrap();
    request
}

fn error(text: &str) -> String {
    all(text.as_bytes()).unwrap_err().to_string()
}

fn text(request: &Request) -> String {
    request.position::<Any>().to_string()
}

#[test]
fn plateau_counts_rows_first() {
    let turns = all(PLATEAU.as_bytes()).unwrap();
    assert_eq!(turns.iter().map(|request| request.side).collect::<Vec<_>>(), [Side::Second; 2]);
    assert_eq!(text(&turns[0]), "O....\n....X\nrules=plateau turn=X placed=0,0 piece=**");
    assert_eq!(text(&turns[1]), "OO...\n...XX\nrules=plateau turn=X placed=0,0 piece=.../*..");
    assert_eq!(turns[0].answer(Placement::At { row: 1, col: -2 }), "1 -2\n");
    assert_eq!(turns[0].answer(Placement::Stuck), "0 0\n");
}

#[test]
fn anfield_counts_columns_first() {
    let request = only(ANFIELD);
    assert_eq!(text(&request), "@....\n...$$\nrules=anfield turn=@ placed=0,0 piece=../.O/OO".replace('O', "*"));
    assert_eq!(request.answer(Placement::At { row: 1, col: -2 }), "-2 1\n");
    assert_eq!(request.answer(Placement::Stuck), "0 0\n");
}

#[test]
fn the_most_recent_piece_may_be_in_lower_case() {
    let lower = PLATEAU.replace("000 OO", "000 oo").replace("XX\n", "xX\n");
    let texts = |turns: Vec<Request>| turns.iter().map(text).collect::<Vec<_>>();
    assert_eq!(texts(all(lower.as_bytes()).unwrap()), texts(all(PLATEAU.as_bytes()).unwrap()));
}

#[test]
fn bytes_may_come_in_any_chunks() {
    /// Gives so many bytes at a time.
    struct Chunks<'a>(&'a [u8], usize);
    impl Read for Chunks<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(into.len());
            self.0.read(&mut into[..most])
        }
    }
    let whole = all(PLATEAU.as_bytes()).unwrap();
    for length in [1, 2, 3, 7, 50] {
        assert_eq!(all(Chunks(PLATEAU.as_bytes(), length)).unwrap(), whole);
    }
}

#[test]
fn a_new_player_line_begins_a_new_game() {
    let turns = all(format!("{PLATEAU}{ANFIELD}").as_bytes()).unwrap();
    let (dialects, sides): (Vec<_>, Vec<_>) = turns.iter().map(|a| (a.setup.dialect(), a.side)).unzip();
    assert_eq!(dialects, [Dialect::Plateau, Dialect::Plateau, Dialect::Anfield]);
    assert_eq!(sides, [Side::Second, Side::Second, Side::First]);
}

#[test]
fn a_missing_player_line_is_named() {
    let (_, boards) = PLATEAU.split_once('\n').unwrap();
    assert_eq!(error(boards), format!("line 1: expected {PLAYER_LINE}, found `Plateau 2 5:`"));
    assert_eq!(error("$$$ exec p3 : [x]\n"), format!("line 1: expected {PLAYER_LINE}, found `$$$ exec p3 : [x]`"));
}

/// A board of so many rows; `label` writes their numbers.
fn tall(header: &str, rows: usize, own: char, label: impl Fn(usize) -> String) -> String {
    let mark = |row| if row + 1 == rows { own } else { '.' };
    let board: String = (0..rows).map(|row| format!("{} {}.\n", label(row), mark(row))).collect();
    format!("$$$ exec p1 : [x]\n{header}\n    01\n{board}Piece 1 1:\n*\n")
}

#[test]
fn plateau_labels_grow_beyond_row_999() {
    let request = only(&tall("Plateau 1003 2:", 1003, 'O', |row| format!("{row:03}")));
    assert!(request.position::<Any>().own(Side::First).contains(Cell::new(1002, 0)));
}

#[test]
fn anfield_labels_start_again_beyond_row_999() {
    let request = only(&tall("Anfield 2 1003:", 1003, 'a', |row| format!("{:03}", row % 1000)));
    assert!(request.position::<Any>().own(Side::First).contains(Cell::new(1002, 0)));
}

#[test]
fn lines_may_end_in_carriage_returns() {
    assert_eq!(all(PLATEAU.replace('\n', "\r\n").as_bytes()).unwrap(), all(PLATEAU.as_bytes()).unwrap());
}

#[test]
fn a_carriage_return_may_be_a_column_and_is_a_wall() {
    let request = only("$$$ exec p1 : [x]\nPlateau 2 4:\n    0123\n000 O..\r\n001 ..X\r\nPiece 1 1:\n*\n");
    assert_eq!(request.setup.map().rows(), ["O..#", "..X#"]);
}

#[test]
fn any_other_character_is_a_wall_in_plateau() {
    for row in ["O. é".as_bytes(), b"O. \xe9", b"O. \xc3", b"O.@\0", b"O.#$"] {
        let mut bytes = b"$$$ exec p1 : [x]\nPlateau 2 4:\n    0123\n000 ".to_vec();
        bytes.extend(row);
        bytes.extend(b"\n001 ...X\nPiece 1 1:\n*\n");
        assert_eq!(all(&bytes[..]).unwrap()[0].setup.map().rows(), ["O.##", "...X"], "{}", row.escape_ascii());
    }
}

#[test]
fn a_path_may_be_anything_but_a_megabyte() {
    let (_, turns) = PLATEAU.split_once('\n').unwrap();
    let bytes = [b"$$$ exec p1 : [\xff] ]\n", turns.as_bytes()].concat();
    assert_eq!(all(&bytes[..]).unwrap().len(), 2);
    let endless = io::Read::chain(&b"$$$ exec p1 : ["[..], io::repeat(b'x'));
    assert!(all(endless).unwrap_err().to_string().starts_with("line 1: expected a line of at most 65536 bytes"));
}

#[test]
fn the_end_between_turns_is_the_end_of_the_game() {
    for text in ["", "$$$ exec p1 : [x]\n"] {
        assert!(all(text.as_bytes()).unwrap().is_empty());
    }
}

#[test]
fn the_end_inside_a_turn_is_an_error() {
    let lines: Vec<&str> = PLATEAU.split_inclusive('\n').collect();
    for (count, part) in [
        (2, "line 3: expected the ruler `    0123...` above the board, found the end of the input"),
        (4, "line 5: expected row 1 of the board, `001 ` and 5 cells, found the end of the input"),
        (5, "line 6: expected `Piece ROWS COLUMNS:`, each 1 to 1024, found the end of the input"),
        (6, "line 7: expected row 0 of the piece, 2 of `*`, `O` and `.`, found the end of the input"),
    ] {
        assert_eq!(error(&lines[..count].concat()), part);
    }
    // Wherever it is cut, no turn is half read.
    let whole = all(PLATEAU.as_bytes()).unwrap();
    for end in 0..PLATEAU.len() {
        let _ = all(&PLATEAU.as_bytes()[..end]).map(|turns| assert_eq!(turns, whole[..turns.len()]));
    }
}

#[test]
fn an_unreadable_line_is_refused_with_its_line() {
    for (from, to, message) in [
        ("Plateau 2 5:", "Plato 2 5:", format!("line 2: expected {BOARD_HEADER}, found `Plato 2 5:`")),
        ("Plateau 2 5:", "Plateau 2:", format!("line 2: expected {BOARD_HEADER}, found `Plateau 2:`")),
        ("Plateau 2 5:", "Plateau 2 5 1:", format!("line 2: expected {BOARD_HEADER}, found `Plateau 2 5 1:`")),
        (
            "Plateau 2 5:",
            "Plateau 2 99999:",
            "line 2: expected a board of at most 1024x1024 cells, found `Plateau 2 99999:`".into(),
        ),
        ("    01234\n", "", "line 3: expected the ruler `    0123...` above the board, found `000 O....`".into()),
        ("000 O....", "000 O...", "line 4: expected row 0 of the board, `000 ` and 5 cells, found `000 O...`".into()),
        ("000 O....", "O....", "line 4: expected row 0 of the board, `000 ` and 5 cells, found `O....`".into()),
        ("001 ....X\n", "", "line 5: expected row 1 of the board, `001 ` and 5 cells, found `Piece 1 2:`".into()),
        (
            "Piece 1 2:",
            "Piece 1 0:",
            "line 6: expected `Piece ROWS COLUMNS:`, each 1 to 1024, found `Piece 1 0:`".into(),
        ),
        ("**", "*\u{1b}", "line 7: expected row 0 of the piece, 2 of `*`, `O` and `.`, found `*\\u{1b}`".into()),
        ("**", "..", "line 7: expected a filled cell, found only empty cells".into()),
    ] {
        assert_eq!(error(&PLATEAU.replacen(from, to, 1)), message);
    }
    let strange = error(&ANFIELD.replace("@....", "@..#."));
    assert_eq!(strange, "line 4: expected row 0 of the board, `000 ` and 5 cells, found `000 @..#.`");
    let small = error("$$$ exec p1 : [x]\nPlateau 1 4:\n    0123\n000 O..X\nPiece 1 1:\n*\n");
    assert_eq!(small, "line 2: expected 2x4 to 1024x1024 cells, found 1x4");
}

#[test]
fn a_position_waits_for_the_bots_own_move() {
    let position = all(PLATEAU.as_bytes()).unwrap()[0].position::<Small>();
    assert_eq!(position.turn(), Turn::Move(Side::Second));
    assert!(position.is_legal(Placement::At { row: 1, col: 3 }));
}
