//! The territory maps as the original program prints them.

use engine::stop::{Arrival, Claim, FloodFill, Manhattan};
use rules::stop::{Stop, letter};
use rules::{Cell, Game, Side};

/// The FloodFill map with its counts.
pub fn flood_fill(position: &Stop) -> String {
    let map = FloodFill::new(position);
    let cells = |claim| position.size().cells().filter(|cell| map.claim(*cell) == Some(claim)).count();
    let drawn = grid(position, 1, |cell| match map.claim(cell) {
        Some(Claim::Of(side)) => letter(side).to_ascii_lowercase().to_string(),
        Some(Claim::Both) => "?".into(),
        Some(Claim::Nobody) => " ".into(),
        None => stone(position, cell),
    });
    let (stones, claimed) = (position.score(), map.cells());
    format!(
        "{drawn}FloodFill: {}\n' ': {} '?': {} X: {} O: {}\nx: {} o: {}",
        map.score(),
        cells(Claim::Nobody),
        cells(Claim::Both),
        stones.first,
        stones.second,
        claimed.first,
        claimed.second,
    )
}

/// The Manhattan map with its counts.
pub fn manhattan(position: &Stop) -> String {
    let map = Manhattan::new(position);
    let drawn = grid(position, 2, |cell| match map.arrival(cell) {
        Some(Arrival { side, moves }) => format!("{}{moves}", side.map_or('?', letter)),
        None => "  ".into(),
    });
    let cells = map.cells();
    let far = position.size().area() as u32 - cells.first - cells.second - map.tied();
    let far = if far == 0 { String::new() } else { format!(" too far: {far}") };
    format!("{drawn}Manhattan: {}\n'?': {} X: {} O: {}{far}", map.score(), map.tied(), cells.first, cells.second)
}

fn stone(position: &Stop, cell: Cell) -> String {
    let index = position.frame().index(cell);
    let side = if position.stones(Side::First).contains(index) { Side::First } else { Side::Second };
    letter(side).to_string()
}

/// Cells of a fixed width between bars, with their columns and rows.
fn grid(position: &Stop, width: usize, text: impl Fn(Cell) -> String) -> String {
    let size = position.size();
    let margin = (size.rows - 1).to_string().len();
    let columns: String = (0..size.cols).map(|col| format!(" {col:>width$}")).collect();
    let mut out = format!("{}{columns}\n", " ".repeat(margin));
    for row in 0..size.rows {
        let cells: Vec<String> = (0..size.cols).map(|col| text(Cell::new(row, col))).collect();
        out += &format!("{row:>margin$}|{}|\n", cells.join("|"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maps_after_one_move_are_printed_as_the_original_does() {
        let board: Stop = ".......X/......../.......X/......../......../......../......../O....... O".parse().unwrap();
        let expected = "\
\x20 0 1 2 3 4 5 6 7
0| | | | | |x|x|X|
1| | | | | | | |x|
2| | | | | |x|x|X|
3| | | | | | | |x|
4| | | | | | | |x|
5|o| | | | | | | |
6|o| | | | | | | |
7|O|o|o| | | | | |
FloodFill: 3
' ': 50 '?': 0 X: 2 O: 1
x: 7 o: 4";
        assert_eq!(flood_fill(&board), expected);
        let expected = "\
\x20  0  1  2  3  4  5  6  7
0|?4|X3|X3|X2|X2|X1|X1|X0|
1|O3|?4|?4|X3|X3|X2|X2|X1|
2|O3|X3|X3|X2|X2|X1|X1|X0|
3|O2|O3|O3|X3|X3|X2|X2|X1|
4|O2|O3|O3|X3|X3|X2|X2|X1|
5|O1|O2|O2|O3|O3|X3|X3|X2|
6|O1|O2|O2|O3|O3|X3|X3|X2|
7|O0|O1|O1|O2|O2|O3|O3|X3|
Manhattan: 11
'?': 3 X: 36 O: 25";
        assert_eq!(manhattan(&board), expected);
    }
}
