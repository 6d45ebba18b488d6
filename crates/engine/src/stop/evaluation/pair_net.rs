//! The pair network: a correction of first reach, for boards of 8x8.
//!
//! Every cell is one of sixteen kinds, by when each side reaches it. The kinds of two neighbours together pick one of 256
//! embeddings of that pair. The embeddings are added up (64 sums), then comes a clipped ReLU and a linear output layer, all
//! in integers. `training/stop.py` trains it.

use super::FAR;
use crate::stop::board::{Board, State};
use std::sync::LazyLock;

/// Width of the hidden layer.
const SUMS: usize = 64;
/// Pairs of neighbours: every cell of an even column with the one to its right.
const PAIRS: usize = 32;
/// Patterns of a pair: two cells of sixteen kinds.
const PATTERNS: usize = 256;
/// Fixed point: 1 in a sum.
const ONE: i16 = 32;
/// Fixed point: output weights are sixteenths of a stone, times this.
const FINE: i32 = 64;

/// An embedding, one cache line.
#[repr(align(64))]
#[derive(Debug)]
struct Row([i8; SUMS]);

struct Net {
    rows: Box<[Row; PAIRS * PATTERNS]>,
    start: [i16; SUMS],
    weights: [i16; SUMS],
    constant: i32,
}

static NET: LazyLock<Net> = LazyLock::new(|| read(include_bytes!("../../../weights/stop.net")));

/// The embeddings of all pairs, a byte each; the biases of the sums and the output weights, two bytes each; the output bias,
/// four bytes.
fn read(bytes: &[u8]) -> Net {
    let (rows, rest) = bytes.split_at(PAIRS * PATTERNS * SUMS);
    let (numbers, constant) = rest.split_last_chunk::<4>().expect("a file that we made");
    let row = |row: &[u8]| Row(std::array::from_fn(|sum| row[sum].cast_signed()));
    let rows: Vec<Row> = rows.chunks_exact(SUMS).map(row).collect();
    let numbers: Vec<i16> = numbers.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
    let (start, weights) = numbers.split_at(SUMS);
    Net {
        rows: rows.try_into().expect("as many as pairs can look like"),
        start: start.try_into().expect("as many as there are sums"),
        weights: weights.try_into().expect("as many as there are sums"),
        constant: i32::from_le_bytes(*constant),
    }
}

/// The correction of first reach, in sixteenths of a stone. `mine` and `theirs` are the contested cells by distance.
#[inline(never)]
pub(super) fn correction(board: &Board, state: &State, mine: &[u64; FAR], theirs: &[u64; FAR]) -> i32 {
    let net = &*NET;
    let mut sums = net.start;
    for (pair, pattern) in patterns(board, state, mine, theirs).into_iter().enumerate() {
        for (sum, weight) in sums.iter_mut().zip(&net.rows[pair * PATTERNS + usize::from(pattern)].0) {
            *sum += i16::from(*weight);
        }
    }
    let weighed =
        sums.iter().zip(&net.weights).map(|(sum, weight)| i32::from((*sum).clamp(0, ONE)) * i32::from(*weight));
    let unit = FINE * i32::from(ONE);
    (net.constant + weighed.sum::<i32>() + unit / 2).div_euclid(unit)
}

/// The pattern of each pair: four bits for the left cell, four for the right one.
///
/// Two bits say when the side to move reaches a contested cell (in 1, 2, 3 or more moves), two when the other side does.
/// Where one side needs a single move, three and more moves of the other are one kind. That leaves one kind for the mover's
/// stones and one for all other cells.
#[inline(always)]
fn patterns(board: &Board, state: &State, mine: &[u64; FAR], theirs: &[u64; FAR]) -> [u8; PAIRS] {
    let near = state.mine & board.around(state.open);
    let elsewhere = !(state.open | near);
    let third = |layers: &[u64; FAR]| state.open & !(layers[0] | layers[1]);
    let (my_third, their_third) = (third(mine), third(theirs));
    let odd = |layers: &[u64; FAR], third: u64, at_once: u64| (layers[1] | third & !layers[2]) & !(at_once & third);
    let planes = [
        odd(mine, my_third, theirs[0]) | elsewhere,
        my_third | elsewhere,
        odd(theirs, their_third, mine[0]) | near,
        their_third | near,
    ];
    let [a, b, c, d] = planes.map(spread);
    let mut patterns = [0; PAIRS];
    for (index, two_rows) in patterns.chunks_exact_mut(8).enumerate() {
        two_rows.copy_from_slice(&(a[index] | b[index] << 1 | c[index] << 2 | d[index] << 3).to_le_bytes());
    }
    patterns
}

/// Spreads bits: each becomes the lowest of four, sixteen cells to a word.
#[inline(always)]
fn spread(plane: u64) -> [u64; 4] {
    std::array::from_fn(|quarter| {
        let bits = plane >> (16 * quarter) & 0xffff;
        let bits = (bits | bits << 24) & 0x0000_00ff_0000_00ff;
        let bits = (bits | bits << 12) & 0x000f_000f_000f_000f;
        let bits = (bits | bits << 6) & 0x0303_0303_0303_0303;
        (bits | bits << 3) & 0x1111_1111_1111_1111
    })
}

#[cfg(test)]
mod tests {
    use super::super::{STONE, corrected, distances, first_reach};
    use super::*;
    use crate::budget::Budget;
    use crate::stop::solver::Solver;
    use rules::stop::{Placing, Setup, Stop};
    use rules::{Game, Side, Source, SplitMix, Turn};

    /// Positions of random games with at most so many contested cells, and their movers.
    fn positions(contested: usize, count: usize) -> Vec<(Stop, Side)> {
        let mut source = SplitMix::new(11);
        let mut game = || {
            let mut position = Stop::new(&Setup::default());
            while position.contested().len() > contested {
                let moves: Vec<Placing> = position.moves().collect();
                position.play_unchecked(moves[source.below(moves.len() as u32) as usize]);
            }
            position
        };
        let with_mover = |position: Stop| match position.turn() {
            Turn::Move(mover) => Some((position, mover)),
            _ => None,
        };
        std::iter::repeat_with(&mut game).filter_map(with_mover).take(count).collect()
    }

    /// The kind of a cell, the obvious way: the moves of the side to move, and four times those of the other side.
    fn kind(board: &Board, state: &State, index: usize) -> u8 {
        let is_in = |set: u64| set >> index & 1 == 1;
        if is_in(state.mine & board.around(state.open)) {
            return 12;
        }
        if !is_in(state.open) {
            return 3;
        }
        let moves = |stones: u64| {
            let layers = distances(board, stones, state.open);
            layers.iter().position(|layer| is_in(*layer)).expect("all contested cells are in one").min(3) as u8
        };
        match (moves(state.mine), moves(state.theirs)) {
            (0, 3) => 8,
            (3, 0) => 2,
            (mine, theirs) => mine + 4 * theirs,
        }
    }

    #[test]
    fn the_pattern_of_a_pair_is_that_of_its_two_cells() {
        let board = Board::new(Setup::default().start().size());
        for (position, mover) in positions(50, 20).into_iter().chain(positions(20, 20)) {
            let (state, _) = board.state(&position, mover);
            let (mine, theirs) =
                (distances(&board, state.mine, state.open), distances(&board, state.theirs, state.open));
            let plain: [u8; PAIRS] =
                std::array::from_fn(|pair| kind(&board, &state, 2 * pair) | kind(&board, &state, 2 * pair + 1) << 4);
            assert_eq!(patterns(&board, &state, &mine, &theirs), plain, "{position}");
        }
    }

    #[test]
    fn no_position_overflows_a_sum() {
        for sum in 0..SUMS {
            let most = |pair: &[Row]| pair.iter().map(|row| i32::from(row.0[sum]).abs()).max().unwrap_or(0);
            let all: i32 = NET.rows.chunks_exact(PATTERNS).map(most).sum();
            assert!(all + i32::from(NET.start[sum]).abs() <= i32::from(i16::MAX), "sum {sum}");
        }
    }

    #[test]
    fn it_is_closer_to_the_solver_than_first_reach() {
        let (board, mut solver) = (Board::new(Setup::default().start().size()), Solver::new(16));
        let (mut plain, mut with_net) = (0, 0);
        for (position, mover) in positions(20, 120) {
            let (state, lead) = board.state(&position, mover);
            let value = solver.value(&position, &mut Budget::unlimited()).expect("somebody is to move").value.low;
            let off = |guess: i32| (guess - (value - lead) * STONE).pow(2);
            plain += off(first_reach(&board, &state));
            with_net += off(corrected(&board, &state, i32::MIN..i32::MAX));
        }
        assert!(4 * with_net < 3 * plain, "{with_net} instead of {plain}");
    }

    #[test]
    fn values_far_out_of_bounds_and_other_boards_are_left_to_first_reach() {
        let small: Stop = "....X/...../...../O.... X".parse().unwrap();
        let usual = *Setup::default().start();
        for (position, bounds) in [(small, i32::MIN..i32::MAX), (usual, 1000..2000)] {
            let Turn::Move(mover) = position.turn() else { unreachable!() };
            let board = Board::new(position.size());
            let (state, _) = board.state(&position, mover);
            assert_eq!(corrected(&board, &state, bounds), first_reach(&board, &state), "{position}");
        }
    }
}
