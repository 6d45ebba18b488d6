//! A chance as a bar.

use analysis::explain::points;

/// Characters of a full bar.
const BAR: i64 = 10;
/// Characters of a chance with its bar.
pub const BAR_CELL: usize = 16;

/// ` 62 % ======....`
pub fn bar(chance: f64) -> String {
    let full = (points(chance) + 5) * BAR / 100;
    format!("{:>5} {}{}", percent(chance), "=".repeat(full as usize), ".".repeat((BAR - full) as usize))
}

/// `62 %`
pub fn percent(chance: f64) -> String {
    format!("{} %", points(chance))
}
