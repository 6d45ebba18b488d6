//! Cells as few paths: neighbours of one look become one rectangle.

use rules::Size;
use std::fmt::Write;

/// The path, in cells, around the cells that are wanted; empty without any.
pub fn outline(size: Size, is_wanted: impl Fn(usize) -> bool) -> String {
    let mut path = String::new();
    // Runs of the row above that go on below: first column, end, first row.
    let mut open: Vec<(usize, usize, usize)> = vec![];
    for row in 0..=size.rows {
        let runs = if row < size.rows { runs(size.cols, |col| is_wanted(row * size.cols + col)) } else { vec![] };
        let mut next: Vec<(usize, usize, usize)> = vec![];
        for (from, to) in &runs {
            let above = open.iter().find(|(start, end, _)| (start, end) == (from, to));
            next.push((*from, *to, above.map_or(row, |(.., top)| *top)));
        }
        for (from, to, top) in open.iter().filter(|run| !next.contains(run)) {
            let _ = write!(path, "M{from} {top}h{}v{}h-{}z", to - from, row - top, to - from);
        }
        open = next;
    }
    path
}

/// The runs of wanted columns: first, and end.
fn runs(cols: usize, is_wanted: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = vec![];
    for col in (0..cols).filter(|col| is_wanted(*col)) {
        match runs.last_mut() {
            Some((_, end)) if *end == col => *end = col + 1,
            _ => runs.push((col, col + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[&str]) -> String {
        let text: String = rows.concat();
        outline(Size::new(rows.len(), rows[0].len()), |index| text.as_bytes()[index] == b'X')
    }

    #[test]
    fn equal_runs_below_each_other_are_one_rectangle() {
        assert_eq!(of(&["XX.X", "XX..", "...X"]), "M3 0h1v1h-1zM0 0h2v2h-2zM3 2h1v1h-1z");
        assert_eq!(of(&["XX", ".X"]), "M0 0h2v1h-2zM1 1h1v1h-1z");
        assert_eq!(of(&["..", ".."]), "");
    }
}
