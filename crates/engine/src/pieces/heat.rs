//! Heat: the distance of every cell from the nearest enemy cell, through obstacles. Low is close. Students' bots and the
//! schools' robots play by sums of it.

use grid::{Cell, CellSet, Size};

/// The metric of heat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Chebyshev distance: a step goes to any of eight neighbours, so equal distances are square rings.
    Rings,
    /// Manhattan distance: a step goes up, down, left or right.
    L1,
}

impl Metric {
    /// Both, by name.
    pub const NAMES: [(&str, Self); 2] = [("rings", Self::Rings), ("l1", Self::L1)];
}

/// The distances of all cells of one board, updated from turn to turn: an enemy that grows only brings cells closer.
///
/// ```
/// use landgrab_engine::pieces::heat::{Heat, Metric};
/// use landgrab_engine::rules::pieces::{Pieces, class};
/// use landgrab_engine::rules::{Cell, Side};
///
/// let text = "O...\n....\n...X\nrules=plateau turn=O placed=0,0";
/// let position: Pieces<class::Small> = text.parse()?;
/// let heat = Heat::new(Metric::L1, position.own(Side::Second), position.size());
/// assert_eq!(heat.at(Cell::new(0, 0)), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Heat<S> {
    metric: Metric,
    /// The enemy cells that the distances account for.
    seen: S,
    size: Size,
    distance: Vec<i16>,
    /// `cols, cols - 1, ..., 1, 0, 1, ..., cols`: the distances along a row, from any column, are a slice of it.
    ramp: Vec<i16>,
}

impl<S: CellSet> Heat<S> {
    /// The distances from these enemy cells. Without any, all cells are equally far.
    pub fn new(metric: Metric, enemy: &S, size: Size) -> Self {
        let cols = size.cols as i16;
        let ramp = (-cols..=cols).map(i16::abs).collect();
        Self { metric, seen: enemy.clone(), size, distance: measured(metric, enemy, size), ramp }
    }

    /// Brings the distances up to date with an enemy that has at least the cells it had before; `false`, and nothing
    /// done, when it has not.
    pub fn grown_to(&mut self, enemy: &S, size: Size) -> bool {
        let is_grown = size == self.size && self.seen.common(enemy) == self.seen.len();
        if is_grown {
            match self.metric {
                Metric::Rings => self.approach(enemy, i16::max),
                Metric::L1 => self.approach(enemy, |down, along| down + along),
            }
        }
        is_grown
    }

    /// Steps from a cell to the nearest enemy cell.
    pub fn at(&self, cell: Cell) -> u16 {
        self.distance[cell.row * self.size.cols + cell.col] as u16
    }

    /// Updates the distances with new enemy cells; `steps` combines the distances across and along rows.
    fn approach(&mut self, enemy: &S, steps: impl Fn(i16, i16) -> i16) {
        let mut new = enemy.clone();
        new -= &self.seen;
        for cell in new.iter() {
            let along = &self.ramp[self.size.cols - cell.col..];
            for (row, line) in self.distance.chunks_exact_mut(self.size.cols).enumerate() {
                let down = row.abs_diff(cell.row) as i16;
                for (distance, along) in line.iter_mut().zip(along) {
                    *distance = (*distance).min(steps(down, *along));
                }
            }
        }
        self.seen = enemy.clone();
    }
}

/// The distance transform: two passes are exact for both metrics, because some shortest way goes along the enemy's row
/// first, and then only down or only up.
fn measured<S: CellSet>(metric: Metric, enemy: &S, size: Size) -> Vec<i16> {
    let cols = size.cols;
    let mut distance = vec![i16::MAX / 2; size.area()];
    for cell in enemy.iter() {
        distance[cell.row * cols + cell.col] = 0;
    }
    for row in 0..size.rows {
        if row > 0 {
            let (above, here) = distance.split_at_mut(row * cols);
            step_from(&above[(row - 1) * cols..], &mut here[..cols], metric);
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
        step_from(&below[..cols], &mut here[(row - 1) * cols..], metric);
    }
    distance
}

/// A cell is at most one step farther than its neighbours in the row beside it: one of them, or three.
fn step_from(beside: &[i16], row: &mut [i16], metric: Metric) {
    let closer = |row: &mut [i16], beside: &[i16]| {
        for (distance, beside) in row.iter_mut().zip(beside) {
            *distance = (*distance).min(beside + 1);
        }
    };
    closer(row, beside);
    if metric == Metric::Rings {
        closer(row, &beside[1..]);
        closer(&mut row[1..], beside);
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
        for metric in [Metric::Rings, Metric::L1] {
            let mut heat = Heat::new(metric, &set(&enemies[..1], size), size);
            assert!(heat.grown_to(&set(&enemies, size), size));
            let at_once = Heat::new(metric, &set(&enemies, size), size);
            for cell in size.cells() {
                let steps = |e: &Cell| {
                    let (down, along) = (e.row.abs_diff(cell.row), e.col.abs_diff(cell.col));
                    if metric == Metric::Rings { down.max(along) } else { down + along }
                };
                let nearest = enemies.iter().map(steps).min().unwrap();
                assert_eq!([heat.at(cell), at_once.at(cell)].map(usize::from), [nearest; 2], "{metric:?} {cell:?}");
            }
            assert!(!heat.grown_to(&set(&enemies[1..], size), size), "another game");
        }
    }

    /// The numbers of all cells, two places each.
    fn numbers<S: CellSet>(heat: &Heat<S>, size: Size) -> String {
        let row = |row| (0..size.cols).map(move |col| format!("{:>2}", heat.at(Cell::new(row, col))));
        (0..size.rows).map(|r| row(r).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn rings_go_around_corners_at_once_and_l1_goes_around_them() {
        let enemy = AnyRows::from_picture(
            "X...
             ....
             ....",
        );
        let of = |metric| numbers(&Heat::new(metric, &enemy, Size::new(3, 4)), Size::new(3, 4));
        assert_eq!(of(Metric::Rings), " 0  1  2  3\n 1  1  2  3\n 2  2  2  3");
        assert_eq!(of(Metric::L1), " 0  1  2  3\n 1  2  3  4\n 2  3  4  5");
    }

    /// The example of docs/games/pieces.md, seen by `O`. The numbers are not ours: they come with its description.
    #[test]
    fn rings_number_the_example_as_its_description_does() {
        let enemy = AnyRows::from_picture(
            ".................
             .................
             .................
             .................
             .................
             .................
             .................
             .................
             .................
             .................
             ..............XXX
             ...............XX
             .............XXXX
             .................
             .................",
        );
        let size = Size::new(15, 17);
        let expected = "
            13 12 12 11 10 10 10 10 10 10 10 10 10 10 10 10 10
            13 12 11 11 10  9  9  9  9  9  9  9  9  9  9  9  9
            13 12 11 10 10  9  8  8  8  8  8  8  8  8  8  8  8
            13 12 11 10  9  9  8  7  7  7  7  7  7  7  7  7  7
            13 12 11 10  9  8  8  7  6  6  6  6  6  6  6  6  6
            13 12 11 10  9  8  7  7  6  5  5  5  5  5  5  5  5
            13 12 11 10  9  8  7  6  6  5  4  4  4  4  4  4  4
            13 12 11 10  9  8  7  6  5  5  4  3  3  3  3  3  3
            13 12 11 10  9  8  7  6  5  4  4  3  2  2  2  2  2
            13 12 11 10  9  8  7  6  5  4  3  3  2  1  1  1  1
            13 12 11 10  9  8  7  6  5  4  3  2  2  1  0  0  0
            13 12 11 10  9  8  7  6  5  4  3  2  1  1  1  0  0
            13 12 11 10  9  8  7  6  5  4  3  2  1  0  0  0  0
            13 12 11 10  9  8  7  6  5  4  3  2  1  1  1  1  1
            13 12 11 10  9  8  7  6  5  4  3  2  2  2  2  2  2";
        let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
        assert_eq!(numbers(&Heat::new(Metric::Rings, &enemy, size), size), expected.join("\n"));
    }

    #[test]
    fn without_enemies_everything_is_equally_far() {
        let size = Size::new(2, 4);
        let heat = Heat::new(Metric::L1, &AnyRows::empty(size), size);
        assert!(size.cells().all(|c| heat.at(c) == heat.at(Cell::new(0, 0))));
    }
}
