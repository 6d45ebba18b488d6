//! A picture of a colour Filler board as a position: screenshots of GamePigeon, crops of them, other programs' windows.
//!
//! [`read`] finds the board anywhere in the picture, names the colour of each tile and gives its confidence. The crate
//! does not play: it returns a position.
//!
//! ```no_run
//! # extern crate rules as landgrab_rules;
//! use landgrab_rules::{Cell, colours::Colour};
//!
//! let picture = std::fs::read("screenshot.png")?;
//! let mut reading = landgrab_vision::read(&picture)?;
//! for tile in reading.unsure() {
//!     eprintln!("{:?}: {} or {}?", tile.cell, tile.colour, tile.second);
//! }
//! reading.set(Cell::new(6, 0), Colour::Black);
//! println!("{}", reading.setup()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board_fit;
mod boxes;
mod cells;
mod extent;
mod find;
mod hue;
mod lattice;
mod patches;
mod picker;
mod picture;
mod reading;
mod sample;
mod signs;
mod tiles;
mod unread;

pub use reading::{Orientation, Place, Reading, SURE, Tile};
pub use unread::Unread;

use board_fit::BoardFit;
use picker::Picker;
use picture::Picture;
use rules::colours::USUAL_SIZE;
use tiles::{Named, Palette};

/// Crispness at and below which no colour is certain: the middles of the tiles are mixed with their neighbours.
const BLURRED: f32 = 0.68;
/// How much crisper than [`BLURRED`] a picture must be for full confidence. In between confidence grows evenly.
const TO_CRISP: f32 = 0.1;

/// Reads the board in a PNG, JPEG or WebP file.
pub fn read(bytes: &[u8]) -> Result<Reading, Unread> {
    let picture = Picture::decode(bytes)?;
    let found = find::find(&picture)?;
    let none = Unread::NoBoard { width: picture.width, height: picture.height };
    // The board was found in a reduced version; samples of the original are sharper.
    let lattice = found.board.lattice.scaled(found.factor as f32);
    let board = BoardFit::new(&picture, lattice, found.board.size).ok_or(none.clone())?;
    // In a blurred picture no colour is certain.
    let clearness = ((board.crispness(&picture) - BLURRED) / TO_CRISP).clamp(0.0, 1.0);
    if clearness == 0.0 && board.size != USUAL_SIZE {
        return Err(none);
    }
    let palette = Palette::of_board(&board);
    let names = palette.names(&board);
    let tiles = board.size.cells().zip(names).map(|(cell, Named { colour, second, confidence })| Tile {
        cell,
        colour,
        second,
        confidence: confidence * clearness,
    });
    let mut reading = Reading {
        size: board.size,
        tiles: tiles.collect(),
        place: place(&board, &picture),
        orientation: Orientation::Unknown,
        to_move: None,
    };
    let picker = Picker::find(&picture, &found, &palette);
    signs::apply(&mut reading, &board.samples, picker.as_ref());
    Ok(reading)
}

/// The rectangle around a board, inside the picture.
fn place(board: &BoardFit, picture: &Picture) -> Place {
    let (rows, cols) = (board.size.rows as f32, board.size.cols as f32);
    let corners = [(0.0, 0.0), (cols, 0.0), (0.0, rows), (cols, rows)].map(|(c, r)| board.lattice.point(c, r));
    let inside = |value: f32, most: usize| (value.round().max(0.0) as usize).min(most);
    let side = |pick: fn((f32, f32)) -> f32, most: usize| {
        let values = corners.map(|corner| inside(pick(corner), most));
        let (least, greatest) = values.into_iter().fold((most, 0), |(a, b), value| (a.min(value), b.max(value)));
        (least, greatest - least)
    };
    let ((left, width), (top, height)) = (side(|c| c.0, picture.width), side(|c| c.1, picture.height));
    Place { left, top, width, height }
}
