//! What was found about positions at some depth, remembered with everything that matters as the key.

use crate::stop::board::{Board, State};
use crate::stop::solver::table::{Key, NO_CELL, scattered};

/// What a position is remembered by.
#[inline(always)]
pub(super) fn key(board: &Board, state: &State) -> Key {
    Key { open: state.open, mine: state.mine & board.around(state.open), switches: state.switches }
}

/// How a value relates to the truth at that depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    AtLeast,
    AtMost,
    Exact,
}

/// What was found about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub value: i16,
    pub depth: i8,
    pub kind: Kind,
    pub best: u8,
}

/// The depth that what was found loses with every move that is made, when it stands in the way of something new.
const AGEING: i32 = 2;

#[derive(Clone, Copy)]
struct Slot {
    key: Key,
    found: Found,
    /// When it was found.
    age: u8,
}

/// Two slots side by side: one for the deepest, one for what came last.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Pair([Slot; 2]);

pub(super) struct Table {
    pairs: Vec<Pair>,
    age: u8,
}

impl Table {
    const EMPTY: Pair = Pair(
        [Slot {
            key: Key { open: 0, mine: 0, switches: 0 },
            found: Found { value: 0, depth: i8::MIN, kind: Kind::AtLeast, best: NO_CELL },
            age: 0,
        }; 2],
    );

    /// With `2^bits` positions of 32 bytes, at least two.
    pub fn new(bits: u32) -> Self {
        Self { pairs: vec![Self::EMPTY; 1 << bits.clamp(1, 28).saturating_sub(1)], age: 0 }
    }

    pub fn clear(&mut self) {
        self.pairs.fill(Self::EMPTY);
    }

    /// Lets what was found until now give way to what comes.
    pub fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn place(&self, key: &Key) -> usize {
        scattered(key.open, key.mine ^ u64::from(key.switches) << 56) & (self.pairs.len() - 1)
    }

    #[inline(always)]
    pub fn get(&self, key: &Key) -> Option<Found> {
        let Pair([deep, last]) = &self.pairs[self.place(key)];
        match () {
            () if deep.key == *key => Some(deep.found),
            () if last.key == *key => Some(last.found),
            () => None,
        }
    }

    /// Asks the memory for what is remembered of a position, before it is needed: that takes long.
    #[inline(always)]
    pub fn touch(&self, key: &Key) {
        std::hint::black_box(self.pairs[self.place(key)].0[0].age);
    }

    #[inline(always)]
    pub fn put(&mut self, key: Key, found: Found) {
        let place = self.place(&key);
        let Pair([deep, last]) = &mut self.pairs[place];
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
