//! Batches: the unit of work. A batch says everything that a worker needs to play its pairs, bots by their hash.

use crate::{Contender, SetupSource};
use league::{Contestant, Plan};
use rules::BySide;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Work under a lease.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Batch {
    /// The name of its league.
    pub league: String,
    /// Proof that this worker holds it. A new one each time that it is given out.
    pub lease: String,
    /// Milliseconds until it is given to another worker, unless the lease is renewed.
    pub lease_ms: u64,
    /// The pairs to play.
    pub pairs: Vec<PairOrder>,
    /// Everybody who plays in them.
    pub contenders: Vec<Contender>,
    /// Milliseconds for a move.
    pub time_ms: Option<u32>,
    /// The level of the sandbox.
    pub sandbox: Option<u8>,
    /// Moves at the start of every second pair that are left to chance.
    pub opening_plies: u32,
}

/// A pair of games that is to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PairOrder {
    /// Its number in the league, from 0.
    pub number: u64,
    /// The version that moves first in the first game.
    pub a: i64,
    /// The version of its opponent.
    pub b: i64,
    /// The seed of both games.
    pub seed: i64,
    /// The board.
    #[schema(value_type = Object)]
    pub setup: SetupSource,
}

impl PairOrder {
    /// The plans of its two games. They are numbered through the league from 1.
    pub fn plans(&self) -> [Plan; 2] {
        let seats = BySide::new(Contestant::A, Contestant::B);
        [seats, seats.swapped()].map(|seats| {
            let second = usize::from(seats.first == Contestant::B);
            Plan {
                number: game_number(self.number, second) as usize,
                pair: self.number as usize,
                seed: self.seed,
                seats,
            }
        })
    }
}

/// The number of a game in its league, from 1: pair 0 has games 1 and 2.
pub(crate) fn game_number(pair: u64, index: usize) -> u64 {
    2 * pair + 1 + index as u64
}

/// The pair of a game, and which of the two it is; `None` for 0.
pub(crate) fn pair_of_game(game: u64) -> Option<(u64, usize)> {
    let index = game.checked_sub(1)?;
    Some((index / 2, (index % 2) as usize))
}
