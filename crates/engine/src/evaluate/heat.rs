//! Heat: how far every cell is from the nearest enemy cell, counted in steps up, down, left and right, whatever lies
//! between. Low is close. Students' bots and the schools' robots play by sums of it.

use grid::{Cell, CellSet, Size};

/// The distances of all cells of one board, kept from turn to turn: an enemy that grows only brings cells closer.
#[derive(Clone, Debug)]
pub struct Heat<S> {
    /// The enemy cells that are accounted for.
    seen: S,
    size: Size,
    distance: Vec<i16>,
    /// `cols, cols - 1, ..., 1, 0, 1, ..., cols`: the steps along a row, from any column, are a piece of it.
    ramp: Vec<i16>,
}

impl<S: CellSet> Heat<S> {
    /// The distances from these enemy cells. Without any, everything is equally far.
    pub fn new(enemy: &S, size: Size) -> Self {
        let cols = size.cols as i16;
        let ramp = (-cols..=cols).map(i16::abs).collect();
        Self { seen: enemy.clone(), size, distance: measured(enemy, size), ramp }
    }

    /// Brings the distances up to date with an enemy that has at least the cells it had before; `false`, and nothing
    /// done, when it has not.
    pub fn grown_to(&mut self, enemy: &S, size: Size) -> bool {
        let is_grown = size == self.size && self.seen.common(enemy) == self.seen.len();
        if is_grown {
            self.approach(enemy);
        }
        is_grown
    }

    /// Steps from a cell to the nearest enemy cell.
    pub fn at(&self, cell: Cell) -> u16 {
        self.distance[cell.row * self.size.cols + cell.col] as u16
    }

    fn approach(&mut self, enemy: &S) {
        let mut new = enemy.clone();
        new -= &self.seen;
        for cell in new.iter() {
            let along = &self.ramp[self.size.cols - cell.col..];
            for (row, line) in self.distance.chunks_exact_mut(self.size.cols).enumerate() {
                let down = row.abs_diff(cell.row) as i16;
                for (distance, along) in line.iter_mut().zip(along) {
                    *distance = (*distance).min(down + along);
                }
            }
        }
        self.seen = enemy.clone();
    }
}

/// All distances at once. Two passes are exact for this metric: every shortest way goes down and across, or up and
/// across.
fn measured<S: CellSet>(enemy: &S, size: Size) -> Vec<i16> {
    let cols = size.cols;
    let mut distance = vec![i16::MAX / 2; size.area()];
    for cell in enemy.iter() {
        distance[cell.row * cols + cell.col] = 0;
    }
    for row in 0..size.rows {
        if row > 0 {
            let (above, here) = distance.split_at_mut(row * cols);
            step_from(&above[(row - 1) * cols..], &mut here[..cols]);
        }
        let line = &mut distance[row * cols..][..cols];
        for col in 1..cols {
            line[col] = line[col].min(line[col - 1] + 1);
        }
        for col in (1..cols).rev() {
            line[col - 1] = line[col - 1].min(line[col] + 1);
        }
    }
    for row in (1..size.rows).rev() {
        let (here, below) = distance.split_at_mut(row * cols);
        step_from(&below[..cols], &mut here[(row - 1) * cols..]);
    }
    distance
}

/// A row is at most one step farther than the row beside it.
fn step_from(beside: &[i16], row: &mut [i16]) {
    for (distance, beside) in row.iter_mut().zip(beside) {
        *distance = (*distance).min(beside + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::AnyRows;

    fn set(cells: &[Cell], size: Size) -> AnyRows {
        let mut set = AnyRows::empty(size);
        cells.iter().for_each(|c| set.insert(*c));
        set
    }

    #[test]
    fn heat_is_the_number_of_steps_to_the_nearest_enemy() {
        let size = Size::new(7, 9);
        let enemies = [Cell::new(1, 8), Cell::new(5, 0), Cell::new(5, 5)];
        let mut heat = Heat::new(&set(&enemies[..1], size), size);
        assert!(heat.grown_to(&set(&enemies, size), size));
        let at_once = Heat::new(&set(&enemies, size), size);
        for cell in size.cells() {
            let steps = |e: &Cell| e.row.abs_diff(cell.row) + e.col.abs_diff(cell.col);
            let nearest = enemies.iter().map(steps).min().unwrap();
            assert_eq!([heat.at(cell), at_once.at(cell)].map(usize::from), [nearest; 2], "{cell:?}");
        }
        assert!(!heat.grown_to(&set(&enemies[1..], size), size), "another game");
    }

    #[test]
    fn without_enemies_everything_is_equally_far() {
        let size = Size::new(2, 4);
        let heat = Heat::new(&AnyRows::empty(size), size);
        assert!(size.cells().all(|c| heat.at(c) == heat.at(Cell::new(0, 0))));
    }
}
