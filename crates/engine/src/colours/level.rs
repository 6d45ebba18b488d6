//! Levels: minimax of small depths, and sometimes of even smaller ones. They miss deep lines first, as people do, and make
//! no random blunders.

use super::champion::PLANNED;
use crate::minimax::Minimax;
use crate::roster::Limits;
use crate::roster::clock::within;
use crate::roster::random::pick;
use rules::{Clock, Game, NoMove, Player, Source, SplitMix};

/// The skill of a level: a depth, and for `hasty` percent of its moves another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    depth: u32,
    hasty: u32,
    hasty_depth: u32,
}

/// Levels 1 to 8; level 9 is the champion itself.
const LEVELS: [Level; 8] = [
    Level { depth: 1, hasty: 75, hasty_depth: 0 },
    Level { depth: 1, hasty: 40, hasty_depth: 0 },
    Level { depth: 1, hasty: 20, hasty_depth: 0 },
    Level { depth: 2, hasty: 75, hasty_depth: 1 },
    Level { depth: 3, hasty: 30, hasty_depth: 1 },
    Level { depth: 4, hasty: 6, hasty_depth: 1 },
    Level { depth: 6, hasty: 6, hasty_depth: 2 },
    Level { depth: 9, hasty: 0, hasty_depth: 9 },
];

impl Level {
    /// Level 1 to 8; none for 9, the champion's own.
    pub fn new(number: u8) -> Option<Self> {
        LEVELS.get(usize::from(number).checked_sub(1)?).copied()
    }
}

/// A player of a level.
#[derive(Clone, Debug)]
pub struct LevelPlayer {
    level: Level,
    limits: Limits,
    source: SplitMix,
}

impl LevelPlayer {
    /// Of this level, with these limits besides the clock, and this seed for hasty moves and for choices among equals.
    pub fn new(level: Level, limits: Limits, seed: u64) -> Self {
        Self { level, limits, source: SplitMix::new(seed) }
    }
}

impl<G: Game> Player<G> for LevelPlayer {
    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, NoMove> {
        let Level { depth, hasty, hasty_depth } = self.level;
        let depth = if self.source.below(100) < hasty { hasty_depth } else { depth };
        let seen = match depth {
            // Depth 0 is a random move.
            0 => position.moves().collect(),
            depth => {
                let nodes = self.limits.nodes_on(clock, u64::MAX);
                within(clock, nodes, PLANNED, |budget| Minimax::new(depth).best_within(position, budget))
            }
        };
        Ok(pick(seen.into_iter(), &mut self.source).expect("a side to move has a legal move"))
    }
}
