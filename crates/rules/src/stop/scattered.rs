//! Random positions for the tests: stones anywhere, whether a game could lead there or not.

use super::{Reading, Stop, setup::frame};
use crate::{BySide, Side};
use grid::{Packed, Size};
use proptest::prelude::*;

/// Boards of 2 to 64 cells in any shape, any stones, any reading; crowded ones as often as bare ones.
pub fn any_board() -> impl Strategy<Value = Stop> {
    let size = (1usize..=64).prop_flat_map(|rows| (Just(rows), 1..=64 / rows));
    // Most boards near the usual shape, some thin ones.
    let size = prop_oneof![3 => (2usize..=8, 2usize..=8), 1 => size].prop_filter("one cell", |(r, c)| r * c >= 2);
    let marks = proptest::collection::vec(0u8..=99, 64);
    (size, marks, 0u8..=50, side(), reading()).prop_map(|((rows, cols), marks, density, side, reading)| {
        let frame = frame(Size::new(rows, cols)).unwrap();
        let stones = |low: u8| {
            let has_stone = |index: &usize| (low..low + density).contains(&marks[*index]);
            (0..rows * cols).filter(has_stone).fold(Packed::EMPTY, |all, index| all | Packed::of(index))
        };
        Stop::arranged(frame, BySide::new(stones(0), stones(50)), side, reading)
    })
}

/// Boards of up to 3x4, with stones placed in turn anywhere: as many of both before X moves.
pub fn level_small_board() -> impl Strategy<Value = Stop> {
    let size = (1usize..=3, 2usize..=4, any::<bool>());
    let size = size.prop_map(|(a, b, turned)| if turned { Size::new(b, a) } else { Size::new(a, b) });
    let order = Just((0..12).collect::<Vec<usize>>()).prop_shuffle();
    (size, order, 0usize..=10).prop_map(|(size, order, count)| {
        let frame = frame(size).unwrap();
        let mut stones = BySide::new(Packed::EMPTY, Packed::EMPTY);
        let mut side = Side::First;
        for index in order.into_iter().filter(|index| *index < size.area()).take(count) {
            stones[side] |= Packed::of(index);
            side = side.other();
        }
        Stop::arranged(frame, stones, side, Reading::FirstBlocked)
    })
}

/// The same stones and side to move under another reading.
pub fn read_as(position: &Stop, reading: Reading) -> Stop {
    Stop::arranged(position.frame, position.stones, position.named_side(), reading)
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::First), Just(Side::Second)]
}

fn reading() -> impl Strategy<Value = Reading> {
    proptest::sample::select(Reading::ALL.to_vec())
}
