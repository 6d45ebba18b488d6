//! The differences between the two schools' rules. All other rules of piece Filler are the same for both.

use crate::{BySide, FaultKind, Side, TextError};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A named version of the rules.
///
/// ```
/// use landgrab_rules::{Side, pieces::Dialect};
///
/// assert_eq!("anfield".parse(), Ok(Dialect::Anfield));
/// assert_eq!(Dialect::Plateau.mark(Side::Second), 'X');
/// assert_eq!(Dialect::Plateau.side_of('x'), Some(Side::Second), "lower case marks the latest piece");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Dialect {
    /// 42's `filler_vm`: most pieces placed wins; a player that fails in any way is out, the other goes on.
    #[default]
    Plateau,
    /// 01-edu's `game_engine`: most cells owned wins; an illegal move puts a player out, any other failure ends the
    /// game.
    Anfield,
}

impl Dialect {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Plateau, Self::Anfield];

    /// Its name in records and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plateau => "plateau",
            Self::Anfield => "anfield",
        }
    }

    /// The letter of a side's cells. The most recent piece may be written in [`recent_mark`](Self::recent_mark).
    pub const fn mark(self, side: Side) -> char {
        match (self, side) {
            (Self::Plateau, Side::First) => 'O',
            (Self::Plateau, Side::Second) => 'X',
            (Self::Anfield, Side::First) => '@',
            (Self::Anfield, Side::Second) => '$',
        }
    }

    /// The letter of a side's most recent piece.
    pub const fn recent_mark(self, side: Side) -> char {
        match (self, side) {
            (Self::Plateau, Side::First) => 'o',
            (Self::Plateau, Side::Second) => 'x',
            (Self::Anfield, Side::First) => 'a',
            (Self::Anfield, Side::Second) => 's',
        }
    }

    /// The side that a letter on the board belongs to.
    pub fn side_of(self, mark: char) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| mark == self.mark(*side) || mark == self.recent_mark(*side))
    }

    /// Which of the two counts is the score.
    pub fn score(self, placed: BySide<u32>, cells: BySide<u32>) -> BySide<u32> {
        match self {
            Self::Plateau => placed,
            Self::Anfield => cells,
        }
    }

    /// Whether the other side plays on after such a fault.
    pub const fn plays_on_after(self, kind: FaultKind) -> bool {
        match self {
            Self::Plateau => true,
            Self::Anfield => matches!(kind, FaultKind::Illegal),
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let known = Self::ALL.into_iter().find(|dialect| dialect.name() == text);
        known.ok_or_else(|| TextError::new("rules of piece Filler", "`plateau` or `anfield`", text))
    }
}

impl From<Dialect> for String {
    fn from(dialect: Dialect) -> Self {
        dialect.name().into()
    }
}

impl TryFrom<String> for Dialect {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        text.parse()
    }
}
