//! The text form: rows of letters, top row first, then the side to move, then `waits=N` and `colours=N` where they are
//! not 0 and 6. Owned tiles are written in their region's colour; their owners follow from the corners.

use super::setup::WHAT;
use super::{Colour, Colours, MOST_TILES, SHORTEST, Setup, USUAL_COLOURS};
use crate::notation::{Parts, quoted};
use crate::{Side, TextError};
use grid::{Size, Word};
use std::{fmt, str::FromStr};

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, tiles) in self.tiles().chunks(self.size().cols).enumerate() {
            let slash = if row == 0 { "" } else { "/" };
            let letters: String = tiles.iter().map(|colour| colour.letter()).collect();
            write!(f, "{slash}{letters}")?;
        }
        let side = match self.mover() {
            Side::First => 'A',
            Side::Second => 'B',
        };
        write!(f, " {side}")?;
        if self.waits() != 0 {
            write!(f, " waits={}", self.waits())?;
        }
        if self.colours() != USUAL_COLOURS {
            write!(f, " colours={}", self.colours())?;
        }
        Ok(())
    }
}

impl<T: Word> fmt::Display for Colours<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl FromStr for Setup {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let joined = without_blanks(text);
        let Parts { rows, words } = Parts::split(joined.as_deref().unwrap_or(text));
        let size = size_of(&rows)?;
        let words = Words::read(&words, size)?;
        let colours = words.colours.unwrap_or(USUAL_COLOURS);
        // Before the letters: a text of megabytes is refused for its size.
        Self::check(size, colours)?;
        let mut tiles = Vec::with_capacity(size.area());
        for (row, letters) in rows.iter().enumerate() {
            for (col, letter) in letters.chars().enumerate() {
                let colour = colour_of(letter, colours).map_err(|found| {
                    let place = format!("row {}, column {}", row + 1, col + 1);
                    TextError::described(WHAT, format!("one of {} in {place}", Colour::letters(colours)), found)
                })?;
                tiles.push(colour);
            }
        }
        let setup = Self::new(size, colours, tiles)?.with_waits(words.waits.unwrap_or(0))?;
        Ok(setup.with_mover(words.mover.unwrap_or(Side::First)))
    }
}

impl<T: Word> FromStr for Colours<T> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let setup: Setup = text.parse()?;
        Self::laid_out(&setup).ok_or_else(|| {
            let found = format!("{}, which has {}", setup.size(), setup.size().area());
            TextError::described(WHAT, format!("at most {} tiles", T::CELLS), found)
        })
    }
}

/// Rows written with blanks between their letters, as people and other programs print boards, without them; `None`
/// where the text has none.
fn without_blanks(text: &str) -> Option<String> {
    let is_spaced = |line: &str| line.split_whitespace().all(|word| word.len() == 1) && line.trim().len() > 1;
    if !text.lines().next().is_some_and(is_spaced) {
        return None;
    }
    let joined = |line: &str| if is_spaced(line) { line.split_whitespace().collect() } else { line.to_owned() };
    Some(text.lines().map(joined).collect::<Vec<_>>().join("\n"))
}

/// The colour with this letter, or what to report as found.
fn colour_of(letter: char, colours: usize) -> Result<Colour, String> {
    let found = quoted(letter.encode_utf8(&mut [0; 4]));
    let colour = Colour::of_letter(letter).ok_or_else(|| found.clone())?;
    if colour.index() < colours {
        return Ok(colour);
    }
    Err(format!("{found} (try colours={})", colour.index() + 1))
}

/// The size of a board whose rows are equally long.
fn size_of(rows: &[&str]) -> Result<Size, TextError> {
    let most = MOST_TILES / SHORTEST;
    if !(SHORTEST..=most).contains(&rows.len()) {
        let expected = format!("{SHORTEST} to {most} rows of letters with `/` or a line break between");
        let found = match rows {
            [] => "none".to_owned(),
            [row] => format!("1 row, {}", quoted(row)),
            _ => format!("{} rows", rows.len()),
        };
        return Err(TextError::described(WHAT, expected, found));
    }
    let lengths: Vec<usize> = rows.iter().map(|row| row.chars().count()).collect();
    // The most frequent length is the expected one: the first row may be the wrong one.
    let usual = lengths.iter().copied().max_by_key(|length| lengths.iter().filter(|l| *l == length).count());
    let cols = usual.unwrap_or(0);
    if let Some(row) = lengths.iter().position(|length| *length != cols) {
        let expected = format!("{cols} tiles in row {}, as in other rows", row + 1);
        return Err(TextError::described(WHAT, expected, format!("{} tiles, {}", lengths[row], quoted(rows[row]))));
    }
    Ok(Size::new(rows.len(), cols))
}

/// The words after the rows.
#[derive(Default)]
struct Words {
    mover: Option<Side>,
    waits: Option<u8>,
    colours: Option<usize>,
}

impl Words {
    fn read(words: &[&str], size: Size) -> Result<Self, TextError> {
        let mut read = Self::default();
        for word in words {
            let is_new = match word.split_once('=') {
                None if *word == "A" => read.mover.replace(Side::First).is_none(),
                None if *word == "B" => read.mover.replace(Side::Second).is_none(),
                Some(("waits", number)) => read.waits.replace(number_of(number, word)?).is_none(),
                Some(("colours", number)) => read.colours.replace(number_of(number, word)?.into()).is_none(),
                // A last line that is too short for a row arrives here, hence the reminder.
                _ => false,
            };
            if !is_new {
                let expected = format!("A or B, waits=N, colours=N, each once, or a row of {} tiles", size.cols);
                return Err(TextError::new(WHAT, expected, word));
            }
        }
        Ok(read)
    }
}

/// Digits only: neither `+3` nor an empty text is a number here.
fn number_of(digits: &str, word: &str) -> Result<u8, TextError> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| TextError::new(WHAT, "a small whole number after `=`", word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        let error = text.parse::<Setup>().unwrap_err().to_string();
        error.strip_prefix("colours position: expected ").unwrap().to_owned()
    }

    #[test]
    fn a_position_reads_in_every_layout() {
        let usual: Setup = "GBK/RYB A".parse().unwrap();
        for text in [
            "GBK/RYB",
            "GBK\nRYB",
            "  GBK\r\n  RYB\r\n A",
            "GBK/RYB\nA\n",
            "GBK/RYB waits=0 colours=6",
            "G B K\nR Y B\n",
        ] {
            assert_eq!(text.parse().as_ref(), Ok(&usual), "{text:?}");
        }
        let other: Setup = "GBK/RYW colours=7 B waits=4".parse().unwrap();
        assert_eq!(other.to_string(), "GBK/RYW B waits=4 colours=7");
        assert_eq!((other.mover(), other.waits(), other.colours()), (Side::Second, 4, 7));
    }

    #[test]
    fn uneven_rows_are_named() {
        assert_eq!(refusal("GBK/RYBG/RGB"), "3 tiles in row 2, as in other rows, found 4 tiles, `RYBG`");
        assert_eq!(refusal("GBKY/RYB/RGB A"), "3 tiles in row 1, as in other rows, found 4 tiles, `GBKY`");
        assert_eq!(refusal("GBK/RYB/"), "3 tiles in row 3, as in other rows, found 0 tiles, ``");
        let word = "A or B, waits=N, colours=N, each once, or a row of 3 tiles";
        assert_eq!(refusal("GBK\nRYB\nRG"), format!("{word}, found `RG`"));
    }

    #[test]
    fn a_bad_letter_is_named_with_its_place() {
        assert_eq!(refusal("GBK/rYB"), "one of R G B K Y P in row 2, column 1, found `r`");
        assert_eq!(refusal("GBK/RYW"), "one of R G B K Y P in row 2, column 3, found `W` (try colours=7)");
        assert_eq!(refusal("GBK/RYG colours=3"), "one of R G B in row 1, column 3, found `K` (try colours=4)");
        assert_eq!(refusal("GBK/R\u{1b}B"), "one of R G B K Y P in row 2, column 2, found `\\u{1b}`");
    }

    #[test]
    fn a_board_too_small_or_too_large_says_so() {
        let rows = "2 to 64 rows of letters with `/` or a line break between";
        assert_eq!(refusal(""), format!("{rows}, found none"));
        assert_eq!(refusal("waits=3"), format!("{rows}, found none"));
        assert_eq!(refusal("RGB A"), format!("{rows}, found 1 row, `RGB`"));
        assert_eq!(refusal(&"RG/".repeat(100)), format!("{rows}, found 101 rows"));
        let area = "at least 2 rows and 2 columns and at most 128 tiles";
        assert_eq!(refusal("R/G/B"), format!("{area}, found 3x1"));
        assert_eq!(refusal(&format!("{0}/{0}", "R".repeat(65))), format!("{area}, found 2x65"));
        assert_eq!(refusal("GBK/RYB colours=9"), "3 to 8 colours, found 9");
        assert_eq!(refusal("GBK/RYB waits=25"), "waits=N up to 24, found waits=25");
        let corners = "bottom left and top right corner in two regions";
        assert_eq!(refusal("RRR/RGB"), format!("{corners}, found both in one region of R"));
    }

    #[test]
    fn a_board_too_large_for_its_word_is_an_error() {
        let text = Setup::generated_with(Size::new(9, 9), 6, 1).unwrap().to_string();
        assert!(text.parse::<Colours<u128>>().is_ok());
        let error = text.parse::<Colours<u64>>().unwrap_err().to_string();
        assert_eq!(error, "colours position: expected at most 64 tiles, found 9x9, which has 81");
    }

    #[test]
    fn words_are_known_plain_and_there_once() {
        for word in ["a", "A A", "A B", "C", "waits", "waits=", "waits=+1", "waits=-1", "waits=300", "waits=1 waits=1"]
        {
            assert!(format!("GBK/RYB {word}").parse::<Setup>().is_err(), "{word}");
        }
        assert_eq!(refusal("GBK/RYB waits=x"), "a small whole number after `=`, found `waits=x`");
    }
}
