//! The eight ways to turn and mirror a board.

use crate::{Cell, Size};

/// A symmetry of the square: mirror top to bottom, mirror left to right, then exchange rows and columns, each or not.
///
/// ```
/// use landgrab_grid::{Cell, Size, Symmetry};
///
/// let size = Size::new(2, 3);
/// assert_eq!(Symmetry::HALF_TURN.cell(Cell::new(0, 0), size), Cell::new(1, 2));
/// assert_eq!(Symmetry::ALL.len(), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry {
    /// The first row becomes the last.
    pub flip_rows: bool,
    /// The first column becomes the last.
    pub flip_cols: bool,
    /// After the flips, rows become columns.
    pub transpose: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { flip_rows: false, flip_cols: false, transpose: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self { flip_rows: i & 1 != 0, flip_cols: i & 2 != 0, transpose: i & 4 != 0 };
            i += 1;
        }
        all
    };

    /// Half a turn.
    pub const HALF_TURN: Self = Self { flip_rows: true, flip_cols: true, transpose: false };

    /// The size of a board afterwards.
    pub const fn size(self, size: Size) -> Size {
        if self.transpose { Size::new(size.cols, size.rows) } else { size }
    }

    /// The image of a cell of a board of `size`.
    pub const fn cell(self, cell: Cell, size: Size) -> Cell {
        let row = if self.flip_rows { size.rows - 1 - cell.row } else { cell.row };
        let col = if self.flip_cols { size.cols - 1 - cell.col } else { cell.col };
        if self.transpose { Cell::new(col, row) } else { Cell::new(row, col) }
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Self {
        // Undoing "flip, then transpose" is "transpose, then flip", which is the other flip before transposing.
        if self.transpose {
            Self { flip_rows: self.flip_cols, flip_cols: self.flip_rows, transpose: true }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_moves_each_cell_somewhere_else_and_back() {
        let size = Size::new(3, 5);
        for symmetry in Symmetry::ALL {
            let mut images: Vec<Cell> = size.cells().map(|c| symmetry.cell(c, size)).collect();
            for (cell, image) in size.cells().zip(&images) {
                assert!(symmetry.size(size).contains(*image));
                assert_eq!(symmetry.inverse().cell(*image, symmetry.size(size)), cell);
            }
            images.sort();
            images.dedup();
            assert_eq!(images.len(), size.area());
        }
    }
}
