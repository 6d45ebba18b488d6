//! The evaluation of Stop: first reach, linear in the cells that each side comes to first, and a network's correction.

mod pair_net;
mod weights;

use crate::stop::board::{Board, State};
use rules::Game;
use rules::Turn;
use rules::stop::Stop;
use std::ops::Range;
use std::sync::LazyLock;
use weights::WEIGHTS;

/// A stone in the unit of the evaluation.
pub const STONE: i32 = 16;

/// Distances in moves that are told apart; the last stands for all farther ones.
const FAR: usize = 5;
const PAIRS: usize = FAR * FAR;
const BASIC: usize = FAR * (FAR - 1) / 2 + FAR + 1;
/// Features of first reach: each once as it is, and once times the share of the board that is contested.
pub const FEATURES: usize = 2 * BASIC;

/// The weight of a cell at each pair of distances, by the number of contested cells. The last one is a constant.
static REACH_WEIGHTS: LazyLock<Vec<[i16; PAIRS + 1]>> = LazyLock::new(|| (0..=64).map(reach_weights).collect());

fn reach_weights(cells: usize) -> [i16; PAIRS + 1] {
    let weight = |basic: usize| {
        let weight = WEIGHTS[basic] + WEIGHTS[BASIC + basic] * cells as f64 / 64.0;
        (weight * f64::from(STONE)).round() as i16
    };
    let mut table = [0; PAIRS + 1];
    let mut basic = 0;
    for near in 0..FAR {
        for far in near + 1..FAR {
            table[near * FAR + far] = weight(basic);
            table[far * FAR + near] = -weight(basic);
            basic += 1;
        }
    }
    for both in 0..FAR {
        table[both * FAR + both] = weight(basic + both);
    }
    table[PAIRS] = weight(BASIC - 1);
    table
}

/// The contested cells by the moves that a side needs to reach them, as if it were alone.
#[inline(always)]
fn distances(board: &Board, stones: u64, open: u64) -> [u64; FAR] {
    let mut layers = [0; FAR];
    let mut reached = 0;
    for layer in &mut layers[..FAR - 1] {
        let next = reached | board.reach(stones | reached, open);
        *layer = next & !reached;
        reached = next;
    }
    layers[FAR - 1] = open & !reached;
    layers
}

/// First reach: the expected lead of the side to move from the contested cells, in [`STONE`]s.
#[inline(always)]
pub(crate) fn first_reach(board: &Board, state: &State) -> i32 {
    lead(
        &distances(board, state.mine, state.open),
        &distances(board, state.theirs, state.open),
        state.open.count_ones(),
    )
}

/// Lazy evaluation: first reach, corrected by the network where it is within these bounds. The network knows boards of 8x8
/// alone.
#[inline(always)]
pub(crate) fn corrected(board: &Board, state: &State, bounds: Range<i32>) -> i32 {
    let mine = distances(board, state.mine, state.open);
    let theirs = distances(board, state.theirs, state.open);
    let expected = lead(&mine, &theirs, state.open.count_ones());
    if !board.is_8x8() || !bounds.contains(&expected) {
        return expected;
    }
    expected + pair_net::correction(board, state, &mine, &theirs)
}

#[inline(always)]
fn lead(mine: &[u64; FAR], theirs: &[u64; FAR], cells: u32) -> i32 {
    let table = &REACH_WEIGHTS[cells as usize];
    let mut lead = i32::from(table[PAIRS]);
    for (i, near) in mine.iter().enumerate() {
        for (j, far) in theirs.iter().enumerate() {
            lead += i32::from(table[i * FAR + j]) * (near & far).count_ones() as i32;
        }
    }
    lead
}

/// The features of first reach, the mover's lead without the contested cells, and first reach itself.
pub fn position_features(position: &Stop) -> ([f64; FEATURES], i32, i32) {
    let Turn::Move(mover) = position.turn() else { panic!("a position with somebody to move") };
    let board = Board::new(position.size());
    let (state, lead) = board.state(position, mover);
    let mine = distances(&board, state.mine, state.open);
    let theirs = distances(&board, state.theirs, state.open);
    let count = |i: usize, j: usize| f64::from((mine[i] & theirs[j]).count_ones());
    let mut features = [0.0; FEATURES];
    let pairs = (0..FAR).flat_map(|near| (near + 1..FAR).map(move |far| (near, far)));
    let leads = pairs.map(|(near, far)| count(near, far) - count(far, near));
    let basic: Vec<f64> = leads.chain((0..FAR).map(|both| count(both, both))).chain([1.0]).collect();
    for (index, value) in basic.into_iter().enumerate() {
        features[index] = value;
        features[BASIC + index] = value * f64::from(state.open.count_ones()) / 64.0;
    }
    (features, lead, first_reach(&board, &state))
}

/// The weights that come closest to the targets: ridge regression.
pub fn fit_to(samples: &[([f64; FEATURES], f64)]) -> [f64; FEATURES] {
    // The normal equations. The ones on the diagonal keep the weights of rare features small.
    let mut rows = [[0.0; FEATURES + 1]; FEATURES];
    for (index, row) in rows.iter_mut().enumerate() {
        row[index] = 1.0;
    }
    for (features, target) in samples {
        for (row, feature) in rows.iter_mut().zip(features) {
            for (sum, other) in row.iter_mut().zip(features.iter().chain([target])) {
                *sum += feature * other;
            }
        }
    }
    for pivot in 0..FEATURES {
        let row = rows[pivot].map(|value| value / rows[pivot][pivot]);
        rows[pivot] = row;
        for (index, other) in rows.iter_mut().enumerate() {
            let factor = if index == pivot { 0.0 } else { other[pivot] };
            for (value, by) in other.iter_mut().zip(row) {
                *value -= factor * by;
            }
        }
    }
    std::array::from_fn(|index| rows[index][FEATURES])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Source, SplitMix};

    #[test]
    fn a_fit_finds_the_weights_that_made_the_targets() {
        let mut source = SplitMix::new(1);
        let truth: [f64; FEATURES] = std::array::from_fn(|index| index as f64 / 10.0 - 1.0);
        let mut sample = || {
            let features: [f64; FEATURES] = std::array::from_fn(|_| f64::from(source.below(9)) - 4.0);
            (features, features.iter().zip(truth).map(|(feature, weight)| feature * weight).sum())
        };
        let samples: Vec<_> = (0..2000).map(|_| sample()).collect();
        let weights = fit_to(&samples);
        assert!(weights.iter().zip(truth).all(|(found, weight)| (found - weight).abs() < 0.01), "{weights:?}");
    }

    #[test]
    fn the_fitted_features_give_first_reach() {
        for text in ["..X/.../O.. X", ".......X/......../.......X/......../......../......../......../O....... O"] {
            let (features, _, expected) = position_features(&text.parse().unwrap());
            let stones: f64 = features.iter().zip(WEIGHTS).map(|(feature, weight)| feature * weight).sum();
            // Each weight is rounded to a sixteenth of a stone.
            let counted: f64 = features[..BASIC].iter().map(|feature| feature.abs()).sum();
            assert!((stones * f64::from(STONE) - f64::from(expected)).abs() <= counted / 2.0 + 1.0, "{text}");
        }
    }
}
