//! Contenders: the versions of entrants, as a worker needs them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Somebody who plays: one version of an entrant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Contender {
    /// Its version's number in the store.
    pub version: i64,
    /// The entrant's name, as it stands in records.
    pub name: String,
    /// What plays.
    pub source: Source,
}

/// What plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A built-in player, as it is written on the command line.
    BuiltIn(String),
    /// A bot in the store, by its hash.
    Bot(String),
}
