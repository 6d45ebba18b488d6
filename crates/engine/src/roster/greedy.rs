//! A greedy player: the best move by an immediate measure, without any search.

use super::random::pick;
use rules::{Clock, Game, NoMove, Player, Side, SplitMix, Turn};

/// The immediate worth of a move for the side that plays it.
type Worth<G> = fn(&G, <G as Game>::Move, Side) -> i64;

/// Plays a move of the highest immediate worth; among equals, any.
#[derive(Clone, Debug)]
pub struct Greedy<G: Game> {
    worth: Worth<G>,
    source: SplitMix,
}

impl<G: Game> Greedy<G> {
    /// With this measure, and this seed for choices among equals.
    pub fn new(worth: Worth<G>, seed: u64) -> Self {
        Self { worth, source: SplitMix::new(seed) }
    }
}

impl<G: Game> Player<G> for Greedy<G> {
    fn choose(&mut self, position: &G, _: Clock) -> Result<G::Move, NoMove> {
        let Turn::Move(side) = position.turn() else { panic!("no side is to move") };
        let valued: Vec<_> = position.moves().map(|m| ((self.worth)(position, m, side), m)).collect();
        let best = valued.iter().map(|(worth, _)| *worth).max().expect("a side to move has a legal move");
        let equals = valued.into_iter().filter(|(worth, _)| *worth == best).map(|(_, m)| m);
        Ok(pick(equals, &mut self.source).expect("one of them is the best"))
    }
}

/// The lead in score after a move.
pub(crate) fn lead_after<G: Game>(position: &G, played: G::Move, side: Side) -> i64 {
    let score = position.after(played).score();
    i64::from(score[side]) - i64::from(score[side.other()])
}
