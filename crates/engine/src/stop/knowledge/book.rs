//! Openings of Stop that were played out beforehand against the original's players, and the move that did best in each.

use crate::stop::board::{Board, indices};
use rules::stop::{Placing, Setup, Stop};
use rules::{Game, Side, Turn};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A book has a line for each opening: the stones of both sides, a bit for each cell and row by row, and the cell to play. Made
/// by `training/stop_openings.cu` and `examples/book_stop.rs`, which say how.
type Book = HashMap<Opening, u8>;

/// Against those who may look far ahead.
const FAR: &str = include_str!("../../../weights/stop-far.book");
/// Against those who do not, once that has shown.
const NEAR: &str = include_str!("../../../weights/stop-near.book");

static BOOKS: LazyLock<[Book; 2]> = LazyLock::new(|| {
    [FAR, NEAR].map(|book| book.lines().map(|line| parsed(line).expect("a line of the book")).collect())
});

fn parsed(line: &str) -> Option<(Opening, u8)> {
    let mut words = line.split(' ');
    let mut stones = || u64::from_str_radix(words.next()?, 16).ok();
    let opening = Opening { first: stones()?, second: stones()? };
    Some((opening, words.next()?.parse().ok()?))
}

/// The move that the book against such players has for a position.
pub(crate) fn known_move(position: &Stop, may_look_far: bool) -> Option<Placing> {
    let view = View::of(position)?;
    let [far, near] = &*BOOKS;
    let book = if may_look_far { far } else { near };
    book.get(&view.opening).map(|cell| view.placing(*cell)).filter(|played| position.is_legal(*played))
}

/// A position early in a game on the usual board. A position and its mirror image are the same opening.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opening {
    /// The stones of the side that began.
    pub first: u64,
    /// The stones of the other side.
    pub second: u64,
}

/// How a position shows an opening: as it is, or mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// What is shown.
    pub opening: Opening,
    board: Board,
    is_mirrored: bool,
}

impl View {
    /// Of a position on the usual board in which nobody was skipped.
    pub fn of(position: &Stop) -> Option<Self> {
        let stones = Side::BOTH.map(|side| position.stones(side));
        let mover = if stones[0].len() == stones[1].len() { Side::First } else { Side::Second };
        if position.size() != Setup::default().start().size() || position.turn() != Turn::Move(mover) {
            return None;
        }
        let board = Board::new(position.size());
        let [first, second] = stones.map(|stones| board.set(position, stones));
        let plain = Opening { first, second };
        let mirrored = Opening { first: mirrored(first), second: mirrored(second) };
        Some(Self { opening: plain.min(mirrored), board, is_mirrored: mirrored < plain })
    }

    /// The bit in the opening of a move in the position.
    pub fn bit(&self, played: Placing) -> u8 {
        self.turned(1 << self.board.index(played.at)).trailing_zeros() as u8
    }

    /// The move in the position that has this bit in the opening.
    pub fn placing(&self, bit: u8) -> Placing {
        Placing { at: self.board.cell(self.turned(1 << bit).trailing_zeros()) }
    }

    fn turned(&self, set: u64) -> u64 {
        if self.is_mirrored { mirrored(set) } else { set }
    }
}

/// The cells of an 8x8 board on the other side of the diagonal through both starts.
fn mirrored(set: u64) -> u64 {
    indices(set).fold(0, |mirrored, cell| mirrored | 1 << (63 - (cell % 8 * 8 + cell / 8)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Cell;

    fn position(opening: Opening) -> Stop {
        let stone = |bit: u32| match 1 << bit {
            set if opening.first & set != 0 => 'X',
            set if opening.second & set != 0 => 'O',
            _ => '.',
        };
        let rows: Vec<String> = (0..8).map(|row| (0..8).map(|col| stone(8 * row + col)).collect()).collect();
        let mover = if opening.first.count_ones() == opening.second.count_ones() { 'X' } else { 'O' };
        format!("{} {mover}", rows.join("/")).parse().expect("a position")
    }

    #[test]
    fn every_line_is_a_legal_move_in_a_position_and_in_its_mirror_image() {
        assert!(FAR.lines().count() > 1000 && NEAR.lines().count() > 100);
        for (line, may_look_far) in FAR.lines().map(|line| (line, true)).chain(NEAR.lines().map(|line| (line, false))) {
            let (opening, bit) = parsed(line).unwrap_or_else(|| panic!("not a line of a book: {line}"));
            let shown = position(opening);
            let view = View::of(&shown).unwrap_or_else(|| panic!("not an opening: {line}"));
            assert_eq!(view.opening, opening, "of two mirror images a book has the lesser: {line}");
            let played = known_move(&shown, may_look_far).unwrap_or_else(|| panic!("not a legal move: {line}"));
            assert_eq!(view.bit(played), bit);
            let image = Opening { first: mirrored(opening.first), second: mirrored(opening.second) };
            let in_image = known_move(&position(image), may_look_far).expect("the same opening");
            let Cell { row, col } = played.at;
            assert!(in_image.at == Cell::new(7 - col, 7 - row) || image == opening, "{line}");
        }
    }

    #[test]
    fn the_usual_start_is_known_and_other_boards_are_not() {
        let start = Stop::new(&Setup::default());
        let answers = start.moves().filter_map(|played| known_move(&start.after(played), true)).count();
        assert_eq!(answers, 2, "the far cells on both sides of the diagonal are what such players begin with");
        assert_eq!(View::of(&"..X/.../O.. X".parse().unwrap()), None);
    }
}
