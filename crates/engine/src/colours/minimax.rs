//! The usual hobby program: minimax to a fixed depth, evaluated by tiles.

use super::champion::PLANNED;
use crate::minimax::Minimax;
use crate::roster::clock::within;
use crate::roster::random::pick;
use rules::{Clock, Game, NoMove, Player, SplitMix};

/// Minimax to a fixed depth, evaluated by tiles; among equals, any.
#[derive(Clone, Debug)]
pub struct MinimaxPlayer {
    search: Minimax,
    source: SplitMix,
}

impl MinimaxPlayer {
    /// To this depth, with this seed for choices among equals.
    pub fn new(depth: u32, seed: u64) -> Self {
        Self { search: Minimax::new(depth), source: SplitMix::new(seed) }
    }
}

impl<G: Game> Player<G> for MinimaxPlayer {
    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, NoMove> {
        let best = within(clock, u64::MAX, PLANNED, |budget| self.search.best_within(position, budget));
        Ok(pick(best.into_iter(), &mut self.source).expect("a side to move has a legal move"))
    }
}
