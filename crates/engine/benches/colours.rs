//! The colours solver on start positions: the exact margin of every first colour, with its principal variation.
//!
//! `cargo bench -p landgrab-engine --bench colours` prints the times and nodes of the boards that GamePigeon's
//! generator makes from the seeds 0, 1, 2 ...; one thread, tables of 1 to 64 MiB.
//! With sizes as arguments (`-- 10x10`) it does only those.

use grid::{Size, Word};
use landgrab_engine::budget::Budget;
use landgrab_engine::colours::solver::{Solver, table_bits};
use rules::Game;
use rules::colours::{Colours, Setup, USUAL_COLOURS};
use std::time::Instant;

/// Sizes and how many boards of each.
const BOARDS: [(Size, u32); 8] = [
    (Size::new(5, 6), 200),
    (Size::new(6, 6), 200),
    (Size::new(6, 7), 200),
    (Size::new(7, 8), 200),
    (Size::new(8, 8), 50),
    (Size::new(8, 9), 20),
    (Size::new(9, 9), 10),
    (Size::new(10, 10), 5),
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("board  boards   median ms    worst ms   median nodes    worst nodes   M nodes/s");
    for (size, boards) in BOARDS {
        if !asked.is_empty() && !asked.contains(&size.to_string()) {
            continue;
        }
        if Colours::<u64>::can_hold(size) {
            bench(&mut Solver::<u64>::new(table_bits(size)), size, boards);
        } else {
            bench(&mut Solver::<u128>::new(table_bits(size)), size, boards);
        }
    }
}

fn bench<T: Word>(solver: &mut Solver<T>, size: Size, boards: u32) {
    let mut times = Vec::new();
    let mut nodes = Vec::new();
    for seed in 0..boards {
        let setup = Setup::generated_with(size, USUAL_COLOURS, seed).expect("an allowed size");
        let position = Colours::<T>::new(&setup);
        let begun = Instant::now();
        let solution = solver.solve(&position, &mut Budget::unlimited());
        times.push(begun.elapsed().as_secs_f64());
        nodes.push(solution.nodes);
        assert!(solution.is_exact(), "{setup}");
    }
    times.sort_by(f64::total_cmp);
    nodes.sort_unstable();
    let speed = nodes.iter().sum::<u64>() as f64 / times.iter().sum::<f64>() / 1e6;
    let (middle, last) = (times.len() / 2, times.len() - 1);
    println!(
        "{:<6} {boards:>6} {:>11.1} {:>11.1} {:>14} {:>14} {speed:>11.1}",
        size.to_string(),
        times[middle] * 1e3,
        times[last] * 1e3,
        nodes[middle],
        nodes[last],
    );
}
