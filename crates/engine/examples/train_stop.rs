//! Fits first reach, the evaluation of Stop without its network, to the data of the example `sample_stop`:
//! `cargo run --release -p landgrab-engine --example train_stop -- FILE`.
//!
//! Every position is fitted to the result of its game by least squares, unless a random move came in between. It prints the weights as
//! `stop/evaluation/weights.rs` has them, and the root mean square error before and after.

use landgrab_engine::stop::evaluation::{FEATURES, STONE, fit_to, position_features};
use rules::stop::Stop;

fn main() {
    let path = std::env::args().nth(1).expect("the FILE that sample_stop wrote");
    let bytes = std::fs::read(&path).expect("a file that can be read");
    let mut samples: Vec<([f64; FEATURES], f64)> = Vec::new();
    let mut now = 0.0;
    for record in bytes.chunks_exact(32) {
        let (sets, numbers) = record.split_at(24);
        let set = |index: usize| u64::from_le_bytes(sets[8 * index..][..8].try_into().expect("eight bytes"));
        let number = |index: usize| i16::from_le_bytes([numbers[2 * index], numbers[2 * index + 1]]);
        let is_clean = number(3) == 1;
        if is_clean {
            let (features, _, expected) = position_features(&position(set(0), set(1)));
            let target = f64::from(number(1)) / f64::from(STONE);
            now += (target - f64::from(expected) / f64::from(STONE)).powi(2);
            samples.push((features, target));
        }
    }
    let count = samples.len() as f64;
    let weights = fit_to(&samples);
    let error: f64 =
        samples.iter().map(|(f, t)| (t - f.iter().zip(&weights).map(|(a, b)| a * b).sum::<f64>()).powi(2)).sum();
    println!(
        "{count} positions; stones off the margin: {:.3} now, {:.3} fitted",
        (now / count).sqrt(),
        (error / count).sqrt()
    );
    for row in weights.chunks(8) {
        println!("    {},", row.iter().map(|w| format!("{w:.4}")).collect::<Vec<_>>().join(", "));
    }
}

/// The position with these stones, the mover's as X.
fn position(mine: u64, theirs: u64) -> Stop {
    let stone = |bit: u64| match bit {
        bit if mine & bit != 0 => 'X',
        bit if theirs & bit != 0 => 'O',
        _ => '.',
    };
    let row = |row: u32| (0..8).map(|col| stone(1 << (8 * row + col))).collect::<String>();
    let rows: Vec<String> = (0..8).map(row).collect();
    format!("{} X", rows.join("/")).parse().expect("a position of a game")
}
