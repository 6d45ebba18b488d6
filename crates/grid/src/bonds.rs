//! How well the members of a set hang together.

use crate::CellSet;
use crate::cell_set::STRIP;

/// Pairs of neighbours among a set's members.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bonds {
    /// Pairs that share an edge.
    pub edges: u32,
    /// Pairs that share a corner alone.
    pub corners: u32,
}

/// Counts the pairs of neighbours in a set.
pub fn bonds<S: CellSet>(set: &S) -> Bonds {
    let mut bonds = Bonds::default();
    for strip in 0..set.strips() {
        let here = set.strip(strip);
        // The columns to the right and left of each member, also where those lie in the next strip.
        let next = (strip + 1 < set.strips()).then(|| set.strip(strip + 1));
        let last = strip.checked_sub(1).map(|before| set.strip(before));
        let right = |row: usize| here[row] >> 1 | next.map_or(0, |next| next[row] << (STRIP - 1));
        let left = |row: usize| here[row] << 1 | last.map_or(0, |last| last[row] >> (STRIP - 1));
        for row in 1..here.len() - 1 {
            let members = here[row];
            bonds.edges += (members & right(row)).count_ones() + (members & here[row + 1]).count_ones();
            bonds.corners += (members & right(row + 1)).count_ones() + (members & left(row + 1)).count_ones();
        }
    }
    bonds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyRows, Cell, Rows, Size};
    use proptest::prelude::*;

    fn one_by_one<S: CellSet>(set: &S) -> Bonds {
        let cells: Vec<Cell> = set.iter().collect();
        let mut bonds = Bonds::default();
        for (i, a) in cells.iter().enumerate() {
            for b in &cells[i + 1..] {
                match (a.row.abs_diff(b.row), a.col.abs_diff(b.col)) {
                    (0, 1) | (1, 0) => bonds.edges += 1,
                    (1, 1) => bonds.corners += 1,
                    _ => {}
                }
            }
        }
        bonds
    }

    proptest! {
        #[test]
        fn pairs_by_bits_are_pairs_one_by_one(
            rows in 1usize..12, cols in 1usize..90, marks in proptest::collection::vec(proptest::bool::ANY, 1..200),
        ) {
            fn set<S: CellSet>(size: Size, marks: &[bool]) -> S {
                let mut set = S::empty(size);
                size.cells().enumerate().filter(|(i, _)| marks[i % marks.len()]).for_each(|(_, c)| set.insert(c));
                set
            }
            let wide: AnyRows = set(Size::new(rows, cols), &marks);
            prop_assert_eq!(bonds(&wide), one_by_one(&wide));
            let small: Rows<1, 18> = set(Size::new(rows, cols.min(64)), &marks);
            prop_assert_eq!(bonds(&small), one_by_one(&small));
        }
    }
}
