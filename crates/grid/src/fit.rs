//! The anchors at which a shape fits, all at once: the board is shifted under the shape, once for each cell of the
//! shape. Hits are counted with two bits an anchor: "at least one" and "at least two".

use crate::cell_set::{ABOVE, STRIP};
use crate::{Cell, CellSet};

/// Rows handled together: enough to fill vector registers, few enough to stay in them.
const BLOCK: usize = 8;

/// The cells where the top left corner of `shape` may stand so that exactly one of its cells lies in `once` and all of
/// them lie in `allowed`.
///
/// The shape's cells are relative to its top left corner and touch its first row and column.
///
/// ```
/// use landgrab_grid::{AnyRows, Cell, CellSet, Size, fits_once};
///
/// let pair = [Cell::new(0, 0), Cell::new(0, 1)];
/// let own = AnyRows::from_picture("..XX..");
/// let fits = fits_once(&pair, &own, &AnyRows::full(Size::new(1, 6)));
/// // Between them the pair would cover both own cells.
/// assert_eq!(fits.to_picture(Size::new(1, 6)), ".X.X..");
/// ```
pub fn fits_once<S: CellSet>(shape: &[Cell], once: &S, allowed: &S) -> S {
    let mut fits = once.empty_like();
    let Some((first, last)) = occupied(once) else { return fits };
    let height = shape.iter().map(|c| c.row + 1).max().unwrap_or(0);
    let width = shape.iter().map(|c| c.col + 1).max().unwrap_or(0);
    let rows = once.strip(0).len();
    if height == 0 || height + ABOVE >= rows || width > once.strips() * STRIP {
        return fits;
    }
    // Only anchors that bring some row of the shape onto an occupied one can hit `once`.
    let low = (first + 1).saturating_sub(height).max(ABOVE);
    let high = last.min(rows - ABOVE - height);
    if low > high {
        return fits;
    }
    for strip in 0..once.strips() {
        if (strip..once.strips()).all(|s| once.strip(s)[first..=last].iter().all(|w| *w == 0)) {
            break;
        }
        let mut row = low;
        // The last block overlaps rows that are done already: a shorter block would need code of its own.
        while high + 1 - low >= BLOCK && row <= high {
            row = row.min(high + 1 - BLOCK);
            let block = fit_rows::<S, BLOCK>(shape, once, allowed, strip, row);
            fits.strip_mut(strip)[row..row + BLOCK].copy_from_slice(&block);
            row += BLOCK;
        }
        while row <= high {
            let [word] = fit_rows::<S, 1>(shape, once, allowed, strip, row);
            fits.strip_mut(strip)[row] = word;
            row += 1;
        }
    }
    fits
}

/// The fitting anchors in `N` rows of one strip.
#[inline]
fn fit_rows<S: CellSet, const N: usize>(shape: &[Cell], once: &S, allowed: &S, strip: usize, row: usize) -> [u64; N] {
    let (mut one, mut two, mut inside) = ([0; N], [0; N], [u64::MAX; N]);
    for cell in shape {
        let hit = shifted::<S, N>(once, strip, row, cell);
        let within = shifted::<S, N>(allowed, strip, row, cell);
        for i in 0..N {
            two[i] |= one[i] & hit[i];
            one[i] |= hit[i];
            inside[i] &= within[i];
        }
    }
    std::array::from_fn(|i| one[i] & !two[i] & inside[i])
}

/// `N` rows of the set as seen from anchors: the bit of an anchor says whether the cell `by` away from it is a member.
#[inline]
fn shifted<S: CellSet, const N: usize>(set: &S, strip: usize, row: usize, by: &Cell) -> [u64; N] {
    let strip = strip + by.col / STRIP;
    let shift = by.col % STRIP;
    let rows = row + by.row..row + by.row + N;
    if strip >= set.strips() {
        return [0; N];
    }
    let here: &[u64; N] = set.strip(strip)[rows.clone()].try_into().expect("a range of N rows");
    if shift == 0 || strip + 1 == set.strips() {
        return std::array::from_fn(|i| here[i] >> shift);
    }
    let right: &[u64; N] = set.strip(strip + 1)[rows].try_into().expect("a range of N rows");
    std::array::from_fn(|i| here[i] >> shift | right[i] << (STRIP - shift))
}

/// The first and last stored row with a member.
fn occupied<S: CellSet>(set: &S) -> Option<(usize, usize)> {
    let rows = (0..set.strips()).filter_map(|s| {
        let strip = set.strip(s);
        Some((strip.iter().position(|w| *w != 0)?, strip.iter().rposition(|w| *w != 0)?))
    });
    rows.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyRows, Rows, Size};
    use proptest::prelude::*;

    #[test]
    fn a_shape_must_hit_exactly_one_cell() {
        let size = Size::new(3, 5);
        let own = Rows::<1, 18>::from_picture(
            "XX...
             .....
             .....",
        );
        let pair = [Cell::new(0, 0), Cell::new(0, 1)];
        let fits = fits_once(&pair, &own, &Rows::full(size));
        assert_eq!(fits.to_picture(size), ".X...\n.....\n.....");
    }

    /// The obvious version: every anchor, every cell.
    fn by_hand<S: CellSet>(shape: &[Cell], once: &S, allowed: &S, size: Size) -> Vec<Cell> {
        let under = |anchor: Cell, by: &Cell| Cell::new(anchor.row + by.row, anchor.col + by.col);
        let fits = |anchor: &Cell| {
            let cells: Vec<Cell> = shape.iter().map(|by| under(*anchor, by)).collect();
            cells.iter().all(|c| size.contains(*c) && allowed.contains(*c))
                && cells.iter().filter(|c| once.contains(**c)).count() == 1
        };
        size.cells().filter(fits).collect()
    }

    fn agree<S: CellSet>(size: Size, own: &[bool], free: &[bool], shape: &[Cell]) {
        let (mut once, mut allowed) = (S::empty(size), S::empty(size));
        for (i, cell) in size.cells().enumerate() {
            if own[i % own.len()] {
                once.insert(cell);
            }
            if own[i % own.len()] || free[i % free.len()] {
                allowed.insert(cell);
            }
        }
        let fast: Vec<Cell> = fits_once(shape, &once, &allowed).iter().collect();
        assert_eq!(fast, by_hand(shape, &once, &allowed, size));
    }

    /// Filled cells of a random box, moved so that they touch its first row and column.
    fn shapes() -> impl Strategy<Value = Vec<Cell>> {
        let cell = (0usize..12, 0usize..80, 0usize..4).prop_map(|(row, col, scale)| Cell::new(row, col >> (2 * scale)));
        proptest::collection::btree_set(cell, 1..8).prop_map(|cells| {
            let top = cells.iter().map(|c| c.row).min().unwrap();
            let left = cells.iter().map(|c| c.col).min().unwrap();
            cells.iter().map(|c| Cell::new(c.row - top, c.col - left)).collect()
        })
    }

    proptest! {
        #[test]
        fn all_anchors_at_once_are_the_anchors_one_by_one(
            rows in 1usize..100, cols in 1usize..150,
            own in proptest::collection::vec(proptest::bool::weighted(0.1), 1..400),
            free in proptest::collection::vec(proptest::bool::weighted(0.8), 1..400),
            shape in shapes(),
        ) {
            agree::<AnyRows>(Size::new(rows, cols), &own, &free, &shape);
            agree::<Rows<2, 104>>(Size::new(rows, cols.min(128)), &own, &free, &shape);
            agree::<Rows<1, 18>>(Size::new(rows.min(16), cols.min(64)), &own, &free, &shape);
        }
    }
}
