//! A league as it is ordered. Unknown fields are refused: a misspelt one must not be ignored.

use super::Name;
use crate::server::error::{Answer, ApiError};
use crate::{AnchorName, Format, Gate, Settings, SetupSource};
use rules::catalogue::AnySetup;
use rules::pieces::{self, Dialect};
use rules::{Size, stop};
use serde::Deserialize;
use utoipa::ToSchema;

/// Milliseconds for a move, at most.
const LONGEST_TIME: u32 = 3_600_000;
/// Moves that are left to chance, at most.
const MOST_PLIES: u32 = 1000;
/// Maps of a league.
const MOST_MAPS: usize = 10;

/// A league to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLeague {
    pub name: Name,
    pub boards: Boards,
    /// Milliseconds for a move.
    #[schema(minimum = 1, maximum = 3_600_000)]
    pub time_ms: Option<u32>,
    /// The level of the sandbox for programs.
    #[schema(maximum = 3)]
    pub sandbox: Option<u8>,
    /// Moves at the start of every second pair that are left to chance.
    #[serde(default)]
    #[schema(maximum = 1000)]
    pub opening_plies: u32,
    pub format: Format,
    #[serde(default)]
    pub gate: Gate,
    pub anchor: Option<AnchorName>,
    /// The seed of its pairs; a new one without it.
    pub seed: Option<i64>,
}

/// The game and its boards.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "game", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Boards {
    Pieces {
        #[serde(default)]
        #[schema(value_type = Option<DialectName>)]
        dialect: Dialect,
        /// The pairs take turns in them.
        #[schema(min_items = 1, max_items = 10)]
        maps: Vec<MapName>,
    },
    Colours {
        #[schema(minimum = 2, maximum = 11)]
        rows: usize,
        #[schema(minimum = 2, maximum = 11)]
        cols: usize,
        #[schema(minimum = 3, maximum = 8)]
        colours: usize,
    },
    Stop {
        #[schema(minimum = 2, maximum = 8)]
        rows: usize,
        #[schema(minimum = 2, maximum = 8)]
        cols: usize,
        #[serde(default)]
        #[schema(value_type = Option<ReadingName>)]
        reading: stop::Reading,
    },
}

/// A school's map.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MapName {
    Map00,
    Map01,
    Map02,
}

/// The rules of pieces.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[allow(dead_code, reason = "only its description is used")]
pub enum DialectName {
    Plateau,
    Anfield,
}

/// The readings of Stop.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[allow(dead_code, reason = "only its description is used")]
pub enum ReadingName {
    FillOut,
    FirstBlocked,
    FirstStop,
}

impl NewLeague {
    pub fn settings(&self) -> Answer<Settings> {
        let is_timed = self.time_ms.is_none_or(|ms| (1..=LONGEST_TIME).contains(&ms));
        if self.sandbox.is_some_and(|level| level > 3) || !is_timed || self.opening_plies > MOST_PLIES {
            let expected = "a sandbox of level 0 to 3, 1 ms to an hour for a move, at most 1000 plies of chance";
            return Err(ApiError::invalid("a sandbox, a clock or an opening that cannot be", expected));
        }
        Ok(Settings {
            setups: self.boards.setups()?,
            time_ms: self.time_ms,
            sandbox: self.sandbox,
            opening_plies: self.opening_plies,
            format: self.format.clone(),
            gate: self.gate,
            anchor: self.anchor.clone(),
        })
    }
}

impl Boards {
    fn setups(&self) -> Answer<Vec<SetupSource>> {
        let within = |what: &str, found: usize, range: std::ops::RangeInclusive<usize>| match range.contains(&found) {
            true => Ok(()),
            false => Err(ApiError::invalid(format!("{found} {what}"), format!("{} to {}", range.start(), range.end()))),
        };
        match self {
            Self::Pieces { dialect, maps } => {
                within("maps", maps.len(), 1..=MOST_MAPS)?;
                let setup = |map: &MapName| {
                    let name = ["map00", "map01", "map02"][*map as usize];
                    pieces::Setup::named(name, *dialect).map(AnySetup::Pieces).map(SetupSource::Fixed)
                };
                let missing = || ApiError::invalid("a map that these rules do not have", "map00, map01 or map02");
                maps.iter().map(setup).collect::<Option<_>>().ok_or_else(missing)
            }
            Self::Colours { rows, cols, colours } => {
                within("rows", *rows, 2..=11)?;
                within("columns", *cols, 2..=11)?;
                within("colours", *colours, 3..=8)?;
                Ok(vec![SetupSource::Boards { rows: *rows, cols: *cols, colours: *colours }])
            }
            Self::Stop { rows, cols, reading } => {
                within("rows", *rows, 2..=8)?;
                within("columns", *cols, 2..=8)?;
                let setup = stop::Setup::new(Size::new(*rows, *cols), *reading)
                    .map_err(|error| ApiError::invalid(error.to_string(), "another board"))?;
                Ok(vec![SetupSource::Fixed(AnySetup::Stop(setup))])
            }
        }
    }
}
