//! Where a board ends. A row of tiles that goes on past the board in the same colour is covered by something, or is no row
//! of tiles at all.

use crate::board_fit::BoardFit;
use crate::picture::Picture;
use crate::shade::{distance, shade};
use rules::{Cell, Size};

/// How far past the board the picture is looked at, in tiles. Something small may lie at one of these places.
const PAST: [f32; 5] = [0.15, 0.3, 0.45, 0.6, 0.8];
/// The largest distance between shades of one surface.
const ALIKE: f32 = 12.0;

impl BoardFit {
    /// The edges at which the board does not end.
    pub fn open_edges(&self, picture: &Picture) -> Vec<&'static str> {
        let Size { rows, cols } = self.size;
        let row = |row: usize| (0..cols).map(|col| Cell::new(row, col)).collect::<Vec<_>>();
        let col = |col: usize| (0..rows).map(|row| Cell::new(row, col)).collect::<Vec<_>>();
        let mut open = Vec::new();
        for (edge, cells, way) in [
            ("top", row(0), (0.0, -1.0)),
            ("bottom", row(rows - 1), (0.0, 1.0)),
            ("left", col(0), (-1.0, 0.0)),
            ("right", col(cols - 1), (1.0, 0.0)),
        ] {
            let seen: Vec<bool> = cells.iter().filter_map(|cell| self.goes_on(picture, *cell, way)).collect();
            let count = seen.iter().filter(|goes_on| **goes_on).count();
            let is_seen = seen.len() * 2 >= cells.len();
            // Where the picture ends with the board, a line of one colour may be a banner that ends there too.
            let is_plain = cells.windows(2).all(|pair| self.are_alike(pair[0], pair[1]));
            if (is_seen && count * 2 > seen.len()) || (!is_seen && is_plain) {
                open.push(edge);
            }
        }
        // A banner over a whole row goes on past both of its ends.
        let is_banner = |cells: Vec<Cell>, way: (f32, f32)| {
            let is_plain = cells.windows(2).all(|pair| self.are_alike(pair[0], pair[1]));
            let back = (-way.0, -way.1);
            let ends = [(cells[0], back), (cells[cells.len() - 1], way)];
            is_plain && ends.into_iter().all(|(cell, way)| self.goes_on(picture, cell, way) == Some(true))
        };
        if (0..rows).any(|at| is_banner(row(at), (1.0, 0.0))) {
            open.extend(["left", "right"]);
        }
        if (0..cols).any(|at| is_banner(col(at), (0.0, 1.0))) {
            open.extend(["top", "bottom"]);
        }
        open.sort_unstable();
        open.dedup();
        open
    }

    fn are_alike(&self, one: Cell, other: Cell) -> bool {
        distance(shade(self.colour(one)), shade(self.colour(other))) <= ALIKE
    }

    /// Whether the picture past a border tile, in this direction, looks like the tile. `None` where the picture ends.
    fn goes_on(&self, picture: &Picture, cell: Cell, (right, down): (f32, f32)) -> Option<bool> {
        let reach = (self.lattice.pitch() / 18.0).clamp(0.0, 3.0) as usize;
        let (col, row) = (cell.col as f32 + 0.5, cell.row as f32 + 0.5);
        let points = PAST.map(|past| {
            let (x, y) = self.lattice.point(col + right * (0.5 + past), row + down * (0.5 + past));
            picture.around(x, y, reach)
        });
        points[0]?;
        let is_alike = |past| distance(shade(past), shade(self.colour(cell))) <= ALIKE;
        Some(points.into_iter().flatten().any(is_alike))
    }
}
