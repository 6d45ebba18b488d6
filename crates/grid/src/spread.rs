//! Steps to the four neighbours: spreading, flooding, and the race of two sides for free cells.

use crate::CellSet;
use crate::cell_set::STRIP;

/// The cells next to a member (up, down, left, right), within `within`. A member is among them only if another member
/// is beside it.
///
/// ```
/// use landgrab_grid::{AnyRows, CellSet, Size, spread};
///
/// let next = spread(&AnyRows::from_picture(".XX."), &AnyRows::from_picture("XXX."));
/// assert_eq!(next.to_picture(Size::new(1, 4)), "XXX.");
/// ```
pub fn spread<S: CellSet>(set: &S, within: &S) -> S {
    let mut next = set.empty_like();
    spread_into(&mut next, set);
    next &= within;
    next
}

/// Flood fill: everything in `within` that is connected to `from` through `within`, and `from` itself.
///
/// ```
/// use landgrab_grid::{AnyRows, CellSet, Size, flood};
///
/// let reached = flood(&AnyRows::from_picture("X......"), &AnyRows::from_picture(".XXX.XX"));
/// assert_eq!(reached.to_picture(Size::new(1, 7)), "XXXX...");
/// ```
pub fn flood<S: CellSet>(from: &S, within: &S) -> S {
    let mut reached = from.clone();
    let mut left = within.clone() - from;
    let mut front = from.clone();
    loop {
        front = spread(&front, &left);
        if front.is_empty() {
            return reached;
        }
        reached |= &front;
        left -= &front;
    }
}

/// The side that reaches each free cell first: the result of [`race`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race<S> {
    /// Free cells that the first side reaches before the second, or alone.
    pub first: S,
    /// Free cells that the second side reaches before the first, or alone.
    pub second: S,
    /// Free cells that both reach after the same number of steps.
    pub tied: S,
}

impl<S: CellSet> Race<S> {
    /// Cells of the first side more than of the second.
    pub fn margin(&self) -> i32 {
        self.first.len() as i32 - self.second.len() as i32
    }
}

/// Breadth-first search from both sides at once (a Voronoi split): both spread through `free` a step at a time. From a
/// tied cell both go on.
///
/// ```
/// use landgrab_grid::{AnyRows, CellSet, Size, race};
///
/// let set = AnyRows::from_picture;
/// let race = race(&set("X....."), &set("....X."), &set(".XXX.X"));
/// assert_eq!(race.first.to_picture(Size::new(1, 6)), ".X....");
/// assert_eq!(race.second.to_picture(Size::new(1, 6)), "...X.X");
/// assert_eq!((race.tied.len(), race.margin()), (1, -1));
/// ```
pub fn race<S: CellSet>(first: &S, second: &S, free: &S) -> Race<S> {
    // The references change places rather than the sets, which would be copied.
    let (mut a, mut b, mut c, mut d) = (first.clone(), second.clone(), free.empty_like(), free.empty_like());
    let (mut reach1, mut reach2, mut next1, mut next2) = (&mut a, &mut b, &mut c, &mut d);
    loop {
        let has_grown = step(next1, next2, reach1, reach2, free);
        std::mem::swap(&mut reach1, &mut next1);
        std::mem::swap(&mut reach2, &mut next2);
        if !has_grown {
            break;
        }
    }
    let (first, second) = (reach1.clone() & free, reach2.clone() & free);
    let tied = first.clone() & &second;
    Race { first: first - &tied, second: second - &tied, tied }
}

/// Writes what both sides have reached after one more step: the neighbours of their cells that neither had before.
/// Returns whether there are any. It spreads everything that is reached rather than the front alone: the cells behind a
/// front are taken, so the result is the same, and there is less to store.
#[inline]
fn step<S: CellSet>(next1: &mut S, next2: &mut S, reach1: &S, reach2: &S, free: &S) -> bool {
    let mut grown = 0;
    for strip in 0..free.strips() {
        let next = [next1.strip_mut(strip), next2.strip_mut(strip)];
        let here = [reach1.strip(strip), reach2.strip(strip)];
        let free = free.strip(strip);
        let left = [reach1, reach2].map(|reach| reach.strip(strip.saturating_sub(1)));
        let right = [reach1, reach2].map(|reach| reach.strip((strip + 1).min(reach.strips() - 1)));
        // Constant for the size classes, so that a board of one strip pays nothing for its sides.
        grown |= match (strip > 0, strip + 1 < reach1.strips()) {
            (false, false) => step_strip::<false, false>(next, here, left, right, free),
            (false, true) => step_strip::<false, true>(next, here, left, right, free),
            (true, false) => step_strip::<true, false>(next, here, left, right, free),
            (true, true) => step_strip::<true, true>(next, here, left, right, free),
        };
    }
    grown != 0
}

#[inline]
fn step_strip<const LEFT: bool, const RIGHT: bool>(
    [next1, next2]: [&mut [u64]; 2],
    [here1, here2]: [&[u64]; 2],
    [left1, left2]: [&[u64]; 2],
    [right1, right2]: [&[u64]; 2],
    free: &[u64],
) -> u64 {
    let rows = free.len();
    // Equal lengths that the compiler can see: no bounds checks in the loop.
    let (next1, next2) = (&mut next1[..rows], &mut next2[..rows]);
    let [here1, here2, left1, left2, right1, right2] =
        [here1, here2, left1, left2, right1, right2].map(|strip| &strip[..rows]);
    let beside = |here: &[u64], left: &[u64], right: &[u64], row: usize| {
        let across =
            if LEFT { left[row] >> (STRIP - 1) } else { 0 } | if RIGHT { right[row] << (STRIP - 1) } else { 0 };
        here[row - 1] | here[row + 1] | here[row] << 1 | here[row] >> 1 | across
    };
    let mut grown = 0;
    for row in 1..rows - 1 {
        let open = free[row] & !(here1[row] | here2[row]);
        let one = beside(here1, left1, right1, row) & open;
        let two = beside(here2, left2, right2, row) & open;
        next1[row] = here1[row] | one;
        next2[row] = here2[row] | two;
        grown |= one | two;
    }
    grown
}

/// Writes the four-neighbourhood of `set` into `next`, leaving the padding rows alone.
#[inline]
fn spread_into<S: CellSet>(next: &mut S, set: &S) {
    for strip in 0..set.strips() {
        let here = set.strip(strip);
        let rows = here.len();
        let (above, middle, below) = (&here[..rows - 2], &here[1..rows - 1], &here[2..]);
        let out = &mut next.strip_mut(strip)[1..rows - 1];
        for (((out, above), middle), below) in out.iter_mut().zip(above).zip(middle).zip(below) {
            *out = above | below | middle << 1 | middle >> 1;
        }
        if strip > 0 {
            let left = &set.strip(strip - 1)[1..rows - 1];
            for (out, left) in out.iter_mut().zip(left) {
                *out |= left >> (STRIP - 1);
            }
        }
        if strip + 1 < set.strips() {
            let right = &set.strip(strip + 1)[1..rows - 1];
            for (out, right) in out.iter_mut().zip(right) {
                *out |= right << (STRIP - 1);
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{AnyRows, Cell, Rows, Size};
    use proptest::prelude::*;
    use std::collections::VecDeque;

    #[test]
    fn a_flood_stays_within_its_bounds() {
        let size = Size::new(3, 4);
        let set = |picture| Rows::<1, 18>::from_picture(picture);
        let room = set("XX.X\nX..X\n.X.X");
        let from = set("X...\n....\n....");
        assert_eq!(flood(&from, &room).to_picture(size), "XX..\nX...\n....");
    }

    #[test]
    fn spreading_crosses_from_strip_to_strip() {
        let size = Size::new(1, 130);
        let mut from = AnyRows::empty(size);
        from.insert(Cell::new(0, 64));
        let cols: Vec<usize> = spread(&from, &AnyRows::full(size)).iter().map(|c| c.col).collect();
        assert_eq!(cols, [63, 65]);
        assert_eq!(flood(&from, &AnyRows::full(size)), AnyRows::full(size));
    }

    fn neighbours(cell: Cell, size: Size) -> impl Iterator<Item = Cell> {
        let Cell { row, col } = cell;
        let around = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
        around.into_iter().map(|(r, c)| Cell::new(r, c)).filter(move |c| size.contains(*c))
    }

    /// The obvious version: steps from a side to every free cell, by a queue.
    fn distances<S: CellSet>(from: &S, free: &S, size: Size) -> Vec<usize> {
        let mut distance = vec![usize::MAX; size.area()];
        let mut queue: VecDeque<(Cell, usize)> = from.iter().map(|c| (c, 0)).collect();
        while let Some((cell, steps)) = queue.pop_front() {
            for next in neighbours(cell, size).filter(|c| free.contains(*c)) {
                let known = &mut distance[next.row * size.cols + next.col];
                if *known == usize::MAX {
                    *known = steps + 1;
                    queue.push_back((next, steps + 1));
                }
            }
        }
        distance
    }

    /// A board by marks, repeated over its cells: the first side's, the second's, walls, and what is left is free.
    pub fn two_sides<S: CellSet>(size: Size, marks: &[u8]) -> (S, S, S) {
        let set = |mark: u8| {
            let mut set = S::empty(size);
            size.cells().enumerate().filter(|(i, _)| marks[i % marks.len()] == mark).for_each(|(_, c)| set.insert(c));
            set
        };
        let (first, second, mut free) = (set(0), set(1), S::full(size));
        for taken in [&first, &second, &set(2)] {
            free -= taken;
        }
        (first, second, free)
    }

    fn agree<S: CellSet>(size: Size, marks: &[u8]) {
        let (first, second, free) = two_sides::<S>(size, marks);
        let split = race(&first, &second, &free);
        let (mine, theirs) = (distances(&first, &free, size), distances(&second, &free, size));
        for (i, cell) in size.cells().enumerate() {
            let reached = mine[i].min(theirs[i]) != usize::MAX;
            assert_eq!(split.first.contains(cell), mine[i] < theirs[i], "{cell:?}");
            assert_eq!(split.second.contains(cell), theirs[i] < mine[i], "{cell:?}");
            assert_eq!(split.tied.contains(cell), reached && mine[i] == theirs[i], "{cell:?}");
        }
    }

    proptest! {
        #[test]
        fn the_race_by_bits_is_the_race_by_queue(
            rows in 1usize..40, cols in 1usize..140,
            marks in proptest::collection::vec(
                prop_oneof![1 => Just(0u8), 1 => Just(1u8), 8 => Just(2u8), 30 => Just(3u8)], 1..600),
        ) {
            agree::<AnyRows>(Size::new(rows, cols), &marks);
            agree::<Rows<2, 104>>(Size::new(rows, cols.min(128)), &marks);
            agree::<Rows<1, 18>>(Size::new(rows.min(16), cols.min(64)), &marks);
        }
    }
}
