//! Boards made by hand, each for one question. `O` is player 1 and `X` player 2, in both dialects. Lower case is the
//! most recent piece.

use super::failed::Failed;
use super::visit::{Reply, Visit};
use super::{Patient, Position};
use rules::Side;
use rules::pieces::{Dialect, Map, Piece, Setup};

/// A board and a piece to place on it.
pub struct Case {
    /// The board, rows separated by `/`.
    pub board: &'static str,
    /// The piece, rows separated by `/`.
    pub piece: &'static str,
    /// The advice for a bot that finds no place for it.
    pub advice: &'static str,
}

impl Case {
    /// The board as a map.
    pub fn setup(&self, dialect: Dialect) -> Setup {
        setup(self.board, dialect)
    }

    /// The position for the first player.
    pub fn position(&self, dialect: Dialect) -> Position {
        Position::facing(&self.setup(dialect), Side::First, self.piece.parse().expect("it is a piece"))
    }

    /// Asks the bot; its answer must be legal.
    pub fn ask(&self, patient: &Patient) -> Result<Reply, Box<Failed>> {
        let setup = self.setup(patient.dialect);
        ask(patient, &setup, self.piece.parse().expect("it is a piece"), self.advice)
    }
}

/// All of the cases, one process each. An illegal answer does not end the step: the diagnosis wants them all.
pub fn ask_all(patient: &Patient, cases: &[Case]) -> Result<(), Box<Failed>> {
    let mut first = None;
    for case in cases {
        match case.ask(patient) {
            Ok(_) => {}
            Err(failed) if failed.is_illegal() => first = first.or(Some(failed)),
            Err(failed) => return Err(first.unwrap_or(failed)),
        }
    }
    first.map_or(Ok(()), Err)
}

/// Asks the bot, as player 1, to place a piece on a board; its answer must be legal.
pub fn ask(patient: &Patient, setup: &Setup, piece: Piece, advice: &str) -> Result<Reply, Box<Failed>> {
    let position = Position::facing(setup, Side::First, piece);
    let mut visit = Visit::begin(patient, setup, Side::First)?;
    let reply = visit.ask(&position)?;
    visit.require_legal(&position, &reply, advice)?;
    Ok(reply)
}

/// A board in the letters of a dialect, rows separated by `/`.
pub fn setup(board: &str, dialect: Dialect) -> Setup {
    let mark = |c| match c {
        'O' => dialect.mark(Side::First),
        'X' => dialect.mark(Side::Second),
        'o' => dialect.recent_mark(Side::First),
        'x' => dialect.recent_mark(Side::Second),
        '/' => '\n',
        other => other,
    };
    let board: String = board.chars().map(mark).collect();
    Setup::new(dialect, Map::parse("check", &board, dialect).expect("it is a map"))
}

/// A board of dots with some cells set.
pub fn board(rows: usize, cols: usize, cells: &[(usize, usize, char)]) -> String {
    let mut lines = vec![vec!['.'; cols]; rows];
    for (row, col, mark) in cells {
        lines[*row][*col] = *mark;
    }
    lines.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
}
