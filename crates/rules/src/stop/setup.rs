//! The choices before a game: the start position, which has a size and a reading.

use super::{Reading, Stop};
use crate::{BySide, Side, TextError};
use grid::{Cell, Frame, Packed, Size};
use serde::{Deserialize, Serialize};

/// The start of a game: the usual corners on a board of some size, or any position.
///
/// In a record it is the keys `rules` and `start`.
///
/// ```
/// use landgrab_rules::{Size, stop::{Reading, Setup}};
///
/// let setup = Setup::new(Size::new(2, 3), Reading::FillOut)?;
/// assert_eq!(setup.start().to_string(), "..X/O.. X");
/// assert_eq!(Setup::default().start().size(), Size::new(8, 8));
/// # Ok::<(), landgrab_rules::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Header", try_from = "Header")]
pub struct Setup {
    start: Stop,
}

impl Setup {
    /// X in the top right corner, O in the bottom left, X to move. An error unless the board has 2 to 64 cells.
    pub fn new(size: Size, reading: Reading) -> Result<Self, TextError> {
        let frame = frame(size)?;
        let corner = |row, col| Packed::of(frame.index(Cell::new(row, col)));
        let stones = BySide::new(corner(0, size.cols - 1), corner(size.rows - 1, 0));
        Ok(Self { start: Stop::arranged(frame, stones, Side::First, reading) })
    }

    /// The start position.
    pub fn start(&self) -> &Stop {
        &self.start
    }
}

/// The board of 8x8, filled out.
impl Default for Setup {
    fn default() -> Self {
        Self::new(Size::new(8, 8), Reading::default()).expect("64 cells are not too many")
    }
}

impl From<Stop> for Setup {
    fn from(start: Stop) -> Self {
        Self { start }
    }
}

/// The frame of a board that Stop is played on.
pub(super) fn frame(size: Size) -> Result<Frame<u64>, TextError> {
    // A single cell is the corner of both sides.
    let frame = Frame::new(size).filter(|_| size.area() >= 2);
    let found = || format!("{size} (rows x columns)");
    frame.ok_or_else(|| TextError::described("stop board", "2 to 64 cells", found()))
}

/// A setup as a record's header has it. The position's text would do; the name of the rules stands beside it because
/// every game's header has one.
#[derive(Serialize, Deserialize)]
struct Header {
    rules: Option<Reading>,
    start: String,
}

impl From<Setup> for Header {
    fn from(setup: Setup) -> Self {
        Self { rules: Some(setup.start.reading()), start: setup.start.to_string() }
    }
}

impl TryFrom<Header> for Setup {
    type Error = TextError;

    fn try_from(header: Header) -> Result<Self, TextError> {
        let start: Stop = header.start.parse()?;
        match header.rules {
            Some(rules) if rules != start.reading() => {
                let expected = format!("{rules} in the start position as in the rules");
                Err(TextError::described("stop setup", expected, start.reading().name()))
            }
            _ => Ok(Self { start }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn the_usual_start_has_x_top_right_and_o_bottom_left() {
        let board = [
            ".......X", "........", "........", "........", //
            "........", "........", "........", "O.......",
        ];
        assert_eq!(Stop::new(&Setup::default()).to_string(), board.join("/") + " X");
    }

    #[test]
    fn boards_have_2_to_64_cells_in_any_shape() {
        let start = |rows, cols| Setup::new(Size::new(rows, cols), Reading::FillOut).map(|s| s.start().to_string());
        assert_eq!(start(2, 3).unwrap(), "..X/O.. X");
        assert_eq!(start(1, 2).unwrap(), "OX X");
        assert_eq!(start(2, 1).unwrap(), "X/O X");
        assert_eq!(start(1, 64).unwrap().len(), 66);
        assert_eq!(start(64, 1).unwrap().len(), 129);
        for (rows, cols) in [(0, 0), (0, 5), (1, 1), (5, 13), (usize::MAX, 2)] {
            let words = format!("stop board: expected 2 to 64 cells, found {rows}x{cols} (rows x columns)");
            assert_eq!(start(rows, cols).unwrap_err().to_string(), words);
        }
    }

    fn read(json: &str) -> Result<Setup, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn a_setup_is_two_keys_of_a_header() {
        let setup = Setup::new(Size::new(2, 3), Reading::FillOut).unwrap();
        let json = serde_json::to_string(&setup).unwrap();
        assert_eq!(json, r#"{"rules":"fill-out","start":"..X/O.. X"}"#);
        assert_eq!(read(&json), Ok(setup));
        let setup = Setup::from("..X/OX. O rules=first-stop".parse::<Stop>().unwrap());
        let json = serde_json::to_string(&setup).unwrap();
        assert_eq!(json, r#"{"rules":"first-stop","start":"..X/OX. O rules=first-stop"}"#);
        assert_eq!(read(&json), Ok(setup));
        assert_eq!(read(r#"{"record":1,"start":"..X/OX. O rules=first-stop"}"#), Ok(setup), "the position is enough");
    }

    #[test]
    fn a_header_that_says_two_things_is_refused() {
        let error = read(r#"{"rules":"first-stop","start":"..X/O.. X"}"#).unwrap_err();
        let words = "stop setup: expected first-stop in the start position as in the rules, found fill-out";
        assert!(error.contains(words), "{error}");
    }

    #[test]
    fn a_bad_header_gives_the_words_of_its_text_error() {
        let error = read(r#"{"rules":"fill-out","start":"..X/O. X"}"#).unwrap_err();
        assert!(error.contains("stop position: expected 3 cells in every row"), "{error}");
        let error = read(r#"{"rules":"standard","start":"..X/O.. X"}"#).unwrap_err();
        assert!(error.contains("expected one of fill-out, first-blocked, first-stop, found `standard`"), "{error}");
        assert!(read(r#"{"rules":"fill-out"}"#).unwrap_err().contains("start"));
    }
}
