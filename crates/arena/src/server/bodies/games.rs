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

/// A game, as `landgrab league games --json` prints it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameBody {
    /// Its league.
    pub league: String,
    /// Its number in the league, from 1.
    pub number: u64,
    /// Its pair, from 0.
    pub pair: u64,
    /// The entrant that moves first, and the other.
    pub players: [String; 2],
    /// Who sits where.
    pub seats: Seats<String>,
    /// The score of each seat.
    pub score: Seats<u32>,
    /// The winner; nobody on a tie.
    pub won: Option<String>,
    /// Why it ended.
    pub ended: Ended,
    /// Why it was lost, in words.
    pub why: String,
    /// Moves that were asked for.
    pub turns: u32,
    /// Milliseconds that each seat thought.
    pub ms: Seats<f64>,
}

/// Something for each seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Seats<T> {
    /// The seat that moves first.
    pub first: T,
    /// The other.
    pub second: T,
}

/// Why a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// By the rules.
    Rules,
    /// By a fault.
    Fault(FaultBody),
}

/// A fault that ended a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FaultBody {
    /// Whose it is.
    pub player: String,
    /// too_slow, crashed, silent, unreadable or illegal.
    pub kind: Option<String>,
    /// In words.
    pub detail: Option<String>,
    /// The turn, from 1.
    pub turn: Option<u32>,
}

impl<T> From<[T; 2]> for Seats<T> {
    fn from([first, second]: [T; 2]) -> Self {
        Self { first, second }
    }
}

impl GameBody {
    /// A game of this league.
    pub fn new(league: &str, row: &GameRow) -> Self {
        let game = &row.game;
        let ended = match game.ended {
            EndedBy::Rules => Ended::Rules,
            EndedBy::Fault(seat) => {
                let seat = usize::from(seat != 0);
                let fault = game.faults[seat].as_ref();
                Ended::Fault(FaultBody {
                    player: row.players[seat].clone(),
                    kind: fault.map(|fault| fault.kind.clone()),
                    detail: fault.map(|fault| fault.detail.clone()),
                    turn: fault.and_then(|fault| fault.turn),
                })
            }
        };
        Self {
            league: league.into(),
            number: row.number,
            pair: row.pair,
            players: row.players.clone(),
            seats: row.players.clone().into(),
            score: game.score.into(),
            won: row.winner().map(Into::into),
            ended,
            why: row.why(),
            turns: game.turns,
            ms: game.ms.into(),
        }
    }
}
