//! A scene: the marks of a board in rows and columns, layers over them, and words around them. Every medium draws any
//! scene, so a new game or overlay is written once.

use crate::Layer;
use rules::{BySide, Side, Size};

/// The meaning of a mark, for which a medium finds a colour. The text of the mark says the same, because colour alone
/// does not reach every reader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paint {
    /// A cell that nobody owns.
    Free,
    /// A cell that nobody can own.
    Wall,
    /// A cell of a side.
    Owned(Side),
    /// A cell that the last move gave to a side.
    Recent(Side),
    /// A tile of a colour, by red, green and blue; its owner, and whether the last move gave it to that side.
    Tile((u8, u8, u8), Option<Side>, bool),
}

impl Paint {
    /// The side that it shows.
    pub const fn owner(self) -> Option<Side> {
        match self {
            Self::Free | Self::Wall => None,
            Self::Owned(side) | Self::Recent(side) => Some(side),
            Self::Tile(_, owner, _) => owner,
        }
    }

    /// Whether the last move put it there.
    pub const fn is_recent(self) -> bool {
        matches!(self, Self::Recent(_) | Self::Tile(_, _, true))
    }
}

/// One cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Its text; all marks of a scene are equally wide.
    pub text: String,
    /// Its meaning.
    pub paint: Paint,
}

impl Mark {
    /// The letter in the text, without the brackets that say whose it is; nothing for a free cell.
    pub fn letter(&self) -> Option<char> {
        self.text.chars().find(|c| !"[]()<> .".contains(*c))
    }
}

/// The caption of a turn: players, score and news.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// Moves and failures so far.
    pub turn: usize,
    /// Both players.
    pub players: BySide<Seat>,
    /// The events of this turn.
    pub news: String,
    /// The next event, such as the side to move.
    pub next: String,
}

/// A player in a heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Its letter on the board.
    pub mark: String,
    /// Its name.
    pub name: String,
    /// Its points.
    pub score: u32,
}

impl Heading {
    /// All of it in one line.
    pub fn line(&self) -> String {
        let BySide { first, second } = &self.players;
        format!(
            "turn {}: {} | {} {} {} : {} {} {} | {}",
            self.turn,
            self.news,
            first.mark,
            first.name,
            first.score,
            second.score,
            second.mark,
            second.name,
            self.next,
        )
    }
}

/// A small picture beside the board, such as the piece to place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aside {
    /// Its title.
    pub title: String,
    /// Rows of `*` and `.`.
    pub rows: Vec<String>,
}

/// A board to draw.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{Side, Size};
/// use landgrab_view::{Colour, Mark, Paint, Scene, text};
///
/// let mark = |text: &str, paint| Mark { text: text.into(), paint };
/// let marks = vec![mark("X", Paint::Owned(Side::First)), mark(".", Paint::Free)];
/// let scene = Scene::new(Size::new(1, 2), marks);
/// assert_eq!(text(&scene, Colour::Never), "  01\n0 X.\n");
/// ```
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
    /// The layers over the cells, the lowest first.
    pub layers: Vec<Layer>,
    /// The caption.
    pub heading: Option<Heading>,
    /// A small picture beside the board.
    pub aside: Option<Aside>,
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
        Self {
            size,
            marks,
            row_names: names(size.rows),
            col_names: names(size.cols),
            layers: vec![],
            heading: None,
            aside: None,
            above: vec![],
            below: vec![],
        }
    }

    /// Lays another layer over the board.
    pub fn lay(&mut self, layer: Layer) {
        debug_assert_eq!(layer.spots.len(), self.marks.len());
        self.layers.push(layer);
    }
}
