//! Chance comes from outside: the caller holds the [`Source`] of random numbers, and no position has a generator of its
//! own.

use serde::{Deserialize, Serialize};

/// A source of random whole numbers.
pub trait Source {
    /// A number below `bound`; 0 when the bound is 0. For the bounds 0 and 1 a source may consume a number or not: a
    /// generator that copies a school's does as the original does.
    fn below(&mut self, bound: u32) -> u32;
}

/// The draw of a game without chance: there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NoDraw {}

/// The source of a game without chance.
#[derive(Clone, Copy, Debug)]
pub struct NoSource;

impl Source for NoSource {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

/// A small, fast source for players and schedules (the SplitMix64 generator). It is no game's official generator.
///
/// ```
/// use landgrab_rules::{Source, SplitMix};
///
/// let (mut one, mut same) = (SplitMix::new(7), SplitMix::new(7));
/// assert_eq!(one.below(100), same.below(100));
/// // Two uses of one seed get different numbers.
/// assert_ne!(SplitMix::for_purpose(7, 1).bits(), SplitMix::for_purpose(7, 2).bits());
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The source with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A source for one purpose among several that share a seed. Equal seeds and purposes give equal numbers.
    pub fn for_purpose(seed: u64, purpose: u64) -> Self {
        Self(Self(seed).bits().wrapping_add(Self(!purpose).bits()))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Source for SplitMix {
    fn below(&mut self, bound: u32) -> u32 {
        // Multiply and shift: the bias is below 2^-32 for every number.
        ((u64::from(self.bits() as u32) * u64::from(bound)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_gives_its_published_numbers() {
        let mut source = SplitMix::new(1_234_567);
        assert_eq!([source.bits(), source.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut source = SplitMix::new(0);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[source.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
        assert_eq!(source.below(0), 0);
    }
}
