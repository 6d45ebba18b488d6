//! The extent of a board on a lattice: the rectangle of cells with the largest weight, and the doubtful rows and
//! columns beside it that belong to it.

use crate::cells::{Cells, Evidence};
use crate::hue::{contrast, lightest};
use crate::sample::Sample;
use rules::Size;
use rules::colours::MOST_TILES;

/// The fewest rows and columns of a board in a picture.
pub(crate) const SHORTEST: usize = 5;
/// The most rows and columns.
pub(crate) const LONGEST: usize = 16;
/// Rows and columns past a board in which further tiles are searched. Tiles beyond a gap of one or two mean that
/// something covers a part of the board.
const ALONE_WITHIN: isize = 3;
/// The least weight of a rectangle that can be a board: six tiles more than speak against it.
const LEAST_WEIGHT: f32 = 6.0;
/// Rows or columns by which a board may grow at a time where it is not short of the usual size.
const GROWS_BY: usize = 2;
/// The most times that a board may grow: once on each side.
const MOST_GROWTHS: usize = 4;
/// The least contrast between the last row of tiles and what is past it. Shading within one surface stays below.
const ENDS_AT: u8 = 22;
/// The share of a new row past which something else must come, in tenths. A few neighbours may look alike by chance.
const ENDED_TENTHS: usize = 8;
/// The most contrast between two tiles of one colour.
const ALIKE: u8 = 18;
/// The same for a lighter tile: pulses and the light from above add white.
const ALIKE_IF_LIGHTER: u8 = 30;

/// A rectangle of cells, in the numbering of the lattice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub col: isize,
    pub row: isize,
    pub size: Size,
}

impl Cells {
    /// All cells, if the picture ends where they end and none of them is anything else than a tile.
    pub fn whole(&self) -> Option<Extent> {
        let size = Size::new(self.rows, self.cols);
        let fits = self.rows.max(self.cols) <= LONGEST && size.area() <= MOST_TILES;
        let is_board = fits && self.is_tight && !self.evidence.contains(&Evidence::Other);
        is_board.then_some(Extent { col: self.first.0, row: self.first.1, size })
    }

    /// The rectangle that looks most like a board.
    pub fn extent(&self) -> Option<Extent> {
        let best = self.heaviest()?;
        Some(self.widened(best)).filter(|extent| self.is_alone(extent))
    }

    /// Whether no further row or column of tiles is near. Where there is one, something covers a part of the board, or
    /// it is no board at all. The usual size needs no such proof.
    fn is_alone(&self, extent: &Extent) -> bool {
        let Extent { col, row, size } = *extent;
        let (cols, rows) = (size.cols as isize, size.rows as isize);
        let is_tile = |col, row| self.index(col, row).is_some_and(|index| self.evidence[index] == Evidence::Tile);
        // Two thirds of a row: something may cover the rest.
        let is_row = |at| (col..col + cols).filter(|along| is_tile(*along, at)).count() * 3 > size.cols * 2;
        let is_col = |at| (row..row + rows).filter(|along| is_tile(at, *along)).count() * 3 > size.rows * 2;
        let has_more = |off| {
            is_row(row - off) || is_row(row + rows - 1 + off) || is_col(col - off) || is_col(col + cols - 1 + off)
        };
        size == self.wanted || !(1..=ALONE_WITHIN).any(has_more)
    }

    /// The rectangle with the largest sum of weights.
    fn heaviest(&self) -> Option<Extent> {
        let mut best: Option<(f32, Extent)> = None;
        let mut sums = vec![0.0_f32; self.cols];
        for top in 0..self.rows {
            sums.fill(0.0);
            for bottom in top..self.rows.min(top + LONGEST) {
                for (sum, evidence) in sums.iter_mut().zip(&self.evidence[bottom * self.cols..]) {
                    *sum += evidence.weight();
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
        best.filter(|(weight, _)| *weight >= LEAST_WEIGHT).map(|(_, extent)| extent)
    }

    /// Adds rows and columns of doubtful cells where they look like tiles and something else comes after them. A board
    /// of the usual size is complete.
    fn widened(&self, mut extent: Extent) -> Extent {
        let grown = |extent: &Extent| {
            let (lacking_rows, lacking_cols) = match extent.size {
                size if size == self.wanted => (0, 0),
                // Towards the usual size; other boards only by a little.
                Size { rows, cols } => (
                    self.wanted.rows.saturating_sub(rows).max(GROWS_BY),
                    self.wanted.cols.saturating_sub(cols).max(GROWS_BY),
                ),
            };
            let sides = [
                (true, -1, lacking_rows),
                (true, 1, lacking_rows),
                (false, -1, lacking_cols),
                (false, 1, lacking_cols),
            ];
            let mut more =
                sides.into_iter().flat_map(|(is_row, step, most)| (1..=most).map(move |n| (is_row, step, n)));
            more.find_map(|(is_row, step, count)| self.longer(extent, is_row, step, count))
        };
        for _ in 0..MOST_GROWTHS {
            let Some(next) = grown(&extent) else { break };
            extent = next;
        }
        extent
    }

    /// The board with so many more rows or columns on one side, if they are part of it: tiles in colours of the board,
    /// and past them something else or the end of the picture.
    fn longer(&self, extent: &Extent, is_row: bool, step: isize, count: usize) -> Option<Extent> {
        let Extent { col, row, size } = *extent;
        let (start, length, low, high) =
            if is_row { (col, size.cols, row, size.rows) } else { (row, size.rows, col, size.cols) };
        let first = if step < 0 { low - 1 } else { low + high as isize };
        let usual = if is_row { self.wanted.rows } else { self.wanted.cols };
        // The end of the picture proves little: the page may end there too.
        let is_towards_usual = high + count <= usual;
        let sample = |along: isize, at: isize| if is_row { self.sample(along, at) } else { self.sample(at, along) };
        let mut ends = 0;
        for along in start..start + length as isize {
            let mut last = None;
            for number in 0..count as isize {
                let at = first + step * number;
                let here = sample(along, at).filter(Sample::is_even)?;
                let (col, row) = if is_row { (along, at) } else { (at, along) };
                let is_bright = self.index(col, row).is_some_and(|index| self.evidence[index] == Evidence::Tile);
                if !is_bright && !self.inside(extent).any(|tile| is_like(tile, here)) {
                    return None;
                }
                last = Some(here);
            }
            let differs = |past: Sample| last.is_some_and(|last| contrast(past.colour, last.colour) > ENDS_AT);
            let past = sample(along, first + step * count as isize);
            ends += usize::from(past.map_or(is_towards_usual, differs));
        }
        let size = if is_row { Size::new(high + count, size.cols) } else { Size::new(size.rows, high + count) };
        let back = if step < 0 { count as isize } else { 0 };
        let (col, row) = if is_row { (col, row - back) } else { (col - back, row) };
        let fits = size.rows.max(size.cols) <= LONGEST && size.area() <= MOST_TILES;
        (fits && ends * 10 >= length * ENDED_TENTHS).then_some(Extent { col, row, size })
    }

    fn inside(&self, extent: &Extent) -> impl Iterator<Item = Sample> {
        let Extent { col, row, size } = *extent;
        size.cells().filter_map(move |cell| self.sample(col + cell.col as isize, row + cell.row as isize))
    }
}

/// Whether a cell can be a tile of the same colour as a certain one. Pulses and the light from above make it lighter.
fn is_like(tile: Sample, cell: Sample) -> bool {
    let most = if lightest(cell.colour) > lightest(tile.colour) { ALIKE_IF_LIGHTER } else { ALIKE };
    contrast(tile.colour, cell.colour) <= most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::picture::Picture;
    use rules::colours::USUAL_SIZE;

    /// A picture with a cell of 10x10 pixels for each letter; `.` is a white and `#` a black page.
    fn extent(rows: &[&str]) -> Option<(isize, isize, usize, usize)> {
        let pixel = |letter: u8| match letter {
            b'R' => [230, 55, 83],
            b'G' => [163, 213, 89],
            b'B' => [62, 168, 240],
            b'K' => [65, 65, 65],
            b'#' => [20, 20, 24],
            _ => [255; 3],
        };
        let line = |row: &&str| row.bytes().flat_map(|letter| [pixel(letter); 10]).collect::<Vec<_>>();
        let pixels = rows.iter().flat_map(|row| line(row).repeat(10)).collect();
        let picture = Picture::new(rows[0].len() * 10, pixels);
        let cells = Cells::sampled(&picture, &Lattice::upright((0.0, 0.0), 10.0, 10.0), USUAL_SIZE)?;
        cells.extent().map(|extent| (extent.col, extent.row, extent.size.rows, extent.size.cols))
    }

    #[test]
    fn black_tiles_belong_to_the_board_and_black_pages_do_not() {
        let board =
            ["#########", "#RGBRKGK#", "#GBKGBRK#", "#BKGKRBK#", "#RGRBGKK#", "#GBKRKGK#", "#RRGBRBK#", "#########"];
        assert_eq!(extent(&board), Some((1, 1, 6, 7)));
        let crop: Vec<&str> = board[1..7].iter().map(|row| &row[1..8]).collect();
        assert_eq!(extent(&crop), Some((0, 0, 6, 7)));
    }

    #[test]
    fn a_board_with_a_covered_row_in_it_is_none() {
        let tiles = ["RGBRGB", "GBRGBR", "BRGBRG", "RGBRGB", "GBRGBR"];
        let covered: Vec<&str> = tiles.iter().copied().chain(["......"; 2]).chain(["RGBRGB"; 2]).collect();
        assert_eq!(extent(&covered), None);
        let apart: Vec<&str> = tiles.iter().copied().chain(["......"; 4]).chain(["RGBRGB"]).collect();
        assert_eq!(extent(&apart), Some((0, 0, 5, 6)));
    }
}
