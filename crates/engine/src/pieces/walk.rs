//! Walks: distances from the enemy by breadth-first search through free cells, up, down, left and right. Unlike heat, a walk
//! goes around obstacles.

use grid::{Cell, CellSet, Size};

/// A free cell that the search has not reached.
const UNSEEN: u32 = u32::MAX;

/// The lengths of the shortest walks from some cells through the free ones.
#[derive(Clone, Debug)]
pub struct Walk {
    size: Size,
    /// Row by row, with a margin of one cell around the board, so that every cell has four neighbours. 0 for cells that are
    /// not free, the margin included.
    steps: Vec<u32>,
}

impl Walk {
    /// Measures the walks that start beside these cells and go through free cells alone.
    pub fn new<S: CellSet>(from: &S, free: &S, size: Size) -> Self {
        let row = size.cols + 2;
        let mut walk = Self { size, steps: vec![0; row * (size.rows + 2)] };
        for cell in free.iter() {
            let place = walk.place(cell);
            walk.steps[place] = UNSEEN;
        }
        // Breadth first: a cell's first number is its smallest.
        let mut queue: Vec<usize> = from.iter().map(|cell| walk.place(cell)).collect();
        let mut next = 0;
        while next < queue.len() {
            let here = queue[next];
            for beside in [here - row, here - 1, here + 1, here + row] {
                if walk.steps[beside] == UNSEEN {
                    walk.steps[beside] = walk.steps[here] + 1;
                    queue.push(beside);
                }
            }
            next += 1;
        }
        walk
    }

    /// Steps to a free cell; `None` for cells that cannot be reached.
    pub fn to(&self, cell: Cell) -> Option<u32> {
        Some(self.steps[self.place(cell)]).filter(|steps| ![0, UNSEEN].contains(steps))
    }

    /// More than any distance: a stand-in for cells that cannot be reached.
    pub fn farther(&self) -> u32 {
        self.size.area() as u32
    }

    fn place(&self, cell: Cell) -> usize {
        (cell.row + 1) * (self.size.cols + 2) + cell.col + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{AnyRows, spread};
    use rules::{Source, SplitMix};

    /// The lengths as a picture: `-` where no walk leads.
    fn lengths(from: &str, free: &str) -> String {
        let (from, free, size) = (AnyRows::from_picture(from), AnyRows::from_picture(free), Size::new(3, 4));
        let walk = Walk::new(&from, &free, size);
        let mark = |cell| walk.to(cell).map_or("-".into(), |steps| steps.to_string());
        let marks: Vec<String> = size.cells().map(mark).collect();
        marks.chunks(size.cols).map(<[String]>::concat).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_walk_goes_around_a_wall() {
        let from = "...X
                    ....
                    ....";
        let free = "XX..
                    XX.X
                    XXXX";
        assert_eq!(lengths(from, free), "76--\n65-1\n5432");
    }

    #[test]
    fn no_walk_leads_into_cells_that_are_cut_off() {
        let from = "...X
                    ....
                    ....";
        let free = "XX..
                    XX.X
                    XX.X";
        assert_eq!(lengths(from, free), "----\n---1\n---2");
    }

    /// The obvious version: the cells that a flood fill reaches after each step.
    fn by_flood(from: &AnyRows, free: &AnyRows, size: Size) -> Vec<Option<u32>> {
        let mut lengths = vec![None; size.area()];
        let (mut front, mut ahead) = (from.clone(), free.clone());
        for steps in 1.. {
            front = spread(&front, &ahead);
            if front.is_empty() {
                break;
            }
            ahead -= &front;
            front.iter().for_each(|cell| lengths[cell.row * size.cols + cell.col] = Some(steps));
        }
        lengths
    }

    #[test]
    fn walks_are_as_long_as_a_flood_takes_to_arrive() {
        let mut random = SplitMix::new(5);
        for size in [Size::new(2, 4), Size::new(15, 17), Size::new(9, 130)] {
            for _ in 0..20 {
                let (mut from, mut free) = (AnyRows::empty(size), AnyRows::empty(size));
                for cell in size.cells() {
                    match random.below(30) {
                        0 => from.insert(cell),
                        1..=20 => free.insert(cell),
                        _ => {}
                    }
                }
                let walk = Walk::new(&from, &free, size);
                let lengths: Vec<_> = size.cells().map(|cell| walk.to(cell)).collect();
                assert_eq!(lengths, by_flood(&from, &free, size));
            }
        }
    }
}
