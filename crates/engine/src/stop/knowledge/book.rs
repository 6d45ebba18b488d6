//! Opening books: positions that came up in many games against the original's players, and the move that scored best.

mod format;

pub use format::{BookEntry, NoBook, read_book, write_book};

use crate::stop::board::{Board, indices};
use rules::stop::{Placing, Setup, Stop};
use rules::{Game, Side, Turn};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The book against players that may look far ahead, made by `training/stop_openings.cu`.
const FAR: &[u8] = include_bytes!("../../../weights/stop-far.book");
/// The book against near-sighted players, made by `examples/book_stop.rs`.
const NEAR: &[u8] = include_bytes!("../../../weights/stop-near.book");

static BOOKS: LazyLock<[HashMap<BookPosition, u8>; 2]> = LazyLock::new(|| {
    [FAR, NEAR].map(|book| read_book(book).expect("the books that we ship are books").into_iter().collect())
});

/// The move that the book against such players has for a position.
pub(crate) fn known_move(position: &Stop, may_look_far: bool) -> Option<Placing> {
    let view = BookView::of(position)?;
    let [far, near] = &*BOOKS;
    let book = if may_look_far { far } else { near };
    book.get(&view.position).map(|cell| view.placing(*cell)).filter(|played| position.is_legal(*played))
}

/// A position of a book: sets of cells of the 8x8 board, bit `8 * row + column`. A position and its mirror image are one
/// book position, the lesser of the two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BookPosition {
    /// The stones of the side that began.
    pub first: u64,
    /// The stones of the other side.
    pub second: u64,
}

/// A position as a book sees it: as it is, or mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookView {
    /// The position in the book.
    pub position: BookPosition,
    board: Board,
    is_mirrored: bool,
}

impl BookView {
    /// The view of a position on the usual board in which no side was passed over; `None` for others.
    pub fn of(position: &Stop) -> Option<Self> {
        let stones = Side::BOTH.map(|side| position.stones(side));
        let mover = if stones[0].len() == stones[1].len() { Side::First } else { Side::Second };
        if position.size() != Setup::default().start().size() || position.turn() != Turn::Move(mover) {
            return None;
        }
        let board = Board::new(position.size());
        let [first, second] = stones.map(|stones| board.set(position, stones));
        let plain = BookPosition { first, second };
        let mirrored = BookPosition { first: mirrored(first), second: mirrored(second) };
        Some(Self { position: plain.min(mirrored), board, is_mirrored: mirrored < plain })
    }

    /// The bit in the book of a move in the position.
    pub fn bit(&self, played: Placing) -> u8 {
        self.turned(1 << self.board.index(played.at)).trailing_zeros() as u8
    }

    /// The move in the position that has this bit in the book.
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

    fn position(known: BookPosition) -> Stop {
        let stone = |bit: u32| match 1 << bit {
            set if known.first & set != 0 => 'X',
            set if known.second & set != 0 => 'O',
            _ => '.',
        };
        let rows: Vec<String> = (0..8).map(|row| (0..8).map(|col| stone(8 * row + col)).collect()).collect();
        let mover = if known.first.count_ones() == known.second.count_ones() { 'X' } else { 'O' };
        format!("{} {mover}", rows.join("/")).parse().expect("a position")
    }

    /// The decoded books must stay what the games found: FNV-1a over all entries, in the order of the file.
    #[test]
    fn the_books_hold_the_entries_that_they_were_packed_from() {
        let checked = |book: &[u8]| {
            let entries = read_book(book).expect("a book");
            let bytes = entries.iter().flat_map(|(BookPosition { first, second }, cell)| {
                first.to_le_bytes().into_iter().chain(second.to_le_bytes()).chain([*cell])
            });
            let hash = bytes
                .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
            (entries.len(), hash)
        };
        assert_eq!(checked(FAR), (26_762, 0x1fc6_cd32_71e1_51e7));
        assert_eq!(checked(NEAR), (1_040, 0xaf65_982a_2e3f_8f38));
    }

    #[test]
    fn every_entry_is_a_legal_move_in_a_position_and_in_its_mirror_image() {
        for (book, may_look_far) in [(FAR, true), (NEAR, false)] {
            for (known, bit) in read_book(book).expect("a book") {
                let shown = position(known);
                let view = BookView::of(&shown).unwrap_or_else(|| panic!("not an opening: {known:?}"));
                assert_eq!(view.position, known, "of two mirror images a book has the lesser");
                let played = known_move(&shown, may_look_far).unwrap_or_else(|| panic!("not a legal move: {known:?}"));
                assert_eq!(view.bit(played), bit);
                let image = BookPosition { first: mirrored(known.first), second: mirrored(known.second) };
                let in_image = known_move(&position(image), may_look_far).expect("the same opening");
                let Cell { row, col } = played.at;
                assert!(in_image.at == Cell::new(7 - col, 7 - row) || image == known, "{known:?}");
            }
        }
    }

    #[test]
    fn the_usual_start_is_known_and_other_boards_are_not() {
        let start = Stop::new(&Setup::default());
        let answers = start.moves().filter_map(|played| known_move(&start.after(played), true)).count();
        assert_eq!(answers, 2, "the far cells on both sides of the diagonal are what such players begin with");
        assert_eq!(BookView::of(&"..X/.../O.. X".parse().unwrap()), None);
    }
}
