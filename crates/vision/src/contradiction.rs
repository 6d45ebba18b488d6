//! Contradictions: facts that the picture shows twice, or that the rules fix, and that do not agree.

use rules::colours::{Colour, corner};
use rules::{Cell, Side, Size};
use std::fmt;

/// Two facts about a picture of which one must be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Contradiction {
    /// Two neighbours have one colour, but are part of no side's region. Only a region has such tiles.
    EqualNeighbours {
        /// The tiles, row by row.
        cells: Vec<Cell>,
    },
    /// Both corners are part of one region.
    JoinedCorners {
        /// Its colour.
        colour: Colour,
    },
    /// Both sides hold one colour although one of them has moved.
    EqualSides {
        /// That colour.
        colour: Colour,
    },
    /// The shrunken swatches of the palette are not the colours of the corners.
    OtherSwatches {
        /// The shrunken colours.
        shrunken: Vec<Colour>,
        /// The colours of the corners, the bottom left one first.
        corners: [Colour; 2],
    },
    /// The badges beside the board are not in the colours of the corners.
    OtherBadges {
        /// The colours of the badges, that of the bottom left corner first.
        badges: [Colour; 2],
        /// The colours of the corners, the bottom left one first.
        corners: [Colour; 2],
    },
    /// The badge of a side gives another number of tiles than its region has.
    OtherCount {
        /// The side, A at the bottom left.
        side: Side,
        /// The number on the badge.
        shown: usize,
        /// The number of tiles in the region.
        counted: usize,
        /// The tiles of which one must be wrong, row by row: those beside a region that is too small, or else its own.
        cells: Vec<Cell>,
    },
    /// Almost all tiles are still nobody's, but colours are missing.
    MissingColours {
        /// The colours that no tile has.
        missing: Vec<Colour>,
    },
    /// What covers or continues the board looks like its tiles, so that it has no visible end.
    OpenEdge {
        /// Where: `top`, `bottom`, `left` or `right`.
        edge: &'static str,
    },
    /// The colours of the tiles are not those of the game under any light.
    StrangeColours,
}

impl Contradiction {
    /// The tiles that it is about. None: it is about the board as a whole.
    pub fn cells(&self, size: Size) -> Vec<Cell> {
        match self {
            Self::EqualNeighbours { cells } | Self::OtherCount { cells, .. } => cells.clone(),
            Self::JoinedCorners { .. } | Self::EqualSides { .. } | Self::OtherSwatches { .. } => {
                Side::BOTH.map(|side| corner(size, side)).to_vec()
            }
            Self::OtherBadges { badges, corners } => {
                let sides = Side::BOTH.into_iter().zip(badges.iter().zip(corners));
                sides.filter(|(_, (badge, own))| badge != own).map(|(side, _)| corner(size, side)).collect()
            }
            Self::MissingColours { .. } | Self::OpenEdge { .. } | Self::StrangeColours => Vec::new(),
        }
    }

    /// A word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::EqualNeighbours { .. } => "equal_neighbours",
            Self::JoinedCorners { .. } => "joined_corners",
            Self::EqualSides { .. } => "equal_sides",
            Self::OtherSwatches { .. } => "other_swatches",
            Self::OtherBadges { .. } => "other_badges",
            Self::OtherCount { .. } => "other_count",
            Self::MissingColours { .. } => "missing_colours",
            Self::OpenEdge { .. } => "open_edge",
            Self::StrangeColours => "strange_colours",
        }
    }
}

/// In plain words, without a full stop. `r1c1` is the tile at the top left.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EqualNeighbours { cells } => {
                let places: Vec<String> =
                    cells.iter().map(|cell| format!("r{}c{}", cell.row + 1, cell.col + 1)).collect();
                write!(f, "neighbours of one colour that no side can own: {}", places.join(", "))
            }
            Self::JoinedCorners { colour } => {
                write!(f, "both corners are in one {} region, which no game comes to", colour.name())
            }
            Self::EqualSides { colour } => {
                write!(f, "both sides hold {} after a move, which the rules forbid", colour.name())
            }
            Self::OtherSwatches { shrunken, corners } => write!(
                f,
                "the palette says that the sides hold {}, the corners are {}",
                names(shrunken),
                names(corners)
            ),
            Self::OtherBadges { badges, corners } => {
                write!(f, "the badges beside the board are {}, the corners are {}", names(badges), names(corners))
            }
            Self::OtherCount { side, shown, counted, .. } => {
                let place = if *side == Side::First { "bottom left" } else { "top right" };
                let tiles = if *shown == 1 { "tile" } else { "tiles" };
                write!(f, "the badge of the {place} corner says {shown} {tiles}, its region has {counted}")
            }
            Self::MissingColours { missing } => {
                write!(f, "nearly a start, but no tile is {}", names(missing))
            }
            Self::OpenEdge { edge } => {
                write!(f, "the {edge} row or column of tiles goes on past the board, or something covers it")
            }
            Self::StrangeColours => f.write_str("the colours are not the game's six in any light"),
        }
    }
}

fn names(colours: &[Colour]) -> String {
    let names: Vec<&str> = colours.iter().map(|colour| colour.name()).collect();
    names.join(" and ")
}
