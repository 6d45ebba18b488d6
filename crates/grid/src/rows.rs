//! Sets whose size class is known at compile time: the loops over them have constant lengths, need no bounds checks and
//! vectorise without `unsafe`.

use crate::cell_set::{PADDING, STRIP, set_operators};
use crate::{CellSet, Size};

/// A set on boards of up to `64 * W` columns and `R - 2` rows.
///
/// ```
/// use landgrab_grid::{Cell, CellSet, Rows, Size};
///
/// type Small = Rows<1, 18>;
/// assert!(Small::can_hold(Size::new(16, 64)) && !Small::can_hold(Size::new(17, 64)));
/// let mut set = Small::empty(Size::new(15, 17));
/// set.insert(Cell::new(8, 2));
/// assert_eq!((set.len(), set.contains(Cell::new(8, 2))), (1, true));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rows<const W: usize, const R: usize> {
    words: [[u64; R]; W],
}

impl<const W: usize, const R: usize> CellSet for Rows<W, R> {
    fn can_hold(size: Size) -> bool {
        size.cols <= W * STRIP && size.rows + PADDING <= R
    }

    fn empty(size: Size) -> Self {
        debug_assert!(Self::can_hold(size), "{size} does not fit this size class");
        Self { words: [[0; R]; W] }
    }

    #[inline]
    fn empty_like(&self) -> Self {
        Self { words: [[0; R]; W] }
    }

    #[inline]
    fn strips(&self) -> usize {
        W
    }

    #[inline]
    fn strip(&self, index: usize) -> &[u64] {
        &self.words[index]
    }

    #[inline]
    fn strip_mut(&mut self, index: usize) -> &mut [u64] {
        &mut self.words[index]
    }
}

set_operators!([const W: usize, const R: usize] Rows<W, R>);
