//! Cross-checks: everything that is known twice must agree. A contradiction marks the tiles that it is about.

use crate::board_fit::{flood, neighbours};
use crate::{Contradiction, Reading};
use rules::colours::{Colour, USUAL_COLOURS, corner};
use rules::{BySide, Cell, Side};

/// The confidence of a tile that a contradiction is about.
const DOUBTED: f32 = 0.2;
/// With this many tiles of nobody, all six colours are there: less than one board in 200 lacks one.
const MANY_NEUTRAL: usize = 40;

/// Notes the contradictions of a reading and calls the tiles unsure that they are about. Tiles that a person set stay
/// sure, and a contradiction about such tiles alone is settled.
pub(crate) fn mark(reading: &mut Reading) {
    let mut found = contradictions(reading);
    found.retain(|contradiction| {
        let cells = contradiction.cells(reading.size);
        let about = if cells.is_empty() { reading.size.cells().collect() } else { cells };
        !about.iter().all(|cell| reading.is_set(*cell))
    });
    for cell in found.iter().flat_map(|contradiction| contradiction.cells(reading.size)) {
        let index = reading.index(cell);
        if !reading.is_set(cell) {
            reading.tiles[index].confidence = reading.tiles[index].confidence.min(DOUBTED);
        }
    }
    reading.contradictions = found;
}

/// The contradictions within a board, and between it and the colours that the palette says are held.
fn contradictions(reading: &Reading) -> Vec<Contradiction> {
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
    if let Some(held) = &reading.held {
        let agrees = corners.iter().all(|colour| held.contains(colour)) && held.iter().all(|c| corners.contains(c));
        if !agrees {
            found.push(Contradiction::OtherSwatches { shrunken: held.clone(), corners });
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
    found.extend(reading.open_edges.iter().map(|edge| Contradiction::OpenEdge { edge }));
    if reading.has_strange_colours {
        found.push(Contradiction::StrangeColours);
    }
    found
}

/// The tiles of each side.
pub(crate) fn regions(reading: &Reading) -> BySide<Vec<bool>> {
    let colour = |cell: Cell| reading.tiles[reading.index(cell)].colour;
    BySide::from_fn(|side| flood(reading.size, corner(reading.size, side), |one, other| colour(one) == colour(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::drawn;

    /// The words for the contradictions of a board.
    fn codes(rows: &[&str], held: Option<&[Colour]>) -> Vec<&'static str> {
        let mut reading = drawn(rows);
        reading.held = held.map(<[Colour]>::to_vec);
        mark(&mut reading);
        reading.contradictions.iter().map(Contradiction::code).collect()
    }

    #[test]
    fn a_board_of_the_game_has_no_contradictions() {
        assert_eq!(codes(&["GBK", "RYB"], None), [""; 0]);
        assert_eq!(codes(&["GBK", "RYB"], Some(&[Colour::Black, Colour::Red])), [""; 0]);
        // At a start both sides may hold one colour.
        assert_eq!(codes(&["GBR", "RYB"], Some(&[Colour::Red])), [""; 0]);
    }

    #[test]
    fn neighbours_of_one_colour_belong_to_a_region() {
        assert_eq!(codes(&["GBKK", "YBRG", "RRRB"], None), ["equal_neighbours"]);
        let mut reading = drawn(&["GBKK", "YBRG", "RRRB"]);
        mark(&mut reading);
        let unsure: Vec<Cell> = reading.unsure().map(|tile| tile.cell).collect();
        assert_eq!(unsure, [Cell::new(0, 1), Cell::new(1, 1)]);
        assert_eq!(reading.contradictions[0].to_string(), "neighbours of one colour that no side can own: r1c2, r2c2");
        // One of them was wrong.
        reading.set(Cell::new(1, 1), Colour::Yellow);
        assert_eq!(reading.contradictions.len(), 1, "now it equals the tile beside it");
        reading.set(Cell::new(1, 1), Colour::Purple);
        assert!(reading.contradictions.is_empty());
    }

    #[test]
    fn what_a_person_set_is_not_asked_again() {
        let mut reading = drawn(&["GBKK", "YBRG", "RRRB"]);
        reading.set(Cell::new(0, 1), Colour::Blue);
        assert_eq!(reading.contradictions.len(), 1);
        reading.set(Cell::new(1, 1), Colour::Blue);
        assert!(reading.is_settled());
    }

    #[test]
    fn the_corners_are_two_regions_of_two_colours() {
        assert_eq!(codes(&["RRR", "RGB"], None), ["joined_corners"]);
        assert_eq!(codes(&["GBRR", "YKGB", "RGYP"], None), ["equal_sides"]);
    }

    #[test]
    fn shrunken_swatches_are_the_colours_of_the_corners() {
        assert_eq!(codes(&["GBK", "RYB"], Some(&[Colour::Purple, Colour::Red])), ["other_swatches"]);
        let mut reading = drawn(&["GBK", "RYB"]);
        reading.held = Some(vec![Colour::Purple, Colour::Red]);
        mark(&mut reading);
        assert_eq!(
            reading.contradictions[0].to_string(),
            "the palette says that the sides hold purple and red, the corners are red and black"
        );
        let unsure: Vec<Cell> = reading.unsure().map(|tile| tile.cell).collect();
        assert_eq!(unsure, [Cell::new(0, 2), Cell::new(1, 0)]);
    }

    #[test]
    fn a_start_has_all_six_colours() {
        let rows = ["GBRYGBRY", "BRYGBRYG", "GBRYGBRY", "BRYGBRYG", "GBRYGBRY", "BRYGBRYG", "KBRYGBRY"];
        assert_eq!(codes(&rows, None), ["missing_colours"]);
        let with_purple = ["GBRYGBRY", "BRYGBPYG", "GBRYGBRY", "BRYGBRYG", "GBRYGBRY", "BRYGBRYG", "KBRYGBRY"];
        assert_eq!(codes(&with_purple, None), [""; 0]);
    }

    #[test]
    fn trust_settles_everything() {
        let mut reading = drawn(&["RRR", "RGB"]);
        reading.size_unusual = true;
        reading.has_strange_colours = true;
        reading.open_edges = vec!["top"];
        mark(&mut reading);
        let codes: Vec<&str> = reading.contradictions.iter().map(Contradiction::code).collect();
        assert_eq!(codes, ["joined_corners", "open_edge", "strange_colours"]);
        reading.trust();
        assert!(reading.is_settled());
    }
}
