//! Faults, as far as a league keeps them beside the record: enough to say why a game was lost.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A fault of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FaultNote {
    /// Which of the five kinds.
    pub kind: String,
    /// In words, with what the player wrote.
    pub detail: String,
    /// The turn, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
}
