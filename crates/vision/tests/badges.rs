//! The badges beside the board: read in two fonts, compared with the board, and silent where they are unsure.

#[path = "pictures/camera.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod camera;
#[path = "pictures/paint.rs"]
mod paint;
#[path = "pictures/scene.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod scene;
#[path = "pictures/screen.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod screen;

use camera::{jpeg, png, tinted};
use image::RgbImage;
use image::imageops::{blur, crop_imm, replace, rotate180};
use landgrab_vision::{Contradiction, Orientation, Reading, read};
use rules::colours::{Colour, Colours, Setup, corner};
use rules::{Cell, Game, Side};
use scene::{USUAL, played};
use screen::{Badges, Screen};

const TILE: f32 = 48.0;

/// A phone's screen after so many moves of a game.
fn screen(seed: u32, moves: usize, badges: Badges) -> Screen {
    Screen {
        position: played(&Setup::generated(seed), moves, seed.into()).with_mover(Side::First),
        tile: TILE,
        palette: USUAL,
        page: [230; 3],
        reach: 2.6,
        side: 1.5,
        pulse: 0.0,
        has_palette: true,
        has_status: true,
        badges,
    }
}

fn bold() -> Badges {
    Badges { are_bold: true, ..Badges::default() }
}

fn score(position: &Setup) -> [usize; 2] {
    let score = Colours::<u128>::new(position).score();
    [score.first as usize, score.second as usize]
}

fn codes(reading: &Reading) -> Vec<&'static str> {
    reading.contradictions.iter().map(Contradiction::code).collect()
}

/// The part of the picture above the board, changed.
fn with_top(picture: &mut RgbImage, change: impl FnOnce(&RgbImage) -> RgbImage) {
    let top = crop_imm(picture, 0, 0, picture.width(), (5.4 * TILE) as u32).to_image();
    replace(picture, &change(&top), 0, 0);
}

#[test]
fn digits_of_two_fonts_are_read_right_or_not_at_all() {
    for (badges, least) in [(Badges::default(), 10), (bold(), 7)] {
        let mut seen = [false; 10];
        for pair in 0..10_u32 {
            // The badges may say any number, whatever the board has.
            let counts = [10 * (pair % 5) + pair, 10 * ((pair + 3) % 5) + 9 - pair].map(|count| count.max(1));
            let screen = screen(pair, 6, Badges { counts: Some(counts), ..badges });
            if let Some(read) = read(&png(&screen.draw())).unwrap().badge_counts() {
                assert_eq!(read, counts.map(|count| count as usize), "{badges:?}");
                read.iter().for_each(|count| seen[count % 10] = true);
            }
        }
        assert!(seen.iter().filter(|is_read| **is_read).count() >= least, "{badges:?} {seen:?}");
    }
}

#[test]
fn badges_that_agree_change_nothing() {
    for seed in 0..8 {
        for badges in [Badges::default(), bold()] {
            let screen = screen(seed, 3 * seed as usize, badges);
            let picture = screen.draw();
            for bytes in [png(&picture), jpeg(&picture, 80), png(&tinted(&picture, [1.0, 0.9, 0.7]))] {
                let reading = read(&bytes).unwrap();
                assert_eq!(codes(&reading), [""; 0], "{seed} {reading}");
                let counts = reading.badge_counts();
                assert!(counts.is_none_or(|counts| counts == score(&screen.position)), "{seed} {counts:?}");
            }
        }
    }
}

#[test]
fn a_tile_painted_over_makes_its_region_larger_than_its_badge_says() {
    let screen = screen(5, 8, bold());
    let size = screen.position.size();
    let game = Colours::<u128>::new(&screen.position);
    let [counted, _] = score(&screen.position);
    let colour = screen.position.tiles()[48];
    // The painted tile touches the region of the bottom left corner, and joins nothing else to it.
    let joins_one = |cell: &Cell| {
        let mut tiles = screen.position.tiles().to_vec();
        tiles[cell.row * size.cols + cell.col] = colour;
        let is_free = Side::BOTH.iter().all(|side| !game.region(*side).contains(game.frame().index(*cell)));
        is_free && score(&Setup::new(size, 6, tiles).unwrap())[0] == counted + 1
    };
    let cell = size.cells().find(joins_one).expect("some tile does");
    let mut picture = screen.draw();
    let (left, top) = ((1.5 + cell.col as f32) * TILE, (2.6 + 3.2 + cell.row as f32) * TILE);
    let shade = USUAL[colour.index()].map(f32::from);
    paint::fill(&mut picture, [left, top, left + TILE, top + TILE].map(f32::round), |_, _| shade);
    let mut reading = read(&png(&picture)).unwrap();
    let is_about = |found: &Contradiction| match found {
        Contradiction::OtherCount { side: Side::First, shown, counted: seen, cells } => {
            *shown == counted && *seen == counted + 1 && cells.contains(&cell)
        }
        _ => false,
    };
    assert!(reading.contradictions.iter().any(is_about), "{:?}\n{reading}", reading.contradictions);
    assert!(!reading.tile(cell).unwrap().is_sure() && !reading.is_settled(), "{reading}");
    let truth = screen.position.tiles()[cell.row * size.cols + cell.col];
    reading.set(cell, truth);
    assert_eq!(codes(&reading), [""; 0], "{reading}");
}

#[test]
fn a_badge_with_another_number_is_a_contradiction_whichever_way_up() {
    let counts = |[first, second]: [usize; 2]| Some([first as u32, second as u32 + 1]);
    let truth = screen(5, 8, bold());
    let [first, second] = score(&truth.position);
    let screen = Screen { badges: Badges { counts: counts([first, second]), ..bold() }, ..truth };
    let said = format!("the badge of the top right corner says {} tiles, its region has {second}", second + 1);
    let reading = read(&png(&screen.draw())).unwrap();
    assert_eq!(reading.contradictions.iter().map(ToString::to_string).collect::<Vec<_>>(), std::slice::from_ref(&said));
    let turned = read(&png(&rotate180(&screen.draw()))).unwrap();
    assert_eq!((turned.orientation, turned.badge_counts()), (Orientation::UpsideDown, Some([second + 1, first])));
    assert_eq!(turned.contradictions[0].to_string(), said.replace("top right", "bottom left"));
    assert_eq!(turned.turned().contradictions[0].to_string(), said);
}

#[test]
fn a_badge_in_another_colour_is_a_contradiction() {
    let truth = screen(5, 8, bold());
    let size = truth.position.size();
    let held = Side::BOTH.map(|side| {
        let Cell { row, col } = corner(size, side);
        truth.position.tiles()[row * size.cols + col]
    });
    let other = Colour::ALL[..6].iter().find(|colour| !held.contains(colour)).copied().unwrap();
    let screen = Screen { badges: Badges { colours: Some([held[0], other]), ..bold() }, ..truth };
    let reading = read(&png(&screen.draw())).unwrap();
    let expected = Contradiction::OtherBadges { badges: [held[0], other], corners: held };
    assert_eq!(reading.contradictions, [expected]);
    assert!(!reading.tile(corner(size, Side::Second)).unwrap().is_sure(), "{reading}");
    assert!(reading.tile(corner(size, Side::First)).unwrap().is_sure(), "{reading}");
}

#[test]
fn badges_that_are_hidden_blurred_or_tiny_say_nothing() {
    // The numbers are wrong, so that a badge which is read speaks.
    let wrong = screen(5, 8, Badges { counts: Some([28, 47]), ..bold() });
    let picture = wrong.draw();
    assert_eq!(codes(&read(&png(&picture)).unwrap()), ["other_count", "other_count"]);
    let y = 3.2 * TILE;
    let hidden = |from: f32, to: f32| {
        let mut picture = picture.clone();
        // Over the right badge: a part of its width, or of its height.
        let middle = (1.5 + 8.0 - 1.35) * TILE;
        let part = [middle + from * TILE, y - TILE, middle + to * TILE, y + TILE];
        paint::fill(&mut picture, part, |_, _| [250.0; 3]);
        picture
    };
    let mut lower = picture.clone();
    paint::fill(&mut lower, [0.0, y, 11.0 * TILE, y + TILE], |_, _| [250.0; 3]);
    let mut soft = picture.clone();
    with_top(&mut soft, |top| blur(top, 5.0));
    let tiny = Screen { tile: 14.0, ..wrong }.draw();
    let pictures =
        [("right half", hidden(0.0, 1.0)), ("left half", hidden(-1.0, 0.0)), ("one digit", hidden(0.05, 0.3))];
    let others = [("lower half", lower), ("blurred", soft), ("tiny", tiny)];
    for (what, picture) in pictures.into_iter().chain(others) {
        let reading = read(&png(&picture)).unwrap();
        assert_eq!((codes(&reading), reading.badge_counts()), (vec![], None), "{what}\n{reading}");
    }
}
