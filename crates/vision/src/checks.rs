//! Cross-checks: everything that is known twice must agree. A contradiction marks the tiles that it is about.

use crate::board::{flood, neighbours};
use crate::{Contradiction, Reading};
use rules::colours::{Colour, USUAL_COLOURS, corner};
use rules::{BySide, Cell, Side};

/// With this many tiles of nobody, all six colours are there: less than one board in 200 lacks one.
const MANY_NEUTRAL: usize = 40;

/// The contradictions within a board, and between it and the colours that the palette says are held.
pub(crate) fn contradictions(reading: &Reading, held: Option<&[Colour]>) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let regions = regions(reading);
    let corners = Side::BOTH.map(|side| reading.tiles[reading.index(corner(reading.size, side))].colour);
    let is_one = regions.first[reading.index(corner(reading.size, Side::Second))];
    if is_one {
        found.push(Contradiction::JoinedCorners { colour: corners[0] });
    }
    let count = |side: Side| regions[side].iter().filter(|is_own| **is_own).count();
    if !is_one && corners[0] == corners[1] && Side::BOTH.into_iter().any(|side| count(side) > 1) {
        found.push(Contradiction::EqualSides { colour: corners[0] });
    }
    if let Some(held) = held {
        let agrees = corners.iter().all(|colour| held.contains(colour)) && held.iter().all(|c| corners.contains(c));
        if !agrees {
            found.push(Contradiction::OtherSwatches { shrunken: held.to_vec(), corners });
        }
    }
    let is_neutral = |cell: Cell| Side::BOTH.into_iter().all(|side| !regions[side][reading.index(cell)]);
    let colour = |cell: Cell| reading.tiles[reading.index(cell)].colour;
    let has_equal =
        |cell: &Cell| is_neutral(*cell) && neighbours(reading.size, *cell).any(|other| colour(other) == colour(*cell));
    let cells: Vec<Cell> = reading.size.cells().filter(has_equal).collect();
    if !cells.is_empty() {
        found.push(Contradiction::EqualNeighbours { cells });
    }
    let is_missing = |colour: &Colour| reading.tiles.iter().all(|tile| tile.colour != *colour);
    let missing: Vec<Colour> = Colour::ALL[..USUAL_COLOURS].iter().filter(|c| is_missing(c)).copied().collect();
    if !missing.is_empty() && reading.size.cells().filter(|cell| is_neutral(*cell)).count() >= MANY_NEUTRAL {
        found.push(Contradiction::MissingColours { missing });
    }
    found
}

/// The tiles of each side.
pub(crate) fn regions(reading: &Reading) -> BySide<Vec<bool>> {
    let colour = |cell: Cell| reading.tiles[reading.index(cell)].colour;
    BySide::from_fn(|side| flood(reading.size, corner(reading.size, side), |one, other| colour(one) == colour(other)))
}
