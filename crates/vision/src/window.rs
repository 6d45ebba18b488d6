//! The place of a board of known size on a lattice: where tiles differ from each other inside, differ from what is beside
//! the board, and what is beside it are no tiles.

use crate::cells::Cells;
use crate::extent::Extent;
use crate::sample::Sample;
use crate::shade::{distance, shade};
use rules::Size;

/// The share of border tiles that must differ from what is beside them.
const CLEAR_BORDER: f32 = 0.7;
/// From this distance on two cells have different colours.
const DIFFERENT: f32 = 14.0;

impl Cells {
    /// The place where a board of this size stands out most clearly.
    pub fn window(&self, size: Size) -> Option<Extent> {
        let rows = self.first.1..=self.first.1 + self.rows as isize - size.rows as isize;
        let mut best: Option<(f32, Extent)> = None;
        for row in rows {
            for col in self.first.0..=self.first.0 + self.cols as isize - size.cols as isize {
                let extent = Extent { col, row, size };
                let Some(score) = self.clearness(&extent) else { continue };
                if best.as_ref().is_none_or(|(other, _)| score > *other) {
                    best = Some((score, extent));
                }
            }
        }
        best.map(|(_, extent)| extent)
    }

    /// How clearly a board of this extent stands out, or `None` where it does not.
    fn clearness(&self, extent: &Extent) -> Option<f32> {
        let Extent { col, row, size } = *extent;
        let (cols, rows) = (size.cols as isize, size.rows as isize);
        let mut even = 0;
        let mut inside = 0;
        for r in row..row + rows {
            for c in col..col + cols {
                let here = self.sample(c, r)?;
                even += usize::from(here.is_even());
                let right = (c + 1 < col + cols).then(|| self.sample(c + 1, r)).flatten();
                let below = (r + 1 < row + rows).then(|| self.sample(c, r + 1)).flatten();
                inside += [right, below].into_iter().flatten().filter(|other| differ(here, *other)).count();
            }
        }
        if even * 10 < size.area() * 9 {
            return None;
        }
        let mut border = 0.0;
        for (is_row, at, past) in [
            (true, row, row - 1),
            (true, row + rows - 1, row + rows),
            (false, col, col - 1),
            (false, col + cols - 1, col + cols),
        ] {
            border += self.border(extent, is_row, at, past)?;
        }
        Some(inside as f32 + 4.0 * border)
    }

    /// The share of a side's tiles that differ from what is beside them, or `None` where they do not or where what is
    /// beside them are tiles too.
    fn border(&self, extent: &Extent, is_row: bool, at: isize, past: isize) -> Option<f32> {
        let (start, length) = if is_row { (extent.col, extent.size.cols) } else { (extent.row, extent.size.rows) };
        let sample = |along: isize, at: isize| if is_row { self.sample(along, at) } else { self.sample(at, along) };
        let range = start..start + length as isize;
        let outside: Vec<Option<Sample>> = range.clone().map(|along| sample(along, past)).collect();
        let pairs = range.zip(&outside).filter_map(|(along, outside)| Some((sample(along, at)?, (*outside)?)));
        let (mut different, mut all) = (0, 0);
        for (tile, outside) in pairs {
            different += usize::from(!outside.is_even() || differ(tile, outside));
            all += 1;
        }
        // At the end of the picture nothing speaks against the board.
        if all * 2 < length {
            return Some(CLEAR_BORDER);
        }
        let share = different as f32 / all as f32;
        let changes = outside.windows(2).filter(|pair| match pair {
            [Some(one), Some(other)] => one.is_even() && other.is_even() && differ(*one, *other),
            _ => false,
        });
        let are_tiles = changes.count() * 2 >= length;
        (share >= CLEAR_BORDER && !are_tiles).then_some(share)
    }
}

fn differ(one: Sample, other: Sample) -> bool {
    distance(shade(one.colour), shade(other.colour)) > DIFFERENT
}
