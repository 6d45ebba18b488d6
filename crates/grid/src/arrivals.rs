//! Arrival times of two sides at the free cells, as a histogram: how many cells are reached how late, and by how many
//! steps the two arrivals differ.

use crate::CellSet;
use crate::trail::Trail;

/// The largest difference of two arrivals, in steps, that is told apart. Larger ones count as this.
pub const LATEST: usize = 5;
/// The bins of the later arrival: one for every step at first, then wider and wider ones.
pub const STAGES: usize = 12;

/// The bin of the later arrival.
const fn stage(step: usize) -> usize {
    match step {
        0..=6 => step.saturating_sub(1),
        7..=8 => 6,
        9..=11 => 7,
        12..=15 => 8,
        16..=22 => 9,
        23..=35 => 10,
        _ => 11,
    }
}

/// How many free cells are reached when, and by which side first.
///
/// ```
/// use landgrab_grid::{AnyRows, Arrivals, CellSet, LATEST};
///
/// let set = AnyRows::from_picture;
/// let arrivals = Arrivals::count(&set("X..."), &set("...X"), &set(".XX."));
/// // One cell is a step from the first side and two from the second, the other the reverse.
/// assert_eq!((arrivals.both[1][LATEST + 1], arrivals.both[1][LATEST - 1]), (1, 1));
/// assert_eq!((arrivals.first_only, arrivals.second_only, arrivals.nobody), (0, 0, 0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrivals {
    /// Cells that both sides reach: by the stage of the later arrival, and by `LATEST` plus the steps that the first
    /// side comes earlier.
    pub both: [[u32; 2 * LATEST + 1]; STAGES],
    /// Cells that the first side alone reaches.
    pub first_only: u32,
    /// Cells that the second side alone reaches.
    pub second_only: u32,
    /// Cells that neither side reaches.
    pub nobody: u32,
}

impl Arrivals {
    /// Lets both sides walk through `free` until neither reaches a new cell.
    pub fn count<S: CellSet>(first: &S, second: &S, free: &S) -> Self {
        let mut arrivals = Self::default();
        let (mut one, mut two) = (Trail::<S, { LATEST + 1 }>::new(first), Trail::<S, { LATEST + 1 }>::new(second));
        let nothing = free.empty_like();
        for step in 1.. {
            let eight = step % 2 == 1;
            let has_grown = one.step(free, &nothing, eight) | two.step(free, &nothing, eight);
            if !has_grown && eight {
                break;
            }
            let row = &mut arrivals.both[stage(step)];
            let second_came = later(&two, &one);
            for early in 0..=LATEST {
                row[LATEST + early] += second_came[early];
            }
            // Equal arrivals are counted already.
            let first_came = later(&one, &two);
            for early in 1..=LATEST {
                row[LATEST - early] += first_came[early];
            }
        }
        let both: u32 = arrivals.both.iter().flatten().sum();
        arrivals.first_only = one.reach(0).common(free) as u32 - both;
        arrivals.second_only = two.reach(0).common(free) as u32 - both;
        arrivals.nobody = free.len() as u32 - both - arrivals.first_only - arrivals.second_only;
        arrivals
    }
}

/// The cells that `late` has just reached and `early` has as well, by how many steps earlier.
#[inline]
fn later<S: CellSet>(late: &Trail<S, { LATEST + 1 }>, early: &Trail<S, { LATEST + 1 }>) -> [u32; LATEST + 1] {
    // Cumulative counts first: at least so many steps earlier.
    let mut at_least = [0; LATEST + 2];
    for strip in 0..late.reach(0).strips() {
        let (now, before) = (late.reach(0).strip(strip), late.reach(1).strip(strip));
        let had: [&[u64]; LATEST + 1] = std::array::from_fn(|ago| &early.reach(ago).strip(strip)[..now.len()]);
        for (row, (now, before)) in now.iter().zip(before).enumerate() {
            let new = now & !before & had[0][row];
            if new != 0 {
                for ago in 0..=LATEST {
                    at_least[ago] += (new & had[ago][row]).count_ones();
                }
            }
        }
    }
    std::array::from_fn(|early| at_least[early] - at_least[early + 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Rows, Size};

    type Small = Rows<1, 18>;

    #[test]
    fn arrivals_are_sorted_by_who_comes_when() {
        // Steps of the first side 1 2 3 4 5, of the second 5 4 3 2 1; two cells behind each that it has for itself.
        let set = |picture| Small::from_picture(picture);
        let arrivals = Arrivals::count(&set("..X......."), &set("........X."), &set("XX.XXXXX.X"));
        let mut expected = Arrivals { first_only: 2, second_only: 1, ..Arrivals::default() };
        expected.both[4][LATEST + 4] = 1;
        expected.both[3][LATEST + 2] = 1;
        expected.both[2][LATEST] = 1;
        expected.both[3][LATEST - 2] = 1;
        expected.both[4][LATEST - 4] = 1;
        assert_eq!(arrivals, expected);
    }

    #[test]
    fn every_free_cell_is_counted_once() {
        let size = Size::new(16, 40);
        let mut free = Small::full(size);
        for row in 0..16 {
            free.remove(Cell::new(row, 30));
        }
        let (mut first, mut second) = (Small::empty(size), Small::empty(size));
        for (set, cell) in [(&mut first, Cell::new(1, 1)), (&mut second, Cell::new(9, 20))] {
            set.insert(cell);
            free.remove(cell);
        }
        let arrivals = Arrivals::count(&first, &second, &free);
        let both: u32 = arrivals.both.iter().flatten().sum();
        assert_eq!((arrivals.first_only, arrivals.second_only, arrivals.nobody), (0, 0, 9 * 16));
        assert_eq!(both, 30 * 16 - 2);
    }
}
