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

/// The same on a screen with so many columns. Where the table is wider, the columns of `give_way` are left out, the first of
/// them first, until it fits.
pub fn fitted(rows: &[(Vec<String>, &str)], columns: Option<usize>, give_way: &[usize]) -> Vec<String> {
    let Some(columns) = columns else { return aligned(rows) };
    for left_out in 0..=give_way.len() {
        let is_kept = |column: usize| !give_way[..left_out].contains(&column);
        let kept = |cells: &[String]| {
            cells.iter().enumerate().filter(|(column, _)| is_kept(*column)).map(|(_, cell)| cell.clone()).collect()
        };
        let rows: Vec<(Vec<String>, &str)> = rows.iter().map(|(cells, behind)| (kept(cells), *behind)).collect();
        let lines = aligned(&rows);
        if left_out == give_way.len() || is_fitting(&lines, Some(columns)) {
            return lines;
        }
    }
    unreachable!("the last try is taken as it is")
}

/// Whether lines fit a screen with so many columns.
pub fn is_fitting(lines: &[String], columns: Option<usize>) -> bool {
    columns.is_none_or(|columns| lines.iter().all(|line| width(line) <= columns))
}

/// A sentence in lines of so many columns, the second and later ones indented. A word that is too long has a line alone.
pub fn wrapped(text: &str, columns: Option<usize>, indent: usize) -> Vec<String> {
    let Some(columns) = columns else { return vec![text.into()] };
    let first_indent = " ".repeat(text.len() - text.trim_start().len());
    let mut lines = vec![];
    let mut line = String::new();
    for word in text.split_whitespace() {
        let start = if lines.is_empty() { first_indent.clone() } else { " ".repeat(indent) };
        if line.is_empty() {
            line = start + word;
        } else if width(&line) + 1 + width(word) <= columns {
            line += &format!(" {word}");
        } else {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent) + word));
        }
    }
    lines.push(line);
    lines
}

/// Characters that are seen: colour takes no room.
fn width(cell: &str) -> usize {
    anstream::adapter::strip_str(cell).to_string().chars().count()
}

/// `1 cell`, `2 cells`
pub fn counted(count: i64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<(Vec<String>, &'static str)> {
        let row = |cells: [&str; 3], behind| (cells.map(String::from).to_vec(), behind);
        vec![row(["turn", "player", "played"], ""), row(["1", "A greedy", "R"], "??")]
    }

    #[test]
    fn columns_give_way_in_their_order_until_the_table_fits() {
        let widest = |columns, give_way: &[usize]| fitted(&rows(), columns, give_way);
        assert_eq!(widest(None, &[1])[1], "   1  A greedy       R  ??");
        assert_eq!(widest(Some(26), &[1, 0])[1], "   1  A greedy       R  ??");
        assert_eq!(widest(Some(25), &[1, 0]), ["turn  played", "   1       R  ??"]);
        assert_eq!(widest(Some(12), &[1, 0]), ["played", "     R  ??"]);
        assert_eq!(widest(Some(3), &[1]), ["turn  played", "   1       R  ??"], "no more can give way");
    }

    #[test]
    fn a_sentence_wraps_at_its_words() {
        let lines = wrapped("  player  the first legal cell, row by row", Some(24), 10);
        assert_eq!(lines, ["  player the first legal", "          cell, row by", "          row"]);
        assert_eq!(wrapped("a wordthatistoolong b", Some(8), 2), ["a", "  wordthatistoolong", "  b"]);
        assert_eq!(wrapped("as  it is", None, 2), ["as  it is"]);
    }
}
