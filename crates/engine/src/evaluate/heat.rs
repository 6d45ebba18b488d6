//! Heat: how far every cell is from the nearest enemy cell, counted in steps up, down, left and right, whatever lies
//! between. Low is close. Students' bots and the schools' robots play by sums of it.

use grid::{Cell, CellSet, Size};

/// The distances of all cells of one board.
#[derive(Clone, Debug, Default)]
pub struct Heat {
    distance: Vec<u16>,
    size: Option<Size>,
}

impl Heat {
    /// Measures a board anew, keeping the memory. Without enemy cells everything is equally far: 0.
    pub fn measure<S: CellSet>(&mut self, enemy: &S, size: Size) {
        self.size = Some(size);
        self.distance.clear();
        let far = if enemy.is_empty() { 0 } else { u16::MAX / 2 };
        self.distance.resize(size.area(), far);
        for cell in enemy.iter() {
            self.distance[cell.row * size.cols + cell.col] = 0;
        }
        // Two passes are exact for this metric: every shortest way goes down and across, or up and across.
        let cols = size.cols;
        for row in 0..size.rows {
            if row > 0 {
                let (above, here) = self.distance.split_at_mut(row * cols);
                closer(&mut here[..cols], &above[(row - 1) * cols..]);
            }
            along(&mut self.distance[row * cols..][..cols]);
        }
        for row in (0..size.rows.saturating_sub(1)).rev() {
            let (here, below) = self.distance.split_at_mut((row + 1) * cols);
            closer(&mut here[row * cols..], &below[..cols]);
        }
    }

    /// Steps from a cell to the nearest enemy cell.
    pub fn at(&self, cell: Cell) -> u16 {
        self.distance[cell.row * self.size.map_or(0, |size| size.cols) + cell.col]
    }
}

/// A row is at most one step farther than the row beside it.
fn closer(row: &mut [u16], beside: &[u16]) {
    for (cell, beside) in row.iter_mut().zip(beside) {
        *cell = (*cell).min(beside + 1);
    }
}

/// A cell is at most one step farther than the cells left and right of it.
fn along(row: &mut [u16]) {
    for i in 1..row.len() {
        row[i] = row[i].min(row[i - 1] + 1);
    }
    for i in (0..row.len().saturating_sub(1)).rev() {
        row[i] = row[i].min(row[i + 1] + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::AnyRows;

    #[test]
    fn heat_is_the_number_of_steps_to_the_nearest_enemy() {
        let size = Size::new(7, 9);
        let enemies = [Cell::new(1, 7), Cell::new(5, 0), Cell::new(5, 5)];
        let mut set = AnyRows::empty(size);
        enemies.iter().for_each(|c| set.insert(*c));
        let mut heat = Heat::default();
        heat.measure(&set, size);
        for cell in size.cells() {
            let steps = |e: &Cell| e.row.abs_diff(cell.row) + e.col.abs_diff(cell.col);
            assert_eq!(usize::from(heat.at(cell)), enemies.iter().map(steps).min().unwrap(), "{cell:?}");
        }
    }

    #[test]
    fn without_enemies_everything_is_equally_far() {
        let size = Size::new(2, 4);
        let mut heat = Heat::default();
        heat.measure(&AnyRows::empty(size), size);
        assert!(size.cells().all(|c| heat.at(c) == 0));
    }
}
