//! A cell and the size of a board: rows before columns, both counted from 0 at the top left.

use std::fmt;

/// One cell of a board.
///
/// ```
/// use landgrab_grid::Cell;
///
/// let cell = Cell::new(1, 2);
/// assert_eq!((cell.row, cell.col), (1, 2));
/// assert!(cell < Cell::new(2, 0), "cells are ordered row by row");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Rows below the top one.
    pub row: usize,
    /// Columns right of the leftmost one.
    pub col: usize,
}

impl Cell {
    /// The cell in this row and column.
    pub const fn new(row: usize, col: usize) -> Self {
        Self { row, col }
    }
}

/// How many rows and columns a board has.
///
/// ```
/// use landgrab_grid::{Cell, Size};
///
/// let size = Size::new(2, 3);
/// assert!(size.contains(Cell::new(1, 2)) && !size.contains(Cell::new(2, 1)));
/// assert_eq!(size.cells().last(), Some(Cell::new(1, 2)));
/// assert_eq!((size.area(), size.to_string()), (6, "2x3".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

impl Size {
    /// A board of so many rows and columns.
    pub const fn new(rows: usize, cols: usize) -> Self {
        Self { rows, cols }
    }

    /// Number of cells.
    pub const fn area(self) -> usize {
        self.rows * self.cols
    }

    /// Whether the cell is on the board.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Cell { row, col }))
    }
}

/// `15x17`: rows, then columns.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}
