//! Sets sized at run time: slower than [`Rows`](crate::Rows), for boards that no size class holds.

use crate::cell_set::{PADDING, STRIP, set_operators};
use crate::{CellSet, Size};

/// A set on a board of any size.
///
/// ```
/// use landgrab_grid::{AnyRows, CellSet, Size};
///
/// assert_eq!(AnyRows::full(Size::new(200, 300)).len(), 60_000);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AnyRows {
    /// Strip after strip.
    words: Vec<u64>,
    /// Rows in a strip, padding included.
    rows: usize,
}

impl CellSet for AnyRows {
    fn can_hold(_: Size) -> bool {
        true
    }

    fn empty(size: Size) -> Self {
        let rows = size.rows + PADDING;
        Self { words: vec![0; rows * size.cols.div_ceil(STRIP)], rows }
    }

    fn empty_like(&self) -> Self {
        Self { words: vec![0; self.words.len()], rows: self.rows }
    }

    #[inline]
    fn strips(&self) -> usize {
        self.words.len() / self.rows
    }

    #[inline]
    fn strip(&self, index: usize) -> &[u64] {
        &self.words[index * self.rows..][..self.rows]
    }

    #[inline]
    fn strip_mut(&mut self, index: usize) -> &mut [u64] {
        &mut self.words[index * self.rows..][..self.rows]
    }
}

set_operators!([] AnyRows);
