//! The weights of first reach, fitted by `examples/train_stop.rs` to 6,000 games of first reach against itself.

use super::FEATURES;

/// In stones: cells that one side comes to in 1, 2, 3, 4 and more moves and the other later; cells that both come to at
/// the same time; a constant for the move. Then the same again, times the share of the board that is contested.
#[rustfmt::skip]
pub(super) const WEIGHTS: [f64; FEATURES] = [
    0.4628, 1.8445, 1.1483, 1.0415, 3.3460, 3.0331, 1.3785, 8.3894,
    5.5744, 0.0000, -0.0751, -0.0837, 0.2412, 5.1640, 0.0000, 2.0515,
    -0.2093, -1.6014, -0.2537, -0.2467, -3.6286, -3.0127, -0.7951, -9.2082,
    -5.0119, 0.0000, 0.0759, 0.2212, -0.0468, -5.2282, 0.0000, -0.5025,
];
