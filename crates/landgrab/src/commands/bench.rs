//! `landgrab bench`: node counts and checksums, which must never change by accident, and speeds.

use super::print_json;
use crate::failure::Failure;
use crate::width;
use engine::bench::{Counted, SUITE};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

#[derive(Serialize)]
struct Measured {
    bench: &'static str,
    nodes: u64,
    checksum: u64,
    ms: f64,
    nodes_per_second: f64,
}

pub fn run(json: bool) -> Result<ExitCode, Failure> {
    for bench in SUITE {
        let started = Instant::now();
        let Counted { nodes, checksum } = (bench.run)();
        let seconds = started.elapsed().as_secs_f64();
        let nodes_per_second = (nodes as f64 / seconds).round();
        if json {
            print_json(&Measured { bench: bench.name, nodes, checksum, ms: seconds * 1000.0, nodes_per_second })?;
        } else {
            let (name, ms, speed) = (bench.name, seconds * 1000.0, speed(nodes_per_second));
            let counts = format!("{nodes:>8} nodes  checksum {checksum:>13}");
            let line = format!("{name:<36} {counts}  {ms:>7.1} ms  {speed:>14}");
            let is_wide = width::of_stdout().is_none_or(|columns| columns >= line.len());
            let lines = if is_wide { line } else { format!("{name}\n{counts}\n{ms:>8.1} ms  {speed}") };
            writeln!(io::stdout(), "{lines}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A speed with three digits that mean something: games that make few nodes are counted in thousands.
fn speed(nodes_per_second: f64) -> String {
    match nodes_per_second {
        fast if fast >= 1e6 => format!("{:.2} M nodes/s", fast / 1e6),
        slow if slow >= 1e3 => format!("{:.2} k nodes/s", slow / 1e3),
        slowest => format!("{slowest:.0} nodes/s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_bench_is_not_zero_millions() {
        let told = [12_345_678.0, 4_321.0, 999.0, 12.4].map(speed);
        assert_eq!(told, ["12.35 M nodes/s", "4.32 k nodes/s", "999 nodes/s", "12 nodes/s"]);
    }
}
