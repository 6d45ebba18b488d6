//! Thinking times as a distribution: a bar for each class of milliseconds, and the numbers that people ask for.

use super::series::{Bar, bars};
use crate::svg::escaped;
use std::fmt::Write;

/// The thinking times of a player in all games.
#[derive(Clone, PartialEq, Debug)]
pub struct Times {
    /// The player.
    pub player: String,
    /// Milliseconds of each move.
    pub ms: Vec<f64>,
}

/// The upper bound of class `number`: 1, 2, 5, 10, 20, 50 and so on, from a thousandth on.
fn bound(number: usize) -> f64 {
    [1.0, 2.0, 5.0][number % 3] * 10f64.powi(number as i32 / 3 - 3)
}

/// The class of a time.
fn class(ms: f64) -> usize {
    (0..60).find(|number| ms <= bound(*number)).unwrap_or(60)
}

/// Distributions of all players over the same classes.
pub fn distributions(times: &[Times]) -> String {
    let all = || times.iter().flat_map(|one| one.ms.iter().copied());
    let (Some(low), Some(high)) = (all().map(class).min(), all().map(class).max()) else { return String::new() };
    let mut out = String::from("<h2>Time a move</h2>\n<div id=\"times\">\n");
    for Times { player, ms } in times.iter().filter(|one| !one.ms.is_empty()) {
        let mut sorted = ms.clone();
        sorted.sort_by(f64::total_cmp);
        // The nearest rank: 95 of 100 moves took at most this.
        let quantile = |share: f64| sorted[((share * sorted.len() as f64).ceil() as usize).clamp(1, sorted.len()) - 1];
        let longest = sorted[sorted.len() - 1];
        let mut counts = vec![0usize; high - low + 1];
        ms.iter().for_each(|ms| counts[class(*ms) - low] += 1);
        let _ = writeln!(
            out,
            "<figure><figcaption><b>{}</b>: {} moves, half within {}, 95 % within {}, at most {}</figcaption>{}</figure>",
            escaped(player),
            ms.len(),
            in_words(quantile(0.5)),
            in_words(quantile(0.95)),
            in_words(longest),
            classes(&counts, low)
        );
    }
    out + "</div>\n"
}

/// A time in words.
pub fn in_words(ms: f64) -> String {
    match ms {
        ms if ms >= 10_000.0 => format!("{:.1} s", ms / 1000.0),
        ms if ms >= 10.0 => format!("{ms:.0} ms"),
        ms if ms >= 0.1 => format!("{ms:.2} ms"),
        ms => format!("{ms:.3} ms"),
    }
}

/// The classes, each with its bounds and its moves.
fn classes(counts: &[usize], low: usize) -> String {
    let label = |number: usize| {
        let from = (low + number).checked_sub(1).map_or(0.0, bound);
        format!("{from} to {} ms", bound(low + number))
    };
    let rows: Vec<Bar> =
        counts.iter().enumerate().map(|(n, count)| Bar { label: label(n), count: *count, colour: "--bar" }).collect();
    bars(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bars_end_above_the_longest_time_and_hold_every_move() {
        let mut ms = vec![0.4; 90];
        ms.extend([3.0; 9]);
        ms.push(689.0);
        let told = distributions(&[Times { player: "a<b".into(), ms }]);
        assert!(told.contains("100 moves, half within 0.40 ms, 95 % within 3.00 ms, at most 689 ms"), "{told}");
        assert!(told.contains("500 to 1000 ms") && !told.contains("1000 to"), "the last bound is 1000: {told}");
        assert!(told.contains(">90<") && told.contains(">9<") && told.contains("a&lt;b"), "{told}");
    }
}
