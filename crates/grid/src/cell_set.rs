//! A set of cells on a board of any size, stored in *strips*: 64 columns wide, one word a row, column 0 in the lowest
//! bit. Every strip has an empty row above the board's first and below its last, so that a step up or down needs no
//! bounds test. Algorithms work on strips; the two implementations differ only in where their size is known.

use crate::{Cell, Size};
use std::{borrow::Borrow, fmt::Debug, hash::Hash, ops};

/// Rows of padding above the board.
pub(crate) const ABOVE: usize = 1;
/// Rows of padding above and below the board.
pub(crate) const PADDING: usize = 2;
/// Columns in a strip.
pub(crate) const STRIP: usize = 64;

/// A set of cells: `|` is the union, `&` the intersection, `-` the difference, each also with `=`.
///
/// Both sets of an operation must have been made for boards of the same size.
///
/// ```
/// use landgrab_grid::{AnyRows, CellSet, Size};
///
/// let free = AnyRows::from_picture("XXX.");
/// let mine = AnyRows::from_picture(".X..");
/// let left = free.clone() - &mine;
/// assert_eq!(left.to_picture(Size::new(1, 4)), "X.X.");
/// assert!(mine.is_subset(&free) && mine.is_disjoint(&left));
/// assert_eq!(left | mine, free);
/// ```
pub trait CellSet:
    Clone
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + for<'a> ops::BitOrAssign<&'a Self>
    + for<'a> ops::BitAndAssign<&'a Self>
    + for<'a> ops::SubAssign<&'a Self>
    + for<'a> ops::BitOr<&'a Self, Output = Self>
    + for<'a> ops::BitAnd<&'a Self, Output = Self>
    + for<'a> ops::Sub<&'a Self, Output = Self>
    + ops::BitOr<Output = Self>
    + ops::BitAnd<Output = Self>
    + ops::Sub<Output = Self>
{
    /// Whether a board of this size fits.
    fn can_hold(size: Size) -> bool;

    /// The set without cells. The size must be one that [`can_hold`](Self::can_hold) accepts.
    fn empty(size: Size) -> Self;

    /// An empty set for the same board.
    fn empty_like(&self) -> Self;

    /// Number of strips.
    fn strips(&self) -> usize;

    /// A strip's rows, padding included.
    fn strip(&self, index: usize) -> &[u64];

    /// A strip's rows, padding included; the padding must stay empty.
    fn strip_mut(&mut self, index: usize) -> &mut [u64];

    // The methods below are the same for every implementation.

    /// The set of all cells of a board.
    fn full(size: Size) -> Self {
        let mut set = Self::empty(size);
        for cell in size.cells() {
            set.insert(cell);
        }
        set
    }

    /// The set drawn in lines: every character but `.` and a blank is a member. Indentation and empty lines do not
    /// count.
    fn from_picture(picture: &str) -> Self {
        let lines: Vec<&str> = picture.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        let cols = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
        let mut set = Self::empty(Size::new(lines.len(), cols));
        for (row, line) in lines.iter().enumerate() {
            for (col, _) in line.chars().enumerate().filter(|(_, c)| !matches!(c, '.' | ' ')) {
                set.insert(Cell { row, col });
            }
        }
        set
    }

    /// The set as [`from_picture`](Self::from_picture) reads it: `X` for a member, `.` for another cell.
    fn to_picture(&self, size: Size) -> String {
        let row = |row| (0..size.cols).map(move |col| if self.contains(Cell { row, col }) { 'X' } else { '.' });
        (0..size.rows).map(|r| row(r).collect::<String>()).collect::<Vec<_>>().join("\n")
    }

    /// Whether the cell is a member.
    #[inline]
    fn contains(&self, cell: Cell) -> bool {
        self.strip(cell.col / STRIP)[cell.row + ABOVE] >> (cell.col % STRIP) & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    fn insert(&mut self, cell: Cell) {
        self.strip_mut(cell.col / STRIP)[cell.row + ABOVE] |= 1 << (cell.col % STRIP);
    }

    /// Removes a cell.
    #[inline]
    fn remove(&mut self, cell: Cell) {
        self.strip_mut(cell.col / STRIP)[cell.row + ABOVE] &= !(1 << (cell.col % STRIP));
    }

    /// Number of members.
    #[inline]
    fn len(&self) -> usize {
        let ones = |strip: &[u64]| strip.iter().map(|w| w.count_ones() as usize).sum::<usize>();
        (0..self.strips()).map(|s| ones(self.strip(s))).sum()
    }

    /// Whether there are no members.
    #[inline]
    fn is_empty(&self) -> bool {
        (0..self.strips()).all(|s| self.strip(s).iter().all(|w| *w == 0))
    }

    /// Whether every member is a member of the other set too.
    #[inline]
    fn is_subset(&self, of: &Self) -> bool {
        all_words(self, of, |mine, theirs| mine & !theirs == 0)
    }

    /// Whether no cell is a member of both.
    #[inline]
    fn is_disjoint(&self, from: &Self) -> bool {
        all_words(self, from, |mine, theirs| mine & theirs == 0)
    }

    /// Number of cells that are members of both.
    #[inline]
    fn common(&self, other: &Self) -> usize {
        let ones = |(a, b): (&u64, &u64)| (a & b).count_ones() as usize;
        let strips = (0..self.strips()).map(|s| self.strip(s).iter().zip(other.strip(s)).map(ones).sum::<usize>());
        strips.sum()
    }

    /// The members, row by row.
    fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        members::<Self, _>(self)
    }

    /// The members, row by row; consumes the set.
    fn into_cells(self) -> impl Iterator<Item = Cell> {
        members::<Self, _>(self)
    }
}

/// Whether a test holds for every word of two sets.
#[inline]
fn all_words<S: CellSet>(one: &S, other: &S, test: impl Fn(u64, u64) -> bool) -> bool {
    (0..one.strips()).all(|strip| one.strip(strip).iter().zip(other.strip(strip)).all(|(a, b)| test(*a, *b)))
}

fn members<S: CellSet, B: Borrow<S>>(set: B) -> impl Iterator<Item = Cell> {
    let rows = if set.borrow().strips() == 0 { 0 } else { set.borrow().strip(0).len() - PADDING };
    let (mut row, mut strip, mut word) = (0, 0, None);
    std::iter::from_fn(move || {
        while row < rows {
            let bits: &mut u64 = word.get_or_insert_with(|| set.borrow().strip(strip)[row + ABOVE]);
            if *bits != 0 {
                let col = strip * STRIP + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Cell { row, col });
            }
            word = None;
            strip += 1;
            if strip == set.borrow().strips() {
                (row, strip) = (row + 1, 0);
            }
        }
        None
    })
}

/// Writes the three set operators of a [`CellSet`], word by word: in place, and on owned sets.
macro_rules! set_operators {
    ([$($generics:tt)*] $set:ty) => {
        $crate::cell_set::set_operators!(
            @one [$($generics)*] $set, BitOrAssign, bitor_assign, BitOr, bitor, |a, b| a | b);
        $crate::cell_set::set_operators!(
            @one [$($generics)*] $set, BitAndAssign, bitand_assign, BitAnd, bitand, |a, b| a & b);
        $crate::cell_set::set_operators!(
            @one [$($generics)*] $set, SubAssign, sub_assign, Sub, sub, |a, b| a & !b);
    };
    (
        @one [$($generics:tt)*] $set:ty, $assign:ident, $in_place:ident, $operator:ident, $method:ident,
        |$a:ident, $b:ident| $value:expr
    ) => {
        impl<$($generics)*> std::ops::$operator<&$set> for $set {
            type Output = $set;
            #[inline]
            fn $method(mut self, other: &$set) -> $set {
                std::ops::$assign::$in_place(&mut self, other);
                self
            }
        }

        impl<$($generics)*> std::ops::$operator for $set {
            type Output = $set;
            #[inline]
            fn $method(self, other: $set) -> $set {
                std::ops::$operator::$method(self, &other)
            }
        }

        impl<$($generics)*> std::ops::$assign<&$set> for $set {
            #[inline]
            fn $in_place(&mut self, other: &$set) {
                for strip in 0..$crate::CellSet::strips(self) {
                    let theirs = $crate::CellSet::strip(other, strip);
                    for (mine, theirs) in $crate::CellSet::strip_mut(self, strip).iter_mut().zip(theirs) {
                        let ($a, $b) = (*mine, *theirs);
                        *mine = $value;
                    }
                }
            }
        }
    };
}
pub(crate) use set_operators;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyRows, Rows};

    #[test]
    fn a_blank_inside_a_picture_is_no_member() {
        let cells = |picture: &str| AnyRows::from_picture(picture).iter().map(|cell| cell.col).collect::<Vec<_>>();
        assert_eq!(cells("X X"), [0, 2]);
        assert_eq!(cells("  X X"), [0, 2], "indentation does not count");
        assert_eq!(AnyRows::from_picture("X X"), AnyRows::from_picture("X.X"));
    }

    fn operators_are_those_of_sets<S: CellSet>() {
        let size = Size::new(2, 70);
        let mut sets = [S::empty(size), S::empty(size)];
        for (i, cell) in size.cells().enumerate() {
            (0..2).filter(|set| i % [2, 3][*set] == 0).for_each(|set| sets[set].insert(cell));
        }
        let [even, third] = sets;
        let members = |set: &S| size.cells().map(|cell| set.contains(cell)).collect::<Vec<_>>();
        let expected = |test: fn(usize) -> bool| (0..size.area()).map(test).collect::<Vec<_>>();
        let both = even.clone() & &third;
        assert_eq!(members(&both), expected(|i| i % 6 == 0));
        assert_eq!(members(&(even.clone() | &third)), expected(|i| i % 2 == 0 || i % 3 == 0));
        assert_eq!(members(&(even.clone() - &third)), expected(|i| i % 2 == 0 && i % 3 != 0));
        assert_eq!(even.clone() & third.clone(), both);
        assert!(both.is_subset(&even) && both.is_subset(&third) && both.is_subset(&both));
        assert!(!even.is_subset(&both) && !even.is_disjoint(&third));
        assert!((even - &both).is_disjoint(&third) && S::empty(size).is_disjoint(&third));
    }

    #[test]
    fn sets_of_both_kinds_have_the_operators_of_sets() {
        operators_are_those_of_sets::<AnyRows>();
        operators_are_those_of_sets::<Rows<2, 104>>();
    }
}
