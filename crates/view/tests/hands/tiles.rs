//! Colour Filler by hand: the colour and the letter of a tile stay visible, whatever lies over it.

use super::seated;
use crate::screen::{drawn, expect, key, keys, text};
use landgrab_view::app::ColourMode;
use landgrab_view::app::play::Play;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;
use rules::colours::Colours;

/// The backgrounds of the board: of all places that have one.
fn tile_colours(buffer: &ratatui::buffer::Buffer) -> Vec<Color> {
    let below = 3 * usize::from(buffer.area.width);
    buffer.content[below..].iter().map(|cell| cell.bg).filter(|bg| *bg != Color::Reset).collect()
}

#[test]
fn nothing_covers_the_colour_or_the_letter_of_a_tile() {
    const BOARD: &str = "GYKB/BRGP/RBYK";
    for (width, height) in [(80, 24), (120, 40), (40, 12)] {
        let mut host = seated::<Colours<u64>>(&format!("{BOARD} A"));
        let mut play = Play::new(&mut host, ColourMode::Coloured);
        let bare = drawn(&mut play, width, height);
        let colours = tile_colours(&bare);
        assert!(colours.len() >= 12 * 3, "{}", text(&bare));
        // Territory, legal tiles, a hint, and the cursor on a legal and on an illegal tile.
        keys(&mut play, "tlh");
        for arrow in [KeyCode::Left, KeyCode::Down, KeyCode::Down, KeyCode::Left, KeyCode::Left] {
            key(&mut play, arrow);
            let screen = drawn(&mut play, width, height);
            assert_eq!(tile_colours(&screen), colours, "{}", text(&screen));
            // Row by row, the letters of the board are all there.
            let rows = text(&screen);
            let board: Vec<String> = rows.lines().skip(3).map(letters_of_tiles).filter(|row| row.len() >= 4).collect();
            for row in BOARD.split('/') {
                assert!(board.iter().any(|line| line.starts_with(row)), "{row}: {rows}");
            }
        }
    }
}

/// The capital letters of a line up to the column where notes begin.
fn letters_of_tiles(line: &str) -> String {
    line.chars().take(90).filter(|c| "RGBKYP".contains(*c)).collect()
}

#[test]
fn the_cursor_on_a_tile_is_an_outline_and_players_are_told_by_place_and_name() {
    let mut host = seated::<Colours<u64>>("GYKB/BRGP/RBYK A");
    let mut play = Play::new(&mut host, ColourMode::Coloured);
    let screen = drawn(&mut play, 80, 24);
    let said = text(&screen);
    assert!(said.contains("┌") && said.contains("┘"), "{said}");
    let head = said.lines().next().unwrap();
    assert!(head.contains("A  you (bottom left)") && head.contains("first@5 (top right)"), "{head}");
    let sides = [Color::Indexed(33), Color::Indexed(208)];
    let head = &screen.content[..80];
    assert!(head.iter().all(|cell| !sides.contains(&cell.fg) && !sides.contains(&cell.bg)), "blue or orange");
    // On its own colour the corners say that it is illegal.
    (0..3).for_each(|_| key(&mut play, KeyCode::Left));
    (0..3).for_each(|_| key(&mut play, KeyCode::Down));
    let said = text(&drawn(&mut play, 80, 24));
    assert!(said.contains("R: ") && said.contains("!        !"), "{said}");
    expect("play-colours-wrong", &said);
}
