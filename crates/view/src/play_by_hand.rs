//! Games played by mouse and keys: the move that a cell or a letter means.

use crate::{Depict, Overlay};
use rules::colours::{Colour, Colours};
use rules::pieces::{Pieces, Placement, anchor};
use rules::stop::{Placing, Stop};
use rules::{Cell, CellSet, Game, Side, Turn, Word};

/// A game that people can play by pointing at cells and typing letters.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{Cell, Game, stop::Stop};
/// use landgrab_view::PlayByHand;
///
/// let position: Stop = "..X/.../O.. X".parse()?;
/// let played = position.move_at(Cell::new(0, 2)).expect("every cell of Stop means a move");
/// assert!(position.check(played).is_err(), "a stone lies there");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PlayByHand: Depict {
    /// How to enter a move, in words.
    const HANDS: &'static str;

    /// Keys of maps that only this game has.
    const MAPS: &'static [(char, Overlay)] = &[];

    /// Keys of orders that only this game has, with what they do.
    const ORDERS: &'static [(char, &'static str)] = &[];

    /// The move that pointing at a cell means, legal or not.
    fn move_at(&self, cell: Cell) -> Option<Self::Move>;

    /// The cell to point at for a move.
    fn cell_of(&self, played: Self::Move) -> Option<Cell>;

    /// The move that a letter means.
    fn move_by_key(&self, key: char) -> Option<Self::Move> {
        let _ = key;
        None
    }

    /// Whether the cell under the cursor is marked too, beside those that the move takes.
    fn is_cursor_shown(&self) -> bool {
        false
    }

    /// Advice on the next step, where the board does not show it.
    fn tip(&self) -> Option<&'static str> {
        None
    }

    /// The first place of the cursor: a cell of the side to move.
    fn first_cell(&self) -> Cell {
        let side = match self.turn() {
            Turn::Move(side) => side,
            Turn::Draw | Turn::Over(_) => Side::First,
        };
        self.extent().cells().find(|cell| self.owner_of(*cell) == Some(side)).unwrap_or(Cell::new(0, 0))
    }
}

impl<S: CellSet> PlayByHand for Pieces<S> {
    const HANDS: &'static str = "move the piece, Enter or click places it";

    fn move_at(&self, cell: Cell) -> Option<Placement> {
        let (row, col) = anchor(self.piece()?, cell);
        Some(Placement::At { row, col })
    }

    fn cell_of(&self, played: Placement) -> Option<Cell> {
        let (Placement::At { row, col }, piece) = (played, self.piece()?) else { return None };
        let place = |at: i32, margin: usize| usize::try_from(i64::from(at) + margin as i64).ok();
        Some(Cell::new(place(row, piece.margin().row)?, place(col, piece.margin().col)?))
    }
}

impl<T: Word> PlayByHand for Colours<T> {
    const HANDS: &'static str = "type a colour's letter, or click a tile of it";

    fn move_at(&self, cell: Cell) -> Option<Colour> {
        Some(self.colour_at(cell))
    }

    /// A tile of the colour that would be won, or any other.
    fn cell_of(&self, played: Colour) -> Option<Cell> {
        let won = self.taken_by(played).first().map(|(row, col)| Cell::new(*row as usize, *col as usize));
        won.or_else(|| self.extent().cells().find(|cell| self.colour_at(*cell) == played))
    }

    fn move_by_key(&self, key: char) -> Option<Colour> {
        self.colours().iter().copied().find(|colour| colour.letter() == key.to_ascii_uppercase())
    }

    fn is_cursor_shown(&self) -> bool {
        true
    }

    /// A tile of the colour that gains most. The own colour would be illegal.
    fn first_cell(&self) -> Cell {
        let best = self.moves().max_by_key(|colour| self.gain(*colour));
        best.and_then(|colour| self.cell_of(colour)).unwrap_or(Cell::new(0, 0))
    }
}

impl PlayByHand for Stop {
    const HANDS: &'static str = "arrows and Enter, or click  f m maps  s scores";

    const MAPS: &'static [(char, Overlay)] = &[('f', Overlay::FloodFill), ('m', Overlay::Manhattan)];

    const ORDERS: &'static [(char, &'static str)] =
        &[('s', "all scores"), ('g', "the board as SVG, in a new file"), ('o', "fill out, once nothing is contested")];

    fn move_at(&self, cell: Cell) -> Option<Placing> {
        Some(Placing { at: cell })
    }

    fn cell_of(&self, played: Placing) -> Option<Cell> {
        Some(played.at)
    }

    fn tip(&self) -> Option<&'static str> {
        let is_over = matches!(self.turn(), Turn::Over(_));
        (self.is_settled() && !is_over).then_some("nothing can change that: o fills out, or play on")
    }
}
