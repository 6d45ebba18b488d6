//! The pieces of 42's `filler_vm`, seed for seed: how it draws a piece, and the random numbers of Ruby that it draws
//! with. The order of the draws decides the pieces, so it must stay as it is, however odd it looks.

use super::Piece;
use crate::Source;
use grid::Size;

/// Draws a piece for a board.
pub(super) fn draw(board: Size, source: &mut impl Source) -> Piece {
    loop {
        if let Some(piece) = attempt(board, source) {
            return piece;
        }
    }
}

/// One attempt; `None` when nothing grew from the first cell, which the original throws away.
fn attempt(board: Size, source: &mut impl Source) -> Option<Piece> {
    let mut below = |bound: usize| source.below(bound as u32) as usize;
    let (rows, cols) = if below(100) == 0 {
        let share = below(100);
        let rows = below((board.rows - 1) * share / 100) + 1;
        let share = below(100);
        (rows, below((board.cols - 1) * share / 100) + 1)
    } else {
        (below((board.rows - 1) / 5) + 1, below((board.cols - 1) / 5) + 1)
    };
    let mut marked = vec![false; rows * cols];
    let at = |y: usize, x: usize| y * cols + x;
    let (y, x) = (below(rows), below(cols));
    marked[at(y, x)] = true;
    let mut grown = 0;
    // The original tests `> 0` where it means `>= 0`, so nothing grows into the first row or column from below.
    let (down, right, up, left) = (y + 1 < rows, x + 1 < cols, y > 1, x > 1);
    for (possible, y, x) in [
        (down, y + 1, x),
        (right, y, x + 1),
        (left, y, x.wrapping_sub(1)),
        (up, y.wrapping_sub(1), x),
        (down && right, y + 1, x + 1),
        (up && right, y.wrapping_sub(1), x + 1),
        (down && left, y + 1, x.wrapping_sub(1)),
        (up && left, y.wrapping_sub(1), x.wrapping_sub(1)),
    ] {
        if possible && below(4) == 1 {
            marked[at(y, x)] = true;
            grown += 1;
        }
    }
    for _ in 0..rows * cols / 2 + 1 {
        let (y, x) = (below(rows), below(cols));
        let touches = y + 1 < rows && marked[at(y + 1, x)]
            || x + 1 < cols && marked[at(y, x + 1)]
            || y > 1 && marked[at(y - 1, x)]
            || x > 1 && marked[at(y, x - 1)];
        if touches {
            marked[at(y, x)] = true;
            grown += 1;
        }
    }
    if grown == 0 {
        return None;
    }
    let size = Size::new(rows, cols);
    Piece::new(size, size.cells().filter(|c| marked[at(c.row, c.col)]))
}

const N: usize = 624;
const M: usize = 397;

/// Ruby's `rand` after `srand(seed)`: the Mersenne Twister MT19937 and Ruby's way to a number below a bound.
#[derive(Clone, Debug)]
pub struct RubyRandom {
    state: Box<[u32; N]>,
    next: usize,
}

impl RubyRandom {
    /// `srand(seed)`; the sign does not count.
    pub fn new(seed: i64) -> Self {
        let seed = seed.unsigned_abs();
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        // Ruby mistakes a top word of 1 for its own guard against leading zeros, and drops it.
        let state = if high <= 1 { init(low) } else { init_by_array(&[low, high]) };
        Self { state, next: N }
    }

    fn word(&mut self) -> u32 {
        if self.next == N {
            self.refill();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        y ^ y >> 18
    }

    fn refill(&mut self) {
        for i in 0..N {
            let y = self.state[i] & 0x8000_0000 | self.state[(i + 1) % N] & 0x7fff_ffff;
            let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ y >> 1 ^ odd;
        }
        self.next = 0;
    }
}

impl Source for RubyRandom {
    fn below(&mut self, bound: u32) -> u32 {
        match bound {
            // Ruby's `rand(0)` consumes two words for a fraction below 1, which is 0 as a whole number.
            0 => {
                self.word();
                self.word();
                0
            }
            1 => 0,
            _ => {
                let mask = u32::MAX >> (bound - 1).leading_zeros();
                loop {
                    let value = self.word() & mask;
                    if value < bound {
                        return value;
                    }
                }
            }
        }
    }
}

fn init(seed: u32) -> Box<[u32; N]> {
    let mut state = Box::new([0; N]);
    state[0] = seed;
    for i in 1..N {
        let before = state[i - 1];
        state[i] = (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
    }
    state
}

fn init_by_array(key: &[u32]) -> Box<[u32; N]> {
    let mut state = init(19_650_218);
    let mut i = 1;
    for k in 0..N.max(key.len()) {
        let j = k % key.len();
        state[i] = mixed(&state, i, 1_664_525).wrapping_add(key[j]).wrapping_add(j as u32);
        i = following(&mut state, i);
    }
    for _ in 1..N {
        state[i] = mixed(&state, i, 1_566_083_941).wrapping_sub(i as u32);
        i = following(&mut state, i);
    }
    state[0] = 0x8000_0000;
    state
}

fn mixed(state: &[u32; N], i: usize, factor: u32) -> u32 {
    let before = state[i - 1];
    state[i] ^ (before ^ before >> 30).wrapping_mul(factor)
}

/// The next index; past the end it is 1 again, and the last word is copied in front of it.
fn following(state: &mut [u32; N], i: usize) -> usize {
    if i + 1 < N {
        return i + 1;
    }
    state[0] = state[N - 1];
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twister_gives_its_authors_numbers() {
        let mut random = RubyRandom { state: init_by_array(&[0x123, 0x234, 0x345, 0x456]), next: N };
        assert_eq!([random.word(), random.word(), random.word()], [1_067_595_299, 955_945_823, 477_289_528]);
        let mut random = RubyRandom::new(5489);
        assert_eq!([random.word(), random.word()], [3_499_211_612, 581_869_302]);
    }

    #[test]
    fn a_seed_with_a_top_word_of_one_is_its_low_word() {
        let (mut guarded, mut plain) = (RubyRandom::new((1 << 32) + 42), RubyRandom::new(42));
        assert_eq!(guarded.word(), plain.word());
        assert_ne!(RubyRandom::new((2 << 32) + 42).word(), RubyRandom::new(42).word());
    }

    #[test]
    fn bounds_of_zero_and_one_consume_two_words_and_none() {
        let (mut skipped, mut plain) = (RubyRandom::new(1), RubyRandom::new(1));
        assert_eq!((skipped.below(0), skipped.below(1)), (0, 0));
        let _ = [plain.word(), plain.word()];
        assert_eq!(skipped.word(), plain.word());
    }

    #[test]
    fn the_smallest_boards_get_pieces_that_fit() {
        for board in [Size::new(2, 4), Size::new(4, 2)] {
            let mut source = RubyRandom::new(7);
            for _ in 0..20 {
                let piece = draw(board, &mut source);
                assert!(piece.cells().len() == 2, "{piece}");
            }
        }
    }
}
