//! The cells of a lattice, each with evidence for or against a board.
//!
//! Cells in bright colours speak for a board, uneven and light grey ones against it. Black cells and cells connected
//! with the background are doubtful: dark windows are full of them.

use crate::extent::SHORTEST;
use crate::hue::{contrast, kind, lightest};
use crate::lattice::Lattice;
use crate::picture::Picture;
use crate::sample::{Sample, middle};
use rules::Size;
use rules::colours::Colour;

/// The most cells that are sampled. A finer lattice is not that of a board.
const MOST_CELLS: usize = 15_000;
/// The largest contrast between neighbouring cells of one shaded surface.
const SHADE: u8 = 26;
/// The share of a cell outside of the picture up to which it counts.
const OUTSIDE: f32 = 0.4;
/// The widest margin beside the cells that is none, in cells: a crop is seldom exact.
const TIGHT: f32 = 0.12;
/// Cells of one surface are background if they line at least one part in so many of the border.
const BORDER_PART: usize = 3;
/// Tiles around a black cell that make it a tile: three of four.
const ENCLOSED_BY: usize = 3;
/// A black is another one below this share of the light of this board's black ...
const OTHER_BLACK: f32 = 0.8;
/// ... and this much more, so that noise in a dark black does not decide.
const OTHER_BLACK_BY: f32 = 10.0;

/// The cells of a lattice that are in the picture, with their samples.
pub(crate) struct Cells {
    /// The size that a board should have.
    pub wanted: Size,
    /// The first column and row.
    pub first: (isize, isize),
    pub cols: usize,
    pub rows: usize,
    /// Whether the picture has no margins beside these cells.
    pub is_tight: bool,
    pub samples: Vec<Option<Sample>>,
    pub evidence: Vec<Evidence>,
}

/// Evidence of a cell for or against a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Evidence {
    Tile,
    Doubtful,
    Other,
}

impl Evidence {
    /// The part of a cell in the weight of a rectangle. A doubtful cell costs little, so that black tiles do not split
    /// a board; any other costs more than a tile gains, so that no row of the page is taken in for the sake of a few.
    pub fn weight(self) -> f32 {
        match self {
            Self::Tile => 1.0,
            Self::Doubtful => -0.1,
            Self::Other => -1.5,
        }
    }
}

impl Cells {
    /// Samples all cells of a lattice. `None` if they are too few or too many for a board.
    pub fn sampled(picture: &Picture, lattice: &Lattice, wanted: Size) -> Option<Self> {
        let (width, height) = (picture.width as f32, picture.height as f32);
        let corners = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)].map(|(x, y)| lattice.cell(x, y));
        let least = |pick: fn((f32, f32)) -> f32| corners.into_iter().map(pick).fold(f32::INFINITY, f32::min);
        let most = |pick: fn((f32, f32)) -> f32| corners.into_iter().map(pick).fold(f32::NEG_INFINITY, f32::max);
        let first = ((least(|c| c.0) - OUTSIDE).ceil() as isize, (least(|c| c.1) - OUTSIDE).ceil() as isize);
        let past = ((most(|c| c.0) + OUTSIDE).floor() as isize, (most(|c| c.1) + OUTSIDE).floor() as isize);
        let length = |past: isize, first: isize| usize::try_from(past.saturating_sub(first)).ok();
        let (cols, rows) = (length(past.0, first.0)?, length(past.1, first.1)?);
        if cols < SHORTEST || rows < SHORTEST || cols.saturating_mul(rows) > MOST_CELLS {
            return None;
        }
        let rims = [
            least(|c| c.0) - first.0 as f32,
            least(|c| c.1) - first.1 as f32,
            most(|c| c.0) - past.0 as f32,
            most(|c| c.1) - past.1 as f32,
        ];
        let is_tight = rims.iter().all(|rim| rim.abs() <= TIGHT);
        let mut cells = Self { wanted, first, cols, rows, is_tight, samples: Vec::new(), evidence: Vec::new() };
        for index in 0..cols * rows {
            let (col, row) = (first.0 + (index % cols) as isize, first.1 + (index / cols) as isize);
            let sample = Sample::take(picture, lattice, col, row);
            cells.evidence.push(evidence(sample));
            cells.samples.push(sample);
        }
        cells.doubt_ground();
        cells.refuse_other_blacks();
        Some(cells)
    }

    /// The sample of a cell, if it is in the picture.
    pub fn sample(&self, col: isize, row: isize) -> Option<Sample> {
        self.samples[self.index(col, row)?]
    }

    /// The place of a cell in the lists.
    pub fn index(&self, col: isize, row: isize) -> Option<usize> {
        let (col, row) = (usize::try_from(col - self.first.0).ok()?, usize::try_from(row - self.first.1).ok()?);
        (col < self.cols && row < self.rows).then_some(row * self.cols + col)
    }

    /// The cells beside a cell: left, right, above, below.
    fn beside(&self, index: usize) -> impl Iterator<Item = usize> {
        let (col, row) = (index % self.cols, index / self.cols);
        let across = [col.checked_sub(1).map(|_| index - 1), (col + 1 < self.cols).then_some(index + 1)];
        let along = [row.checked_sub(1).map(|_| index - self.cols), (row + 1 < self.rows).then_some(index + self.cols)];
        across.into_iter().chain(along).flatten()
    }

    /// Connected cells in slowly changing shades that line much of the picture's border may be background.
    fn doubt_ground(&mut self) {
        let is_border = |index: usize| {
            let (col, row) = (index % self.cols, index / self.cols);
            col == 0 || row == 0 || col + 1 == self.cols || row + 1 == self.rows
        };
        let border = (0..self.samples.len()).filter(|index| is_border(*index)).count();
        let mut is_seen = vec![false; self.samples.len()];
        for start in (0..self.samples.len()).filter(|index| is_border(*index)) {
            let mut group = Vec::new();
            let mut open = vec![start];
            while let Some(index) = open.pop() {
                let Some(here) = self.samples[index].filter(|_| !is_seen[index]) else { continue };
                is_seen[index] = true;
                group.push(index);
                let is_alike = |other: &usize| {
                    self.samples[*other].is_some_and(|other| contrast(other.colour, here.colour) <= SHADE)
                };
                open.extend(self.beside(index).filter(is_alike));
            }
            if group.iter().filter(|index| is_border(**index)).count() * BORDER_PART >= border {
                for index in group {
                    if self.evidence[index] == Evidence::Tile {
                        self.evidence[index] = Evidence::Doubtful;
                    }
                }
            }
        }
    }

    /// Black cells between tiles show how dark this board's black is. Much darker ones are no tiles.
    fn refuse_other_blacks(&mut self) {
        let is_tile = |index: usize| self.evidence[index] == Evidence::Tile;
        let light = |index: usize| self.samples[index].map_or(0.0, |sample| f32::from(lightest(sample.colour)));
        let doubtful: Vec<usize> =
            (0..self.evidence.len()).filter(|index| self.evidence[*index] == Evidence::Doubtful).collect();
        let enclosed =
            doubtful.iter().filter(|index| self.beside(**index).filter(|i| is_tile(*i)).count() >= ENCLOSED_BY);
        let Some(usual) = middle(enclosed.map(|index| light(*index)).collect()) else { return };
        for index in doubtful {
            let is_black = self.samples[index].is_some_and(|sample| kind(sample.colour) == Some(Colour::Black));
            if is_black && light(index) < usual * OTHER_BLACK - OTHER_BLACK_BY {
                self.evidence[index] = Evidence::Other;
            }
        }
    }
}

fn evidence(sample: Option<Sample>) -> Evidence {
    match sample.filter(Sample::is_even).and_then(|sample| kind(sample.colour)) {
        None => Evidence::Other,
        Some(Colour::Black) => Evidence::Doubtful,
        Some(_) => Evidence::Tile,
    }
}
