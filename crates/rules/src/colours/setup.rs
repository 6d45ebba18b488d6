//! The choices before the first move: a board of any allowed size, and the side to move. A setup is valid by
//! construction, so laying out its position cannot fail.

use super::{COLOUR_COUNTS, Colour, Colours, MOST_TILES, SHORTEST, WAITING_LIMIT, corner};
use crate::{Side, TextError};
use grid::{Size, Word};
use serde::{Deserialize, Serialize};

/// The name of a start position in errors.
pub(super) const WHAT: &str = "colours position";

/// A start position, for boards of all size classes.
///
/// In records it is one key: `"start":"GBK/RYB A"`, the position's text.
///
/// ```
/// use landgrab_rules::{Side, Size, colours::Setup};
///
/// assert_eq!(Setup::generated(1).size(), Size::new(7, 8));
/// let setup: Setup = "GBK/RYB B".parse()?;
/// assert_eq!((setup.mover(), setup.colours()), (Side::Second, 6));
/// # Ok::<(), landgrab_rules::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Header", try_from = "Header")]
pub struct Setup {
    size: Size,
    colours: usize,
    tiles: Vec<Colour>,
    mover: Side,
    waits: u8,
}

/// A setup as records have it.
#[derive(Serialize, Deserialize)]
struct Header {
    start: String,
}

impl Setup {
    /// A board given tile by tile, row by row from the top, with A to move.
    ///
    /// An error if [`check`](Self::check) refuses the size or the number of colours, if there are too many or too few
    /// tiles or one of a colour that the game does not have, or if the two corners are connected.
    pub fn new(size: Size, colours: usize, tiles: Vec<Colour>) -> Result<Self, TextError> {
        Self::check(size, colours)?;
        if tiles.len() != size.area() {
            let expected = format!("{} tiles for {size}", size.area());
            return Err(TextError::described(WHAT, expected, format!("{} tiles", tiles.len())));
        }
        if let Some(stranger) = tiles.iter().find(|colour| colour.index() >= colours) {
            return Err(TextError::described(WHAT, format!("tiles of {}", Colour::letters(colours)), stranger.name()));
        }
        let setup = Self { size, colours, tiles, mover: Side::First, waits: 0 };
        let board = Colours::<u128>::laid_out(&setup).expect("128 bits hold every allowed board");
        if board.owner(corner(size, Side::Second)) == Some(Side::First) {
            let found = format!("both in one region of {}", board.colour(Side::First));
            return Err(TextError::described(WHAT, "bottom left and top right corner in two regions", found));
        }
        Ok(setup)
    }

    /// Whether there can be games of this size with so many colours, and if not, why.
    pub fn check(size: Size, colours: usize) -> Result<(), TextError> {
        let area = size.rows.saturating_mul(size.cols);
        if size.rows < SHORTEST || size.cols < SHORTEST || area > MOST_TILES {
            let expected = format!("at least {SHORTEST} rows and {SHORTEST} columns and at most {MOST_TILES} tiles");
            return Err(TextError::described(WHAT, expected, format!("{size}")));
        }
        if !COLOUR_COUNTS.contains(&colours) {
            let expected = format!("{} to {} colours", COLOUR_COUNTS.start(), COLOUR_COUNTS.end());
            return Err(TextError::described(WHAT, expected, format!("{colours}")));
        }
        Ok(())
    }

    /// The same board with this side to move.
    pub fn with_mover(self, mover: Side) -> Self {
        Self { mover, ..self }
    }

    /// The same board after so many moves in a row that gained nothing, at most [`WAITING_LIMIT`].
    pub fn with_waits(self, waits: u8) -> Result<Self, TextError> {
        if waits > WAITING_LIMIT {
            return Err(TextError::described(WHAT, format!("waits=N up to {WAITING_LIMIT}"), format!("waits={waits}")));
        }
        Ok(Self { waits, ..self })
    }

    /// The tiles of a position as they show.
    pub(super) fn of_position<T: Word>(position: &Colours<T>) -> Self {
        let size = position.size();
        Self {
            size,
            colours: position.colours().len(),
            tiles: size.cells().map(|cell| position.colour_at(cell)).collect(),
            mover: position.mover,
            waits: position.waits(),
        }
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many colours the game has: the first so many.
    pub fn colours(&self) -> usize {
        self.colours
    }

    /// The colour of every tile, row by row from the top.
    pub fn tiles(&self) -> &[Colour] {
        &self.tiles
    }

    /// The side to move.
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// Moves in a row before this position that gained nothing.
    pub fn waits(&self) -> u8 {
        self.waits
    }
}

impl From<Setup> for Header {
    fn from(setup: Setup) -> Self {
        Self { start: setup.to_string() }
    }
}

impl TryFrom<Header> for Setup {
    type Error = TextError;

    fn try_from(header: Header) -> Result<Self, TextError> {
        header.start.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn setup(text: &str) -> Setup {
        text.parse().unwrap()
    }

    #[test]
    fn a_record_holds_the_position_as_one_line() {
        let start = setup("GBK\nRYB\nB waits=3");
        let line = serde_json::to_string(&start).unwrap();
        assert_eq!(line, r#"{"start":"GBK/RYB B waits=3"}"#);
        assert_eq!(serde_json::from_str::<Setup>(&line).unwrap(), start);
        // Records put other keys beside it.
        assert_eq!(serde_json::from_str::<Setup>(r#"{"seed":1,"start":"GBK/RYB B waits=3"}"#).unwrap(), start);
    }

    #[test]
    fn a_record_with_bad_text_says_what_is_wrong_with_it() {
        let error = serde_json::from_str::<Setup>(r#"{"start":"GBK/RYX"}"#).unwrap_err().to_string();
        let expected = "colours position: expected one of R G B K Y P in row 2, column 3, found `X`";
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn a_board_must_be_of_an_allowed_size_and_colour_count() {
        let tiles = |count| vec![Colour::Red; count];
        for (size, colours) in [((1, 8), 6), ((8, 1), 6), ((9, 15), 6), ((usize::MAX, 4), 6), ((2, 2), 2), ((2, 2), 9)]
        {
            let size = Size::new(size.0, size.1);
            assert!(Setup::check(size, colours).is_err(), "{size} {colours}");
            assert!(Setup::new(size, colours, tiles(8)).is_err(), "{size} {colours}");
        }
        assert!(Setup::check(Size::new(2, 64), 3).is_ok());
        assert!(Setup::check(Size::new(64, 2), 8).is_ok());
        let error = Setup::new(Size::new(2, 3), 6, tiles(7)).unwrap_err().to_string();
        assert_eq!(error, "colours position: expected 6 tiles for 2x3, found 7 tiles");
        let error = Setup::new(Size::new(2, 2), 3, vec![Colour::Cyan; 4]).unwrap_err().to_string();
        assert_eq!(error, "colours position: expected tiles of R G B, found cyan");
    }

    #[test]
    fn connected_corners_are_no_start() {
        let error = Setup::new(Size::new(2, 3), 6, vec![Colour::Red; 6]).unwrap_err().to_string();
        let expected = "bottom left and top right corner in two regions";
        assert_eq!(error, format!("colours position: expected {expected}, found both in one region of R"));
    }

    #[test]
    fn a_position_is_its_own_setup() {
        let game: Colours<u64> = "GBK/RYB B waits=3 colours=7".parse().unwrap();
        assert_eq!(Colours::new(&game.setup()), game);
        assert_eq!(game.setup().with_mover(Side::First).with_waits(0).unwrap(), setup("GBK/RYB colours=7"));
        assert!(game.setup().with_waits(25).is_err());
    }
}
