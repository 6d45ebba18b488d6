//! A piece: a box with filled and empty places. Players are told the box as drawn and answer with the place of its top
//! left corner; only the filled cells matter for anything else, so they are kept relative to their own bounding box.

use crate::TextError;
use grid::{Cell, Size, Symmetry};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, sync::Arc};

/// Longest side of a box: as long as the longest side of a map.
pub const LONGEST: usize = super::map::LONGEST;

/// A piece. Cloning is cheap: positions share it.
///
/// ```
/// use landgrab_rules::{Cell, Size, pieces::Piece};
///
/// let piece: Piece = "..../..*./.**.".parse()?;
/// assert_eq!((piece.size(), piece.margin()), (Size::new(3, 4), Cell::new(1, 1)));
/// assert_eq!(piece.filled().next(), Some(Cell::new(1, 2)));
/// assert_eq!(piece.lines('O'), ["....", "..O.", ".OO."]);
/// # Ok::<(), landgrab_rules::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<String>", try_from = "Vec<String>")]
pub struct Piece(Arc<Shape>);

#[derive(PartialEq, Eq, Hash)]
struct Shape {
    size: Size,
    /// Top left corner of the filled cells' bounding box.
    margin: Cell,
    /// Filled cells relative to `margin`, row by row.
    cells: Vec<Cell>,
}

impl Piece {
    /// The piece with these filled cells in a box; `None` when there are none, or some outside of the box.
    pub fn new(size: Size, filled: impl IntoIterator<Item = Cell>) -> Option<Self> {
        let mut cells: Vec<Cell> = filled.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        let row = cells.iter().map(|c| c.row).min()?;
        let col = cells.iter().map(|c| c.col).min()?;
        if !cells.iter().all(|c| size.contains(*c)) {
            return None;
        }
        for cell in &mut cells {
            *cell = Cell::new(cell.row - row, cell.col - col);
        }
        Some(Self(Arc::new(Shape { size, margin: Cell::new(row, col), cells })))
    }

    /// The box as drawn.
    pub fn size(&self) -> Size {
        self.0.size
    }

    /// Empty rows above and columns left of the filled cells.
    pub fn margin(&self) -> Cell {
        self.0.margin
    }

    /// The filled cells, relative to the top left corner of their bounding box, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.0.cells
    }

    /// The filled cells, relative to the top left corner of the box as drawn, row by row.
    pub fn filled(&self) -> impl Iterator<Item = Cell> + '_ {
        let margin = self.0.margin;
        self.0.cells.iter().map(move |c| Cell::new(c.row + margin.row, c.col + margin.col))
    }

    /// The box in lines of `mark` and `.`.
    pub fn lines(&self, mark: char) -> Vec<String> {
        let Size { rows, cols } = self.size();
        let mut lines = vec![vec!['.'; cols]; rows];
        for cell in self.filled() {
            lines[cell.row][cell.col] = mark;
        }
        lines.into_iter().map(String::from_iter).collect()
    }

    /// The piece turned or mirrored with its box.
    pub fn seen_by(&self, symmetry: Symmetry) -> Self {
        let size = self.size();
        Self::new(symmetry.size(size), self.filled().map(|c| symmetry.cell(c, size)))
            .expect("the cells stay in the box")
    }

    fn from_lines(lines: &[impl AsRef<str>]) -> Result<Self, TextError> {
        const WHAT: &str = "piece";
        let cols = lines.first().map_or(0, |l| l.as_ref().chars().count());
        let size = Size::new(lines.len(), cols);
        if !(1..=LONGEST).contains(&size.rows) || !(1..=LONGEST).contains(&size.cols) {
            return Err(TextError::described(WHAT, format!("1 to {LONGEST} rows and columns"), size.to_string()));
        }
        let mut filled = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let line = line.as_ref();
            if line.chars().count() != cols {
                return Err(TextError::new(WHAT, format!("{cols} characters in row {row}, as in row 0"), line));
            }
            for (col, mark) in line.chars().enumerate() {
                match mark {
                    '.' => {}
                    '*' | 'O' => filled.push(Cell::new(row, col)),
                    _ => return Err(TextError::new(WHAT, "`*` (filled) and `.` (empty)", line)),
                }
            }
        }
        Self::new(size, filled).ok_or_else(|| TextError::described(WHAT, "at least one filled cell `*`", "none"))
    }
}

/// `.*/**`: rows from the top, `/` between.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines('*').join("/"))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({self})")
    }
}

impl FromStr for Piece {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::from_lines(&text.split('/').collect::<Vec<_>>())
    }
}

impl From<Piece> for Vec<String> {
    fn from(piece: Piece) -> Self {
        piece.lines('*')
    }
}

impl TryFrom<Vec<String>> for Piece {
    type Error = TextError;

    fn try_from(lines: Vec<String>) -> Result<Self, TextError> {
        Self::from_lines(&lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_knows_its_empty_margins() {
        let piece: Piece = "..../..*./.**.".parse().unwrap();
        assert_eq!((piece.size(), piece.margin()), (Size::new(3, 4), Cell::new(1, 1)));
        assert_eq!(piece.cells(), [Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 1)]);
        assert_eq!(piece.to_string(), "..../..*./.**.");
    }

    #[test]
    fn text_that_is_no_piece_is_refused_by_name() {
        for (text, part) in [
            ("", "expected 1 to 1024 rows and columns, found 1x0"),
            ("../..", "at least one filled cell"),
            ("*./*", "2 characters in row 1, as in row 0, found `*`"),
            ("*?", "found `*?`"),
        ] {
            let error = text.parse::<Piece>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
