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

mod badges;
mod board_fit;
mod boxes;
mod cast;
mod cells;
mod checks;
mod contradiction;
mod edges;
mod evidence;
mod extent;
mod find;
mod fit;
mod hue;
mod lattice;
mod light;
mod naming;
mod patches;
mod picture;
mod reading;
mod sample;
mod shade;
mod signs;
mod swatches;
mod unread;
mod window;

pub use contradiction::Contradiction;
pub use reading::{Orientation, Place, Reading, SURE, Tile};
pub use unread::Unread;

use badges::Badge;
use board_fit::BoardFit;
use cast::Shades;
use picture::Picture;
use rules::colours::USUAL_SIZE;
use rules::{BySide, Side, Size};
use swatches::Swatches;

/// Crispness at and below which no colour is certain: the middles of the tiles are mixed with their neighbours.
const BLURRED: f32 = 0.68;
/// How much crisper than [`BLURRED`] a picture must be for full confidence. In between confidence grows evenly.
const TO_CRISP: f32 = 0.1;

/// Reads the board in a PNG, JPEG or WebP file. It should be of the usual size; another one is read, but called unusual.
pub fn read(bytes: &[u8]) -> Result<Reading, Unread> {
    read_sized(bytes, USUAL_SIZE)
}

/// Reads a board that should be of this size.
pub fn read_sized(bytes: &[u8], wanted: Size) -> Result<Reading, Unread> {
    let picture = Picture::decode(bytes)?;
    let found = find::find(&picture, wanted)?;
    let none = Unread::NoBoard { width: picture.width, height: picture.height };
    // The board was found in a reduced version; samples of the original are sharper.
    let lattice = found.board.lattice.scaled(found.factor as f32);
    let board = BoardFit::new(&picture, lattice, found.board.size, wanted).ok_or(none.clone())?;
    // In a blurred picture no colour is certain.
    let clearness = ((board.crispness(&picture) - BLURRED) / TO_CRISP).clamp(0.0, 1.0);
    if clearness == 0.0 && board.size != wanted {
        return Err(none);
    }
    let (board, swatches) = upright(&picture, board, wanted);
    let names = naming::named(&board, swatches.as_ref());
    let tiles = board.size.cells().zip(names.tiles).map(|(cell, named)| Tile {
        cell,
        colour: named.colour,
        second: named.second,
        // Only a person is entirely sure.
        confidence: (named.confidence * clearness).min(0.99),
    });
    let mut reading = Reading {
        size: board.size,
        tiles: tiles.collect(),
        place: place(&board, &picture),
        orientation: Orientation::Unknown,
        to_move: None,
        contradictions: Vec::new(),
        size_unusual: board.size != wanted,
        held: swatches.as_ref().map(|swatches| swatches.held.clone()),
        badges: None,
        has_strange_colours: !names.is_plausible,
        open_edges: board.open_edges(&picture),
        doubted: Vec::new(),
    };
    signs::apply(&mut reading, &board.samples, swatches.as_ref().map(|swatches| swatches.side));
    reading.badges = names.shades.and_then(|shades| badges(&picture, &board, reading.orientation, &shades));
    checks::mark(&mut reading);
    Ok(reading)
}

/// The palette of a board. A board on its side is turned so that the palette is below it.
fn upright(picture: &Picture, board: BoardFit, wanted: Size) -> (BoardFit, Option<Swatches>) {
    if board.size == wanted || board.size != Size::new(wanted.cols, wanted.rows) {
        let swatches = Swatches::find(picture, &board.lattice, board.size);
        return (board, swatches);
    }
    let turned = BoardFit::new(picture, board.lattice.on_its_side(board.size), wanted, wanted);
    match turned.and_then(|turned| Swatches::find(picture, &turned.lattice, wanted).map(|found| (turned, found))) {
        Some((turned, swatches)) if swatches.side == Side::First => (turned, Some(swatches)),
        Some((turned, _)) => {
            let lattice = turned.lattice.upside_down(wanted);
            let swatches = Swatches::find(picture, &lattice, wanted);
            (BoardFit::new(picture, lattice, wanted, wanted).unwrap_or(turned), swatches)
        }
        None => (board, None),
    }
}

/// The badges of both sides. In a picture that is upside down they are too.
fn badges(picture: &Picture, board: &BoardFit, orientation: Orientation, shades: &Shades) -> Option<BySide<Badge>> {
    if orientation == Orientation::UpsideDown {
        let found = badges::find(picture, &board.lattice.upside_down(board.size), board.size, shades);
        return found.map(BySide::swapped);
    }
    badges::find(picture, &board.lattice, board.size, shades)
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
