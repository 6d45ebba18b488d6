//! The starts that the suite plays from: every game, every size class, and the corners of what may be chosen.

use grid::Size;
use landgrab_rules::catalogue::AnySetup;
use landgrab_rules::pieces::{Dialect, Map};
use landgrab_rules::{colours, pieces, stop};

/// Walls, several start cells a side, and a piece still in the letters of the last move.
const WALLED: &str = "\
O..#....
.Oo#..X.
...#....
.....#x.
##...#x.
.#......
";

/// Several start cells a side, the recent ones in their own letters.
const SCATTERED: &str = "\
@.......
.a....$.
.a......
......s.
";

const TINY_PLATEAU: &str = "O...\n...X\n";
const TINY_ANFIELD: &str = "@...\n...$\n";

/// A start of every kind.
pub fn setups() -> Vec<AnySetup> {
    let mut setups = Vec::new();
    for dialect in Dialect::ALL {
        setups.extend(["map00", "map01", "map02"].map(|name| school(name, dialect)));
    }
    setups.push(map(Dialect::Plateau, TINY_PLATEAU));
    setups.push(map(Dialect::Anfield, TINY_ANFIELD));
    setups.push(map(Dialect::Plateau, WALLED));
    setups.push(map(Dialect::Anfield, SCATTERED));
    // Larger than the largest class whose size is fixed.
    setups.push(map(Dialect::Plateau, &corners(Size::new(110, 130), 'O', 'X')));
    setups.push(map(Dialect::Anfield, &corners(Size::new(110, 130), '@', '$')));

    setups.extend((1..=3).map(|seed| AnySetup::Colours(colours::Setup::generated(seed))));
    setups.push(tiles(Size::new(4, 4), 3));
    setups.push(tiles(Size::new(2, 2), 3));
    setups.push(tiles(Size::new(10, 12), 8));

    for reading in stop::Reading::ALL {
        for size in [Size::new(8, 8), Size::new(5, 4), Size::new(1, 6)] {
            setups.push(AnySetup::Stop(stop::Setup::new(size, reading).expect("2 to 64 cells")));
        }
    }
    setups
}

fn school(name: &str, dialect: Dialect) -> AnySetup {
    AnySetup::Pieces(pieces::Setup::named(name, dialect).expect("a school map"))
}

fn map(dialect: Dialect, text: &str) -> AnySetup {
    let map = Map::parse("a map of the tests", text, dialect).expect("a map");
    AnySetup::Pieces(pieces::Setup::new(dialect, map))
}

/// An empty board with the sides a little way from two opposite corners.
fn corners(size: Size, first: char, second: char) -> String {
    let mut rows = vec![vec!['.'; size.cols]; size.rows];
    rows[10][10] = first;
    rows[size.rows - 11][size.cols - 11] = second;
    rows.into_iter().map(|row| String::from_iter(row) + "\n").collect()
}

fn tiles(size: Size, colours: usize) -> AnySetup {
    AnySetup::Colours(colours::Setup::generated_with(size, colours, 7).expect("an allowed size"))
}
