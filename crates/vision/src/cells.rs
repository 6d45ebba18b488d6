//! The cells of a lattice, and what each of them says about being part of a board.
//!
//! Cells in bright colours speak for a board, uneven and light grey ones against it. Black ones and those that hang
//! together with the background decide nothing at first: dark windows are full of them.

use crate::extent::SHORTEST;
use crate::hue::{contrast, kind, lightest};
use crate::lattice::Lattice;
use crate::picture::Picture;
use crate::sample::{Sample, middle};
use rules::Size;
use rules::colours::Colour;

/// The most cells that are looked at. A finer lattice is not that of a board.
const MOST_CELLS: usize = 15_000;
/// The largest contrast between neighbouring cells of one shaded surface.
const SHADE: u8 = 26;

/// The cells of a lattice that are in the picture, with what they look like.
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
    pub looks: Vec<Look>,
}

/// What a cell says about being part of a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Look {
    Tile,
    Doubtful,
    Other,
}

impl Look {
    /// What a cell adds to the weight of a rectangle.
    pub fn weight(self) -> f32 {
        match self {
            Self::Tile => 1.0,
            Self::Doubtful => -0.1,
            Self::Other => -1.5,
        }
    }
}

impl Cells {
    /// Looks at all cells of a lattice. `None` when they are too many for the pitch to be that of a board.
    pub fn look(picture: &Picture, lattice: &Lattice, wanted: Size) -> Option<Self> {
        let (width, height) = (picture.width as f32, picture.height as f32);
        let corners = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)].map(|(x, y)| lattice.cell(x, y));
        let least = |pick: fn((f32, f32)) -> f32| corners.into_iter().map(pick).fold(f32::INFINITY, f32::min);
        let most = |pick: fn((f32, f32)) -> f32| corners.into_iter().map(pick).fold(f32::NEG_INFINITY, f32::max);
        // A cell counts when six tenths of it are in the picture.
        let first = ((least(|c| c.0) - 0.4).ceil() as isize, (least(|c| c.1) - 0.4).ceil() as isize);
        let past = ((most(|c| c.0) + 0.4).floor() as isize, (most(|c| c.1) + 0.4).floor() as isize);
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
        let is_tight = rims.iter().all(|rim| rim.abs() <= 0.12);
        let mut cells = Self { wanted, first, cols, rows, is_tight, samples: Vec::new(), looks: Vec::new() };
        for index in 0..cols * rows {
            let (col, row) = (first.0 + (index % cols) as isize, first.1 + (index / cols) as isize);
            let sample = Sample::take(picture, lattice, col, row);
            cells.looks.push(look(sample));
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

    /// Cells that hang together in slowly changing shades and line much of the picture's border may be background.
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
            if group.iter().filter(|index| is_border(**index)).count() * 3 >= border {
                for index in group {
                    if self.looks[index] == Look::Tile {
                        self.looks[index] = Look::Doubtful;
                    }
                }
            }
        }
    }

    /// Black cells between tiles show how dark this board's black is. Much darker ones are no tiles.
    fn refuse_other_blacks(&mut self) {
        let is_tile = |index: usize| self.looks[index] == Look::Tile;
        let light = |index: usize| self.samples[index].map_or(0.0, |sample| f32::from(lightest(sample.colour)));
        let doubtful: Vec<usize> = (0..self.looks.len()).filter(|index| self.looks[*index] == Look::Doubtful).collect();
        let enclosed = doubtful.iter().filter(|index| self.beside(**index).filter(|i| is_tile(*i)).count() >= 3);
        let Some(usual) = middle(enclosed.map(|index| light(*index)).collect()) else { return };
        for index in doubtful {
            let is_black = self.samples[index].is_some_and(|sample| kind(sample.colour) == Some(Colour::Black));
            if is_black && light(index) < usual * 0.8 - 10.0 {
                self.looks[index] = Look::Other;
            }
        }
    }
}

fn look(sample: Option<Sample>) -> Look {
    match sample.filter(Sample::is_even).and_then(|sample| kind(sample.colour)) {
        None => Look::Other,
        Some(Colour::Black) => Look::Doubtful,
        Some(_) => Look::Tile,
    }
}
