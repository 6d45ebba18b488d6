//! The bot's side of both schools' protocols: it reads a referee's requests from a bot's standard input, and writes the
//! answers.
//!
//! The header of every turn names the dialect, so a bot need not be told which referee runs it. The reader ignores
//! bytes without meaning (row numbers, carriage returns) and checks all others.

use super::{LONGEST_LINE, read_line};
use rules::notation::quoted;
use rules::pieces::map::LONGEST;
use rules::pieces::{Dialect, Map, Piece, Pieces, Placement, Setup};
use rules::{Cell, CellSet, Side, Size};
use std::fmt;
use std::io::{self, BufRead};

const PLAYER_LINE: &str = "`$$$ exec p1 : [path]` or the same with p2";
const BOARD_HEADER: &str = "`Plateau ROWS COLUMNS:` or `Anfield WIDTH HEIGHT:`";

/// Reads requests from a bot's standard input.
///
/// ```
/// use landgrab_referee::protocol::request::RequestReader;
/// use landgrab_referee::rules::pieces::Placement;
///
/// let input = "$$$ exec p1 : [./mine]\nPlateau 2 4:\n    0123\n000 O...\n001 ...X\nPiece 1 2:\n**\n";
/// let mut reader = RequestReader::new(input.as_bytes());
/// let request = reader.next_request().expect("it is readable").expect("there is one");
/// assert_eq!(request.piece.to_string(), "**");
/// assert_eq!(request.answer(Placement::At { row: 0, col: 0 }), "0 0\n");
/// assert!(reader.next_request().expect("it is readable").is_none(), "the game has ended");
/// ```
#[derive(Debug)]
pub struct RequestReader<R> {
    input: R,
    /// Lines read so far.
    line: usize,
    /// Known from the player line on.
    side: Option<Side>,
}

/// A request for a move: place this piece on this board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The dialect, and the board as it is now.
    pub setup: Setup,
    /// The side that the bot plays.
    pub side: Side,
    /// The piece to place.
    pub piece: Piece,
}

impl Request {
    /// The position to think about. The protocols tell neither the pieces placed before nor whether the enemy still
    /// plays.
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

/// Why a request could not be read.
#[derive(Debug)]
pub enum RequestError {
    /// A line that the protocols do not have in its place.
    Unreadable {
        /// The line, counted from 1.
        line: usize,
        /// The line that belongs there, in words.
        expected: String,
        /// The line that is there, quoted and shortened.
        found: String,
    },
    /// The input could not be read.
    Io(io::Error),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { line, expected, found } => write!(f, "line {line}: expected {expected}, found {found}"),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for RequestError {}

impl<R: BufRead> RequestReader<R> {
    /// A reader at the start of its input.
    pub fn new(input: R) -> Self {
        Self { input, line: 0, side: None }
    }

    /// The next request. `None`: the input ended before one began, which is how a game ends.
    pub fn next_request(&mut self) -> Result<Option<Request>, RequestError> {
        let Some((side, dialect, size)) = self.header()? else { return Ok(None) };
        let header = self.line;
        self.ruler()?;
        let rows = (0..size.rows).map(|row| self.row(dialect, row, size.cols)).collect::<Result<Vec<String>, _>>()?;
        let map = Map::parse("heard", &rows.join("\n"), dialect).map_err(|error| RequestError::Unreadable {
            line: header,
            expected: error.expected,
            found: error.found,
        })?;
        let piece = self.piece(dialect)?;
        Ok(Some(Request { setup: Setup::new(dialect, map), side, piece }))
    }

    /// The header of the board. A player line may come before it, and begins a new game.
    fn header(&mut self) -> Result<Option<(Side, Dialect, Size)>, RequestError> {
        while let Some(line) = self.read_line()? {
            let text = String::from_utf8_lossy(&line);
            if text.starts_with("$$$") {
                self.side = Some(side_in(&text).ok_or_else(|| self.unreadable(PLAYER_LINE, &line))?);
                continue;
            }
            let side = self.side.ok_or_else(|| self.unreadable(PLAYER_LINE, &line))?;
            let sized = |word, dialect| Some((dialect, size_in(&text, word, dialect)?));
            let header = sized("Plateau", Dialect::Plateau).or_else(|| sized("Anfield", Dialect::Anfield));
            let (dialect, size) = header.ok_or_else(|| self.unreadable(BOARD_HEADER, &line))?;
            if size.rows > LONGEST || size.cols > LONGEST {
                return Err(self.unreadable(format!("a board of at most {LONGEST}x{LONGEST} cells"), &line));
            }
            return Ok(Some((side, dialect, size)));
        }
        Ok(None)
    }

    fn ruler(&mut self) -> Result<(), RequestError> {
        const EXPECTED: &str = "the ruler `    0123...` above the board";
        let line = self.line_of_turn(|| EXPECTED.into())?;
        let is_ruler = line.starts_with(b" ") && line.iter().all(|b| b.is_ascii_whitespace() || b.is_ascii_digit());
        if is_ruler { Ok(()) } else { Err(self.unreadable(EXPECTED, &line)) }
    }

    /// A row of the board, every wall as `#`. Its number is as wide as it likes: three digits or more in Plateau, three
    /// that start again at 1000 in Anfield.
    fn row(&mut self, dialect: Dialect, row: usize, cols: usize) -> Result<String, RequestError> {
        let expected = || format!("row {row} of the board, `{row:03} ` and {cols} cells");
        let line = self.line_of_turn(expected)?;
        let digits = line.iter().take_while(|b| b.is_ascii_digit()).count();
        let is_numbered = digits > 0 && line.get(digits) == Some(&b' ');
        let marks = if is_numbered { cells(&line[digits + 1..], cols) } else { None };
        let is_wall = |mark: char| mark != '.' && dialect.side_of(mark).is_none();
        // Anfield's maps have no walls: there, a strange letter is a sign that something went wrong on the way.
        let marks = marks.filter(|marks| dialect == Dialect::Plateau || !marks.iter().any(|mark| is_wall(*mark)));
        let marks = marks.ok_or_else(|| self.unreadable(expected(), &line))?;
        Ok(marks.into_iter().map(|mark| if is_wall(mark) { '#' } else { mark }).collect())
    }

    fn piece(&mut self, dialect: Dialect) -> Result<Piece, RequestError> {
        let expected = || match dialect {
            Dialect::Plateau => format!("`Piece ROWS COLUMNS:`, each 1 to {LONGEST}"),
            Dialect::Anfield => format!("`Piece WIDTH HEIGHT:`, each 1 to {LONGEST}"),
        };
        let line = self.line_of_turn(expected)?;
        let is_possible = |size: &Size| (1..=LONGEST).contains(&size.rows) && (1..=LONGEST).contains(&size.cols);
        let size = size_in(&String::from_utf8_lossy(&line), "Piece", dialect).filter(is_possible);
        let size = size.ok_or_else(|| self.unreadable(expected(), &line))?;
        let mut filled = Vec::new();
        for row in 0..size.rows {
            let expected = || format!("row {row} of the piece, {} of `*`, `O` and `.`", size.cols);
            let line = self.line_of_turn(expected)?;
            let marks = cells(&line, size.cols).filter(|marks| marks.iter().all(|mark| "*O.".contains(*mark)));
            let marks = marks.ok_or_else(|| self.unreadable(expected(), &line))?;
            filled.extend((0..size.cols).filter(|col| marks[*col] != '.').map(|col| Cell::new(row, col)));
        }
        let found = "only empty cells".into();
        Piece::new(size, filled).ok_or(RequestError::Unreadable {
            line: self.line,
            expected: "a filled cell".into(),
            found,
        })
    }

    /// A line that must be there.
    fn line_of_turn(&mut self, expected: impl Fn() -> String) -> Result<Vec<u8>, RequestError> {
        let found = "the end of the input".into();
        let line = self.read_line()?;
        line.ok_or_else(|| RequestError::Unreadable { line: self.line + 1, expected: expected(), found })
    }

    /// The next line without its line feed, which the last one may lack.
    fn read_line(&mut self) -> Result<Option<Vec<u8>>, RequestError> {
        let Some(line) = read_line(&mut self.input).map_err(RequestError::Io)? else { return Ok(None) };
        self.line += 1;
        if line.len() > LONGEST_LINE {
            return Err(self.unreadable(format!("a line of at most {LONGEST_LINE} bytes"), &line));
        }
        Ok(Some(line))
    }

    fn unreadable(&self, expected: impl Into<String>, found: &[u8]) -> RequestError {
        let found = quoted(&String::from_utf8_lossy(found));
        RequestError::Unreadable { line: self.line, expected: expected.into(), found }
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

/// The cells of a line, if it has so many: a byte each, or a character each where a wall takes several bytes. A
/// carriage return is a cell only where one is missing.
fn cells(line: &[u8], cols: usize) -> Option<Vec<char>> {
    if line.len() == cols {
        return Some(line.iter().copied().map(char::from).collect());
    }
    let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
    (text.chars().count() == cols).then(|| text.chars().collect())
}

#[cfg(test)]
mod tests;
