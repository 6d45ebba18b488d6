//! What there is to see of a position, before any medium: marks in rows and columns with their names, words around it.

use rules::{Side, Size};

/// What a mark shows, for a medium to find a colour for. The text of a mark says the same, so that nothing is told by
/// colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// A cell that nobody owns.
    Free,
    /// A cell that nobody can own.
    Wall,
    /// A cell of a side.
    Owned(Side),
    /// A cell that the last move gave to a side.
    Recent(Side),
    /// A tile of a colour, by red, green and blue; and its owner.
    Tile((u8, u8, u8), Option<Side>),
}

/// One cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its text; all marks of a scene are equally wide.
    pub text: String,
    /// What it shows.
    pub paint: Paint,
}

/// A board to draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Rows and columns.
    pub size: Size,
    /// The cells, row by row.
    pub marks: Vec<Mark>,
    /// The names of the rows.
    pub row_names: Vec<String>,
    /// The names of the columns.
    pub col_names: Vec<String>,
    /// Lines above the board.
    pub above: Vec<String>,
    /// Lines below the board.
    pub below: Vec<String>,
}

impl Scene {
    /// A board with a mark for each cell, rows and columns named by their numbers.
    pub fn new(size: Size, marks: Vec<Mark>) -> Self {
        debug_assert_eq!(marks.len(), size.area());
        let names = |count: usize| (0..count).map(|i| i.to_string()).collect();
        Self { size, marks, row_names: names(size.rows), col_names: names(size.cols), above: vec![], below: vec![] }
    }
}
