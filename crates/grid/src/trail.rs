//! A side's walk over free cells. Steps go to the eight neighbours and to the four in turn, which comes closer to the
//! length of a straight line than either does alone.

use crate::CellSet;
use crate::cell_set::STRIP;

/// What a side has reached, now and some steps ago.
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

    /// What it had reached so many steps ago, fewer than `LENGTH`; nothing before the start.
    #[inline]
    pub fn reach(&self, ago: usize) -> &S {
        &self.reaches[(self.now + LENGTH - ago) % LENGTH]
    }

    /// One step on; whether that led anywhere that is not in `known`. With nothing known, after a step to eight neighbours
    /// that led nowhere, no step will.
    #[inline]
    pub fn step(&mut self, free: &S, known: &S, eight: bool) -> bool {
        let next = (self.now + 1) % LENGTH;
        let places = self.reaches.get_disjoint_mut([self.now, next]);
        let [before, after] = places.expect("two places of several");
        self.now = next;
        if eight { grow::<S, true>(after, before, free, known) } else { grow::<S, false>(after, before, free, known) }
    }
}

/// Writes what is reached a step after `before`.
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
