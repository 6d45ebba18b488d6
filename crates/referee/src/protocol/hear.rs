//! The bot's side of both schools' protocols: what a referee says on a bot's standard input, and the answer to it.
//!
//! The header of every turn names the dialect, so a bot need not be told which program it runs under. What carries no
//! meaning (row numbers, carriage returns, how the bytes are cut up) is not insisted on; what does is checked.

use rules::notation::quoted;
use rules::pieces::map::LONGEST;
use rules::pieces::{Dialect, Map, Piece, Pieces, Placement, Setup};
use rules::{Cell, CellSet, Side, Size};
use std::fmt;
use std::io::{self, BufRead, Read};

/// The longest line that is worth reading: a path may be in it, a megabyte may not.
const LONGEST_LINE: usize = 64 << 10;

const PLAYER_LINE: &str = "`$$$ exec p1 : [path]` or the same with p2";
const BOARD_HEADER: &str = "`Plateau ROWS COLUMNS:` or `Anfield WIDTH HEIGHT:`";

/// Reads turns from a bot's standard input.
#[derive(Debug)]
pub struct Listener<R> {
    input: R,
    /// Lines read so far.
    line: usize,
    /// Known from the player line on.
    side: Option<Side>,
}

/// A turn: place this piece on this board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The dialect, and the board as it is now.
    pub setup: Setup,
    /// The side that the bot plays.
    pub side: Side,
    /// The piece to place.
    pub piece: Piece,
}

impl Asked {
    /// The position to think about. What was placed before, and whether the enemy still plays, nobody told.
    pub fn position<S: CellSet>(&self) -> Pieces<S> {
        Pieces::facing(&self.setup, self.side, self.piece.clone())
    }

    /// The line to answer with: Plateau wants the row first, Anfield the column. A stuck bot says `0 0`.
    pub fn answer(&self, played: Placement) -> String {
        match (played, self.setup.dialect()) {
            (Placement::Stuck, _) => "0 0\n".into(),
            (Placement::At { row, col }, Dialect::Plateau) => format!("{row} {col}\n"),
            (Placement::At { row, col }, Dialect::Anfield) => format!("{col} {row}\n"),
        }
    }
}

/// Why a turn could not be read.
#[derive(Debug)]
pub enum Misheard {
    /// A line is not what the protocols have there.
    Nonsense {
        /// The line, counted from 1.
        line: usize,
        /// What belongs there.
        expected: String,
        /// What is there, quoted and shortened.
        found: String,
    },
    /// The input could not be read.
    Io(io::Error),
}

impl fmt::Display for Misheard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nonsense { line, expected, found } => write!(f, "line {line}: expected {expected}, found {found}"),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Misheard {}

impl<R: BufRead> Listener<R> {
    /// A listener at the start of its input.
    pub fn new(input: R) -> Self {
        Self { input, line: 0, side: None }
    }

    /// The next turn; `None` when the input ends before one begins, which is how a game ends.
    pub fn hear(&mut self) -> Result<Option<Asked>, Misheard> {
        let Some((side, dialect, size)) = self.header()? else { return Ok(None) };
        let header = self.line;
        self.ruler()?;
        let rows = (0..size.rows).map(|row| self.row(dialect, row, size.cols)).collect::<Result<Vec<String>, _>>()?;
        let map = Map::parse("heard", &rows.join("\n"), dialect).map_err(|error| Misheard::Nonsense {
            line: header,
            expected: error.expected,
            found: error.found,
        })?;
        let piece = self.piece(dialect)?;
        Ok(Some(Asked { setup: Setup::new(dialect, map), side, piece }))
    }

    /// The header of the board. A player line may come before any of them: it begins a game.
    fn header(&mut self) -> Result<Option<(Side, Dialect, Size)>, Misheard> {
        while let Some(line) = self.read_line()? {
            let text = String::from_utf8_lossy(&line);
            if text.starts_with("$$$") {
                self.side = Some(side_in(&text).ok_or_else(|| self.nonsense(PLAYER_LINE, &line))?);
                continue;
            }
            let side = self.side.ok_or_else(|| self.nonsense(PLAYER_LINE, &line))?;
            let sized = |word, dialect| Some((dialect, size_in(&text, word, dialect)?));
            let header = sized("Plateau", Dialect::Plateau).or_else(|| sized("Anfield", Dialect::Anfield));
            let (dialect, size) = header.ok_or_else(|| self.nonsense(BOARD_HEADER, &line))?;
            if size.rows > LONGEST || size.cols > LONGEST {
                return Err(self.nonsense(format!("a board of at most {LONGEST}x{LONGEST} cells"), &line));
            }
            return Ok(Some((side, dialect, size)));
        }
        Ok(None)
    }

    fn ruler(&mut self) -> Result<(), Misheard> {
        const EXPECTED: &str = "the ruler `    0123...` above the board";
        let line = self.line_of_turn(|| EXPECTED.into())?;
        let is_ruler = line.starts_with(b" ") && line.iter().all(|b| b.is_ascii_whitespace() || b.is_ascii_digit());
        if is_ruler { Ok(()) } else { Err(self.nonsense(EXPECTED, &line)) }
    }

    /// A row of the board, every wall as `#`. Its number is as wide as it likes: three digits or more in Plateau, three
    /// that start again at 1000 in Anfield.
    fn row(&mut self, dialect: Dialect, row: usize, cols: usize) -> Result<String, Misheard> {
        let expected = || format!("row {row} of the board, `{row:03} ` and {cols} cells");
        let line = self.line_of_turn(expected)?;
        let digits = line.iter().take_while(|b| b.is_ascii_digit()).count();
        let is_numbered = digits > 0 && line.get(digits) == Some(&b' ');
        let marks = if is_numbered { cells(&line[digits + 1..], cols) } else { None };
        let is_wall = |mark: char| mark != '.' && dialect.side_of(mark).is_none();
        // Anfield's maps have no walls: there, a strange letter is a sign that something went wrong on the way.
        let marks = marks.filter(|marks| dialect == Dialect::Plateau || !marks.iter().any(|mark| is_wall(*mark)));
        let marks = marks.ok_or_else(|| self.nonsense(expected(), &line))?;
        Ok(marks.into_iter().map(|mark| if is_wall(mark) { '#' } else { mark }).collect())
    }

    fn piece(&mut self, dialect: Dialect) -> Result<Piece, Misheard> {
        let expected = || match dialect {
            Dialect::Plateau => format!("`Piece ROWS COLUMNS:`, each 1 to {LONGEST}"),
            Dialect::Anfield => format!("`Piece WIDTH HEIGHT:`, each 1 to {LONGEST}"),
        };
        let line = self.line_of_turn(expected)?;
        let is_possible = |size: &Size| (1..=LONGEST).contains(&size.rows) && (1..=LONGEST).contains(&size.cols);
        let size = size_in(&String::from_utf8_lossy(&line), "Piece", dialect).filter(is_possible);
        let size = size.ok_or_else(|| self.nonsense(expected(), &line))?;
        let mut filled = Vec::new();
        for row in 0..size.rows {
            let expected = || format!("row {row} of the piece, {} of `*`, `O` and `.`", size.cols);
            let line = self.line_of_turn(expected)?;
            let marks = cells(&line, size.cols).filter(|marks| marks.iter().all(|mark| "*O.".contains(*mark)));
            let marks = marks.ok_or_else(|| self.nonsense(expected(), &line))?;
            filled.extend((0..size.cols).filter(|col| marks[*col] != '.').map(|col| Cell::new(row, col)));
        }
        let found = "only empty cells".into();
        Piece::new(size, filled).ok_or(Misheard::Nonsense { line: self.line, expected: "a filled cell".into(), found })
    }

    /// A line that must be there.
    fn line_of_turn(&mut self, expected: impl Fn() -> String) -> Result<Vec<u8>, Misheard> {
        let found = "the end of the input".into();
        let line = self.read_line()?;
        line.ok_or_else(|| Misheard::Nonsense { line: self.line + 1, expected: expected(), found })
    }

    /// The next line without its line feed, which the last one may lack.
    fn read_line(&mut self) -> Result<Option<Vec<u8>>, Misheard> {
        let mut line = Vec::new();
        let limit = LONGEST_LINE as u64 + 1;
        let read = self.input.by_ref().take(limit).read_until(b'\n', &mut line).map_err(Misheard::Io)?;
        if read == 0 {
            return Ok(None);
        }
        self.line += 1;
        if line.len() > LONGEST_LINE {
            return Err(self.nonsense(format!("a line of at most {LONGEST_LINE} bytes"), &line));
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        Ok(Some(line))
    }

    fn nonsense(&self, expected: impl Into<String>, found: &[u8]) -> Misheard {
        let found = quoted(&String::from_utf8_lossy(found));
        Misheard::Nonsense { line: self.line, expected: expected.into(), found }
    }
}

/// The side that a player line names. The path after it may be anything.
fn side_in(line: &str) -> Option<Side> {
    let mut words = line.split_whitespace().skip(1);
    match (words.next()?, words.next()?) {
        ("exec", "p1") => Some(Side::First),
        ("exec", "p2") => Some(Side::Second),
        _ => None,
    }
}

/// The size in a header: `word`, two numbers and a colon. Anfield puts the width first.
fn size_in(line: &str, word: &str, dialect: Dialect) -> Option<Size> {
    let numbers = line.trim_end().strip_suffix(':')?.strip_prefix(word)?;
    let mut numbers = numbers.split_whitespace().map(|number| number.parse().ok());
    let (a, b) = (numbers.next()??, numbers.next()??);
    match (numbers.next(), dialect) {
        (Some(_), _) => None,
        (None, Dialect::Plateau) => Some(Size::new(a, b)),
        (None, Dialect::Anfield) => Some(Size::new(b, a)),
    }
}

/// The cells of a line, if it has so many: a byte each, or a character each where a wall takes several bytes. A carriage
/// return is a cell only where one is missing.
fn cells(line: &[u8], cols: usize) -> Option<Vec<char>> {
    if line.len() == cols {
        return Some(line.iter().copied().map(char::from).collect());
    }
    let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
    (text.chars().count() == cols).then(|| text.chars().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::pieces::class::{Any, Small};
    use rules::{Game, Turn};
    use std::io::BufReader;

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

    fn all(bytes: impl Read) -> Result<Vec<Asked>, Misheard> {
        let mut listener = Listener::new(BufReader::new(bytes));
        std::iter::from_fn(|| listener.hear().transpose()).collect()
    }

    fn only(text: &str) -> Asked {
        let [asked] = <[Asked; 1]>::try_from(all(text.as_bytes()).unwrap()).unwrap();
        asked
    }

    fn error(text: &str) -> String {
        all(text.as_bytes()).unwrap_err().to_string()
    }

    fn text(asked: &Asked) -> String {
        asked.position::<Any>().to_string()
    }

    #[test]
    fn plateau_counts_rows_first() {
        let turns = all(PLATEAU.as_bytes()).unwrap();
        assert_eq!(turns.iter().map(|asked| asked.side).collect::<Vec<_>>(), [Side::Second; 2]);
        assert_eq!(text(&turns[0]), "O....\n....X\nrules=plateau turn=X placed=0,0 piece=**");
        assert_eq!(text(&turns[1]), "OO...\n...XX\nrules=plateau turn=X placed=0,0 piece=.../*..");
        assert_eq!(turns[0].answer(Placement::At { row: 1, col: -2 }), "1 -2\n");
        assert_eq!(turns[0].answer(Placement::Stuck), "0 0\n");
    }

    #[test]
    fn anfield_counts_columns_first() {
        let asked = only(ANFIELD);
        assert_eq!(text(&asked), "@....\n...$$\nrules=anfield turn=@ placed=0,0 piece=../.O/OO".replace('O', "*"));
        assert_eq!(asked.answer(Placement::At { row: 1, col: -2 }), "-2 1\n");
        assert_eq!(asked.answer(Placement::Stuck), "0 0\n");
    }

    #[test]
    fn the_most_recent_piece_may_be_in_lower_case() {
        let lower = PLATEAU.replace("000 OO", "000 oo").replace("XX\n", "xX\n");
        let texts = |turns: Vec<Asked>| turns.iter().map(text).collect::<Vec<_>>();
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
        let asked = only(&tall("Plateau 1003 2:", 1003, 'O', |row| format!("{row:03}")));
        assert!(asked.position::<Any>().own(Side::First).contains(Cell::new(1002, 0)));
    }

    #[test]
    fn anfield_labels_start_again_beyond_row_999() {
        let asked = only(&tall("Anfield 2 1003:", 1003, 'a', |row| format!("{:03}", row % 1000)));
        assert!(asked.position::<Any>().own(Side::First).contains(Cell::new(1002, 0)));
    }

    #[test]
    fn lines_may_end_in_carriage_returns() {
        assert_eq!(all(PLATEAU.replace('\n', "\r\n").as_bytes()).unwrap(), all(PLATEAU.as_bytes()).unwrap());
    }

    #[test]
    fn a_carriage_return_may_be_a_column_and_is_a_wall() {
        let asked = only("$$$ exec p1 : [x]\nPlateau 2 4:\n    0123\n000 O..\r\n001 ..X\r\nPiece 1 1:\n*\n");
        assert_eq!(asked.setup.map().rows(), ["O..#", "..X#"]);
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
    fn nonsense_is_refused_with_its_line() {
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
            (
                "000 O....",
                "000 O...",
                "line 4: expected row 0 of the board, `000 ` and 5 cells, found `000 O...`".into(),
            ),
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
}
