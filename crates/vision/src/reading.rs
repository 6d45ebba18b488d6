//! What was read: the board with its doubts, and the position that it makes.

use rules::colours::{Colour, Setup, USUAL_COLOURS};
use rules::{Cell, Side, Size, TextError};
use std::fmt;

/// Below this confidence a tile should be looked at by a person.
pub const SURE: f32 = 0.35;

/// A board read from a picture. Rows and columns are as the picture shows them, the top row first; A is whoever owns
/// the bottom left corner.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// Rows and columns.
    pub size: Size,
    /// The tiles, row by row from the top.
    pub tiles: Vec<Tile>,
    /// Where in the picture the board is.
    pub place: Place,
    /// Which way up the picture is.
    pub orientation: Orientation,
    /// The side to move, where the picture shows it.
    pub to_move: Option<Side>,
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
    /// Whether a person need not look at it.
    pub fn is_sure(&self) -> bool {
        self.confidence >= SURE
    }
}

impl Reading {
    /// The tiles that a person should look at.
    pub fn unsure(&self) -> impl Iterator<Item = &Tile> {
        self.tiles.iter().filter(|tile| !tile.is_sure())
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
        true
    }

    /// The same board from the other seat: half a turn, and A and B change places. Its place stays that in the picture.
    pub fn turned(&self) -> Self {
        let turn = |tile: &Tile| {
            let cell = Cell::new(self.size.rows - 1 - tile.cell.row, self.size.cols - 1 - tile.cell.col);
            Tile { cell, ..*tile }
        };
        let orientation = match self.orientation {
            Orientation::Upright => Orientation::UpsideDown,
            Orientation::UpsideDown => Orientation::Upright,
            Orientation::Unknown => Orientation::Unknown,
        };
        Self {
            tiles: self.tiles.iter().rev().map(turn).collect(),
            orientation,
            to_move: self.to_move.map(Side::other),
            ..*self
        }
    }

    /// The position, with A to move where the picture does not say. Refused are boards that no game can have.
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
