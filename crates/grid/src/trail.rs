//! A side's walk over free cells. Steps go to the eight neighbours and to the four in turn (octagonal distance), which
//! is closer to the straight line than either alone.

use crate::cell_set::STRIP;
use crate::{Cell, CellSet};

/// The cells that a side has reached, now and up to `LENGTH - 1` steps ago.
pub(crate) struct Trail<S, const LENGTH: usize> {
    reaches: [S; LENGTH],
    now: usize,
}

impl<S: CellSet, const LENGTH: usize> Trail<S, LENGTH> {
    pub fn new(start: &S) -> Self {
        let mut reaches = std::array::from_fn(|_| start.empty_like());
        reaches[0] = start.clone();
        Self { reaches, now: 0 }
    }

    /// The cells reached so many steps ago, fewer than `LENGTH`. Before the start there are none.
    #[inline]
    pub fn reach(&self, ago: usize) -> &S {
        &self.reaches[(self.now + LENGTH - ago) % LENGTH]
    }

    /// Goes one step on. Returns whether it reached a cell that is not in `known`. If `known` is empty and a step to
    /// eight neighbours fails, every later step fails too.
    #[inline]
    pub fn step(&mut self, free: &S, known: &S, eight: bool) -> bool {
        let next = (self.now + 1) % LENGTH;
        let places = self.reaches.get_disjoint_mut([self.now, next]);
        let [before, after] = places.expect("two places of several");
        self.now = next;
        if eight { grow::<S, true>(after, before, free, known) } else { grow::<S, false>(after, before, free, known) }
    }
}

/// Writes the cells reached a step after `before`.
#[inline]
fn grow<S: CellSet, const EIGHT: bool>(after: &mut S, before: &S, free: &S, known: &S) -> bool {
    let strips = before.strips();
    let mut grown = 0;
    for strip in 0..strips {
        let (after, free) = (after.strip_mut(strip), [free.strip(strip), known.strip(strip)]);
        let sides = [before.strip(strip.saturating_sub(1)), before.strip((strip + 1).min(strips - 1))];
        // Constant for the size classes, so that a board of one strip pays nothing for its sides.
        grown |= match (strip > 0, strip + 1 < strips) {
            (false, false) => grow_strip::<EIGHT, false, false>(after, before.strip(strip), sides, free),
            (false, true) => grow_strip::<EIGHT, false, true>(after, before.strip(strip), sides, free),
            (true, false) => grow_strip::<EIGHT, true, false>(after, before.strip(strip), sides, free),
            (true, true) => grow_strip::<EIGHT, true, true>(after, before.strip(strip), sides, free),
        };
    }
    grown != 0
}

#[inline]
fn grow_strip<const EIGHT: bool, const LEFT: bool, const RIGHT: bool>(
    after: &mut [u64],
    before: &[u64],
    [left, right]: [&[u64]; 2],
    [free, known]: [&[u64]; 2],
) -> u64 {
    let rows = free.len();
    // Equal lengths that the compiler can see: no bounds checks in the loop.
    let after = &mut after[..rows];
    let [before, left, right, known] = [before, left, right, known].map(|strip| &strip[..rows]);
    let wide = |row: usize| {
        let across =
            if LEFT { left[row] >> (STRIP - 1) } else { 0 } | if RIGHT { right[row] << (STRIP - 1) } else { 0 };
        before[row] | before[row] << 1 | before[row] >> 1 | across
    };
    let mut grown = 0;
    for row in 1..rows - 1 {
        let beside = if EIGHT {
            wide(row - 1) | wide(row) | wide(row + 1)
        } else {
            before[row - 1] | wide(row) | before[row + 1]
        };
        let new = beside & free[row] & !before[row];
        after[row] = before[row] | new;
        grown |= new & !known[row];
    }
    grown
}

/// Walks from `start` through `free`, at most so many steps. Calls `arrive` with each free cell and its number of
/// steps.
///
/// ```
/// use landgrab_grid::{AnyRows, CellSet, arrivals_of};
///
/// let mut steps = Vec::new();
/// let (start, free) = (AnyRows::from_picture("X...."), AnyRows::from_picture(".XX.X"));
/// arrivals_of(&start, &free, 9, |cell, step| steps.push((cell.col, step)));
/// assert_eq!(steps, [(1, 1), (2, 2)]);
/// ```
pub fn arrivals_of<S: CellSet>(start: &S, free: &S, steps: usize, mut arrive: impl FnMut(Cell, usize)) {
    let mut trail = Trail::<S, 2>::new(start);
    let nothing = free.empty_like();
    for step in 1..=steps {
        let eight = step % 2 == 1;
        if !trail.step(free, &nothing, eight) && eight {
            break;
        }
        for strip in 0..free.strips() {
            let rows = trail.reach(0).strip(strip).iter().zip(trail.reach(1).strip(strip));
            for (row, (now, before)) in rows.enumerate() {
                let mut new = now & !before;
                while new != 0 {
                    // The first row of a strip is padding.
                    arrive(Cell::new(row - 1, strip * STRIP + new.trailing_zeros() as usize), step);
                    new &= new - 1;
                }
            }
        }
    }
}

/// Whether two sides, walking through `free`, come to a cell that both can reach, after at most `limit` steps each.
///
/// ```
/// use landgrab_grid::{AnyRows, CellSet, can_meet};
///
/// let set = AnyRows::from_picture;
/// assert!(can_meet(&set("X...."), &set("....X"), &set(".XXX."), 2));
/// assert!(!can_meet(&set("X...."), &set("....X"), &set(".X.X."), 9), "a wall is between them");
/// ```
pub fn can_meet<S: CellSet>(first: &S, second: &S, free: &S, limit: usize) -> bool {
    let (mut one, mut two) = (Trail::<S, 2>::new(first), Trail::<S, 2>::new(second));
    let nothing = free.empty_like();
    for step in 0..limit {
        let eight = step % 2 == 0;
        let is_new = [&mut one, &mut two].map(|trail| trail.step(free, &nothing, eight)) != [false; 2];
        if one.reach(0).common(two.reach(0)) > 0 {
            return true;
        }
        if !is_new && eight {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnyRows;

    fn steps(start: &str, free: &str, most: usize) -> String {
        let (start, free) = (AnyRows::from_picture(start), AnyRows::from_picture(free));
        let mut marks = [['.'; 5]; 3];
        arrivals_of(&start, &free, most, |cell, step| {
            assert_eq!(marks[cell.row][cell.col], '.', "once a cell");
            marks[cell.row][cell.col] = char::from_digit(step as u32, 10).expect("few steps");
        });
        marks.map(|row| row.iter().collect::<String>()).join(" ")
    }

    #[test]
    fn steps_go_to_eight_and_to_four_neighbours_in_turn() {
        let start = "X.... ..... .....".replace(' ', "\n");
        assert_eq!(steps(&start, &".XXXX XXXXX XXXXX".replace(' ', "\n"), 9), ".1234 11234 22334");
        assert_eq!(steps(&start, &".XXXX XXXXX XXXXX".replace(' ', "\n"), 2), ".12.. 112.. 22...");
    }

    #[test]
    fn a_corner_is_passed_as_soon_as_a_step_to_eight_comes() {
        let start = "X.... ..... .....".replace(' ', "\n");
        assert_eq!(steps(&start, &"..... .X... ..X..".replace(' ', "\n"), 9), "..... .1... ..3..");
    }

    #[test]
    fn two_meet_where_both_can_get_and_within_their_steps() {
        let set = AnyRows::from_picture;
        let meet = |free, limit| can_meet(&set("X......\n......."), &set("......X\n......."), &set(free), limit);
        assert!(meet(".XXXXX.\n.......", 3));
        assert!(!meet(".XXXXX.\n.......", 2), "the cell in the middle is three steps away");
        assert!(!meet(".XX.XX.\n.......", usize::MAX), "a wall");
        assert!(meet(".XX.XX.\n...X...", usize::MAX), "around a corner");
    }
}
