//! The proof table: proven bounds of positions. Keys hold the whole position, so there are no collisions.

use super::board::State;
use grid::Word;

/// Proven facts about a position. Counts are of the mover's tiles at the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// It can have at least so many.
    pub low: u8,
    /// It can have at most so many.
    pub high: u8,
    /// A count that was searched without a proof (a standoff); 0 for none.
    pub open: u8,
    /// A colour that secures `low`.
    pub reply: u8,
    /// How the mover meets a pass after `reply`: a set of colours.
    pub after: u8,
    /// How the other side meets a pass and holds the mover to `high`: a set of colours.
    pub pass: u8,
}

impl Known {
    const NOTHING: Self = Self { low: 0, high: u8::MAX, open: 0, reply: u8::MAX, after: 0, pass: 0 };
}

#[derive(Clone, Copy)]
struct Slot<T> {
    mine: T,
    theirs: T,
    /// The generation that wrote it; 0 for an empty slot.
    generation: u16,
    my_colour: u8,
    their_colour: u8,
    waits: u8,
    weight: u8,
    known: Known,
}

/// A bucket of two slots: one for the entry with most contested tiles, one that is replaced first.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<T>([Slot<T>; 2]);

pub(super) struct ProofTable<T> {
    buckets: Vec<Bucket<T>>,
    generation: u16,
}

/// The bucket of a position.
#[derive(Clone, Copy)]
pub(super) struct Place(usize);

impl<T: Word> ProofTable<T> {
    /// With `2^bits` entries, at least two.
    pub fn new(bits: u32) -> Self {
        Self { buckets: vec![Self::EMPTY; 1 << bits.clamp(1, 28).saturating_sub(1)], generation: 1 }
    }

    const EMPTY: Bucket<T> = Bucket(
        [Slot {
            mine: T::ZERO,
            theirs: T::ZERO,
            generation: 0,
            my_colour: 0,
            their_colour: 0,
            waits: 0,
            weight: 0,
            known: Known::NOTHING,
        }; 2],
    );

    /// Invalidates all entries by a new generation number. The memory is cleared only once in 65,535 times.
    pub fn renew(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.buckets.fill(Self::EMPTY);
            self.generation = 1;
        }
    }

    #[inline(always)]
    pub fn place(&self, state: &State<T>) -> Place {
        let [mine, mine_high] = state.mine.halves();
        let [theirs, theirs_high] = state.theirs.halves();
        let small = u64::from(state.my_colour) | u64::from(state.their_colour) << 3 | u64::from(state.waits) << 6;
        let mut hash = (mine ^ mine_high.rotate_left(17)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
        hash = (hash ^ theirs ^ theirs_high.rotate_left(29) ^ small << 52).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^= hash >> 29;
        Place((hash.wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as usize & (self.buckets.len() - 1))
    }

    #[inline(always)]
    pub fn get(&self, place: Place, state: &State<T>) -> Known {
        let slots = &self.buckets[place.0].0;
        slots.iter().find(|slot| slot.holds(state, self.generation)).map_or(Known::NOTHING, |slot| slot.known)
    }

    /// Stores an entry. `weight` stands for the work that it took.
    #[inline(always)]
    pub fn put(&mut self, place: Place, state: &State<T>, weight: u8, known: Known) {
        let generation = self.generation;
        let [heavy, last] = &mut self.buckets[place.0].0;
        let is_heavy = heavy.holds(state, generation);
        let has_room = heavy.generation != generation || heavy.weight <= weight;
        let slot = if is_heavy || (has_room && !last.holds(state, generation)) { heavy } else { last };
        *slot = Slot {
            mine: state.mine,
            theirs: state.theirs,
            generation,
            my_colour: state.my_colour,
            their_colour: state.their_colour,
            waits: state.waits,
            weight,
            known,
        };
    }
}

impl<T: Word> Slot<T> {
    #[inline(always)]
    fn holds(&self, state: &State<T>, generation: u16) -> bool {
        self.mine == state.mine
            && self.theirs == state.theirs
            && self.generation == generation
            && self.my_colour == state.my_colour
            && self.their_colour == state.their_colour
            && self.waits == state.waits
    }
}
