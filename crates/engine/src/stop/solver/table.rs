//! The proof table: proven bounds of positions. Keys hold the whole position, so there are no collisions.

/// The key of a position. All stones around the contested cells belong to one side or the other, so the mover's stones
/// determine the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub open: u64,
    /// The mover's stones next to them.
    pub mine: u64,
    pub switches: u8,
}

/// Proven bounds of a position, in stones for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub low: i8,
    pub high: i8,
    /// The cell to try first; [`NO_CELL`] for none, [`SWITCH`] for the hottest switch.
    pub best: u8,
}

pub(crate) const NO_CELL: u8 = 64;
pub(crate) const SWITCH: u8 = 65;

#[derive(Clone, Copy)]
struct Slot {
    key: Key,
    known: Known,
    weight: u8,
}

/// A bucket of two slots: one for the entry with most contested cells, one that is always replaced.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

pub(super) struct ProofTable {
    buckets: Vec<Bucket>,
}

/// The bucket of a position.
#[derive(Clone, Copy)]
pub(super) struct Place(usize);

impl ProofTable {
    /// With `2^bits` entries of 32 bytes, at least two.
    pub fn new(bits: u32) -> Self {
        Self { buckets: vec![Self::EMPTY; 1 << bits.clamp(1, 30).saturating_sub(1)] }
    }

    // A state without contested cells and switches is never looked up, so this key stands for no entry.
    const EMPTY: Bucket = Bucket(
        [Slot {
            key: Key { open: 0, mine: 0, switches: 0 },
            known: Known { low: 0, high: 0, best: NO_CELL },
            weight: 0,
        }; 2],
    );

    pub fn clear(&mut self) {
        self.buckets.fill(Self::EMPTY);
    }

    #[inline(always)]
    pub fn place(&self, key: &Key) -> Place {
        Place(scattered(key.open, key.mine ^ u64::from(key.switches) << 56) & (self.buckets.len() - 1))
    }

    #[inline(always)]
    pub fn get(&self, place: Place, key: &Key) -> Option<Known> {
        let Bucket([heavy, last]) = &self.buckets[place.0];
        if heavy.key == *key {
            Some(heavy.known)
        } else if last.key == *key {
            Some(last.known)
        } else {
            None
        }
    }

    #[inline(always)]
    pub fn put(&mut self, place: Place, key: Key, known: Known) {
        let weight = key.open.count_ones() as u8;
        let slot = Slot { key, known, weight };
        let Bucket([heavy, last]) = &mut self.buckets[place.0];
        if heavy.key == key {
            *heavy = slot;
        } else if weight >= heavy.weight {
            *last = *heavy;
            *heavy = slot;
        } else {
            *last = slot;
        }
    }
}

/// A hash of two words.
#[inline(always)]
pub(crate) fn scattered(one: u64, other: u64) -> usize {
    let mut hash = one.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^= hash >> 32;
    hash = (hash ^ other).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^= hash >> 29;
    (hash.wrapping_mul(0x94d0_49bb_1331_11eb) >> 20) as usize
}
