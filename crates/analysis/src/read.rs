//! A board of colour Filler as people have it: as text or as a picture, with corrections.

use rules::colours::{Colour, Setup, USUAL_SIZE};
use rules::{Cell, Side, Size, TextError};
use serde::Serialize;
use std::str::FromStr;
use vision::{Contradiction, Orientation, Place, Reading, Unread};

/// A board that somebody entered, and what was doubtful about it.
///
/// ```
/// use landgrab_analysis::read::{self, Corrections};
///
/// let corrections = Corrections { tiles: vec!["r1c2=R".parse()?], ..Corrections::default() };
/// let board = read::text("GYKB/BRGP/RBYK B", &corrections)?;
/// assert_eq!(board.setup.to_string(), "GRKB/BRGP/RBYK B");
/// assert_eq!(board.picture, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct EnteredBoard {
    /// The board with its corrections.
    pub setup: Setup,
    /// The doubts about a picture; `None` for a board that was typed.
    pub picture: Option<PictureDoubts>,
    /// The rectangle of the picture that shows the board.
    pub place: Option<Place>,
}

/// The points that a person should check before believing a board from a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PictureDoubts {
    /// The picture was upside down, and the board is turned by half a turn.
    pub turned: bool,
    /// Whether the picture shows whose move it is. If not, it is A's.
    pub shows_turn: bool,
    /// Tiles that the reader is not sure of.
    pub unsure: Vec<UnsureTile>,
    /// Facts that the picture shows twice, or that the rules fix, and that do not agree.
    pub contradictions: Vec<Disagreement>,
    /// Whether the board has another size than the one that was to be expected.
    pub size_unusual: bool,
}

/// A contradiction in a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Disagreement {
    /// A word for programs, such as `equal_neighbours`.
    pub code: &'static str,
    /// The same in plain words.
    pub text: String,
    /// The names of the tiles that it is about. None: it is about the whole board.
    pub tiles: Vec<String>,
}

impl PictureDoubts {
    /// Whether the board can be believed as it is.
    pub fn is_settled(&self) -> bool {
        self.unsure.is_empty() && self.contradictions.is_empty() && !self.size_unusual
    }
}

/// A tile that may be one of two colours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnsureTile {
    /// Its name, such as `r3c5`.
    pub tile: String,
    /// The likeliest colour.
    pub colour: Colour,
    /// The runner-up.
    pub or: Colour,
}

/// Corrections of the text or the picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Corrections {
    /// The side to move.
    pub turn: Option<Side>,
    /// Tiles with their true colours.
    pub tiles: Vec<TileEdit>,
    /// The size of the board in a picture, where it is not the usual one.
    pub size: Option<Size>,
    /// Whether a picture's board is believed whatever speaks against it.
    pub trust: bool,
}

/// A tile and the colour that it truly has: `r3c5=G` is row 3 from the top, column 5 from the left, green.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileEdit {
    /// The tile.
    pub cell: Cell,
    /// Its colour.
    pub colour: Colour,
}

/// Why there is no board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The picture could not be read.
    #[error(transparent)]
    Picture(#[from] Unread),
    /// The text, a correction, or the board that a picture shows is wrong.
    #[error(transparent)]
    Board(#[from] TextError),
}

/// Reads a board from a file's bytes: a picture, or else text.
pub fn bytes(bytes: &[u8], corrections: &Corrections) -> Result<EnteredBoard, ReadError> {
    match std::str::from_utf8(bytes) {
        Ok(board) if !is_webp(bytes) => Ok(text(board, corrections)?),
        _ => picture(bytes, corrections),
    }
}

/// Whether bytes begin as a WebP file does. Other pictures begin with bytes that no text has; a WebP file may be valid
/// UTF-8 from its first to its last byte.
pub fn is_webp(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")
}

/// Reads a board from its text form.
pub fn text(text: &str, corrections: &Corrections) -> Result<EnteredBoard, TextError> {
    known(&text.parse()?, corrections)
}

/// Takes a board that is known already.
pub fn known(setup: &Setup, corrections: &Corrections) -> Result<EnteredBoard, TextError> {
    let setup = edited(setup, &corrections.tiles)?.with_mover(corrections.turn.unwrap_or(setup.mover()));
    Ok(EnteredBoard { setup, picture: None, place: None })
}

/// Reads the board that a picture shows: the bytes of a PNG, JPEG or WebP file.
pub fn picture(bytes: &[u8], corrections: &Corrections) -> Result<EnteredBoard, ReadError> {
    let reading = vision::read_sized(bytes, corrections.size.unwrap_or(USUAL_SIZE))?;
    Ok(seen(&reading, corrections)?)
}

/// The board of a reading, the right way up.
fn seen(reading: &Reading, corrections: &Corrections) -> Result<EnteredBoard, TextError> {
    let turned = reading.orientation == Orientation::UpsideDown;
    let mut reading = if turned { reading.turned() } else { reading.clone() };
    for edit in &corrections.tiles {
        check(*edit, reading.size)?;
        reading.set(edit.cell, edit.colour);
    }
    if corrections.trust {
        reading.trust();
    }
    let mover = corrections.turn.or(reading.to_move).unwrap_or(Side::First);
    let setup = reading.setup()?.with_mover(mover);
    let unsure =
        reading.unsure().map(|tile| UnsureTile { tile: tile_name(tile.cell), colour: tile.colour, or: tile.second });
    let disagreement = |contradiction: &Contradiction| Disagreement {
        code: contradiction.code(),
        text: contradiction.to_string(),
        tiles: contradiction.cells(reading.size).into_iter().map(tile_name).collect(),
    };
    let picture = PictureDoubts {
        turned,
        shows_turn: reading.to_move.is_some(),
        unsure: unsure.collect(),
        contradictions: reading.contradictions.iter().map(disagreement).collect(),
        size_unusual: reading.size_unusual,
    };
    Ok(EnteredBoard { setup, picture: Some(picture), place: Some(reading.place) })
}

/// The name of a tile in corrections: `r3c5` is row 3 from the top, column 5 from the left.
pub fn tile_name(cell: Cell) -> String {
    format!("r{}c{}", cell.row + 1, cell.col + 1)
}

/// The board with some tiles corrected.
pub fn edited(setup: &Setup, edits: &[TileEdit]) -> Result<Setup, TextError> {
    let (size, mut tiles) = (setup.size(), setup.tiles().to_vec());
    for edit in edits {
        check(*edit, size)?;
        tiles[edit.cell.row * size.cols + edit.cell.col] = edit.colour;
    }
    Setup::new(size, setup.colours(), tiles)?.with_mover(setup.mover()).with_waits(setup.waits())
}

fn check(edit: TileEdit, size: Size) -> Result<(), TextError> {
    if size.contains(edit.cell) {
        return Ok(());
    }
    let expected = format!("r1c1 to r{}c{}", size.rows, size.cols);
    Err(TextError::new("tile", expected, &tile_name(edit.cell)))
}

impl FromStr for TileEdit {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let read = || {
            let (tile, colour) = text.split_once('=')?;
            let (row, col) = tile.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            let number = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
            Some(Self { cell: Cell::new(number(row)?, number(col)?), colour: colour.to_uppercase().parse().ok()? })
        };
        read().ok_or_else(|| TextError::new("tile", "a row, a column and a colour such as `r3c5=G`", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vision::Tile;

    /// A reading of 2 rows and 3 columns with one doubtful tile.
    fn doubtful(orientation: Orientation, to_move: Option<Side>) -> Reading {
        let size = Size::new(2, 3);
        let tiles = size.cells().zip("GBKRYB".chars()).map(|(cell, letter)| Tile {
            cell,
            colour: Colour::of_letter(letter).unwrap(),
            second: Colour::Purple,
            confidence: if cell == Cell::new(0, 2) { 0.1 } else { 0.9 },
        });
        let place = Place { left: 3, top: 4, width: 30, height: 20 };
        let mut reading = Reading::new(size, tiles.collect(), place);
        (reading.orientation, reading.to_move) = (orientation, to_move);
        reading
    }

    #[test]
    fn a_picture_is_a_board_with_its_doubts() {
        let board = seen(&doubtful(Orientation::Unknown, None), &Corrections::default()).unwrap();
        assert_eq!(board.setup.to_string(), "GBK/RYB A");
        assert_eq!(board.place.map(|place| place.width), Some(30));
        assert_eq!(
            serde_json::to_string(&board.picture).unwrap(),
            r#"{"turned":false,"shows_turn":false,"unsure":[{"tile":"r1c3","colour":"K","or":"P"}],"contradictions":[],"size_unusual":false}"#
        );
    }

    #[test]
    fn a_picture_that_is_upside_down_is_turned_and_its_corrections_are_those_of_the_turned_board() {
        let corrections = Corrections { tiles: vec!["r2c1=G".parse().unwrap()], ..Corrections::default() };
        let board = seen(&doubtful(Orientation::UpsideDown, Some(Side::First)), &corrections).unwrap();
        assert_eq!(board.setup.to_string(), "BYR/GBG B");
        let picture = board.picture.unwrap();
        assert!(picture.turned && picture.shows_turn && picture.is_settled(), "{picture:?}");
    }

    #[test]
    fn a_contradiction_names_its_tiles_and_trust_settles_it() {
        let mut reading = doubtful(Orientation::Unknown, None);
        // Two green neighbours that are part of no region.
        reading.set(Cell::new(1, 1), Colour::Blue);
        reading.tiles[1].confidence = 0.9;
        let picture = seen(&reading, &Corrections::default()).unwrap().picture.unwrap();
        let found: Vec<(&str, &[String])> = picture.contradictions.iter().map(|d| (d.code, &d.tiles[..])).collect();
        assert_eq!(found, [("equal_neighbours", &["r1c2".to_owned(), "r2c2".to_owned(), "r2c3".to_owned()][..])]);
        assert!(!picture.is_settled());
        let trusting = Corrections { trust: true, ..Corrections::default() };
        assert!(seen(&reading, &trusting).unwrap().picture.unwrap().is_settled());
    }

    #[test]
    fn a_correction_of_the_side_to_move_overrides_text_and_picture() {
        let corrections = Corrections { turn: Some(Side::Second), ..Corrections::default() };
        let shown = seen(&doubtful(Orientation::Unknown, Some(Side::First)), &corrections).unwrap();
        assert_eq!(shown.setup.mover(), Side::Second);
        assert_eq!(text("GBK/RYB A", &corrections).unwrap().setup.mover(), Side::Second);
    }

    #[test]
    fn a_correction_beside_the_board_is_refused() {
        let corrections = Corrections { tiles: vec!["r3c1=G".parse().unwrap()], ..Corrections::default() };
        let expected = "tile: expected r1c1 to r2c3, found `r3c1`";
        assert_eq!(text("GBK/RYB A", &corrections).unwrap_err().to_string(), expected);
        let shown = seen(&doubtful(Orientation::Unknown, None), &corrections);
        assert_eq!(shown.unwrap_err().to_string(), expected);
    }

    #[test]
    fn bytes_are_a_picture_unless_they_are_text() {
        let read = |file: &[u8]| bytes(file, &Corrections::default());
        assert_eq!(read(b"GBK/RYB A").unwrap().setup.to_string(), "GBK/RYB A");
        assert!(matches!(read(b"\x89PNG\r\n\x1a\n"), Err(ReadError::Picture(_))));
        assert!(matches!(read(b"RIFF\x04\0\0\0WEBP"), Err(ReadError::Picture(_))));
        assert!(matches!(read(b"RIFFRAFF"), Err(ReadError::Board(_))));
        assert!(matches!(read(b""), Err(ReadError::Board(_))));
    }

    #[test]
    fn a_tile_and_its_colour_read_in_either_case() {
        let edit = TileEdit { cell: Cell::new(2, 4), colour: Colour::Green };
        assert_eq!(["r3c5=G", "R3C5=g"].map(|text| text.parse::<TileEdit>().unwrap()), [edit; 2]);
        for text in ["", "r0c1=G", "r1c1", "r1c1=", "r1c1=X", "r1=G", "r-1c1=G", "r99999999999999999999c1=G"] {
            assert!(text.parse::<TileEdit>().is_err(), "{text:?}");
        }
    }
}
