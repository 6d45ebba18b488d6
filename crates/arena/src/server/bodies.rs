//! What answers look like. The shapes of table and game are those of `landgrab league table --json` and `games --json`.

use crate::{EndedBy, Entrant, GameRow, HistoryPoint, League, LogLine, Source};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game that leagues can be of, with its maps and built-in players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameListing {
    /// Its name.
    pub game: String,
    /// What it is.
    pub about: String,
    /// The names of its rules.
    pub rules: Vec<String>,
    /// Its maps.
    pub maps: Vec<MapListing>,
    /// Its built-in players.
    pub players: Vec<PlayerListing>,
}

/// A map.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MapListing {
    /// Its name.
    pub map: String,
    /// The rules that it belongs to.
    pub rules: String,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
}

/// A built-in player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerListing {
    /// Its name.
    pub player: String,
    /// How it plays.
    pub about: String,
    /// Its options.
    pub options: Vec<String>,
}

/// A league.
#[derive(Serialize, ToSchema)]
pub struct LeagueBody {
    pub name: String,
    /// pieces, colours or stop.
    pub game: String,
    /// round-robin, ladder, gauntlet or knock-out.
    pub format: String,
    /// Pairs of games that it holds.
    pub pairs: u64,
    /// Whether nothing is played in it any more.
    pub closed: bool,
    /// The seed of its pairs.
    pub seed: i64,
    /// Everything that was decided when it was made.
    #[schema(value_type = Object)]
    pub settings: crate::Settings,
}

/// A league with those who are in it.
#[derive(Serialize, ToSchema)]
pub struct LeagueDetail {
    #[serde(flatten)]
    pub league: LeagueBody,
    /// In the order of entry.
    pub entrants: Vec<EntrantBody>,
    /// Batches that workers hold.
    pub batches_held: u64,
    /// Batches that wait for a worker.
    pub batches_waiting: u64,
    /// Why batches were set aside.
    pub set_aside: Vec<String>,
}

/// Somebody in a league.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct EntrantBody {
    pub name: String,
    pub owner: Option<String>,
    /// checking, in, failed or retired.
    pub state: String,
    /// The number of its newest version, from 1.
    pub version: u32,
    /// The built-in player, if it is one.
    pub player: Option<String>,
    /// The hash of the bot, if it is one.
    pub bot: Option<String>,
}

/// Somebody in a league, with the gate's verdict and the ratings over time.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct EntrantDetail {
    #[serde(flatten)]
    pub entrant: EntrantBody,
    /// What the gate said about its newest version.
    pub report: Option<String>,
    /// Its rating over time.
    pub history: Vec<HistoryBody>,
}

/// A rating at some time.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct HistoryBody {
    /// Milliseconds since 1970.
    pub at: i64,
    pub rating: f64,
    /// The 95 % interval.
    pub interval: [f64; 2],
    pub games: u64,
}

/// How a league stands.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its description is used: the table is sent as kept bytes")]
pub struct TableBody {
    league: String,
    /// Pairs that the table is made from.
    pairs: u64,
    /// The best first.
    standings: Vec<StandingBody>,
}

/// How an entrant stands.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its description is used: the table is sent as kept bytes")]
pub struct StandingBody {
    rank: usize,
    name: String,
    /// On the Elo scale.
    rating: f64,
    /// The 95 % interval.
    interval: [f64; 2],
    games: u64,
    points: f64,
    /// Games in which it failed.
    faults: u64,
    /// checking, in, failed or retired.
    state: String,
}

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

/// A line of the log.
#[derive(Serialize, ToSchema)]
pub struct LogBody {
    /// Milliseconds since 1970.
    pub at: i64,
    pub who: String,
    pub what: String,
}

impl From<League> for LeagueBody {
    fn from(league: League) -> Self {
        let League { name, settings, seed, closed, pairs, .. } = league;
        let game = settings.setups.first().map_or("", |setup| setup.game()).into();
        Self { name, game, format: settings.format.name().into(), pairs, closed, seed, settings }
    }
}

impl From<&Entrant> for EntrantBody {
    fn from(entrant: &Entrant) -> Self {
        let (player, bot) = match &entrant.source {
            Source::BuiltIn(text) => (Some(text.clone()), None),
            Source::Bot(hash) => (None, Some(hash.clone())),
        };
        let (name, owner) = (entrant.name.clone(), entrant.owner.clone());
        Self { name, owner, state: entrant.state.name().into(), version: entrant.version_number, player, bot }
    }
}

impl From<HistoryPoint> for HistoryBody {
    fn from(HistoryPoint { at, rating, interval, games }: HistoryPoint) -> Self {
        Self { at, rating, interval, games }
    }
}

impl From<LogLine> for LogBody {
    fn from(LogLine { at, who, what }: LogLine) -> Self {
        Self { at, who, what }
    }
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
