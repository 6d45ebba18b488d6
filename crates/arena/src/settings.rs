//! What is decided when a league is made: the games, the clock, the sandbox, who meets whom, and what a bot must pass.

use crate::{ArenaError, Kind};
use rules::catalogue::AnySetup;
use rules::{Size, colours};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Everything that is chosen for a league.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The setups that its pairs take turns in.
    pub setups: Vec<SetupSource>,
    /// Milliseconds for a move; without it, programs have what the schools allow and built-in players take their time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u32>,
    /// The level of the sandbox that programs run in; the machine's default without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<u8>,
    /// Moves at the start of every second pair that are left to chance.
    #[serde(default)]
    pub opening_plies: u32,
    /// Who meets whom.
    pub format: Format,
    /// What a bot must pass before it plays.
    #[serde(default)]
    pub gate: Gate,
    /// The entrant whose rating is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<AnchorName>,
}

/// A setup for every seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetupSource {
    /// The same for every seed.
    Fixed(AnySetup),
    /// Colour Filler: the seed makes the board.
    Boards {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
        /// How many colours.
        colours: usize,
    },
}

/// Who meets whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody against everybody, again and again.
    RoundRobin,
    /// The pairs that tell most about the ratings.
    Ladder,
    /// One entrant against all others, again and again.
    Gauntlet {
        /// Its name.
        challenger: String,
    },
    /// A bracket.
    KnockOut {
        /// Pairs of a meeting that is not tied.
        best_of: u32,
        /// Seeds by the ratings of this league; in the order of entry without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seeds_from: Option<String>,
    },
}

/// What a bot must pass before it plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// Nothing.
    None,
    /// The bot doctor's steps.
    #[default]
    Doctor,
    /// The doctor, then 01-edu's audit.
    Audit,
}

/// The entrant whose rating is given.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AnchorName {
    /// Its name.
    pub name: String,
    /// Its rating.
    pub rating: f64,
}

impl Format {
    /// Its name in commands and in the interface.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Ladder => "ladder",
            Self::Gauntlet { .. } => "gauntlet",
            Self::KnockOut { .. } => "knock-out",
        }
    }
}

impl SetupSource {
    /// The setup of the games with this seed.
    pub fn for_seed(&self, seed: i64) -> Result<AnySetup, ArenaError> {
        match self {
            Self::Fixed(setup) => Ok(setup.clone()),
            // GamePigeon's generator takes 32 bits.
            Self::Boards { rows, cols, colours } => {
                let made = colours::Setup::generated_with(Size::new(*rows, *cols), *colours, seed as u32);
                Ok(AnySetup::Colours(made.map_err(|error| ArenaError::new(Kind::Invalid, error.to_string(), ""))?))
            }
        }
    }

    /// The name of its game.
    pub fn game(&self) -> &'static str {
        match self {
            Self::Fixed(AnySetup::Pieces(_)) => "pieces",
            Self::Fixed(AnySetup::Stop(_)) => "stop",
            Self::Fixed(AnySetup::Colours(_)) | Self::Boards { .. } => "colours",
        }
    }
}

impl Settings {
    /// Refuses settings that no game could be played with.
    pub fn check(&self) -> Result<(), ArenaError> {
        let invalid = |found: &str, expected: &str| Err(ArenaError::new(Kind::Invalid, found, expected));
        let Some(first) = self.setups.first() else {
            return invalid("a league without a board", "give at least one map");
        };
        if self.setups.iter().any(|setup| setup.game() != first.game()) {
            return invalid("boards of two games", "all boards of a league belong to one game");
        }
        if self.gate == Gate::Audit && first.game() != "pieces" {
            return invalid("the audit as the gate", "the audit is of pieces; choose the doctor, or none");
        }
        if self.anchor.as_ref().is_some_and(|anchor| !anchor.rating.is_finite()) {
            return invalid("an anchor without a number", "such as greedy=0");
        }
        self.setups.iter().try_for_each(|setup| setup.for_seed(1).map(drop))
    }
}
