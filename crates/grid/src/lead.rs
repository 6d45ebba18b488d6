//! A [`race`](crate::race) with margins: by how many steps one side reaches each cell before the other.

use crate::CellSet;
use crate::trail::Trail;

/// The largest lead that is told apart.
pub const LONGEST_LEAD: usize = 4;

/// The cells at which each side is ahead. `first[k]` holds the free cells that the first side reaches at least `k + 1`
/// steps before the second, and those that the second never reaches.
///
/// ```
/// use landgrab_grid::{AnyRows, CellSet, Leads};
///
/// let set = AnyRows::from_picture;
/// let mut leads = Leads::like(&set("........."));
/// leads.measure(&set("X........"), &set(".......X."), &set(".XXXXXX.X"), usize::MAX);
/// assert!(leads.sum() < 0, "the second side alone reaches the last cell");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leads<S> {
    /// The first side's.
    pub first: [S; LONGEST_LEAD],
    /// The second side's.
    pub second: [S; LONGEST_LEAD],
}

impl<S: CellSet> Leads<S> {
    /// Room for the leads on boards like this one.
    pub fn like(set: &S) -> Self {
        let empty = || std::array::from_fn(|_| set.empty_like());
        Self { first: empty(), second: empty() }
    }

    /// Lets both sides walk through `free`, at most `limit` steps each, and notes which side is ahead at each cell. A
    /// cell that only one side has reached by then counts as never reached by the other.
    pub fn measure(&mut self, first: &S, second: &S, free: &S, limit: usize) {
        let (mut one, mut two) = (Trail::<S, LONGEST_LEAD>::new(first), Trail::<S, LONGEST_LEAD>::new(second));
        for set in self.first.iter_mut().chain(&mut self.second) {
            (0..set.strips()).for_each(|strip| set.strip_mut(strip).fill(0));
        }
        let mut steps_in_vain = 0;
        for step in 0..limit {
            let eight = step % 2 == 0;
            let is_new = one.step(free, two.reach(0), eight);
            let is_new = two.step(free, one.reach(0), eight) || is_new;
            // Early end: once every cell is reached by some side, a side that does not follow within the longest lead
            // comes too late to change it. A step to four neighbours can fail where one to eight goes on, so one failed
            // step is not enough; several steps in a row contain one to eight.
            steps_in_vain = if is_new { 0 } else { steps_in_vain + 1 };
            if steps_in_vain > LONGEST_LEAD {
                break;
            }
            // A side that had a cell `ago` steps ago leads there by more than `ago` if the other lacks it even now.
            for ago in 0..LONGEST_LEAD {
                add_difference(&mut self.first[ago], one.reach(ago), two.reach(0));
                add_difference(&mut self.second[ago], two.reach(ago), one.reach(0));
            }
        }
        for ago in 0..LONGEST_LEAD {
            add_difference(&mut self.first[ago], one.reach(0), two.reach(0));
            add_difference(&mut self.second[ago], two.reach(0), one.reach(0));
            self.first[ago] &= free;
            self.second[ago] &= free;
        }
    }

    /// The first side's leads less the second side's, in steps, summed over all free cells. A lead of more than
    /// [`LONGEST_LEAD`] counts as that.
    pub fn sum(&self) -> i32 {
        let cells = |sets: &[S]| sets.iter().map(|set| set.len() as i32).sum::<i32>();
        cells(&self.first) - cells(&self.second)
    }
}

/// Adds the cells of `more` that are not in `less`.
#[inline]
fn add_difference<S: CellSet>(set: &mut S, more: &S, less: &S) {
    for strip in 0..set.strips() {
        let (more, less) = (more.strip(strip), less.strip(strip));
        for ((set, more), less) in set.strip_mut(strip).iter_mut().zip(more).zip(less) {
            *set |= more & !less;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spread::tests::two_sides;
    use crate::{AnyRows, Cell, Rows, Size, can_meet};
    use proptest::prelude::*;

    /// The obvious version: steps from a side to every free cell, ring by ring.
    fn distances<S: CellSet>(from: &S, free: &S, size: Size) -> Vec<usize> {
        let mut distance = vec![usize::MAX; size.area()];
        let mut reached: Vec<Cell> = from.iter().collect();
        for step in 0.. {
            let near = |a: &Cell, b: &Cell| match (a.row.abs_diff(b.row), a.col.abs_diff(b.col)) {
                (0, 1) | (1, 0) => true,
                (1, 1) => step % 2 == 0,
                _ => false,
            };
            let is_new = |c: &Cell| distance[c.row * size.cols + c.col] == usize::MAX && free.contains(*c);
            let new: Vec<Cell> = size.cells().filter(|c| is_new(c) && reached.iter().any(|r| near(r, c))).collect();
            if new.is_empty() && step % 2 == 0 {
                return distance;
            }
            for cell in new {
                distance[cell.row * size.cols + cell.col] = step + 1;
                reached.push(cell);
            }
        }
        distance
    }

    fn agree<S: CellSet>(size: Size, marks: &[u8]) {
        let (first, second, free) = two_sides::<S>(size, marks);
        let mut leads = Leads::like(&free);
        // Once over another board, because room that was used before must not show.
        leads.measure(&free, &second, &first, usize::MAX);
        leads.measure(&first, &second, &free, usize::MAX);
        let (mine, theirs) = (distances(&first, &free, size), distances(&second, &free, size));
        assert_eq!(
            can_meet(&first, &second, &free, usize::MAX),
            mine.iter().zip(&theirs).any(|(a, b)| *a.max(b) != usize::MAX)
        );
        for (i, cell) in size.cells().enumerate() {
            for k in 0..LONGEST_LEAD {
                assert_eq!(leads.first[k].contains(cell), theirs[i].saturating_sub(mine[i]) > k, "{cell:?} {k}");
                assert_eq!(leads.second[k].contains(cell), mine[i].saturating_sub(theirs[i]) > k, "{cell:?} {k}");
            }
        }
    }

    proptest! {
        #[test]
        fn leads_by_bits_are_differences_of_distances(
            rows in 1usize..16, cols in 1usize..80,
            marks in proptest::collection::vec(
                prop_oneof![1 => Just(0u8), 1 => Just(1u8), 8 => Just(2u8), 30 => Just(3u8)], 1..300),
        ) {
            agree::<AnyRows>(Size::new(rows, cols), &marks);
            agree::<Rows<2, 104>>(Size::new(rows, cols), &marks);
            agree::<Rows<1, 18>>(Size::new(rows, cols.min(64)), &marks);
        }
    }

    #[test]
    fn a_limit_ends_the_walk() {
        let size = Size::new(1, 9);
        let set = |picture| Rows::<1, 18>::from_picture(picture);
        let mut leads = Leads::like(&set("........."));
        let (first, second, free) = (set("X........"), set("........X"), set(".XXXXXXX."));
        assert!(!can_meet(&first, &second, &free, 2), "they do not get that far");
        leads.measure(&first, &second, &free, 2);
        assert_eq!(leads.first[3].to_picture(size), ".XX......");
        assert_eq!(leads.sum(), 0);
    }
}
