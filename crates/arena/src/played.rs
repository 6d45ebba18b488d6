//! Results: a pair is two games, each with its record.

use crate::{ArenaError, FaultNote, Kind};
use league::{Contestant, Pentanomial};
use rules::BySide;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A finished game. Seats are in the order first, second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayedGame {
    /// The seat that won, 0 or 1; nobody on a tie.
    #[schema(maximum = 1)]
    pub won: Option<u8>,
    /// The score of each seat.
    #[schema(min_items = 2, max_items = 2)]
    pub score: [u32; 2],
    /// Whether the rules ended it, or the fault of a seat.
    pub ended: EndedBy,
    /// Moves that were asked for.
    pub turns: u32,
    /// Milliseconds that each seat thought, in all.
    #[schema(min_items = 2, max_items = 2)]
    pub ms: [f64; 2],
    /// The fault of each seat, if it failed.
    #[serde(default)]
    #[schema(min_items = 2, max_items = 2)]
    pub faults: [Option<FaultNote>; 2],
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndedBy {
    /// By the rules.
    Rules,
    /// By the fault of this seat, 0 or 1.
    Fault(u8),
}

/// A finished pair. In the first game its `a` has the first seat, in the second game the second one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PairResult {
    /// The number of the pair in its league.
    pub number: u64,
    /// Both games.
    #[schema(min_items = 2, max_items = 2)]
    pub games: [PlayedGame; 2],
    /// Both records, in full or in short ([`rules::record::in_full`]).
    #[schema(min_items = 2, max_items = 2)]
    pub records: [String; 2],
}

impl PairResult {
    /// Twice the points of `a`.
    pub fn half_points(&self) -> u8 {
        let halves = |index: usize| match self.winner(index) {
            Some(Contestant::A) => 2,
            None => 1,
            Some(Contestant::B) => 0,
        };
        halves(0) + halves(1)
    }

    fn winner(&self, index: usize) -> Option<Contestant> {
        self.games[index].won.map(|seat| seats(index)[usize::from(seat != 0)])
    }

    /// Games in which `a`, and in which `b`, failed.
    pub fn faults(&self) -> [u32; 2] {
        let failed = |who: Contestant| {
            let seat = |index: usize| seats(index).iter().position(|other| *other == who).unwrap_or(0);
            (0..2).filter(|index| self.games[*index].faults[seat(*index)].is_some()).count() as u32
        };
        [failed(Contestant::A), failed(Contestant::B)]
    }

    /// The pair as a count.
    pub fn counts(&self) -> Pentanomial {
        let mut counts = Pentanomial::default();
        counts.0[usize::from(self.half_points())] = 1;
        counts
    }

    /// Refuses what no referee writes: a stranger may have sent it.
    pub fn check(&self) -> Result<(), ArenaError> {
        let is_seat = |seat: u8| seat < 2;
        let is_sound = |game: &PlayedGame| {
            let failed = match game.ended {
                EndedBy::Rules => true,
                EndedBy::Fault(seat) => is_seat(seat) && game.faults[usize::from(seat)].is_some(),
            };
            failed && game.won.is_none_or(is_seat) && game.ms.iter().all(|ms| ms.is_finite() && *ms >= 0.0)
        };
        if self.games.iter().all(is_sound) {
            return Ok(());
        }
        let found = format!("pair {}: a winner, a fault or a time that cannot be", self.number);
        Err(ArenaError::new(Kind::Invalid, found, "results as the referee writes them"))
    }
}

/// Who sits where in the games of a pair.
fn seats(index: usize) -> [Contestant; 2] {
    let seats = BySide::new(Contestant::A, Contestant::B);
    let seats = if index == 0 { seats } else { seats.swapped() };
    [seats.first, seats.second]
}
