//! Values as lines of JSON.

use crate::failure::Failure;
use std::io::{self, Write};

/// A value as one line of JSON on standard output.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    Ok(io::stdout().write_all(line.as_bytes())?)
}

/// Four digits after the point.
pub fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
