//! A player that moves at random, each legal move as likely as any other.

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

/// One of several, each as likely as any other; in one pass, without knowing how many there are.
pub(crate) fn pick<T>(several: impl Iterator<Item = T>, source: &mut SplitMix) -> Option<T> {
    let mut picked = None;
    for (seen, item) in several.enumerate() {
        if source.below(seen as u32 + 1) == 0 {
            picked = Some(item);
        }
    }
    picked
}
