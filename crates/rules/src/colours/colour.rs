//! The eight colours. A game with n of them uses the first n.

use crate::TextError;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A colour of tiles, and so also a move: the colour that the mover's region takes. Written as one capital letter.
///
/// ```
/// use landgrab_rules::colours::Colour;
///
/// assert_eq!("K".parse(), Ok(Colour::Black));
/// assert_eq!((Colour::Black.name(), Colour::Black.to_string()), ("black", "K".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Colour {
    Red,
    Green,
    Blue,
    Black,
    Yellow,
    Purple,
    White,
    Cyan,
}

impl Colour {
    /// All of them in their canonical order.
    pub const ALL: [Self; 8] =
        [Self::Red, Self::Green, Self::Blue, Self::Black, Self::Yellow, Self::Purple, Self::White, Self::Cyan];

    /// Its place in [`ALL`](Self::ALL).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Black => "black",
            Self::Yellow => "yellow",
            Self::Purple => "purple",
            Self::White => "white",
            Self::Cyan => "cyan",
        }
    }

    /// Its letter: the first of the name, but `K` for black, as printers write it.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Green => 'G',
            Self::Blue => 'B',
            Self::Black => 'K',
            Self::Yellow => 'Y',
            Self::Purple => 'P',
            Self::White => 'W',
            Self::Cyan => 'C',
        }
    }

    /// The colour with this letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }

    /// The letters of the first `count` colours, for messages.
    pub(super) fn letters(count: usize) -> String {
        Self::ALL[..count].iter().map(Self::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Colour {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut letters = text.chars();
        let colour = letters.next().and_then(Self::of_letter).filter(|_| letters.next().is_none());
        colour.ok_or_else(|| {
            TextError::new("colours move", format!("one letter of {}", Self::letters(Self::ALL.len())), text)
        })
    }
}

impl From<Colour> for String {
    fn from(colour: Colour) -> Self {
        colour.to_string()
    }
}

impl TryFrom<String> for Colour {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_reads_back_from_its_letter() {
        for (index, colour) in Colour::ALL.into_iter().enumerate() {
            assert_eq!(colour.to_string().parse(), Ok(colour));
            assert_eq!(colour.index(), index);
        }
        assert_eq!(Colour::letters(8), "R G B K Y P W C");
    }

    #[test]
    fn a_move_is_exactly_one_known_letter() {
        for text in ["", "r", "RG", " R", "R ", "R\n", "X", "red", "\u{211d}"] {
            assert!(text.parse::<Colour>().is_err(), "{text:?}");
        }
        let error = "r".parse::<Colour>().unwrap_err();
        assert_eq!(error.to_string(), "colours move: expected one letter of R G B K Y P W C, found `r`");
    }
}
