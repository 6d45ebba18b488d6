//! What answers look like. The shapes of table and game are those of `landgrab league table --json` and `games --json`.

mod games;
mod name;
mod orders;
mod requests;

pub use games::{GameBody, GamesPage};
pub use name::{Name, NoName};
pub use orders::NewLeague;
pub use requests::{
    Blocked, Challenge, Closed, NewToken, OwnerBody, Player, Registration, Results, TakeBody, TokenBody, Upload,
    WorkBody, WorkState,
};

use crate::{Entrant, HistoryPoint, League, LogLine, Source};
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
    /// Its name.
    pub name: String,
    /// Its owner, if it has one.
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
    /// What is said of every entrant.
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
    /// On the Elo scale; null as long as it has no games.
    rating: Option<f64>,
    /// The 95 % interval.
    interval: [Option<f64>; 2],
    games: u64,
    points: f64,
    /// Games in which it failed.
    faults: u64,
    /// checking, in, failed or retired.
    state: String,
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
