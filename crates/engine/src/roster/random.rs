//! A player that moves at random, uniformly over the legal moves.

use rules::{Clock, Game, NoMove, Player, Source, SplitMix};

/// Plays at random.
#[derive(Clone, Debug)]
pub struct Random {
    source: SplitMix,
}

impl Random {
    /// The random player with this seed.
    pub fn new(seed: u64) -> Self {
        Self { source: SplitMix::new(seed) }
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, position: &G, _: Clock) -> Result<G::Move, NoMove> {
        Ok(pick(position.moves(), &mut self.source).expect("a side to move has a legal move"))
    }
}

/// Reservoir sampling: one of several, uniformly, in one pass and without knowing their number.
pub(crate) fn pick<T>(several: impl Iterator<Item = T>, source: &mut SplitMix) -> Option<T> {
    let mut picked = None;
    for (seen, item) in several.enumerate() {
        if source.below(seen as u32 + 1) == 0 {
            picked = Some(item);
        }
    }
    picked
}
