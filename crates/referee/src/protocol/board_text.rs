//! A board as the schools' programs print it: a header, a ruler, then the rows with their numbers. The text is kept
//! from turn to turn, and a turn changes only the cells of the last piece.

use rules::pieces::{Dialect, Piece, Placement, Setup};
use rules::{BySide, Side};

/// The text of a board.
///
/// ```
/// use landgrab_referee::protocol::board_text::BoardText;
/// use landgrab_referee::rules::pieces::{Dialect, Setup};
///
/// let board = BoardText::new(&Setup::named("map00", Dialect::Plateau).expect("a map of the school"));
/// assert!(board.text().starts_with(b"Plateau 15 17:\n    01234567890123456\n000 ................."));
/// assert_eq!(board.rows(), 15);
/// ```
#[derive(Clone, Debug)]
pub struct BoardText {
    dialect: Dialect,
    text: Vec<u8>,
    /// The place of each row's first cell in the text.
    rows: Vec<usize>,
    /// The places of the cells of each side's most recent piece in the text.
    recent: BySide<Vec<usize>>,
}

impl BoardText {
    /// The board at the start.
    pub fn new(setup: &Setup) -> Self {
        let (dialect, size) = (setup.dialect(), setup.map().size());
        let header = match dialect {
            Dialect::Plateau => format!("Plateau {} {}:\n", size.rows, size.cols),
            Dialect::Anfield => format!("Anfield {} {}:\n", size.cols, size.rows),
        };
        let ruler: String = (0..size.cols).map(|col| char::from(b'0' + (col % 10) as u8)).collect();
        let mut text = format!("{header}    {ruler}\n").into_bytes();
        let mut rows = Vec::with_capacity(size.rows);
        for (number, row) in setup.map().rows().iter().enumerate() {
            let label = match dialect {
                Dialect::Plateau => format!("{number:03} "),
                Dialect::Anfield => format!("{:03} ", number % 1000),
            };
            text.extend(label.into_bytes());
            rows.push(text.len());
            // One byte a cell: bots count bytes, and a wall may be any character in the file.
            text.extend(row.chars().map(|mark| if mark.is_ascii() { mark as u8 } else { b'#' }));
            text.push(b'\n');
        }
        Self { dialect, text, rows, recent: BySide::default() }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The text with every recent piece in lower case: the board that people see, and that Anfield sends.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Appends the text in upper case only: the board that Plateau sends.
    pub fn plain_text(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&self.text);
        for side in Side::BOTH {
            for place in &self.recent[side] {
                out[start + place] = self.dialect.mark(side) as u8;
            }
        }
    }

    /// Writes a side's most recent piece in upper case: it is recent no more.
    pub fn settle(&mut self, side: Side) {
        for place in self.recent[side].drain(..) {
            self.text[place] = self.dialect.mark(side) as u8;
        }
    }

    /// Puts a side's piece onto the board, in lower case.
    pub fn place(&mut self, side: Side, piece: &Piece, played: Placement) {
        let Placement::At { row, col } = played else { return };
        for cell in piece.filled() {
            let (row, col) = (i64::from(row) + cell.row as i64, i64::from(col) + cell.col as i64);
            let place = self.rows[row as usize] + col as usize;
            self.text[place] = self.dialect.recent_mark(side) as u8;
            self.recent[side].push(place);
        }
    }
}

/// A piece as a school's program writes it.
pub fn piece_text(dialect: Dialect, piece: &Piece, out: &mut Vec<u8>) {
    let (size, mark) = match dialect {
        Dialect::Plateau => ((piece.size().rows, piece.size().cols), '*'),
        Dialect::Anfield => ((piece.size().cols, piece.size().rows), 'O'),
    };
    out.extend(format!("Piece {} {}:\n", size.0, size.1).into_bytes());
    for line in piece.lines(mark) {
        out.extend(line.into_bytes());
        out.push(b'\n');
    }
}
