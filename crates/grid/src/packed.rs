//! Small boards in one integer, row after row without padding: up to 64 cells in a `u64`, 128 in a `u128`.

use crate::{Cell, Size};
use std::{fmt::Debug, hash::Hash, ops};

/// An integer that holds a small board.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + ops::BitAnd<Output = Self>
    + ops::BitOr<Output = Self>
    + ops::Not<Output = Self>
    + ops::Shl<usize, Output = Self>
    + ops::Shr<usize, Output = Self>
{
    /// Cells it holds.
    const CELLS: usize;
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;
    /// Number of ones.
    fn ones(self) -> usize;
    /// Index of the lowest one; `CELLS` when there is none.
    fn lowest(self) -> usize;
    /// Without its lowest one, which must exist.
    fn without_lowest(self) -> Self;
    /// Its low and its high 64 bits.
    fn halves(self) -> [u64; 2];
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const CELLS: usize = <$word>::BITS as usize;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline]
            fn ones(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & (self - 1)
            }
            #[inline]
            fn halves(self) -> [u64; 2] {
                let wide = u128::from(self);
                [wide as u64, (wide >> 64) as u64]
            }
        }
    };
}
word!(u64);
word!(u128);

/// A set of cells of a small board, each known by its index: row times columns plus column.
///
/// ```
/// use landgrab_grid::{Frame, Packed, Size};
///
/// let frame = Frame::<u64>::new(Size::new(8, 8)).expect("64 cells fit into 64 bits");
/// let corner = Packed::of(0);
/// assert_eq!(frame.neighbours(corner).iter().collect::<Vec<_>>(), [1, 8]);
/// assert_eq!(frame.flood(corner, frame.all()), frame.all());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed<T>(pub T);

impl<T: Word> Packed<T> {
    /// The set without cells.
    pub const EMPTY: Self = Self(T::ZERO);

    /// The set of one cell.
    #[inline]
    pub fn of(index: usize) -> Self {
        Self(T::ONE << index)
    }

    /// Whether the cell is a member.
    #[inline]
    pub fn contains(self, index: usize) -> bool {
        self.0 >> index & T::ONE == T::ONE
    }

    /// Number of members.
    #[inline]
    pub fn len(self) -> usize {
        self.0.ones()
    }

    /// Whether there are no members.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == T::ZERO
    }

    /// The first member.
    #[inline]
    pub fn first(self) -> Option<usize> {
        (!self.is_empty()).then(|| self.0.lowest())
    }

    /// The members, row by row.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = (rest != T::ZERO).then(|| rest.lowest())?;
            rest = rest.without_lowest();
            Some(index)
        })
    }
}

impl<T: Word> ops::BitAnd for Packed<T> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<T: Word> ops::BitOr for Packed<T> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<T: Word> ops::BitOrAssign for Packed<T> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The complement. It also has the bits past the board: intersect it with a set of the board.
impl<T: Word> ops::Not for Packed<T> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<T: Word> ops::Sub for Packed<T> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// One of the four steps to a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    Left,
    Right,
    Down,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];
}

/// The shape of a small board: its size, and masks of its edges, which [`Packed`] sets do not know.
///
/// ```
/// use landgrab_grid::{Cell, Direction, Frame, Packed, Size};
///
/// let frame = Frame::<u64>::new(Size::new(2, 3)).expect("6 cells fit into 64 bits");
/// let corner = Packed::of(frame.index(Cell::new(0, 2)));
/// assert!(frame.step(corner, Direction::Right).is_empty(), "a step over the edge leaves the board");
/// assert_eq!(frame.step(corner, Direction::Down).first().map(|index| frame.cell(index)), Some(Cell::new(1, 2)));
/// // The corners touch neither each other nor the cell between them.
/// let corners = corner | Packed::of(frame.index(Cell::new(1, 0)));
/// assert_eq!(frame.components(corners).count(), 2);
/// assert!(Frame::<u64>::new(Size::new(8, 9)).is_none(), "72 cells need a u128");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame<T> {
    size: Size,
    all: Packed<T>,
    first_col: Packed<T>,
    last_col: Packed<T>,
}

impl<T: Word> Frame<T> {
    /// The frame of a board; `None` when it is empty or has more cells than the word has bits.
    pub fn new(size: Size) -> Option<Self> {
        let Size { rows, cols } = size;
        let area = rows.checked_mul(cols).filter(|area| (1..=T::CELLS).contains(area))?;
        let set = |cells: &mut dyn Iterator<Item = usize>| cells.fold(Packed::EMPTY, |set, i| set | Packed::of(i));
        Some(Self {
            size,
            all: set(&mut (0..area)),
            first_col: set(&mut (0..rows).map(|row| row * cols)),
            last_col: set(&mut (0..rows).map(|row| row * cols + cols - 1)),
        })
    }

    /// Rows and columns.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Every cell of the board.
    #[inline]
    pub fn all(&self) -> Packed<T> {
        self.all
    }

    /// The index of a cell of the board.
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        cell.row * self.size.cols + cell.col
    }

    /// The cell with this index.
    #[inline]
    pub fn cell(&self, index: usize) -> Cell {
        Cell::new(index / self.size.cols, index % self.size.cols)
    }

    /// The set moved by one cell; members that would leave the board are dropped.
    #[inline]
    pub fn step(&self, set: Packed<T>, direction: Direction) -> Packed<T> {
        match direction {
            Direction::Left => Packed((set - self.first_col).0 >> 1),
            Direction::Right => Packed((set - self.last_col).0 << 1),
            // A single row may be as wide as the word, and such a shift is an overflow.
            Direction::Up | Direction::Down if self.size.rows == 1 => Packed::EMPTY,
            Direction::Up => Packed(set.0 >> self.size.cols),
            Direction::Down => Packed(set.0 << self.size.cols) & self.all,
        }
    }

    /// The cells up, down, left and right of members.
    #[inline]
    pub fn neighbours(&self, set: Packed<T>) -> Packed<T> {
        Direction::ALL.into_iter().fold(Packed::EMPTY, |all, direction| all | self.step(set, direction))
    }

    /// Everything in `within` that is connected to `from` through `within`, and `from` itself.
    #[inline]
    pub fn flood(&self, from: Packed<T>, within: Packed<T>) -> Packed<T> {
        let mut reached = from;
        loop {
            let next = reached | self.neighbours(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The connected parts of a set, the one with the first cell first.
    pub fn components(&self, set: Packed<T>) -> impl Iterator<Item = Packed<T>> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            let part = self.flood(Packed::of(rest.first()?), rest);
            rest = rest - part;
            Some(part)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices<T: Word>(set: Packed<T>) -> Vec<usize> {
        set.iter().collect()
    }

    #[test]
    fn steps_end_at_the_edges_on_boards_of_every_shape() {
        for size in [Size::new(8, 8), Size::new(1, 64), Size::new(64, 1), Size::new(7, 9), Size::new(2, 3)] {
            let frame = Frame::<u64>::new(size).unwrap();
            for cell in size.cells() {
                let Cell { row, col } = cell;
                let one = Packed::of(frame.index(cell));
                for (direction, r, c) in [
                    (Direction::Up, row.wrapping_sub(1), col),
                    (Direction::Down, row + 1, col),
                    (Direction::Left, row, col.wrapping_sub(1)),
                    (Direction::Right, row, col + 1),
                ] {
                    let there = Cell::new(r, c);
                    let expected = if size.contains(there) { vec![frame.index(there)] } else { vec![] };
                    assert_eq!(indices(frame.step(one, direction)), expected, "{size} {cell:?} {direction:?}");
                }
            }
        }
    }

    #[test]
    fn a_flood_and_the_components_are_connected_parts() {
        let frame = Frame::<u128>::new(Size::new(2, 5)).unwrap();
        // XX.X.
        // .X..X
        let set = [0, 1, 3, 6, 9].into_iter().fold(Packed::EMPTY, |s, i| s | Packed::of(i));
        assert_eq!(indices(frame.flood(Packed::of(0), set)), [0, 1, 6]);
        let parts: Vec<_> = frame.components(set).map(indices).collect();
        assert_eq!(parts, [vec![0, 1, 6], vec![3], vec![9]]);
    }

    #[test]
    fn a_board_too_large_for_its_word_has_no_frame() {
        assert!(Frame::<u64>::new(Size::new(8, 9)).is_none());
        assert!(Frame::<u128>::new(Size::new(8, 9)).is_some());
        assert!(Frame::<u64>::new(Size::new(0, 9)).is_none());
        assert!(Frame::<u64>::new(Size::new(usize::MAX, 2)).is_none());
    }
}
