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
    // What was settled since is as sure again as it was.
    for (cell, before) in std::mem::take(&mut reading.doubted) {
        let index = reading.index(cell);
        if !reading.is_set(cell) {
            reading.tiles[index].confidence = before;
        }
    }
    let mut found = contradictions(reading);
    found.retain(|contradiction| {
        let cells = contradiction.cells(reading.size);
        let about = if cells.is_empty() { reading.size.cells().collect() } else { cells };
        !about.iter().all(|cell| reading.is_set(*cell))
    });
    for cell in found.iter().flat_map(|contradiction| contradiction.cells(reading.size)) {
        let index = reading.index(cell);
        let before = reading.tiles[index].confidence;
        if !reading.is_set(cell) && before > DOUBTED {
            reading.doubted.push((cell, before));
            reading.tiles[index].confidence = DOUBTED;
        }
    }
    reading.contradictions = found;
}

/// The contradictions within a board, and between it and what palette and badges say.
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
    found.extend(against_badges(reading, &regions, corners));
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

/// The contradictions between a board and its badges. A badge that was not read says nothing.
fn against_badges(
    reading: &Reading,
    regions: &BySide<Vec<bool>>,
    corners: [Colour; 2],
) -> impl Iterator<Item = Contradiction> {
    let badges = reading.badges;
    let colours = badges.and_then(|pair| Some([pair.first.colour?, pair.second.colour?]));
    let others = colours.filter(|badges| *badges != corners);
    let count = move |side: Side| {
        let shown = badges?[side].count?;
        let is_own = |cell: Cell| regions[side][reading.index(cell)];
        let own: Vec<Cell> = reading.size.cells().filter(|cell| is_own(*cell)).collect();
        let counted = own.len();
        let is_beside = |cell: &Cell| !is_own(*cell) && neighbours(reading.size, *cell).any(is_own);
        let cells = if shown > counted { reading.size.cells().filter(is_beside).collect() } else { own };
        (shown != counted).then_some(Contradiction::OtherCount { side, shown, counted, cells })
    };
    let badges = others.map(|badges| Contradiction::OtherBadges { badges, corners });
    badges.into_iter().chain(Side::BOTH.into_iter().filter_map(count))
}

/// The tiles of each side.
pub(crate) fn regions(reading: &Reading) -> BySide<Vec<bool>> {
    let colour = |cell: Cell| reading.tiles[reading.index(cell)].colour;
    BySide::from_fn(|side| flood(reading.size, corner(reading.size, side), |one, other| colour(one) == colour(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::badges::Badge;
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

    /// A board with badges, each a colour and a number of tiles.
    fn with_badges(rows: &[&str], badges: [(Option<Colour>, Option<usize>); 2]) -> Reading {
        let mut reading = drawn(rows);
        let [first, second] = badges.map(|(colour, count)| Badge { colour, count });
        reading.badges = Some(BySide::new(first, second));
        mark(&mut reading);
        reading
    }

    fn said(reading: &Reading) -> Vec<String> {
        reading.contradictions.iter().map(ToString::to_string).collect()
    }

    fn unsure(reading: &Reading) -> Vec<Cell> {
        reading.unsure().map(|tile| tile.cell).collect()
    }

    #[test]
    fn badges_have_the_colours_of_the_corners() {
        let (red, black, purple) = (Some(Colour::Red), Some(Colour::Black), Some(Colour::Purple));
        let board = ["GBK", "RYB"];
        assert!(with_badges(&board, [(red, Some(1)), (black, Some(1))]).is_settled());
        let other = with_badges(&board, [(red, None), (purple, None)]);
        assert_eq!(said(&other), ["the badges beside the board are red and purple, the corners are red and black"]);
        assert_eq!(unsure(&other), [Cell::new(0, 2)]);
        // From the other seat both corners change places, and so do the badges.
        let turned = other.turned();
        assert_eq!(said(&turned), ["the badges beside the board are purple and red, the corners are black and red"]);
        assert_eq!(unsure(&turned), [Cell::new(1, 0)]);
        // Half a pair says nothing.
        assert!(with_badges(&board, [(red, Some(1)), (None, None)]).is_settled());
    }

    #[test]
    fn badges_count_the_tiles_of_the_regions() {
        let board = ["GBKK", "YBYG", "RRPB"];
        let counted = |first, second| with_badges(&board, [(None, first), (None, second)]);
        assert!(counted(Some(2), Some(2)).contradictions.iter().all(|other| other.code() == "equal_neighbours"));
        let more = counted(Some(3), None);
        let text = "the badge of the bottom left corner says 3 tiles, its region has 2";
        assert_eq!(more.contradictions[0].to_string(), text);
        let beside = [Cell::new(1, 0), Cell::new(1, 1), Cell::new(2, 2)];
        assert_eq!(more.contradictions[0].cells(more.size), beside, "one of these must be red");
        let less = counted(None, Some(1));
        let text = "the badge of the top right corner says 1 tile, its region has 2";
        assert_eq!(less.contradictions[0].to_string(), text);
        assert_eq!(less.contradictions[0].cells(less.size), [Cell::new(0, 2), Cell::new(0, 3)]);
    }

    #[test]
    fn the_true_tile_makes_a_region_as_large_as_its_badge_says() {
        let mut reading = with_badges(&["GBKP", "YKYG", "RRPB"], [(None, Some(3)), (None, None)]);
        assert_eq!(reading.contradictions.len(), 1);
        reading.set(Cell::new(1, 0), Colour::Red);
        assert!(reading.is_settled(), "the other tiles beside it are as sure as before\n{reading}");
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
