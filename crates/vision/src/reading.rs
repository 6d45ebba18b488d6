//! The result: the board with the confidence of each tile, and the position that it makes.

use crate::badges::Badge;
use crate::{Contradiction, checks};
use rules::colours::{Colour, Setup, USUAL_COLOURS};
use rules::{BySide, Cell, Side, Size, TextError};
use std::fmt;

/// Below this confidence a person should check a tile.
pub const SURE: f32 = 0.35;

/// A board read from a picture. Rows and columns are as the picture shows them, the top row first. Side A owns the
/// bottom left corner.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use image::{ImageFormat, Rgb, RgbImage};
/// use landgrab_rules::{Cell, Size, colours::Colour};
///
/// // A board of tiles of 20x20 pixels, as a program would draw it.
/// let rows = ["RGBKYPRG", "GBKYPRGB", "BKYPRGBK", "KYPRGBKY", "YPRGBKYP", "PRGBKYPR", "RGBKYPRG"];
/// let board = RgbImage::from_fn(160, 140, |x, y| {
///     Rgb(match rows[y as usize / 20].as_bytes()[x as usize / 20] {
///         b'R' => [230, 72, 90],
///         b'G' => [163, 213, 89],
///         b'B' => [62, 168, 240],
///         b'K' => [65, 65, 65],
///         b'Y' => [250, 224, 35],
///         _ => [105, 75, 161],
///     })
/// });
/// let mut file = std::io::Cursor::new(vec![]);
/// board.write_to(&mut file, ImageFormat::Png)?;
///
/// let mut reading = landgrab_vision::read(file.get_ref())?;
/// assert_eq!(reading.size, Size::new(7, 8));
/// assert_eq!(reading.unsure().count(), 0);
/// assert_eq!(reading.tile(Cell::new(0, 3)).expect("on the board").colour, Colour::Black);
/// reading.set(Cell::new(0, 3), Colour::Red);
/// assert!(reading.setup()?.to_string().starts_with("RGBRYPRG/"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// Rows and columns.
    pub size: Size,
    /// The tiles, row by row from the top.
    pub tiles: Vec<Tile>,
    /// The place of the board in the picture.
    pub place: Place,
    /// Which way up the picture is.
    pub orientation: Orientation,
    /// The side to move, where the picture shows it.
    pub to_move: Option<Side>,
    /// Facts that do not agree.
    pub contradictions: Vec<Contradiction>,
    /// Whether the size is not the one that was to be expected.
    pub size_unusual: bool,
    /// The colours that are shrunken in the palette, where one is visible.
    pub(crate) held: Option<Vec<Colour>>,
    /// What the badges of both sides say, where they were read.
    pub(crate) badges: Option<BySide<Badge>>,
    /// Whether the colours of the tiles are not the game's in any light.
    pub(crate) has_strange_colours: bool,
    /// The edges at which the board does not end.
    pub(crate) open_edges: Vec<&'static str>,
    /// The tiles that a contradiction made unsure, and how sure they were.
    pub(crate) doubted: Vec<(Cell, f32)>,
}

/// A tile as it was read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tile {
    /// Its row and column.
    pub cell: Cell,
    /// The likeliest colour.
    pub colour: Colour,
    /// The runner-up.
    pub second: Colour,
    /// From 0, a guess, to 1. Below [`SURE`] the tile is unsure.
    pub confidence: f32,
}

/// A rectangle in the picture, in pixels from its top left corner, once the picture is turned as its camera says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The first column of pixels.
    pub left: usize,
    /// The first row of pixels.
    pub top: usize,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

/// Which way up a picture is. GamePigeon shows each player the board with their own corner at the bottom left, so in a
/// picture that is upside down "you" are at the top right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Orientation {
    /// As the player saw it.
    Upright,
    /// Turned by half a turn.
    UpsideDown,
    /// The picture does not show it.
    Unknown,
}

impl Tile {
    /// Whether nobody needs to check it.
    pub fn is_sure(&self) -> bool {
        self.confidence >= SURE
    }
}

impl Reading {
    /// The reading of tiles, row by row from the top, about which nothing else is known. They must fill the size.
    pub fn new(size: Size, tiles: Vec<Tile>, place: Place) -> Self {
        debug_assert_eq!(tiles.len(), size.area());
        let mut reading = Self::unchecked(size, tiles, place);
        checks::mark(&mut reading);
        reading
    }

    /// The same before anything is checked.
    fn unchecked(size: Size, tiles: Vec<Tile>, place: Place) -> Self {
        Self {
            size,
            tiles,
            place,
            orientation: Orientation::Unknown,
            to_move: None,
            contradictions: Vec::new(),
            size_unusual: false,
            held: None,
            badges: None,
            has_strange_colours: false,
            open_edges: Vec::new(),
            doubted: Vec::new(),
        }
    }

    /// The tiles that a person should check.
    pub fn unsure(&self) -> impl Iterator<Item = &Tile> {
        self.tiles.iter().filter(|tile| !tile.is_sure())
    }

    /// Whether nothing about it is in doubt.
    pub fn is_settled(&self) -> bool {
        self.unsure().next().is_none() && self.contradictions.is_empty() && !self.size_unusual
    }

    /// The numbers of tiles that the badges of both sides give, where both were read.
    pub fn badge_counts(&self) -> Option<[usize; 2]> {
        let badges = self.badges?;
        Some([badges.first.count?, badges.second.count?])
    }

    pub(crate) fn index(&self, cell: Cell) -> usize {
        cell.row * self.size.cols + cell.col
    }

    /// The tile at a cell, or `None` off the board.
    pub fn tile(&self, cell: Cell) -> Option<&Tile> {
        self.size.contains(cell).then(|| &self.tiles[self.index(cell)])
    }

    /// Corrects a tile: from now on it is sure. `false`, and nothing done, off the board.
    pub fn set(&mut self, cell: Cell, colour: Colour) -> bool {
        if !self.size.contains(cell) {
            return false;
        }
        let index = self.index(cell);
        let tile = &mut self.tiles[index];
        let second = if tile.colour == colour { tile.second } else { tile.colour };
        *tile = Tile { cell, colour, second, confidence: 1.0 };
        checks::mark(self);
        true
    }

    /// Whether a person set the tile at a cell.
    pub(crate) fn is_set(&self, cell: Cell) -> bool {
        self.tiles[self.index(cell)].confidence >= 1.0
    }

    /// Takes the board as it is: nothing is in doubt any more.
    pub fn trust(&mut self) {
        for tile in &mut self.tiles {
            tile.confidence = 1.0;
        }
        self.doubted.clear();
        self.contradictions.clear();
        self.size_unusual = false;
    }

    /// The same board from the other seat: half a turn, and A and B change places. Its place stays that in the picture.
    pub fn turned(&self) -> Self {
        let opposite_cell = |cell: Cell| Cell::new(self.size.rows - 1 - cell.row, self.size.cols - 1 - cell.col);
        let turn = |tile: &Tile| Tile { cell: opposite_cell(tile.cell), ..*tile };
        let orientation = match self.orientation {
            Orientation::Upright => Orientation::UpsideDown,
            Orientation::UpsideDown => Orientation::Upright,
            Orientation::Unknown => Orientation::Unknown,
        };
        let opposite = |edge: &&'static str| match *edge {
            "top" => "bottom",
            "bottom" => "top",
            "left" => "right",
            _ => "left",
        };
        let mut turned = Self {
            tiles: self.tiles.iter().rev().map(turn).collect(),
            orientation,
            to_move: self.to_move.map(Side::other),
            badges: self.badges.map(BySide::swapped),
            doubted: self.doubted.iter().map(|(cell, before)| (opposite_cell(*cell), *before)).collect(),
            open_edges: self.open_edges.iter().map(opposite).collect(),
            ..self.clone()
        };
        turned.open_edges.sort_unstable();
        checks::mark(&mut turned);
        turned
    }

    /// The position, with A to move if the picture does not show the side. Boards that no game can have are an error.
    pub fn setup(&self) -> Result<Setup, TextError> {
        let tiles = self.tiles.iter().map(|tile| tile.colour).collect();
        let setup = Setup::new(self.size, USUAL_COLOURS, tiles)?;
        Ok(setup.with_mover(self.to_move.unwrap_or(Side::First)))
    }
}

/// The board as rows of letters, `?` after the unsure ones.
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.tiles.chunks(self.size.cols) {
            let letters = row.iter().map(|tile| format!("{}{}", tile.colour, if tile.is_sure() { ' ' } else { '?' }));
            writeln!(f, "{}", letters.collect::<String>().trim_end())?;
        }
        Ok(())
    }
}

/// A reading of rows of letters; a small letter is an unsure tile.
#[cfg(test)]
pub(crate) fn drawn(rows: &[&str]) -> Reading {
    let size = Size::new(rows.len(), rows[0].len());
    let tile = |cell: Cell| {
        let letter = rows[cell.row].as_bytes()[cell.col] as char;
        let colour = Colour::of_letter(letter.to_ascii_uppercase()).unwrap();
        let confidence = if letter.is_ascii_lowercase() { 0.1 } else { 0.9 };
        Tile { cell, colour, second: Colour::Black, confidence }
    };
    let place = Place { left: 0, top: 0, width: 10, height: 10 };
    let tiles = size.cells().map(tile).collect();
    Reading::unchecked(size, tiles, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsure_tiles_are_listed_and_marked_until_they_are_set() {
        let mut reading = drawn(&["GBk", "RyB"]);
        assert_eq!(reading.to_string(), "G B K?\nR Y?B\n");
        let unsure: Vec<Cell> = reading.unsure().map(|tile| tile.cell).collect();
        assert_eq!(unsure, [Cell::new(0, 2), Cell::new(1, 1)]);
        assert!(reading.set(Cell::new(0, 2), Colour::Black) && reading.set(Cell::new(1, 1), Colour::Green));
        assert_eq!(reading.to_string(), "G B K\nR G B\n");
        assert_eq!(reading.tile(Cell::new(1, 1)).unwrap().second, Colour::Yellow);
        assert_eq!(reading.tile(Cell::new(2, 1)), None);
        assert!(!reading.set(Cell::new(0, 3), Colour::Red));
    }

    #[test]
    fn a_position_needs_two_regions_and_moves_as_the_picture_shows() {
        let mut shown = drawn(&["GBK", "RYB"]);
        assert_eq!(shown.setup().unwrap().to_string(), "GBK/RYB A");
        shown.to_move = Some(Side::Second);
        assert_eq!(shown.setup().unwrap().to_string(), "GBK/RYB B");
        assert_eq!(shown.turned().setup().unwrap().to_string(), "BYR/KBG A");
        let error = drawn(&["RRR", "RGB"]).setup().unwrap_err().to_string();
        assert!(error.ends_with("found both in one region of R"), "{error}");
    }
}
