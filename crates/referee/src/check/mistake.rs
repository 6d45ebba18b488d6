//! The usual mistakes of bots that answer, and the advice for each.

use rules::pieces::Dialect;
use rules::{Cell, Side};

/// A mistake of a bot that answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// It writes row and column the other way round.
    SwapsCoordinates,
    /// It counts rows and columns from 1.
    CountsFromOne,
    /// It counts the rows from 1.
    CountsRowsFromOne,
    /// It counts the columns from 1.
    CountsColumnsFromOne,
    /// It counts the number before each row as columns.
    CountsRowNumbers,
    /// It answers with the place of the first filled row and column.
    TrimsPiece,
    /// It turns the piece on its side.
    TurnsPiece,
    /// It plays for the other side, whichever it is.
    PlaysOtherSide,
    /// It always plays for this side.
    AlwaysPlays(Side),
    /// It covers more own cells than one.
    CoversSeveralOwn,
    /// It need not cover an own cell.
    CoversNoOwn,
    /// It does not count own cells at all.
    IgnoresOwn,
    /// It covers cells of the enemy.
    CoversEnemy,
    /// It covers places outside the board.
    LeavesBoard,
    /// It takes marks in lower case for walls.
    LowerCaseIsWall,
    /// It takes marks in lower case for free cells.
    LowerCaseIsFree,
    /// It takes the enemy's marks in lower case for free cells.
    LowerCaseEnemyIsFree,
    /// Empty places of the box may not lie on the enemy.
    MarginsAvoidEnemy,
    /// Empty places of the box count as filled.
    MarginsCount,
    /// The box may not hang over these edges: top, left, bottom, right.
    StaysInside([bool; 4]),
    /// It tries the piece only on the first own cell.
    FirstCell,
    /// It tries the piece only on the last own cell.
    LastCell,
    /// It tries the piece only where own cells hang together with the first.
    FirstGroup,
    /// It tries the piece only where own cells hang together with the last.
    LastGroup,
    /// It gives up although the piece fits.
    GivesUp,
}

use Mistake::*;

impl Mistake {
    /// All of them.
    pub const ALL: [Self; 33] = [
        SwapsCoordinates,
        CountsFromOne,
        CountsRowsFromOne,
        CountsColumnsFromOne,
        CountsRowNumbers,
        TrimsPiece,
        TurnsPiece,
        PlaysOtherSide,
        AlwaysPlays(Side::First),
        AlwaysPlays(Side::Second),
        CoversSeveralOwn,
        CoversNoOwn,
        IgnoresOwn,
        CoversEnemy,
        LeavesBoard,
        LowerCaseIsWall,
        LowerCaseIsFree,
        LowerCaseEnemyIsFree,
        MarginsAvoidEnemy,
        MarginsCount,
        StaysInside([true, false, false, false]),
        StaysInside([false, true, false, false]),
        StaysInside([true, true, false, false]),
        StaysInside([false, false, true, false]),
        StaysInside([false, false, false, true]),
        StaysInside([false, false, true, true]),
        StaysInside([true; 4]),
        StaysInside([true, false, true, false]),
        FirstCell,
        LastCell,
        FirstGroup,
        LastGroup,
        GivesUp,
    ];

    /// Whether each of its answers is a legal placement in disguise.
    pub fn is_disguise(self) -> bool {
        matches!(
            self,
            SwapsCoordinates | CountsFromOne | CountsRowsFromOne | CountsColumnsFromOne | CountsRowNumbers | TrimsPiece
        )
    }

    /// The answer of a bot with this mistake that means an anchor.
    pub fn disguised(self, (row, col): (i32, i32), margin: Cell) -> (i32, i32) {
        match self {
            SwapsCoordinates => (col, row),
            CountsFromOne => (row + 1, col + 1),
            CountsRowsFromOne => (row + 1, col),
            CountsColumnsFromOne => (row, col + 1),
            CountsRowNumbers => (row, col + 4),
            TrimsPiece => (row + margin.row as i32, col + margin.col as i32),
            _ => (row, col),
        }
    }

    /// The anchor that an answer of a bot with this mistake means.
    pub fn meant(self, (row, col): (i32, i32), margin: Cell) -> (i32, i32) {
        let (down, right) = match self {
            SwapsCoordinates => return (col, row),
            _ => self.disguised((0, 0), margin),
        };
        (row.saturating_sub(down), col.saturating_sub(right))
    }

    /// The advice for a bot with this mistake.
    pub fn advice(self, dialect: Dialect, side: Side) -> String {
        let words = match self {
            SwapsCoordinates => match dialect {
                Dialect::Plateau => "row and column have changed places: write row first, then column",
                Dialect::Anfield => "row and column have changed places: write X (the column) first, then Y (the row)",
            },
            CountsFromOne => "it counts from 1: rows and columns are counted from 0",
            CountsRowsFromOne => {
                "it counts rows from 1, perhaps because it takes the ruler for the first row: rows are counted from 0"
            }
            CountsColumnsFromOne => "it counts columns from 1: columns are counted from 0",
            CountsRowNumbers => {
                "it counts the number and the blank before each row as four columns: the board starts at the fifth \
                 character of a row"
            }
            TrimsPiece => {
                "it answers with the place of the first filled cells: answer with the place of the top left corner of \
                 the box as sent, empty rows and columns included"
            }
            TurnsPiece => "it takes the piece's rows for columns: read the piece row by row, top row first",
            PlaysOtherSide | AlwaysPlays(_) => {
                let (number, mark) = (side.number(), dialect.mark(side));
                return format!("it plays for the other side: `$$$ exec p{number}` means that its cells are `{mark}`");
            }
            CoversSeveralOwn => "it covers more than one own cell: count them, exactly one is allowed",
            CoversNoOwn => "it places the piece where it touches no own cell: exactly one filled cell must lie on one",
            IgnoresOwn => "it does not count the own cells that it covers: exactly one filled cell must lie on one",
            CoversEnemy => "it covers enemy cells: filled cells may lie on `.` and on one own cell only",
            LeavesBoard => {
                "filled cells leave the board: only empty places of the box may hang over an edge, so check every \
                 filled cell against all four edges"
            }
            LowerCaseIsWall | LowerCaseIsFree | LowerCaseEnemyIsFree => {
                let [own, enemy] = [side, side.other()].map(|side| (dialect.recent_mark(side), dialect.mark(side)));
                return format!(
                    "it does not know the marks in lower case, which are the most recent piece of each side: take `{}` \
                     like `{}`, and `{}` like `{}`",
                    own.0, own.1, enemy.0, enemy.1
                );
            }
            MarginsAvoidEnemy | MarginsCount => {
                "it lets empty places of the box count: only the filled cells of the piece do, empty places of its box \
                 may lie on anything, enemy cells and own ones too"
            }
            StaysInside(edges) => return stays_inside(edges),
            FirstCell | LastCell => {
                "it tries the piece on one own cell only (the first or the last that it finds): try it on every own \
                 cell of the board"
            }
            FirstGroup | LastGroup => {
                "it tries the piece only on own cells that hang together: a side may have several separate cells, so \
                 try every own cell of the board"
            }
            GivesUp => {
                "it gives up although the piece fits: try every place of the anchor, from -(height - 1), -(width - 1) \
                 of the piece to the last row and column, before answering `0 0`"
            }
        };
        words.into()
    }
}

/// The advice for a bot whose box never hangs over some edges.
fn stays_inside(edges: [bool; 4]) -> String {
    let names = ["top", "left", "bottom", "right"];
    let over: Vec<&str> = names.iter().zip(edges).filter(|(_, stays)| *stays).map(|(name, _)| *name).collect();
    let over = match &over[..] {
        [one] => format!("the {one} edge"),
        [one, two] => format!("the {one} and the {two} edge"),
        _ => "any edge".into(),
    };
    let [top, left, bottom, right] = edges;
    let starts = match (top, left) {
        (false, false) => None,
        (true, false) => Some("the anchor's row start at -(piece height - 1)"),
        (false, true) => Some("the anchor's column start at -(piece width - 1)"),
        (true, true) => Some("the anchor start at -(piece height - 1), -(piece width - 1)"),
    };
    let ends = match (bottom, right) {
        (false, false) => None,
        (true, false) => Some("go up to the last row"),
        (false, true) => Some("go up to the last column"),
        (true, true) => Some("go up to the last row and the last column"),
    };
    let change = match (starts, ends) {
        (Some(starts), Some(ends)) => format!("{starts} and {ends}"),
        (Some(starts), None) => starts.into(),
        (None, ends) => format!("the anchor {}", ends.unwrap_or("leave the board")),
    };
    format!("it never lets the box hang over {over}: let {change}")
}
