//! Board detection. Lattices of squares and coloured boxes propose boards, and the likeliest proposal wins.
//!
//! A screenshot is searched in a reduced size, which is fast and averages noise away. If no board is certain there, a
//! smoothed, a smaller and a larger version follow.

use crate::board_fit::BoardFit;
use crate::boxes::boxed;
use crate::cells::Cells;
use crate::extent::Extent;
use crate::lattice::{Lattice, lattices};
use crate::patches::{patches, squares};
use crate::picture::Picture;
use crate::sample::Sample;
use crate::{Unread, hue};
use rules::Size;
use rules::colours::Colour;

/// The longer side of the reduced picture, in pixels. Whole factors make it up to one and a half times as long.
const COMFORTABLE: usize = 1200;
/// The shortest side of a tile, in pixels of the original. Smaller tiles have no reliable colour.
const FINEST: f32 = 6.0;
/// The shortest side of a picture that is searched, in pixels: 5 tiles of 3 pixels do not fit into less.
const SMALLEST: usize = 16;
/// The shortest side of a picture that is also tried in half size. In smaller ones 16 tiles would fall below the
/// shortest patch.
const WORTH_HALVING: usize = 200;
/// The factor by which a board of another version must be heavier to replace the first one. Equal readings keep it.
const CLEARLY_BETTER: f32 = 1.02;
/// Distances past the last line at which a cut-off tile would show, in tiles: clear of the blur at the line.
const PAST_LINE: [f32; 2] = [0.1, 0.17];

/// A board that was found, in the picture in which it was found.
pub(crate) struct Found {
    pub board: BoardFit,
    /// Pixels of the original for one of this picture, in each direction.
    pub factor: usize,
}

/// Finds the board of a picture, of this size if there is one.
pub(crate) fn find(picture: &Picture, wanted: Size) -> Result<Found, Unread> {
    let none = Unread::NoBoard { width: picture.width, height: picture.height };
    let factor = (picture.width.max(picture.height) as f32 / COMFORTABLE as f32).round().max(1.0) as usize;
    if picture.width / factor < SMALLEST || picture.height / factor < SMALLEST {
        return Err(none);
    }
    let usual = picture.reduced(factor);
    let mut versions: Vec<Version> = vec![Version::new(factor, |usual, _| usual.clone())];
    versions.push(Version::new(factor, |usual, _| usual.balanced()));
    versions.push(Version::new(factor, |usual, _| usual.balanced().vivid()));
    versions.push(Version::new(factor, |usual, _| usual.smoothed()));
    versions.push(Version::new(factor, |usual, _| usual.smoothed().balanced()));
    versions.push(Version::new(factor, |usual, _| usual.smoothed().balanced().vivid()));
    if usual.width.min(usual.height) >= WORTH_HALVING {
        versions.push(Version::new(2 * factor, |_, picture| picture.clone()));
        versions.push(Version::new(2 * factor, |_, picture| picture.balanced()));
    }
    if factor > 1 {
        versions.push(Version::new(factor / 2, |_, picture| picture.clone()));
    }
    let mut best: Option<Found> = None;
    let mut cut = None;
    for version in versions {
        let looked = if version.factor == factor {
            (version.change)(&usual, picture)
        } else {
            (version.change)(&usual, &picture.reduced(version.factor))
        };
        match candidate(&looked, version.factor, wanted) {
            Err(error) => cut = cut.or(Some(error)),
            Ok(None) => {}
            Ok(Some(found)) => {
                let weight = |found: &Option<Found>| found.as_ref().map_or(0.0, Found::weight);
                let found = Some(found);
                if weight(&found) > weight(&best) * CLEARLY_BETTER {
                    best = found;
                }
            }
        }
        if best.as_ref().is_some_and(|found| found.board.is_certain()) {
            break;
        }
    }
    let is_usual = best.as_ref().is_some_and(|found| found.board.size == wanted);
    if let Some(error) = cut.filter(|_| !is_usual) {
        return Err(error);
    }
    best.filter(|found| found.board.lattice.pitch() * found.factor as f32 >= FINEST).ok_or(none)
}

/// A way of looking at a picture: how much smaller, and with what done to it.
struct Version {
    factor: usize,
    change: fn(&Picture, &Picture) -> Picture,
}

impl Version {
    fn new(factor: usize, change: fn(&Picture, &Picture) -> Picture) -> Self {
        Self { factor, change }
    }
}

impl Found {
    /// The weight of its board in pixels of the original.
    fn weight(&self) -> f32 {
        self.board.weight() * (self.factor * self.factor) as f32
    }
}

/// The likeliest board of one version of the picture.
fn candidate(picture: &Picture, factor: usize, wanted: Size) -> Result<Option<Found>, Unread> {
    let patches = patches(picture);
    let mut best: Option<BoardFit> = None;
    for lattice in lattices(&squares(&patches)) {
        let Some(cells) = Cells::sampled(picture, &lattice, wanted) else { continue };
        let board =
            |extent: Extent| BoardFit::new(picture, lattice.starting_at(extent.col, extent.row), extent.size, wanted);
        offer(&mut best, cells.window(wanted).and_then(board));
        offer(&mut best, cells.extent().and_then(board));
        if !best.as_ref().is_some_and(BoardFit::is_certain) {
            offer(&mut best, cells.whole().and_then(board).filter(BoardFit::is_clear));
        }
    }
    if !best.as_ref().is_some_and(BoardFit::is_certain) {
        for board in boxed(picture, &patches, wanted) {
            offer(&mut best, Some(board));
        }
    }
    let cut = best.as_ref().and_then(|board| cut_off(picture, board));
    match cut {
        Some(error) => Err(error),
        None => Ok(best.map(|board| Found { board, factor })),
    }
}

/// Takes a board that is likely and better than the best one so far.
fn offer(best: &mut Option<BoardFit>, board: Option<BoardFit>) {
    let Some(board) = board.filter(BoardFit::is_likely) else { return };
    if best.as_ref().is_none_or(|other| board.weight() > other.weight()) {
        *best = Some(board);
    }
}

/// Whether the picture ends in the middle of a further row or column of tiles.
fn cut_off(picture: &Picture, board: &BoardFit) -> Option<Unread> {
    let (lattice, size) = (&board.lattice, board.size);
    if size == board.wanted {
        return None;
    }
    let (rows, cols) = (size.rows as f32, size.cols as f32);
    for (edge, line) in [("top", "row"), ("bottom", "row"), ("left", "column"), ("right", "column")] {
        let tiles = if line == "row" { size.cols } else { size.rows };
        let mut seen = 0;
        for tile in 0..tiles {
            let along = tile as f32 + 0.5;
            // Both points must be inside the picture and of one bright colour.
            let colours = PAST_LINE.map(|past| {
                let (col, row) = match edge {
                    "top" => (along, -past),
                    "bottom" => (along, rows + past),
                    "left" => (-past, along),
                    _ => (cols + past, along),
                };
                let (x, y) = lattice.point(col, row);
                picture.near(x, y).and_then(hue::kind)
            });
            let is_tile = colours[0] == colours[1] && colours[0].is_some_and(|colour| colour != Colour::Black);
            seen += usize::from(is_tile);
        }
        if seen * 2 > tiles && !goes_on(picture, lattice, size, edge) {
            return Some(Unread::CutOff { edge, line });
        }
    }
    None
}

/// Whether a whole further row or column would fit into the picture: then the board ends there by its colours.
fn goes_on(picture: &Picture, lattice: &Lattice, size: Size, edge: &str) -> bool {
    let (rows, cols) = (size.rows as isize, size.cols as isize);
    let (col, row) = match edge {
        "top" => (cols / 2, -1),
        "bottom" => (cols / 2, rows),
        "left" => (-1, rows / 2),
        _ => (cols, rows / 2),
    };
    Sample::take(picture, lattice, col, row).is_some()
}
