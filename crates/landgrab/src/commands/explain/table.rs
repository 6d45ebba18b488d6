//! Columns that line up, and a chance as a bar.

use super::points;

/// Characters of a full bar.
const BAR: i64 = 10;
/// Characters of a chance with its bar.
pub const BAR_CELL: usize = 16;

/// Rows of text with every column as wide as its widest cell; the words behind the last column stand free.
pub fn aligned(rows: &[(Vec<String>, &str)]) -> Vec<String> {
    let columns = rows.iter().map(|(cells, _)| cells.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().filter_map(|(cells, _)| cells.get(column)).map(|cell| cell.chars().count()).max())
        .map(Option::unwrap_or_default)
        .collect();
    let line = |(cells, behind): &(Vec<String>, &str)| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        let line: Vec<String> = cells.chain([(*behind).into()]).collect();
        line.join("  ").trim_end().into()
    };
    rows.iter().map(line).collect()
}

/// ` 62 % ======....`
pub fn bar(chance: f64) -> String {
    let full = (points(chance) + 5) * BAR / 100;
    format!("{:>5} {}{}", percent(chance), "=".repeat(full as usize), ".".repeat((BAR - full) as usize))
}

/// `62 %`
pub fn percent(chance: f64) -> String {
    format!("{} %", points(chance))
}

/// `1 cell`, `2 cells`
pub fn counted(count: i64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
