//! The gate of a league: what a bot must pass before it plays. The program holds the doctor and the players that examine
//! it; the arena keeps the verdict.

use crate::bot::Package;
use crate::{ArenaError, Settings};

/// What the gate says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether the bot may play.
    pub passed: bool,
    /// The log of the build, the doctor's report and so on, for the bot's owner.
    pub report: String,
}

/// Examines bots. Errors are ours; what is wrong with a bot is a verdict.
pub trait Gatekeeper: Send + Sync {
    /// Unpacks, builds and examines a bot under the conditions of a league.
    fn examine(&self, settings: &Settings, name: &str, package: &Package) -> Result<Verdict, ArenaError>;
}
