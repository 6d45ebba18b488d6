//! `landgrab bench`: node counts and checksums, which must never change by accident, and speeds.

use super::print_json;
use crate::failure::Failure;
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
            let (name, ms, millions) = (bench.name, seconds * 1000.0, nodes_per_second / 1e6);
            let line = format!(
                "{name:<36} {nodes:>8} nodes  checksum {checksum:>13}  {ms:>7.1} ms  {millions:>6.2} M nodes/s"
            );
            writeln!(io::stdout(), "{line}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
