//! Piece Filler. Each turn brings a random piece. It must cover exactly one own cell and otherwise only free cells, and
//! stay on the board. A side that cannot place its piece is out for good, and the other goes on alone.
//!
//! A position is three sets of cells. All placements of a piece are found at once by shifting those sets
//! ([`grid::fits_once`]). The empty margins of a piece do not count, so its box may hang over any edge.

mod anfield;
mod dialect;
pub mod map;
mod piece;
mod placement;
mod plateau;
mod text;

pub use anfield::GoRandom;
pub use dialect::Dialect;
pub use map::{Map, Setup};
pub use piece::Piece;
pub use placement::{Placement, Refusal};
pub use plateau::RubyRandom;
pub use text::board_of;

use crate::{BySide, FaultKind, Game, Outcome, Side, Source, Symmetric, Turn};
use grid::{Cell, CellSet, Size, Symmetry, fits_once};

/// A position of piece Filler. `S` is the size class of its board; [`with_pieces!`](crate::with_pieces) picks one.
///
/// ```
/// use landgrab_rules::{Game, Side, Turn, pieces::{Pieces, Placement, class}};
///
/// let mut position: Pieces<class::Small> = "O...\n...X\nrules=plateau turn=O placed=0,0 piece=**".parse()?;
/// assert_eq!(position.turn(), Turn::Move(Side::First));
/// let moves: Vec<String> = position.moves().map(|played| played.to_string()).collect();
/// assert_eq!(moves, ["0 0"], "a pair that covers the own cell on the left fits in one place");
/// position.play(Placement::At { row: 0, col: 0 })?;
/// assert_eq!(position.to_string(), "OO..\n...X\nrules=plateau turn=X placed=1,0");
/// assert_eq!(position.turn(), Turn::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pieces<S> {
    dialect: Dialect,
    size: Size,
    own: BySide<S>,
    free: S,
    placed: BySide<u32>,
    out: BySide<bool>,
    /// The side to move, or that moved last when both are out.
    side: Side,
    /// The piece drawn for the side to move.
    piece: Option<Piece>,
}

impl<S: CellSet> Pieces<S> {
    /// The board of a setup with this piece for this side to place. A bot is shown no more than this.
    pub fn facing(setup: &Setup, side: Side, piece: Piece) -> Self {
        Self { side, piece: Some(piece), ..Self::new(setup) }
    }

    /// The same position with one side absent: the other has every turn.
    pub fn without(mut self, absent: Side) -> Self {
        self.out[absent] = true;
        if self.side == absent {
            self.side = absent.other();
        }
        self
    }

    /// The rules in force.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Rows and columns of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// A side's cells.
    pub fn own(&self, side: Side) -> &S {
        &self.own[side]
    }

    /// The cells that nobody owns, walls excepted.
    pub fn free(&self) -> &S {
        &self.free
    }

    /// The side that places the next piece, drawn or not.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The piece to place, once it is drawn.
    pub fn piece(&self) -> Option<&Piece> {
        self.piece.as_ref()
    }

    /// Whether a side is out.
    pub fn is_out(&self, side: Side) -> bool {
        self.out[side]
    }

    /// Pieces placed by each side: the score in Plateau.
    pub fn placed(&self) -> BySide<u32> {
        self.placed
    }

    /// Cells owned by each side: the score in Anfield.
    pub fn cells(&self) -> BySide<u32> {
        BySide::from_fn(|side| self.own[side].len() as u32)
    }

    /// The cells at which the top left *filled* corner of a piece may stand for the side to move. Its anchor is such a
    /// cell less the piece's margin.
    pub fn fits(&self, piece: &Piece) -> S {
        let mut allowed = self.free.clone();
        allowed |= &self.own[self.side];
        fits_once(piece.cells(), &self.own[self.side], &allowed)
    }

    /// The cells that a piece covers at an anchor, on the board or not.
    pub fn covered(piece: &Piece, row: i32, col: i32) -> impl Iterator<Item = (i64, i64)> + '_ {
        piece.filled().map(move |c| (i64::from(row) + c.row as i64, i64::from(col) + c.col as i64))
    }

    /// The side to move is out; the other one is next, if it still plays.
    fn put_out(&mut self) {
        self.out[self.side] = true;
        self.piece = None;
        self.pass_on();
    }

    fn pass_on(&mut self) {
        if !self.out[self.side.other()] {
            self.side = self.side.other();
        }
    }

    /// The cell with these coordinates, if it is on the board.
    fn cell(&self, (row, col): (i64, i64)) -> Option<Cell> {
        let cell = Cell::new(usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        self.size.contains(cell).then_some(cell)
    }

    fn check_at(&self, piece: &Piece, row: i32, col: i32) -> Result<(), Refusal> {
        let (mut off_board, mut on_enemy, mut on_walls, mut on_own) = (vec![], vec![], vec![], vec![]);
        for place in Self::covered(piece, row, col) {
            let Some(cell) = self.cell(place) else {
                off_board.push(place);
                continue;
            };
            if self.own[self.side].contains(cell) {
                on_own.push(placement::pair(cell));
            } else if self.own[self.side.other()].contains(cell) {
                on_enemy.push(placement::pair(cell));
            } else if !self.free.contains(cell) {
                on_walls.push(placement::pair(cell));
            }
        }
        let fits = off_board.is_empty() && on_enemy.is_empty() && on_walls.is_empty() && on_own.len() == 1;
        if fits {
            return Ok(());
        }
        let instead = Self::nearest(&self.fits(piece), piece, (row, col));
        Err(Refusal::Misplaced { off_board, on_enemy, on_walls, on_own, instead })
    }

    /// The legal anchor with the fewest steps to the one that was asked for. Anchors on the board come before those with
    /// a negative number, which people take for a mistake.
    fn nearest(fits: &S, piece: &Piece, asked: (i32, i32)) -> Option<(i32, i32)> {
        let steps = |(row, col): (i32, i32)| u64::from(row.abs_diff(asked.0)) + u64::from(col.abs_diff(asked.1));
        let anchors = fits.iter().map(|corner| anchor(piece, corner));
        anchors.min_by_key(|(row, col)| (*row < 0 || *col < 0, steps((*row, *col))))
    }
}

/// The size classes of boards, smallest first; the school maps fall into the first three.
pub mod class {
    use grid::{AnyRows, Rows};

    /// Up to 16 rows and 64 columns.
    pub type Small = Rows<1, 18>;
    /// Up to 32 rows and 64 columns.
    pub type Medium = Rows<1, 34>;
    /// Up to 100 rows and 128 columns.
    pub type Large = Rows<2, 102>;
    /// Any size, but slower: the size is not known at compile time.
    pub type Any = AnyRows;
}

/// The anchor that puts a piece's top left filled corner on a cell.
pub fn anchor(piece: &Piece, corner: Cell) -> (i32, i32) {
    let less = |place: usize, margin: usize| place as i32 - margin as i32;
    (less(corner.row, piece.margin().row), less(corner.col, piece.margin().col))
}

impl<S: CellSet> Game for Pieces<S> {
    const NAME: &'static str = "pieces";
    type Setup = Setup;
    type Move = Placement;
    type Draw = Piece;
    type Refusal = Refusal;
    type Official = Official;

    fn new(setup: &Setup) -> Self {
        let size = setup.map().size();
        let mut start = Self {
            dialect: setup.dialect(),
            size,
            own: BySide::new(S::empty(size), S::empty(size)),
            free: S::empty(size),
            placed: BySide::default(),
            out: BySide::default(),
            side: Side::First,
            piece: None,
        };
        for (row, line) in setup.map().rows().iter().enumerate() {
            for (col, mark) in line.chars().enumerate() {
                let cell = Cell::new(row, col);
                match start.dialect.side_of(mark) {
                    Some(side) => start.own[side].insert(cell),
                    None if mark == '.' => start.free.insert(cell),
                    None => {}
                }
            }
        }
        start
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.out[self.side] {
            Turn::Over(Outcome::of_score(self.score()))
        } else if self.piece.is_none() {
            Turn::Draw
        } else {
            Turn::Move(self.side)
        }
    }

    fn score(&self) -> BySide<u32> {
        self.dialect.score(self.placed, self.cells())
    }

    fn moves(&self) -> impl Iterator<Item = Placement> + '_ {
        let fits = self.piece.as_ref().map(|piece| (self.fits(piece), piece));
        let stuck = fits.as_ref().is_some_and(|(fits, _)| fits.is_empty()).then_some(Placement::Stuck);
        let at = |piece, corner| {
            let (row, col) = anchor(piece, corner);
            Placement::At { row, col }
        };
        let places = fits.into_iter().flat_map(move |(fits, piece)| fits.into_cells().map(move |c| at(piece, c)));
        places.chain(stuck)
    }

    fn check(&self, played: Placement) -> Result<(), Refusal> {
        let piece = self.piece.as_ref().ok_or(Refusal::NothingDue)?;
        match played {
            Placement::At { row, col } => self.check_at(piece, row, col),
            Placement::Stuck => {
                let fits = self.fits(piece);
                let Some(example) = Self::nearest(&fits, piece, (0, 0)) else { return Ok(()) };
                Err(Refusal::NotStuck { placements: fits.len(), example })
            }
        }
    }

    fn play_unchecked(&mut self, played: Placement) {
        let Placement::At { row, col } = played else { return self.put_out() };
        let piece = self.piece.take().expect("a placement is legal only with a piece to place");
        for place in Self::covered(&piece, row, col) {
            let cell = self.cell(place).expect("a legal placement stays on the board");
            self.own[self.side].insert(cell);
            self.free.remove(cell);
        }
        self.placed[self.side] += 1;
        self.pass_on();
    }

    fn official(setup: &Setup, seed: i64) -> Official {
        match setup.dialect() {
            Dialect::Plateau => Official::Plateau(RubyRandom::new(seed)),
            Dialect::Anfield => Official::Anfield(GoRandom::new(seed)),
        }
    }

    fn sample(&self, source: &mut impl Source) -> Piece {
        match self.dialect {
            Dialect::Plateau => plateau::draw(self.size, source),
            Dialect::Anfield => anfield::draw(self.size, source),
        }
    }

    fn take(&mut self, piece: Piece) {
        debug_assert_eq!(self.turn(), Turn::Draw);
        self.piece = Some(piece);
    }

    fn withdraw(&mut self, kind: FaultKind) -> bool {
        let plays_on = self.dialect.plays_on_after(kind);
        if plays_on {
            self.put_out();
        }
        plays_on
    }

    fn is_legal(&self, played: Placement) -> bool {
        let Some(piece) = &self.piece else { return false };
        let Placement::At { row, col } = played else { return self.fits(piece).is_empty() };
        let (own, mut on_own) = (&self.own[self.side], 0);
        let is_good = Self::covered(piece, row, col).all(|place| {
            self.cell(place).is_some_and(|cell| {
                on_own += usize::from(own.contains(cell));
                own.contains(cell) || self.free.contains(cell)
            })
        });
        is_good && on_own == 1
    }

    /// A stuck side has no legal answer to send: by convention of both schools its bot sends `0 0`.
    fn resolve(&self, answer: Placement) -> Result<Placement, Refusal> {
        match self.check(answer) {
            Err(Refusal::Misplaced { instead: None, .. }) => Ok(Placement::Stuck),
            result => result.map(|()| answer),
        }
    }
}

impl<S: CellSet> Symmetric for Pieces<S> {
    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.into_iter().filter(|s| S::can_hold(s.size(self.size))).collect()
    }

    fn seen_by(&self, symmetry: Symmetry) -> Self {
        let size = symmetry.size(self.size);
        let seen = |set: &S| {
            let mut seen = S::empty(size);
            set.iter().for_each(|cell| seen.insert(symmetry.cell(cell, self.size)));
            seen
        };
        Self {
            size,
            own: BySide::from_fn(|side| seen(&self.own[side])),
            free: seen(&self.free),
            piece: self.piece.as_ref().map(|piece| piece.seen_by(symmetry)),
            ..self.clone()
        }
    }

    fn move_seen_by(&self, played: Placement, symmetry: Symmetry) -> Placement {
        let (Placement::At { row, col }, Some(piece)) = (played, &self.piece) else { return played };
        // After a flip the far edge of the box is the near one.
        let flipped = |at: i32, long: usize, board: usize| board as i32 - at - long as i32;
        let row = if symmetry.flip_rows { flipped(row, piece.size().rows, self.size.rows) } else { row };
        let col = if symmetry.flip_cols { flipped(col, piece.size().cols, self.size.cols) } else { col };
        if symmetry.transpose { Placement::At { row: col, col: row } } else { Placement::At { row, col } }
    }
}

/// The generator that a school's program draws with.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "named after their dialects")]
pub enum Official {
    Plateau(RubyRandom),
    Anfield(GoRandom),
}

impl Source for Official {
    fn below(&mut self, bound: u32) -> u32 {
        match self {
            Self::Plateau(random) => random.below(bound),
            Self::Anfield(random) => random.below(bound),
        }
    }
}

#[cfg(test)]
mod tests;
