//! Lattices through the middles of square patches: proposals for the lines between tiles.
//!
//! Most boards have many tiles whose four neighbours have other colours. Their distances vote for the pitch, their
//! places for the origin. A least-squares fit then follows boards that a photo shows a little tilted.

use crate::patches::Square;
use rules::Size;
use std::ops::RangeInclusive;

/// The largest distance of a square from its cell, in cells.
const SLACK: f32 = 0.15;
/// The fewest squares that make a lattice.
const FEWEST: usize = 3;
/// The most lattices that are sampled.
const MOST_LATTICES: usize = 24;
/// The side of a square by the pitch: from discs with wide gaps to tiles without any.
const SIDE_BY_PITCH: RangeInclusive<f32> = 0.55..=1.08;
/// Lattices of one pitch that are looked for: the board, and two of buttons or swatches.
const LATTICES_A_PITCH: usize = 3;
/// The vote of a square's own side for the pitch, against 1 for the distance of two neighbours.
const SIDE_VOTE: f32 = 0.3;
/// The distance of neighbours, by the side of the smaller square: touching, up to a gap of half a tile ...
const NEIGHBOURS: (f32, f32) = (0.95, 1.5);
/// ... and some pixels, as edges are blurred.
const NEIGHBOURS_PIXELS: f32 = 2.0;
/// By how much the larger of two neighbours may exceed the smaller one.
const UNEQUAL: f32 = 1.2;
/// Votes within this factor, and half a pixel, speak for one pitch.
const ONE_PITCH: f32 = 1.06;
/// Pitches nearer to each other than this share are the same.
const SAME_PITCH: f32 = 0.05;
/// The most pitches that are tried.
const MOST_PITCHES: usize = 10;
/// The most squares from which a lattice is grown, the largest ones.
const MOST_SEEDS: usize = 80;
/// The distances from its seed within which a lattice takes in squares, in cells. The last step repeats with the final
/// fit.
const REACHES: [f32; 5] = [1.5, 3.5, 6.5, 16.0, 16.0];

/// A lattice of cells: where the top left corner of cell (0, 0) is, and the steps to the next column and row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Lattice {
    pub origin: (f32, f32),
    pub right: (f32, f32),
    pub down: (f32, f32),
}

impl Lattice {
    /// An upright lattice.
    pub fn upright(origin: (f32, f32), width: f32, height: f32) -> Self {
        Self { origin, right: (width, 0.0), down: (0.0, height) }
    }

    /// The place of a lattice point, or with fractions of a point between them.
    #[inline]
    pub fn point(&self, col: f32, row: f32) -> (f32, f32) {
        (self.origin.0 + col * self.right.0 + row * self.down.0, self.origin.1 + col * self.right.1 + row * self.down.1)
    }

    /// The column and row of a place.
    pub fn cell(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (x - self.origin.0, y - self.origin.1);
        let area = self.right.0 * self.down.1 - self.right.1 * self.down.0;
        ((x * self.down.1 - y * self.down.0) / area, (y * self.right.0 - x * self.right.1) / area)
    }

    /// The mean length of a step.
    pub fn pitch(&self) -> f32 {
        (self.right.0.hypot(self.right.1) + self.down.0.hypot(self.down.1)) / 2.0
    }

    /// The same lattice with cell (col, row) as its first.
    pub fn starting_at(&self, col: isize, row: isize) -> Self {
        Self { origin: self.point(col as f32, row as f32), ..*self }
    }

    /// The lattice of a board of this size after a quarter turn: its columns are rows.
    pub fn on_its_side(&self, size: Size) -> Self {
        let origin = self.point(0.0, size.rows as f32);
        Self { origin, right: (-self.down.0, -self.down.1), down: self.right }
    }

    /// The lattice of a board of this size after half a turn.
    pub fn upside_down(&self, size: Size) -> Self {
        let back = |(x, y): (f32, f32)| (-x, -y);
        let origin = self.point(size.cols as f32, size.rows as f32);
        Self { origin, right: back(self.right), down: back(self.down) }
    }

    /// The same lattice in a picture that is so many times as large.
    pub fn scaled(&self, factor: f32) -> Self {
        let scale = |(x, y): (f32, f32)| (x * factor, y * factor);
        Self { origin: scale(self.origin), right: scale(self.right), down: scale(self.down) }
    }
}

/// The lattices that the squares lie on, those with most squares first.
pub(crate) fn lattices(squares: &[Square]) -> Vec<Lattice> {
    let mut found = Vec::new();
    for pitch in pitches(squares) {
        let fitting = |square: &&Square| SIDE_BY_PITCH.contains(&(square.side / pitch));
        let mut left: Vec<Square> = squares.iter().filter(fitting).copied().collect();
        for _ in 0..LATTICES_A_PITCH {
            let Some((lattice, members)) = best_lattice(&left, pitch) else { break };
            found.push((members.len(), lattice));
            let others = left.iter().enumerate().filter(|(index, _)| !members.contains(index));
            left = others.map(|(_, square)| *square).collect();
        }
    }
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    found.truncate(MOST_LATTICES);
    found.into_iter().map(|(_, lattice)| lattice).collect()
}

/// The pitches that the squares vote for, the best first.
fn pitches(squares: &[Square]) -> Vec<f32> {
    let mut votes: Vec<(f32, f32)> = squares.iter().map(|square| (square.side, SIDE_VOTE)).collect();
    for (index, one) in squares.iter().enumerate() {
        for other in &squares[index + 1..] {
            let side = one.side.min(other.side);
            let (across, along) = ((one.x - other.x).abs(), (one.y - other.y).abs());
            let (far, near) = (across.max(along), across.min(along));
            let distances = NEIGHBOURS.0 * side..=NEIGHBOURS.1 * side + NEIGHBOURS_PIXELS;
            let are_neighbours = near <= SLACK * side + 1.0 && distances.contains(&far);
            if are_neighbours && one.side.max(other.side) <= UNEQUAL * side + 1.0 {
                votes.push((far, 1.0));
            }
        }
    }
    votes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut peaks: Vec<(f32, f32)> = Vec::new();
    let (mut first, mut weight) = (0, 0.0);
    for last in 0..votes.len() {
        weight += votes[last].1;
        while votes[last].0 > votes[first].0 * ONE_PITCH + 0.5 {
            weight -= votes[first].1;
            first += 1;
        }
        peaks.push((weight, votes[usize::midpoint(first, last)].0));
    }
    peaks.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut chosen: Vec<f32> = Vec::new();
    for (_, pitch) in peaks {
        if chosen.iter().all(|other| (pitch / other - 1.0).abs() > SAME_PITCH) {
            chosen.push(pitch);
        }
        if chosen.len() == MOST_PITCHES {
            break;
        }
    }
    chosen
}

/// The lattice of about this pitch with most squares, and which ones they are.
fn best_lattice(squares: &[Square], pitch: f32) -> Option<(Lattice, Vec<usize>)> {
    let mut best: Option<(Lattice, Vec<usize>)> = None;
    for seed in squares.iter().take(MOST_SEEDS) {
        let start = Lattice::upright((seed.x - pitch / 2.0, seed.y - pitch / 2.0), pitch, pitch);
        let grown = grow(squares, start);
        let count = grown.1.len();
        if count >= FEWEST && best.as_ref().is_none_or(|(_, members)| members.len() < count) {
            best = Some(grown);
        }
    }
    best
}

/// Takes in squares further and further away, fitting the lattice anew each time.
fn grow(squares: &[Square], mut lattice: Lattice) -> (Lattice, Vec<usize>) {
    let mut members = Vec::new();
    for reach in REACHES {
        members.clear();
        let mut places = Vec::new();
        for (index, square) in squares.iter().enumerate() {
            let (col, row) = lattice.cell(square.x, square.y);
            let (col, row) = (col - 0.5, row - 0.5);
            let is_near = col.abs() <= reach && row.abs() <= reach;
            if is_near && (col - col.round()).abs() <= SLACK && (row - row.round()).abs() <= SLACK {
                members.push(index);
                places.push((col.round(), row.round(), square.x, square.y));
            }
        }
        lattice = fitted(&lattice, &places);
    }
    (lattice, members)
}

/// The lattice nearest to all places, each a cell and the middle of it. The old lattice counts as some places too, so
/// that two squares in a row do not tilt it.
fn fitted(old: &Lattice, places: &[(f32, f32, f32, f32)]) -> Lattice {
    let middle = old.point(0.5, 0.5);
    let across = solved(places.iter().map(|place| (place.0, place.1, place.2)), [middle.0, old.right.0, old.down.0]);
    let along = solved(places.iter().map(|place| (place.0, place.1, place.3)), [middle.1, old.right.1, old.down.1]);
    let mut lattice =
        Lattice { origin: (across[0], along[0]), right: (across[1], along[1]), down: (across[2], along[2]) };
    lattice.origin = lattice.point(-0.5, -0.5);
    lattice
}

/// Least squares for `value = a + b * col + c * row`, with a pull towards the old `b` and `c`.
fn solved(places: impl Iterator<Item = (f32, f32, f32)>, old: [f32; 3]) -> [f32; 3] {
    /// The old steps count as much as so many places a cell away.
    const PULL: f64 = 3.0;
    /// Keeps the matrix invertible without any place.
    const LEAST: f64 = 1e-3;
    let mut matrix = [[LEAST, 0.0, 0.0], [0.0, PULL, 0.0], [0.0, 0.0, PULL]];
    let mut wanted = [0.0; 3];
    let [a, b, c] = old.map(f64::from);
    for (col, row, value) in places {
        let terms = [1.0, f64::from(col), f64::from(row)];
        // Solved for the change, so that the pull is towards zero.
        let miss = f64::from(value) - (a + b * terms[1] + c * terms[2]);
        for (line, term) in terms.iter().enumerate() {
            wanted[line] += term * miss;
            for (entry, other) in matrix[line].iter_mut().zip(terms) {
                *entry += term * other;
            }
        }
    }
    let whole = determinant(&matrix);
    let mut solution = old;
    for (index, value) in solution.iter_mut().enumerate() {
        let mut replaced = matrix;
        for (line, entry) in replaced.iter_mut().zip(wanted) {
            line[index] = entry;
        }
        *value += (determinant(&replaced) / whole) as f32;
    }
    solution
}

fn determinant(m: &[[f64; 3]; 3]) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares in some cells of a lattice.
    fn squares(lattice: &Lattice, cells: impl Iterator<Item = (usize, usize)>) -> Vec<Square> {
        let square = |(col, row): (usize, usize)| {
            let (x, y) = lattice.point(col as f32 + 0.5, row as f32 + 0.5);
            Square { x, y, side: lattice.pitch() * 0.9 }
        };
        cells.map(square).collect()
    }

    #[test]
    fn some_squares_show_the_whole_lattice_also_a_tilted_one() {
        let tilted = Lattice { origin: (101.0, 53.0), right: (30.0, 1.0), down: (-0.9, 29.0) };
        for lattice in [Lattice::upright((40.0, 7.5), 31.3, 31.3), tilted] {
            let cells = (0..56).map(|index| (index % 8, index / 8)).filter(|(col, row)| (col * 3 + row * 5) % 4 < 2);
            let mut found = squares(&lattice, cells);
            // The swatches of a picker are on no lattice with them.
            found.extend((0..4).map(|n| Square { x: 60.0 + 43.0 * n as f32, y: 401.0, side: 38.0 }));
            let best = lattices(&found)[0];
            let (col, row) = best.cell(lattice.origin.0, lattice.origin.1);
            assert!((col - col.round()).abs() < 0.05 && (row - row.round()).abs() < 0.05, "{best:?}");
            let (x, y) = best.point(col.round() + 8.0, row.round() + 7.0);
            let (far_x, far_y) = lattice.point(8.0, 7.0);
            assert!((x - far_x).abs() < 2.0 && (y - far_y).abs() < 2.0, "{best:?}");
        }
    }

    #[test]
    fn two_squares_are_no_lattice() {
        let lattice = Lattice::upright((0.0, 0.0), 20.0, 20.0);
        assert_eq!(lattices(&squares(&lattice, [(0, 0), (1, 0)].into_iter())), []);
        assert_eq!(lattices(&[]), []);
    }

    #[test]
    fn cells_and_points_are_inverse() {
        let lattice = Lattice { origin: (3.0, 4.0), right: (10.0, 0.5), down: (-0.4, 11.0) };
        let (x, y) = lattice.point(2.25, 5.5);
        let (col, row) = lattice.cell(x, y);
        assert!((col - 2.25).abs() < 1e-4 && (row - 5.5).abs() < 1e-4);
    }
}
