//! Three ways to choose who plays next.

use landgrab_league::{Batch, Bootstrap, Ladder};
use rules::{Source, SplitMix};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// The league's own: the most informative batch.
    Ladder,
    /// Any two.
    Random,
    /// Everybody in turn against one of the four nearest in rating.
    Neighbours,
}

impl Policy {
    pub const ALL: [Self; 3] = [Self::Ladder, Self::Random, Self::Neighbours];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Ladder => "ladder",
            Self::Random => "random",
            Self::Neighbours => "neighbours",
        }
    }
}

pub enum Choice {
    Ladder(Box<Ladder>),
    Random { entrants: u32, chance: SplitMix },
    Neighbours { by_rating: Vec<usize>, turn: usize, chance: SplitMix },
}

impl Choice {
    pub fn new(policy: Policy, fit: &Bootstrap, met: impl IntoIterator<Item = (usize, usize)>, seed: u64) -> Self {
        let chance = SplitMix::new(seed);
        match policy {
            Policy::Ladder => Self::Ladder(Box::new(Ladder::new(fit, met, seed))),
            Policy::Random => Self::Random { entrants: fit.ratings().len() as u32, chance },
            Policy::Neighbours => {
                let mut by_rating: Vec<usize> = (0..fit.ratings().len()).collect();
                by_rating.sort_by(|a, b| fit.ratings()[*a].total_cmp(&fit.ratings()[*b]));
                Self::Neighbours { by_rating, turn: 0, chance }
            }
        }
    }

    pub fn next(&mut self, pairs: u32) -> (usize, usize) {
        match self {
            Self::Ladder(ladder) => {
                let Batch { a, b } = ladder.next(pairs).expect("two entrants or more");
                (a, b)
            }
            Self::Random { entrants, chance } => {
                let a = chance.below(*entrants);
                let b = (a + 1 + chance.below(*entrants - 1)) % *entrants;
                (a as usize, b as usize)
            }
            Self::Neighbours { by_rating, turn, chance } => {
                let place = *turn % by_rating.len();
                *turn += 1;
                let (from, to) = (place.saturating_sub(2), (place + 2).min(by_rating.len() - 1));
                let other = from + chance.below((to - from) as u32) as usize;
                (by_rating[place], by_rating[if other < place { other } else { other + 1 }])
            }
        }
    }

    /// Counts a batch that is under way.
    pub fn plan(&mut self, (a, b): (usize, usize), pairs: u32) {
        if let Self::Ladder(ladder) = self {
            ladder.plan(Batch { a, b }, pairs);
        }
    }
}
