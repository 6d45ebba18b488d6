//! The race for free cells (Voronoi split): by bits against a plain queue, on the school maps' sizes.
//!
//! `cargo bench -p landgrab-grid --bench territory` prints both times and their ratio, measured side by side.

use landgrab_grid::{AnyRows, Cell, CellSet, Rows, Size, race};
use std::collections::VecDeque;
use std::hint::black_box;

#[path = "side_by_side.rs"]
mod side_by_side;
use side_by_side::compare;

fn main() {
    println!("territory split, bits against a queue");
    for fill in [5, 30, 60] {
        bench::<Rows<1, 18>>("15x17", Size::new(15, 17), fill);
        bench::<Rows<1, 34>>("24x40", Size::new(24, 40), fill);
        bench::<Rows<2, 102>>("100x99", Size::new(100, 99), fill);
        bench::<AnyRows>("400x396 (run-time size)", Size::new(400, 396), fill);
    }
}

fn bench<S: CellSet>(name: &str, size: Size, fill: usize) {
    let (first, second, free) = two_blobs::<S>(size, fill);
    compare(
        &format!("{name}, {fill} % taken"),
        || drop(black_box(race(black_box(&first), black_box(&second), black_box(&free)))),
        || {
            black_box(by_queue(black_box(&first), black_box(&second), black_box(&free), size));
        },
    );
}

/// Two sides that grew from opposite corners until so many percent of the board are taken.
fn two_blobs<S: CellSet>(size: Size, fill: usize) -> (S, S, S) {
    let (mut first, mut second, mut free) = (S::empty(size), S::empty(size), S::full(size));
    let (mut seed, mut taken) = (1u64, 0);
    let mut fronts = [vec![Cell::new(2, 2)], vec![Cell::new(size.rows - 3, size.cols - 3)]];
    while taken * 100 < size.area() * fill {
        for (side, front) in fronts.iter_mut().enumerate() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(cell) = (!front.is_empty()).then(|| front.swap_remove((seed >> 33) as usize % front.len())) else {
                continue;
            };
            if !free.contains(cell) {
                continue;
            }
            free.remove(cell);
            let own = if side == 0 { &mut first } else { &mut second };
            own.insert(cell);
            taken += 1;
            front.extend(neighbours(cell, size));
        }
    }
    (first, second, free)
}

fn neighbours(cell: Cell, size: Size) -> impl Iterator<Item = Cell> {
    let Cell { row, col } = cell;
    let around = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
    around.into_iter().map(|(r, c)| Cell::new(r, c)).filter(move |c| size.contains(*c))
}

/// Breadth-first search with a queue for each side, then the numbers of cells nearer to the first, to the second, to
/// both.
fn by_queue<S: CellSet>(first: &S, second: &S, free: &S, size: Size) -> [usize; 3] {
    let (mine, theirs) = (distances(first, free, size), distances(second, free, size));
    let mut counts = [0; 3];
    for (mine, theirs) in mine.into_iter().zip(theirs) {
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Less => counts[0] += 1,
            std::cmp::Ordering::Greater => counts[1] += 1,
            std::cmp::Ordering::Equal => counts[2] += usize::from(mine != u16::MAX),
        }
    }
    counts
}

fn distances<S: CellSet>(from: &S, free: &S, size: Size) -> Vec<u16> {
    let mut distance = vec![u16::MAX; size.area()];
    let mut queue: VecDeque<(Cell, u16)> = from.iter().map(|cell| (cell, 0)).collect();
    while let Some((cell, steps)) = queue.pop_front() {
        for next in neighbours(cell, size).filter(|c| free.contains(*c)) {
            let known = &mut distance[next.row * size.cols + next.col];
            if *known == u16::MAX {
                *known = steps + 1;
                queue.push_back((next, steps + 1));
            }
        }
    }
    distance
}
