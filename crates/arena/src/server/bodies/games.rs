//! Games as they are sent.

use crate::{EndedBy, GameRow};
use serde::Serialize;
use utoipa::ToSchema;

/// A page of games.
#[derive(Serialize, ToSchema)]
pub struct GamesPage {
    pub games: Vec<GameBody>,
    /// The value of `after` for the next page, if there may be one.
    pub next: Option<u64>,
}

/// A game. A is the entrant that moves first in the first game of the pair.
#[derive(Clone, Serialize, ToSchema)]
pub struct GameBody {
    pub league: String,
    pub number: u64,
    pub pair: u64,
    pub players: Both<String>,
    pub seats: Seats,
    pub score: Both<u32>,
    /// A, B, or nobody.
    pub won: Option<Contestant>,
    pub ended: Ended,
    /// Why it was lost, in words; nothing for a tie.
    pub why: Option<String>,
    pub turns: u32,
    /// Milliseconds that each thought.
    pub ms: Both<f64>,
    /// When it was written, in milliseconds since 1970.
    pub finished: i64,
}

/// Something for A and for B.
#[derive(Clone, Serialize, ToSchema)]
pub struct Both<T> {
    #[serde(rename = "A")]
    pub a: T,
    #[serde(rename = "B")]
    pub b: T,
}

/// Who sits where.
#[derive(Clone, Serialize, ToSchema)]
pub struct Seats {
    pub first: Contestant,
    pub second: Contestant,
}

/// One of the two.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum Contestant {
    A,
    B,
}

/// Why a game ended.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    Rules,
    Fault(FaultBody),
}

/// A fault that ended a game.
#[derive(Clone, Serialize, ToSchema)]
pub struct FaultBody {
    pub player: Contestant,
    /// too_slow, crashed, silent, unreadable or illegal.
    pub kind: String,
    pub detail: String,
    pub turn: Option<u32>,
}

impl GameBody {
    pub fn new(league: &str, row: &GameRow) -> Self {
        // The first game of a pair has an odd number, and A in the first seat.
        let a = usize::from(row.number % 2 == 0);
        let contestant = |seat: u8| if usize::from(seat) == a { Contestant::A } else { Contestant::B };
        let game = &row.game;
        let ended = match game.ended {
            EndedBy::Rules => Ended::Rules,
            EndedBy::Fault(seat) => {
                let note = game.faults[usize::from(seat)].clone();
                let (kind, detail, turn) = note.map(|note| (note.kind, note.detail, note.turn)).unwrap_or_default();
                Ended::Fault(FaultBody { player: contestant(seat), kind, detail, turn })
            }
        };
        Self {
            league: league.into(),
            number: row.number,
            pair: row.pair,
            players: Both { a: row.players[a].clone(), b: row.players[1 - a].clone() },
            seats: Seats { first: contestant(0), second: contestant(1) },
            score: Both { a: game.score[a], b: game.score[1 - a] },
            won: game.won.map(contestant),
            ended,
            why: row.why(),
            turns: game.turns,
            ms: Both { a: game.ms[a], b: game.ms[1 - a] },
            finished: row.finished,
        }
    }
}
