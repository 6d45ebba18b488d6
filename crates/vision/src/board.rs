//! A board at a place in the picture, and how well the picture bears it out.
//!
//! Two things are asked: are the tiles even and in the game's colours, and do colours change at the lines between them
//! and nowhere else.

use crate::hue::{contrast, kind};
use crate::lattice::Lattice;
use crate::picture::Picture;
use crate::sample::Sample;
use rules::colours::{Colour, USUAL_SIZE};
use rules::{Cell, Size};

/// How far from a line a tile must still have its own colour, in tiles.
const NEAR_LINE: f32 = 0.22;
/// Places along a line at which that is asked, in tiles.
const ALONG: [f32; 5] = [0.2, 0.35, 0.5, 0.65, 0.8];

/// A board in a picture.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// Its cell (0, 0) is the tile at the top left.
    pub lattice: Lattice,
    pub size: Size,
    /// What the tiles look like, row by row.
    pub samples: Vec<Sample>,
    /// The share of tiles that look like tiles.
    pub evenness: f32,
    /// The share of lines between different colours that are where the lattice has them.
    pub sharpness: f32,
}

impl Board {
    /// Takes samples of all tiles. `None` where the board is not in the picture.
    pub fn new(picture: &Picture, lattice: Lattice, size: Size) -> Option<Self> {
        let take = |cell: Cell| Sample::take(picture, &lattice, cell.col as isize, cell.row as isize);
        let samples: Vec<Sample> = size.cells().map(take).collect::<Option<_>>()?;
        let fine = samples.iter().filter(|sample| sample.is_even() && kind(sample.colour).is_some()).count();
        let mut board = Self { lattice, size, samples, evenness: 0.0, sharpness: 0.0 };
        board.evenness = fine as f32 / size.area() as f32;
        board.sharpness = board.sharpness(picture);
        Some(board)
    }

    /// Whether it can be a board at all.
    pub fn is_likely(&self) -> bool {
        self.evenness >= 0.88 && self.sharpness >= 0.85 && self.has_colours() && !self.is_too_fine()
    }

    /// Whether nothing speaks against it.
    pub fn is_certain(&self) -> bool {
        self.is_likely() && self.evenness >= 0.98 && self.sharpness >= 0.97 && self.size == USUAL_SIZE
    }

    /// For the choice between likely boards: the larger in the picture, the better, and rather the usual size.
    pub fn weight(&self) -> f32 {
        let across = self.lattice.right.0.hypot(self.lattice.right.1);
        let area = across * across * self.size.area() as f32;
        let usual = if self.size == USUAL_SIZE { 1.25 } else { 1.0 };
        area * (self.evenness * self.sharpness).powi(4) * usual
    }

    fn kind(&self, cell: Cell) -> Option<Colour> {
        kind(self.samples[cell.row * self.size.cols + cell.col].colour)
    }

    /// Two colours are a finished game; there only the usual size is believed.
    fn has_colours(&self) -> bool {
        let mut seen: Vec<Colour> = self.size.cells().filter_map(|cell| self.kind(cell)).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len() >= if self.size == USUAL_SIZE { 2 } else { 3 }
    }

    /// Whether every tile is repeated, so that the true tiles are two or three times as large.
    fn is_too_fine(&self) -> bool {
        [2, 3].into_iter().any(|times| {
            let divides = self.size.rows.is_multiple_of(times) && self.size.cols.is_multiple_of(times);
            let first = |cell: Cell| Cell::new(cell.row - cell.row % times, cell.col - cell.col % times);
            divides && self.size.cells().all(|cell| self.kind(cell) == self.kind(first(cell)))
        })
    }

    fn sharpness(&self, picture: &Picture) -> f32 {
        let (mut right, mut all) = (0, 0);
        for cell in self.size.cells() {
            for (other, is_right) in
                [(Cell::new(cell.row, cell.col + 1), true), (Cell::new(cell.row + 1, cell.col), false)]
            {
                if self.size.contains(other) && self.kind(cell) != self.kind(other) {
                    all += 2 * ALONG.len();
                    right += self.matches(picture, cell, is_right, -NEAR_LINE, cell);
                    right += self.matches(picture, cell, is_right, NEAR_LINE, other);
                }
            }
        }
        // A board has some lines; a page in one colour has none.
        if all < 8 * 2 * ALONG.len() { 0.0 } else { right as f32 / all as f32 }
    }

    /// How many points beside the right (or lower) line of a cell have the colour of a tile.
    fn matches(&self, picture: &Picture, cell: Cell, is_right: bool, off: f32, tile: Cell) -> usize {
        let colour = self.samples[tile.row * self.size.cols + tile.col].colour;
        let points = ALONG.into_iter().filter_map(|along| {
            let (col, row) = if is_right { (1.0 + off, along) } else { (along, 1.0 + off) };
            let (x, y) = self.lattice.point(cell.col as f32 + col, cell.row as f32 + row);
            picture.near(x, y)
        });
        points.filter(|point| contrast(*point, colour) <= 40).count()
    }
}
