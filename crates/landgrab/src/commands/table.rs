//! Columns that line up, and counted words.

/// Rows of text with every column as wide as its widest cell; the words behind the last column stand free.
pub fn aligned(rows: &[(Vec<String>, &str)]) -> Vec<String> {
    let columns = rows.iter().map(|(cells, _)| cells.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().filter_map(|(cells, _)| cells.get(column)).map(|cell| width(cell)).max())
        .map(Option::unwrap_or_default)
        .collect();
    let line = |(cells, behind): &(Vec<String>, &str)| {
        let cells = cells.iter().zip(&widths).map(|(cell, full)| format!("{}{cell}", " ".repeat(full - width(cell))));
        let line: Vec<String> = cells.chain([(*behind).into()]).collect();
        line.join("  ").trim_end().into()
    };
    rows.iter().map(line).collect()
}

/// Characters that are seen: colour takes no room.
fn width(cell: &str) -> usize {
    anstream::adapter::strip_str(cell).to_string().chars().count()
}

/// `1 cell`, `2 cells`
pub fn counted(count: i64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
