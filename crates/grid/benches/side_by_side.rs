//! Two ways to do the same, measured in turns in one run: only their ratio outlives the machine.

use std::time::{Duration, Instant};

/// Prints the best time of each and how many times faster the first is.
pub fn compare(name: &str, mut fast: impl FnMut(), mut plain: impl FnMut()) {
    let (mut best_fast, mut best_plain) = (f64::INFINITY, f64::INFINITY);
    let (fast_runs, plain_runs) = (runs(&mut fast), runs(&mut plain));
    for _ in 0..15 {
        best_fast = best_fast.min(nanoseconds(&mut fast, fast_runs));
        best_plain = best_plain.min(nanoseconds(&mut plain, plain_runs));
    }
    println!("  {name:<36} {best_fast:>10.0} ns {best_plain:>12.0} ns {:>8.1}x", best_plain / best_fast);
}

/// How often to run for about five milliseconds.
fn runs(work: &mut impl FnMut()) -> u32 {
    let started = Instant::now();
    let mut runs = 0;
    while started.elapsed() < Duration::from_millis(5) {
        work();
        runs += 1;
    }
    runs
}

fn nanoseconds(work: &mut impl FnMut(), runs: u32) -> f64 {
    let started = Instant::now();
    for _ in 0..runs {
        work();
    }
    started.elapsed().as_secs_f64() * 1e9 / f64::from(runs)
}
