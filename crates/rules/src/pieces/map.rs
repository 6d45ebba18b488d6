//! Maps: the six school maps by name, and files.

use super::Dialect;
use crate::{Side, TextError};
use grid::{Cell, Size};
use serde::{Deserialize, Serialize};

/// Longest side of a map. The schools' programs know no limit; students play up to 400x396.
pub const LONGEST: usize = 1024;

/// A start board in the letters of a dialect, with a name to show.
///
/// ```
/// use landgrab_rules::{Size, pieces::{Dialect, Map}};
///
/// let map = Map::parse("mine.map", "O...\n.#..\n...X\n", Dialect::Plateau)?;
/// assert_eq!((map.name(), map.size()), ("mine.map", Size::new(3, 4)));
/// let school = Map::named("map00", Dialect::Anfield).expect("a school map");
/// assert_eq!(school.size(), Size::new(15, 20));
/// # Ok::<(), landgrab_rules::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    name: String,
    rows: Vec<String>,
    size: Size,
}

struct School {
    name: &'static str,
    size: Size,
    first: Cell,
    second: Cell,
}

const PLATEAU: [School; 3] = [
    School { name: "map00", size: Size::new(15, 17), first: Cell::new(8, 2), second: Cell::new(12, 14) },
    School { name: "map01", size: Size::new(24, 40), first: Cell::new(3, 3), second: Cell::new(19, 32) },
    School { name: "map02", size: Size::new(100, 99), first: Cell::new(69, 70), second: Cell::new(29, 30) },
];

const ANFIELD: [School; 3] = [
    School { name: "map00", size: Size::new(15, 20), first: Cell::new(2, 9), second: Cell::new(12, 9) },
    School { name: "map01", size: Size::new(30, 40), first: Cell::new(3, 4), second: Cell::new(26, 32) },
    School { name: "map02", size: Size::new(100, 99), first: Cell::new(71, 70), second: Cell::new(25, 25) },
];

const fn schools(dialect: Dialect) -> &'static [School] {
    match dialect {
        Dialect::Plateau => &PLATEAU,
        Dialect::Anfield => &ANFIELD,
    }
}

impl Map {
    /// The names of a dialect's built-in maps, with their sizes.
    pub fn built_in(dialect: Dialect) -> impl Iterator<Item = (&'static str, Size)> {
        schools(dialect).iter().map(|school| (school.name, school.size))
    }

    /// A built-in map by name.
    pub fn named(name: &str, dialect: Dialect) -> Option<Self> {
        let school = schools(dialect).iter().find(|school| school.name == name)?;
        let mut rows = vec![vec!['.'; school.size.cols]; school.size.rows];
        rows[school.first.row][school.first.col] = dialect.mark(Side::First);
        rows[school.second.row][school.second.col] = dialect.mark(Side::Second);
        let rows = rows.into_iter().map(String::from_iter).collect();
        Some(Self { name: name.into(), rows, size: school.size })
    }

    /// Reads a map file's text. Any number of start cells a side; in Plateau every other character is a wall.
    pub fn parse(name: &str, text: &str, dialect: Dialect) -> Result<Self, TextError> {
        // Anfield's own reader skips empty lines; in Plateau an empty line would be an uneven row.
        let rows: Vec<&str> = match dialect {
            Dialect::Plateau => text.strip_suffix('\n').unwrap_or(text).split('\n').collect(),
            Dialect::Anfield => text.split('\n').filter(|row| !row.is_empty()).collect(),
        };
        Self::from_rows(name, rows.into_iter().map(String::from).collect(), dialect)
    }

    fn from_rows(name: &str, rows: Vec<String>, dialect: Dialect) -> Result<Self, TextError> {
        const WHAT: &str = "map";
        if rows.iter().all(String::is_empty) {
            return Err(TextError::described(WHAT, "rows of cells", "nothing"));
        }
        let size = Size::new(rows.len(), rows[0].chars().count());
        let shape = format!("2x4 to {LONGEST}x{LONGEST} cells");
        if size.rows > LONGEST || size.cols > LONGEST {
            return Err(TextError::described(WHAT, shape, size.to_string()));
        }
        for (number, row) in rows.iter().enumerate() {
            let line = number + 1;
            if row.ends_with('\r') {
                let expected = "lines that end in a line feed alone (try `tr -d '\\r'`)";
                return Err(TextError::described(WHAT, expected, format!("a carriage return on line {line}")));
            }
            let cols = row.chars().count();
            if cols != size.cols {
                let expected = format!("{} columns in every row, as in line 1", size.cols);
                return Err(TextError::described(WHAT, expected, format!("{cols} on line {line}")));
            }
            let strange = |c: char| dialect == Dialect::Anfield && c != '.' && dialect.side_of(c).is_none();
            if let Some(col) = row.chars().position(strange) {
                let found = row.chars().nth(col).unwrap_or_default().escape_default();
                let found = format!("`{found}` on line {line}, column {}", col + 1);
                return Err(TextError::described(WHAT, "only the characters `.` `@` `a` `$` `s`", found));
            }
        }
        if !(size.rows >= 2 && size.cols >= 4 || size.rows >= 4 && size.cols >= 2) {
            return Err(TextError::described(WHAT, shape, size.to_string()));
        }
        Ok(Self { name: name.into(), rows, size })
    }

    /// Its name: a built-in one, or the path of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rows, in the letters of the map's dialect.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }
}

/// The choices before a game of piece Filler: the dialect and the map.
///
/// ```
/// use landgrab_rules::pieces::{Dialect, Setup};
///
/// let setup = Setup::named("map01", Dialect::Plateau).expect("a school map");
/// assert_eq!((setup.dialect(), setup.map().name()), (Dialect::Plateau, "map01"));
/// assert!(Setup::named("map99", Dialect::Plateau).is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Setup {
    dialect: Dialect,
    map: Map,
}

impl Setup {
    /// The rules and the map, which must be one of that dialect.
    pub fn new(dialect: Dialect, map: Map) -> Self {
        Self { dialect, map }
    }

    /// A built-in map.
    pub fn named(name: &str, dialect: Dialect) -> Option<Self> {
        Some(Self { dialect, map: Map::named(name, dialect)? })
    }

    /// The rules.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }
}

/// A setup in a record: the rows are written out for a map that is not built in.
#[derive(Serialize, Deserialize)]
struct Written {
    rules: Dialect,
    map: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<Vec<String>>,
}

impl From<Setup> for Written {
    fn from(Setup { dialect, map }: Setup) -> Self {
        let built_in = Map::named(&map.name, dialect).is_some_and(|known| known == map);
        Self { rules: dialect, map: map.name, board: (!built_in).then_some(map.rows) }
    }
}

impl TryFrom<Written> for Setup {
    type Error = TextError;

    fn try_from(written: Written) -> Result<Self, TextError> {
        let Written { rules, map, board } = written;
        let map = match board {
            Some(rows) => Map::from_rows(&map, rows, rules)?,
            None => Map::named(&map, rules)
                .ok_or_else(|| TextError::new("map", format!("{} without a `board`", names(rules)), &map))?,
        };
        Ok(Self { dialect: rules, map })
    }
}

/// The built-in names for a message.
pub fn names(dialect: Dialect) -> String {
    Map::built_in(dialect).map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_school_maps_have_their_start_cells() {
        let map = Map::named("map00", Dialect::Plateau).unwrap();
        assert_eq!(map.size(), Size::new(15, 17));
        assert_eq!(&map.rows()[8][..4], "..O.");
        assert_eq!(&map.rows()[12][13..], ".X..");
        let map = Map::named("map01", Dialect::Anfield).unwrap();
        assert_eq!((map.size(), &map.rows()[26][31..34]), (Size::new(30, 40), ".$."));
        assert!(Map::named("map03", Dialect::Plateau).is_none());
    }

    #[test]
    fn a_bad_map_is_refused_with_the_place() {
        for (dialect, text, message) in [
            (Dialect::Plateau, "", "map: expected rows of cells, found nothing"),
            (Dialect::Plateau, "....\n...\n", "map: expected 4 columns in every row, as in line 1, found 3 on line 2"),
            (Dialect::Plateau, "...\n...\n", "map: expected 2x4 to 1024x1024 cells, found 2x3"),
            (
                Dialect::Plateau,
                "..O.\n\n....\n",
                "map: expected 4 columns in every row, as in line 1, found 0 on line 2",
            ),
            (
                Dialect::Anfield,
                "..@.\n.O..\n",
                "map: expected only the characters `.` `@` `a` `$` `s`, found `O` on line 2, column 2",
            ),
            (
                Dialect::Anfield,
                "..@.\r\n....\r\n",
                "map: expected lines that end in a line feed alone (try `tr -d '\\r'`), found a carriage return on line 1",
            ),
        ] {
            assert_eq!(Map::parse("test", text, dialect).unwrap_err().to_string(), message);
        }
        let wide = format!("{}\n", ".".repeat(10_000_000));
        let error = Map::parse("test", &wide, Dialect::Plateau).unwrap_err().to_string();
        assert_eq!(error, "map: expected 2x4 to 1024x1024 cells, found 1x10000000");
    }

    #[test]
    fn a_setup_reads_back_from_a_record() {
        let own = Map::parse("mine.map", "O#..\n..XX\n", Dialect::Plateau).unwrap();
        let school = Setup::named("map02", Dialect::Anfield).unwrap();
        assert_eq!(serde_json::to_string(&school).unwrap(), r#"{"rules":"anfield","map":"map02"}"#);
        for setup in [Setup::new(Dialect::Plateau, own), school] {
            let text = serde_json::to_string(&setup).unwrap();
            assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
        }
    }

    #[test]
    fn a_file_that_only_borrows_a_school_maps_name_keeps_its_rows() {
        let other = Setup::new(Dialect::Plateau, Map::parse("map00", "O...\n...X\n", Dialect::Plateau).unwrap());
        let text = serde_json::to_string(&other).unwrap();
        assert!(text.contains("board"), "{text}");
    }
}
