//! What workers, owners and admins send. Unknown fields are refused: a misspelt one must not be ignored.

use super::Name;
use crate::{Batch, PairResult, Role};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A worker's wish.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBody {
    /// The worker's name: the machine and the process.
    #[schema(min_length = 1, max_length = 200)]
    pub worker: String,
    /// Pairs that would take it some seconds.
    #[schema(minimum = 1, maximum = 2000)]
    pub pairs: u32,
    /// The league; any open one without it.
    pub league: Option<String>,
}

/// The answer to a worker's wish.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct WorkBody {
    pub state: WorkState,
    /// The work, if there is some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<Batch>,
}

/// Whether there is work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WorkState {
    /// There is.
    Batch,
    /// Not now.
    Wait,
    /// Nothing is left.
    Done,
}

/// The results of a batch. Pairs without one are given to another worker.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Results {
    pub results: Vec<PairResult>,
}

/// A built-in player that is to enter.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// As it is written on the command line: greedy, champion@5.
    pub player: String,
    /// Its name in the league; as it is written without it.
    pub name: Option<Name>,
}

/// A bot that is to enter.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its description is used: the fields are read as they come")]
pub struct Upload {
    /// A program, or an archive with a bot.toml.
    #[schema(value_type = String, format = Binary)]
    pub file: Vec<u8>,
    /// Its name in the league; the file's name without its ending, if it is left out.
    pub name: Option<Name>,
}

/// Pairs between two entrants, before all others.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// An entrant of one's own.
    pub a: String,
    /// Its opponent.
    pub b: String,
    #[schema(minimum = 1, maximum = 1000)]
    pub pairs: u32,
}

/// Whether a league is closed.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    pub closed: bool,
}

/// Whether an owner is blocked.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Blocked {
    pub blocked: bool,
}

/// A token to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    pub owner: Name,
    pub role: RoleName,
}

/// What a token allows.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RoleName {
    Admin,
    Owner,
    Worker,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Admin => Self::Admin,
            RoleName::Owner => Self::Owner,
            RoleName::Worker => Self::Worker,
        }
    }
}

/// A token. It is shown this once.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct TokenBody {
    pub token: String,
}

/// Somebody who wants to take part.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    pub name: Name,
}

/// An owner.
#[derive(Serialize, ToSchema)]
pub struct OwnerBody {
    pub name: String,
    pub blocked: bool,
    /// How many of its tokens are valid.
    pub tokens: u64,
}
