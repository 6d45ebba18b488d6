//! The transposition table of the search. Keys hold the whole position, so there are no collisions.

use crate::stop::board::{Board, State};
use crate::stop::solver::table::{Key, NO_CELL, scattered};

/// The key of a position.
#[inline(always)]
pub(super) fn key(board: &Board, state: &State) -> Key {
    Key { open: state.open, mine: state.mine & board.around(state.open), switches: state.switches }
}

/// How a stored value relates to the minimax value at its depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// The result of a search of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub value: i16,
    pub depth: i8,
    pub bound: Bound,
    pub best: u8,
}

/// Replacement: depth that an entry loses with every move of the game since it was stored.
const AGEING: i32 = 2;

#[derive(Clone, Copy)]
struct Slot {
    key: Key,
    found: Found,
    /// The move of the game at which it was stored.
    age: u8,
}

/// A bucket of two slots: one for the deepest entry, one that is always replaced.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
}

impl TranspositionTable {
    const EMPTY: Bucket = Bucket(
        [Slot {
            key: Key { open: 0, mine: 0, switches: 0 },
            found: Found { value: 0, depth: i8::MIN, bound: Bound::Lower, best: NO_CELL },
            age: 0,
        }; 2],
    );

    /// With `2^bits` entries of 32 bytes, at least two.
    pub fn new(bits: u32) -> Self {
        Self { buckets: vec![Self::EMPTY; 1 << bits.clamp(1, 28).saturating_sub(1)], age: 0 }
    }

    pub fn clear(&mut self) {
        self.buckets.fill(Self::EMPTY);
    }

    /// Says that a move of the game was made: older entries give way sooner.
    pub fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn place(&self, key: &Key) -> usize {
        scattered(key.open, key.mine ^ u64::from(key.switches) << 56) & (self.buckets.len() - 1)
    }

    #[inline(always)]
    pub fn get(&self, key: &Key) -> Option<Found> {
        let Bucket([deep, last]) = &self.buckets[self.place(key)];
        if deep.key == *key {
            Some(deep.found)
        } else if last.key == *key {
            Some(last.found)
        } else {
            None
        }
    }

    /// Prefetches the bucket of a position that is looked up soon.
    #[inline(always)]
    pub fn prefetch(&self, key: &Key) {
        std::hint::black_box(self.buckets[self.place(key)].0[0].age);
    }

    #[inline(always)]
    pub fn put(&mut self, key: Key, found: Found) {
        let place = self.place(&key);
        let Bucket([deep, last]) = &mut self.buckets[place];
        let slot = Slot { key, found, age: self.age };
        let faded = AGEING * i32::from(self.age.wrapping_sub(deep.age));
        if deep.key == key || i32::from(found.depth) >= i32::from(deep.found.depth) - faded {
            if deep.key != key {
                *last = *deep;
            }
            *deep = slot;
        } else {
            *last = slot;
        }
    }
}
