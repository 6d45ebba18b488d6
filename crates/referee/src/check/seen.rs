//! The answers that a bot has given, each with the board as it was sent: the evidence of a diagnosis.

use super::Position;
use super::sight::answers;
use rules::Side;
use rules::pieces::{Dialect, Piece};

/// Boards of more cells are looked at only where the bot went wrong.
const SMALL: usize = 400;

/// A question and its answer.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The school.
    pub dialect: Dialect,
    /// The bot's side.
    pub side: Side,
    /// The rows of the board, with the letters that were sent.
    pub rows: Vec<Vec<u8>>,
    /// The piece to place.
    pub piece: Piece,
    /// Row and column of the answer, in the school's order, with no habit undone.
    pub answer: (i32, i32),
}

impl Seen {
    /// The answer to a message, which holds the board as it was sent.
    pub fn new(position: &Position, message: &[u8], answer: (i32, i32)) -> Option<Self> {
        // Before the rows come a header and a ruler; each row begins with its number in four characters.
        let lines = message.split(|byte| *byte == b'\n').skip(2).take(position.size().rows);
        let rows = lines.map(|line| Some(line.get(4..)?.to_vec())).collect::<Option<Vec<_>>>()?;
        let piece = position.piece()?.clone();
        Some(Self { dialect: position.dialect(), side: position.side(), rows, piece, answer })
    }

    /// Whether the board is small enough to be looked at even where the answer was right.
    pub fn is_small(&self) -> bool {
        self.rows.len() * self.rows[0].len() <= SMALL
    }

    /// Whether the answer was illegal.
    pub fn is_wrong(&self) -> bool {
        !answers(None, self).contains(&self.answer)
    }

    /// How many anchors there are that could mean anything.
    pub fn anchors(&self) -> usize {
        let (board, size) = ((self.rows.len(), self.rows[0].len()), self.piece.size());
        (board.0 + size.rows) * (board.1 + size.cols)
    }
}
