//! The columns that a line may have: as many as the terminal has, or as `COLUMNS` says. A pipe has no width.

use std::io;
use terminal_size::{Width, terminal_size_of};

/// Fewer columns than this are no use to any table.
const NARROWEST: usize = 20;

/// Columns of what goes to standard output.
pub fn of_stdout() -> Option<usize> {
    told().or_else(|| columns(terminal_size_of(io::stdout())))
}

/// Columns of what goes to standard error.
pub fn of_stderr() -> Option<usize> {
    columns(terminal_size_of(io::stderr())).or_else(told)
}

fn columns(size: Option<(Width, terminal_size::Height)>) -> Option<usize> {
    size.map(|(Width(columns), _)| usize::from(columns).max(NARROWEST))
}

/// The columns that the environment tells.
fn told() -> Option<usize> {
    let columns: usize = std::env::var("COLUMNS").ok()?.parse().ok()?;
    Some(columns.max(NARROWEST))
}
