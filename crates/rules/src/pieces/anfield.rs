//! The pieces of 01-edu's `game_engine`, seed for seed: how it draws a piece, and the random numbers of Go that it
//! draws with. The engine seeds Go's generator anew for every number, with the next seed each time.

use super::Piece;
use crate::Source;
use grid::{Cell, Size};

/// Draws a piece for a board.
pub(super) fn draw(board: Size, source: &mut impl Source) -> Piece {
    let mut rows = between(1, board.rows / 5 + 1, source);
    let cols = between(1, board.cols / 5 + 1, source);
    if (rows, cols) == (1, 1) {
        // The engine consumes a number here, although there is only one choice.
        between(0, 1, source);
        rows = 2;
    }
    let count = between(2, (rows * cols).min(13), source);
    let start = Cell::new(between(0, rows - 1, source), between(0, cols - 1, source));
    let mut filling = Filling { size: Size::new(rows, cols), filled: vec![], source };
    filling.fill(count, start);
    Piece::new(filling.size, filling.filled).expect("a box of two or more cells has a free neighbour to fill")
}

/// A number from `low` up to but not including `high`; the bound itself when they are equal, without a draw.
fn between(low: usize, high: usize, source: &mut impl Source) -> usize {
    if low == high { low } else { low + source.below((high - low) as u32) as usize }
}

struct Filling<'a, S> {
    size: Size,
    filled: Vec<Cell>,
    source: &'a mut S,
}

impl<S: Source> Filling<'_, S> {
    /// Fills up to `count` cells around `cell`, going on from each new one; returns how many are left to fill.
    fn fill(&mut self, mut count: usize, cell: Cell) -> usize {
        while count > 0 {
            let open = self.open_neighbours(cell);
            if open.is_empty() {
                return count;
            }
            let next = open[between(0, open.len(), self.source)];
            self.filled.push(next);
            count = self.fill(count - 1, next);
        }
        0
    }

    fn open_neighbours(&self, cell: Cell) -> Vec<Cell> {
        // In the engine's order, which decides what a number means.
        const STEPS: [(isize, isize); 8] = [(1, 0), (-1, 0), (0, -1), (1, 1), (-1, -1), (0, 1), (-1, 1), (1, -1)];
        let step = |(dy, dx)| Some(Cell::new(cell.row.checked_add_signed(dy)?, cell.col.checked_add_signed(dx)?));
        let open = |c: &Cell| self.size.contains(*c) && !self.filled.contains(c);
        STEPS.into_iter().filter_map(step).filter(open).collect()
    }
}

const MODULUS: u64 = (1 << 31) - 1;
const FACTOR: u64 = 48_271;

/// The numbers of the engine: `rand.Seed(seed); seed++; rand.Intn(bound)`.
#[derive(Clone, Debug)]
pub struct GoRandom {
    seed: i64,
}

impl GoRandom {
    /// Starting with this seed.
    pub const fn new(seed: i64) -> Self {
        Self { seed }
    }
}

impl Source for GoRandom {
    fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let start = seeded(self.seed);
        self.seed = self.seed.wrapping_add(1);
        if bound.is_power_of_two() {
            return output(start, 0) & (bound - 1);
        }
        let highest = MODULUS as u32 - (1u32 << 31) % bound;
        let first = output(start, 0);
        // Rejection sampling, as Go does it. Two rejections in a row would need a third entry of Go's table; for the
        // bounds in use their probability is below 10^-15.
        let value = if first <= highest { first } else { output(start, 1) };
        value % bound
    }
}

/// The start of Go's seeding sequence.
fn seeded(seed: i64) -> u64 {
    match seed.rem_euclid(MODULUS as i64) as u64 {
        0 => 89_482_311,
        start => start,
    }
}

/// The first (0) or second (1) 31-bit output after seeding: Go's generator adds two of its 607 words, and each word is
/// three numbers of the seeding sequence, mixed with a constant of Go's table.
fn output(start: u64, index: u64) -> u32 {
    const FEED: [u64; 2] = [0xbfb2_f4d9_68b7_59c3, 0x3b7f_c3ad_0d1c_d36b];
    const TAP: [u64; 2] = [0x39a0_0a3a_31c0_25c6, 0x7e57_a19b_735e_f03b];
    let feed = word(start, 333 - index) ^ FEED[index as usize];
    let tap = word(start, 606 - index) ^ TAP[index as usize];
    (feed.wrapping_add(tap) << 1 >> 33) as u32
}

/// Word `index` of the state before the table is mixed in.
fn word(start: u64, index: u64) -> u64 {
    // The sequence multiplies by a constant each time, so any member of it is one power away.
    let first = start * power(FACTOR, 20 + 3 * index + 1) % MODULUS;
    let second = first * FACTOR % MODULUS;
    let third = second * FACTOR % MODULUS;
    first << 40 ^ second << 20 ^ third
}

const fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut product = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product * base % MODULUS;
        }
        base = base * base % MODULUS;
        exponent >>= 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_after_a_seed_is_gos() {
        // `rand.Seed(1); rand.Intn(100)` has always printed this.
        assert_eq!(GoRandom::new(1).below(100), 81);
        // Go's own documentation: seed 42, `rand.Intn(100)`.
        assert_eq!(GoRandom::new(42).below(100), 5);
        // The second number of seed 1 is 87: the path after a refusal.
        assert_eq!(output(seeded(1), 1) % 100, 87);
    }

    #[test]
    fn every_number_uses_up_one_seed() {
        let mut source = GoRandom::new(9);
        let _ = [source.below(1), source.below(0), source.below(7)];
        assert_eq!(source.seed, 11);
    }

    #[test]
    fn the_smallest_boards_get_pieces() {
        for board in [Size::new(2, 4), Size::new(4, 2), Size::new(5, 5)] {
            let mut source = GoRandom::new(0);
            for _ in 0..50 {
                let piece = draw(board, &mut source);
                assert!(piece.cells().len() >= 2 && piece.size().rows <= 2, "{piece}");
            }
        }
    }
}
