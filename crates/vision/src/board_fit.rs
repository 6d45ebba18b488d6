//! A proposed board, and how well the picture supports it.
//!
//! Two measures decide. Evenness: the tiles are even and in the game's colours. Sharpness: colours change at the lines
//! between tiles and nowhere else.

use crate::hue::{contrast, kind};
use crate::lattice::Lattice;
use crate::picture::{Picture, Rgb};
use crate::sample::{Sample, middle};
use rules::colours::{Colour, corner};
use rules::{Cell, Side, Size};

/// The distance from a line at which a tile must have its own colour, in tiles.
const NEAR_LINE: f32 = 0.22;
/// Places along a line at which that is asked, in tiles.
const ALONG: [f32; 5] = [0.2, 0.35, 0.5, 0.65, 0.8];

/// The least evenness and sharpness of a likely board: one tile in eight may be covered, one line in seven blurred.
const LIKELY: (f32, f32) = (0.88, 0.85);
/// The same where the place of the board was only guessed.
const CLEAR: (f32, f32) = (0.95, 0.92);
/// The same where nothing else needs to be tried: at most one of the usual 56 tiles is uneven.
const CERTAIN: (f32, f32) = (0.98, 0.97);
/// The factor by which a board of the wanted size is preferred. With two to five rows of background it would be heavier.
const USUAL_BONUS: f32 = 2.0;
/// The power of evenness and sharpness in the weight: a small clean board beats a large blurred one.
const QUALITY_POWER: i32 = 4;
/// The most contrast between a tile and a point of it near a line.
const SAME_TILE: u8 = 40;
/// The fewest lines between different colours that a board has; a page in one colour has none.
const FEWEST_LINES: usize = 8;

/// A proposed board in a picture.
#[derive(Clone, Debug)]
pub(crate) struct BoardFit {
    /// Its cell (0, 0) is the tile at the top left.
    pub lattice: Lattice,
    pub size: Size,
    /// The size that it should have.
    pub wanted: Size,
    /// Samples of the tiles, row by row.
    pub samples: Vec<Sample>,
    /// The share of tiles that look like tiles.
    pub evenness: f32,
    /// The share of lines between different colours that are where the lattice has them.
    pub sharpness: f32,
}

impl BoardFit {
    /// Takes samples of all tiles. `None` where the board is not in the picture.
    pub fn new(picture: &Picture, lattice: Lattice, size: Size, wanted: Size) -> Option<Self> {
        let take = |cell: Cell| Sample::take(picture, &lattice, cell.col as isize, cell.row as isize);
        let samples: Vec<Sample> = size.cells().map(take).collect::<Option<_>>()?;
        let fine = samples.iter().filter(|sample| sample.is_even() && kind(sample.colour).is_some()).count();
        let mut board = Self { lattice, size, wanted, samples, evenness: 0.0, sharpness: 0.0 };
        board.evenness = fine as f32 / size.area() as f32;
        board.sharpness = board.sharpness(picture);
        Some(board)
    }

    /// Whether it can be a board at all.
    pub fn is_likely(&self) -> bool {
        self.is_at_least(LIKELY) && self.has_colours() && !self.is_too_fine() && !self.joins_corners()
    }

    /// Whether it is one even where its place was only guessed.
    pub fn is_clear(&self) -> bool {
        self.is_at_least(CLEAR)
    }

    fn is_at_least(&self, (evenness, sharpness): (f32, f32)) -> bool {
        self.evenness >= evenness && self.sharpness >= sharpness
    }

    /// Whether nothing speaks against it.
    pub fn is_certain(&self) -> bool {
        self.is_likely() && self.is_at_least(CERTAIN) && self.size == self.wanted
    }

    /// For the choice between likely boards: the larger in the picture, the better, and rather the usual size.
    pub fn weight(&self) -> f32 {
        let across = self.lattice.right.0.hypot(self.lattice.right.1);
        let area = across * across * self.size.area() as f32;
        let usual = if self.size == self.wanted { USUAL_BONUS } else { 1.0 };
        area * (self.evenness * self.sharpness).powi(QUALITY_POWER) * usual
    }

    fn kind(&self, cell: Cell) -> Option<Colour> {
        kind(self.colour(cell))
    }

    /// Two colours are a finished game; there only the usual size is believed.
    fn has_colours(&self) -> bool {
        let mut seen: Vec<Colour> = self.size.cells().filter_map(|cell| self.kind(cell)).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len() >= if self.size == self.wanted { 2 } else { 3 }
    }

    /// Whether every tile is repeated, so that the true tiles are two or three times as large.
    fn is_too_fine(&self) -> bool {
        [2, 3].into_iter().any(|times| {
            let divides = self.size.rows.is_multiple_of(times) && self.size.cols.is_multiple_of(times);
            let first = |cell: Cell| Cell::new(cell.row - cell.row % times, cell.col - cell.col % times);
            divides && self.size.cells().all(|cell| self.kind(cell) == self.kind(first(cell)))
        })
    }

    /// Whether a path of one colour connects the corners of both sides. That cannot happen in a game, but the page
    /// around a board looks so.
    fn joins_corners(&self) -> bool {
        let [start, goal] = Side::BOTH.map(|side| corner(self.size, side));
        flood(self.size, start, |cell, other| self.kind(cell) == self.kind(other))[self.index(goal)]
    }

    fn index(&self, cell: Cell) -> usize {
        cell.row * self.size.cols + cell.col
    }

    /// The pairs of neighbours: a cell, the one to its right or below it, and whether it is to the right.
    fn pairs(&self) -> impl Iterator<Item = (Cell, Cell, bool)> {
        let right = |cell: Cell| (cell, Cell::new(cell.row, cell.col + 1), true);
        let below = |cell: Cell| (cell, Cell::new(cell.row + 1, cell.col), false);
        let pairs = self.size.cells().flat_map(move |cell| [right(cell), below(cell)]);
        pairs.filter(|(_, other, _)| self.size.contains(*other))
    }

    /// The pairs of neighbours in different colours.
    fn lines(&self) -> impl Iterator<Item = (Cell, Cell, bool)> {
        self.pairs().filter(|(cell, other, _)| self.kind(*cell) != self.kind(*other))
    }

    pub fn colour(&self, cell: Cell) -> Rgb {
        self.samples[self.index(cell)].colour
    }

    fn sharpness(&self, picture: &Picture) -> f32 {
        let (mut right, mut all) = (0, 0);
        for (cell, other, is_right) in self.lines() {
            for along in ALONG {
                let [near, far] = self.beside(picture, cell, is_right, along);
                let is_of = |point: Option<Rgb>, tile| {
                    point.is_some_and(|point| contrast(point, self.colour(tile)) <= SAME_TILE)
                };
                right += usize::from(is_of(near, cell)) + usize::from(is_of(far, other));
                all += 2;
            }
        }
        if all < FEWEST_LINES * 2 * ALONG.len() { 0.0 } else { right as f32 / all as f32 }
    }

    /// The share of the contrast between tiles that shows next to the lines: 1 in a screenshot, less in a blurred
    /// picture. Below 0.7 even the middles of tiles are mixed with their neighbours.
    pub fn crispness(&self, picture: &Picture) -> f32 {
        let share = |(cell, other, is_right): (Cell, Cell, bool)| {
            let whole = contrast(self.colour(cell), self.colour(other));
            let [near, far] = self.beside(picture, cell, is_right, 0.5);
            Some(f32::from(contrast(near?, far?)) / f32::from(whole.max(1)))
        };
        let is_clear = |(cell, other, _): &(Cell, Cell, bool)| contrast(self.colour(*cell), self.colour(*other)) >= 16;
        middle(self.pairs().filter(is_clear).filter_map(share).collect()).unwrap_or(0.0)
    }

    /// The points on both sides of the right (or lower) line of a cell.
    fn beside(&self, picture: &Picture, cell: Cell, is_right: bool, along: f32) -> [Option<Rgb>; 2] {
        [-NEAR_LINE, NEAR_LINE].map(|off| {
            let (col, row) = if is_right { (1.0 + off, along) } else { (along, 1.0 + off) };
            let (x, y) = self.lattice.point(cell.col as f32 + col, cell.row as f32 + row);
            picture.near(x, y)
        })
    }
}

/// The cells beside a cell.
pub(crate) fn neighbours(size: Size, Cell { row, col }: Cell) -> impl Iterator<Item = Cell> {
    let next = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
    next.into_iter().map(|(row, col)| Cell::new(row, col)).filter(move |cell| size.contains(*cell))
}

/// All that can be reached from a cell in steps from like to like.
pub(crate) fn flood(size: Size, start: Cell, is_alike: impl Fn(Cell, Cell) -> bool) -> Vec<bool> {
    let mut is_reached = vec![false; size.area()];
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        let index = cell.row * size.cols + cell.col;
        if !is_reached[index] {
            is_reached[index] = true;
            open.extend(neighbours(size, cell).filter(|other| is_alike(cell, *other)));
        }
    }
    is_reached
}
