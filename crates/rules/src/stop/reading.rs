//! The three readings of how a game of Stop ends, by name.

use crate::TextError;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The rule for a side to move that is blocked.
///
/// ```
/// use landgrab_rules::{Game, Outcome, Side, Turn, stop::{Reading, Stop}};
///
/// let fill_out: Stop = "XO../XO.. X".parse()?;
/// assert_eq!((fill_out.reading(), fill_out.turn()), (Reading::FillOut, Turn::Move(Side::Second)));
/// let first_blocked: Stop = "XO../XO.. X rules=first-blocked".parse()?;
/// assert_eq!(first_blocked.turn(), Turn::Over(Outcome::Won(Side::Second)));
/// # Ok::<(), landgrab_rules::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Reading {
    /// It is skipped; the game ends when both are blocked, and most stones wins.
    #[default]
    FillOut,
    /// It has lost.
    FirstBlocked,
    /// The game ends, and most stones wins.
    FirstStop,
}

impl Reading {
    /// All of them, the usual one first.
    pub const ALL: [Self; 3] = [Self::FillOut, Self::FirstBlocked, Self::FirstStop];

    /// Its name in records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FillOut => "fill-out",
            Self::FirstBlocked => "first-blocked",
            Self::FirstStop => "first-stop",
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Reading {
    type Err = TextError;

    fn from_str(name: &str) -> Result<Self, TextError> {
        let known = || format!("one of {}", Self::ALL.map(Self::name).join(", "));
        Self::ALL.into_iter().find(|r| r.name() == name).ok_or_else(|| TextError::new("stop rules", known(), name))
    }
}

impl From<Reading> for String {
    fn from(reading: Reading) -> Self {
        reading.name().into()
    }
}

impl TryFrom<String> for Reading {
    type Error = TextError;

    fn try_from(name: String) -> Result<Self, TextError> {
        name.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::{Setup, Stop, scattered};
    use crate::{BySide, Game, Outcome, Side, Turn};
    use grid::Size;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn a_reading_is_known_by_its_name() {
        for reading in Reading::ALL {
            assert_eq!(reading.to_string().parse(), Ok(reading));
            let json = serde_json::to_string(&reading).unwrap();
            assert_eq!(json, format!("\"{reading}\""));
            assert_eq!(serde_json::from_str::<Reading>(&json).unwrap(), reading);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let words = "stop rules: expected one of fill-out, first-blocked, first-stop, found `fillout`";
        assert_eq!("fillout".parse::<Reading>().unwrap_err().to_string(), words);
        assert!(serde_json::from_str::<Reading>("\"fillout\"").unwrap_err().to_string().contains(words));
    }

    /// The value of a position for X with best play of both: every line to its end, each position once.
    fn value(position: &Stop, known: &mut HashMap<Stop, i32>, result: fn(&Stop) -> i32) -> i32 {
        if let Some(value) = known.get(position) {
            return *value;
        }
        let next: Vec<i32> = position.moves().map(|m| value(&position.after(m), known, result)).collect();
        let value = match position.turn() {
            Turn::Move(Side::First) => next.into_iter().max().expect("a side to move has a move"),
            Turn::Move(Side::Second) => next.into_iter().min().expect("a side to move has a move"),
            Turn::Draw | Turn::Over(_) => result(position),
        };
        known.insert(*position, value);
        value
    }

    /// Stones of X minus stones of O.
    fn margin(position: &Stop) -> i32 {
        let BySide { first, second } = position.score();
        first as i32 - second as i32
    }

    /// 1 when X has won.
    fn won(position: &Stop) -> i32 {
        i32::from(position.turn() == Turn::Over(Outcome::Won(Side::First)))
    }

    fn start(rows: usize, cols: usize, reading: Reading) -> Stop {
        *Setup::new(Size::new(rows, cols), reading).unwrap().start()
    }

    #[test]
    fn small_boards_have_their_known_values() {
        let two_wide = (2..=8).map(|rows| (rows, 2, 0));
        let wider = [(3, 3, 1), (4, 3, 2), (3, 4, 2), (5, 3, 3), (4, 4, 0)];
        for (rows, cols, expected) in two_wide.chain(wider) {
            let start = start(rows, cols, Reading::FillOut);
            assert_eq!(value(&start, &mut HashMap::new(), margin), expected, "{rows} rows of {cols}");
        }
    }

    /// Whether filling out answers the other two readings here.
    fn readings_agree(position: &Stop) {
        let read_as = |reading| scattered::read_as(position, reading);
        let filled = value(&read_as(Reading::FillOut), &mut HashMap::new(), margin);
        let blocked = value(&read_as(Reading::FirstBlocked), &mut HashMap::new(), won);
        let stopped = value(&read_as(Reading::FirstStop), &mut HashMap::new(), margin);
        assert_eq!(blocked == 1, filled >= 1, "{position}: {filled}");
        assert_eq!(stopped, blocked, "{position}");
    }

    #[test]
    fn filling_out_answers_the_other_readings_from_the_start() {
        for (rows, cols) in [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3)] {
            readings_agree(&start(rows, cols, Reading::FirstBlocked));
        }
    }

    proptest! {
        #[test]
        fn filling_out_answers_the_other_readings(position in scattered::level_small_board()) {
            readings_agree(&position);
        }
    }
}
