//! How far a board goes on a lattice: the rectangle of cells that look like tiles.
//!
//! Cells in bright colours speak for a board, uneven and light grey ones against it. Black ones and those that hang
//! together with the background decide nothing at first: dark windows are full of them.

use crate::hue::{contrast, kind, lightest};
use crate::lattice::Lattice;
use crate::picture::Picture;
use crate::sample::{Sample, middle};
use rules::Size;
use rules::colours::{Colour, MOST_TILES, USUAL_SIZE};

/// The fewest rows and columns of a board in a picture.
pub(crate) const SHORTEST: usize = 4;
/// The most rows and columns.
pub(crate) const LONGEST: usize = 16;

/// The largest contrast between neighbouring cells of one shaded surface.
const SHADE: u8 = 26;

/// The cells of a lattice that are in the picture, with what they look like.
pub(crate) struct Cells {
    /// The first column and row.
    first: (isize, isize),
    cols: usize,
    rows: usize,
    samples: Vec<Option<Sample>>,
    looks: Vec<Look>,
}

/// What a cell says about being part of a board.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Look {
    Tile,
    Doubtful,
    Other,
}

impl Look {
    fn weight(self) -> f32 {
        match self {
            Self::Tile => 1.0,
            Self::Doubtful => -0.1,
            Self::Other => -1.5,
        }
    }
}

/// A rectangle of cells, in the numbering of the lattice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub col: isize,
    pub row: isize,
    pub size: Size,
}

impl Cells {
    /// Looks at all cells of a lattice. `None` when they are too many for the pitch to be that of a board.
    pub fn look(picture: &Picture, lattice: &Lattice) -> Option<Self> {
        let (width, height) = (picture.width as f32, picture.height as f32);
        let corners = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)].map(|(x, y)| lattice.cell(x, y));
        let least = |pick: fn((f32, f32)) -> f32| corners.into_iter().map(pick).fold(f32::INFINITY, f32::min);
        let most = |pick: fn((f32, f32)) -> f32| corners.into_iter().map(pick).fold(f32::NEG_INFINITY, f32::max);
        // A cell counts when six tenths of it are in the picture.
        let first = ((least(|c| c.0) - 0.4).ceil() as isize, (least(|c| c.1) - 0.4).ceil() as isize);
        let past = ((most(|c| c.0) + 0.4).floor() as isize, (most(|c| c.1) + 0.4).floor() as isize);
        let (cols, rows) = (usize::try_from(past.0 - first.0).ok()?, usize::try_from(past.1 - first.1).ok()?);
        if cols < SHORTEST || rows < SHORTEST || cols * rows > 15_000 {
            return None;
        }
        let mut cells = Self { first, cols, rows, samples: Vec::new(), looks: Vec::new() };
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

    fn index(&self, col: isize, row: isize) -> Option<usize> {
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

    /// The rectangle that looks most like a board.
    pub fn extent(&self) -> Option<Extent> {
        let best = self.heaviest()?;
        Some(self.widened(best))
    }

    /// The rectangle with the largest sum of weights.
    fn heaviest(&self) -> Option<Extent> {
        let mut best: Option<(f32, Extent)> = None;
        let mut sums = vec![0.0_f32; self.cols];
        for top in 0..self.rows {
            sums.fill(0.0);
            for bottom in top..self.rows.min(top + LONGEST) {
                for (sum, look) in sums.iter_mut().zip(&self.looks[bottom * self.cols..]) {
                    *sum += look.weight();
                }
                let rows = bottom + 1 - top;
                if rows < SHORTEST {
                    continue;
                }
                let longest = LONGEST.min(MOST_TILES / rows);
                for left in 0..self.cols {
                    let mut sum = 0.0;
                    for (cols, column) in sums[left..].iter().take(longest).enumerate().map(|(n, c)| (n + 1, c)) {
                        sum += column;
                        if cols >= SHORTEST && best.as_ref().is_none_or(|(weight, _)| sum > *weight) {
                            let (col, row) = (self.first.0 + left as isize, self.first.1 + top as isize);
                            best = Some((sum, Extent { col, row, size: Size::new(rows, cols) }));
                        }
                    }
                }
            }
        }
        best.filter(|(weight, _)| *weight >= 6.0).map(|(_, extent)| extent)
    }

    /// Adds rows and columns of doubtful cells until the board has its usual size, where something else comes after.
    fn widened(&self, mut extent: Extent) -> Extent {
        for _ in 0..4 {
            let Extent { col, row, size } = extent;
            let (lacks_rows, lacks_cols) = (size.rows < USUAL_SIZE.rows, size.cols < USUAL_SIZE.cols);
            let mut next = None;
            for (lacks, is_row, at, step) in [
                (lacks_rows, true, row - 1, -1),
                (lacks_rows, true, row + size.rows as isize, 1),
                (lacks_cols, false, col - 1, -1),
                (lacks_cols, false, col + size.cols as isize, 1),
            ] {
                if lacks && next.is_none() && self.belongs(&extent, is_row, at, step) {
                    let grown = Size::new(size.rows + usize::from(is_row), size.cols + usize::from(!is_row));
                    let back = |is_this: bool| isize::from(is_this && step < 0);
                    next = Some(Extent { col: col - back(!is_row), row: row - back(is_row), size: grown });
                }
            }
            let Some(grown) = next else { return extent };
            extent = grown;
        }
        extent
    }

    /// Whether the row or column `at` next to a board is part of it: tiles in a colour of the board, and past them
    /// something else or the end of the picture.
    fn belongs(&self, extent: &Extent, is_row: bool, at: isize, step: isize) -> bool {
        let (start, length) = if is_row { (extent.col, extent.size.cols) } else { (extent.row, extent.size.rows) };
        let sample = |along: isize, at: isize| if is_row { self.sample(along, at) } else { self.sample(at, along) };
        let mut ends = 0;
        for along in start..start + length as isize {
            let Some(here) = sample(along, at).filter(Sample::is_even) else { return false };
            let is_known = self.inside(extent).any(|tile| contrast(tile.colour, here.colour) <= 24);
            if !is_known {
                return false;
            }
            let past = sample(along, at + step);
            ends += usize::from(past.is_none_or(|past| contrast(past.colour, here.colour) > 14));
        }
        ends * 10 >= length * 8
    }

    fn inside(&self, extent: &Extent) -> impl Iterator<Item = Sample> {
        let Extent { col, row, size } = *extent;
        size.cells().filter_map(move |cell| self.sample(col + cell.col as isize, row + cell.row as isize))
    }
}

fn look(sample: Option<Sample>) -> Look {
    match sample.filter(Sample::is_even).and_then(|sample| kind(sample.colour)) {
        None => Look::Other,
        Some(Colour::Black) => Look::Doubtful,
        Some(_) => Look::Tile,
    }
}
