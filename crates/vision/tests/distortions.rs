//! Distorted pictures: each class is mostly read right, and never wrong without a warning.

#[path = "pictures/camera.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod camera;
#[path = "pictures/cases.rs"]
mod cases;
#[path = "pictures/distortion.rs"]
#[allow(dead_code, reason = "the confusion table uses the rest")]
mod distortion;
#[path = "pictures/paint.rs"]
mod paint;
#[path = "pictures/photo.rs"]
mod photo;
#[path = "pictures/scene.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod scene;
#[path = "pictures/screen.rs"]
mod screen;

use camera::{png, tinted};
use cases::{Case, Set, Verdict, judged};
use distortion::Distortion;
use image::{Rgb, RgbImage};
use landgrab_vision::{Contradiction, Reading, Unread, read, read_sized};
use rules::colours::{Colour, Setup};
use rules::{Side, Size, SplitMix};
use scene::{Scene, USUAL, played};
use screen::{Badges, Screen};

/// The verdicts on some pictures of the tuning set.
fn verdicts(kind: Distortion, count: u32) -> Vec<Verdict> {
    let verdict = |number: u32| {
        let case = Case::drawn(Set::Tuning, 18 * number + kind as u32);
        let mut source = SplitMix::for_purpose(u64::from(number), 100 + kind as u64);
        judged(&read(&case.distorted(kind, &mut source)), &case.position)
    };
    (0..count).map(verdict).collect()
}

/// Asserts that at least so many of six pictures are read right, and that none is wrong without a warning.
#[track_caller]
fn assert_class(kind: Distortion, least: usize) {
    let verdicts = verdicts(kind, 6);
    assert!(!verdicts.contains(&Verdict::WrongAndConfident), "{verdicts:?}");
    let right = verdicts.iter().filter(|verdict| **verdict == Verdict::Right).count();
    assert!(right >= least, "{verdicts:?}");
}

#[test]
fn light_changes_nothing() {
    assert_class(Distortion::Darker, 6);
    assert_class(Distortion::Overlay, 6);
    // Clipped yellow and green differ in one channel only, so that doubts are right.
    assert_class(Distortion::Brighter, 3);
}

#[test]
fn tints_change_nothing() {
    assert_class(Distortion::LessBlue, 5);
    assert_class(Distortion::LessRed, 5);
    assert_class(Distortion::NightShift, 5);
    assert_class(Distortion::TrueTone, 5);
}

#[test]
fn pale_and_noisy_pictures_are_read() {
    assert_class(Distortion::Pale, 5);
    assert_class(Distortion::Noise, 5);
}

#[test]
fn photos_of_a_screen_are_read() {
    assert_class(Distortion::Photo, 5);
}

#[test]
fn files_and_crops_are_read() {
    assert_class(Distortion::None, 6);
    assert_class(Distortion::Scale, 6);
    assert_class(Distortion::Jpeg, 6);
    assert_class(Distortion::Crop, 6);
}

#[test]
fn covered_cut_and_turned_boards_are_never_wrong_without_a_warning() {
    assert_class(Distortion::HalfColumn, 0);
    assert_class(Distortion::Banner, 0);
    assert_class(Distortion::Background, 2);
    assert_class(Distortion::Turned, 1);
}

/// A phone's screen in the middle of a game.
fn screen(has_palette: bool) -> Screen {
    Screen {
        position: played(&Setup::generated(5), 8, 5).with_mover(Side::First),
        tile: 40.0,
        palette: USUAL,
        page: [230; 3],
        reach: 4.7,
        side: 1.5,
        pulse: 30.0,
        has_palette,
        has_status: true,
        badges: Badges::default(),
    }
}

#[track_caller]
fn assert_right(result: &Result<Reading, Unread>, position: &Setup) {
    let what = match result {
        Ok(reading) => format!("{reading}{:?}", reading.contradictions),
        Err(error) => error.to_string(),
    };
    assert_eq!(judged(result, position), Verdict::Right, "{what}\n{position}");
}

#[test]
fn a_warm_tint_does_not_make_purple_black() {
    for has_palette in [true, false] {
        let screen = screen(has_palette);
        for blue in [0.7, 0.6, 0.5] {
            assert_right(&read(&png(&tinted(&screen.draw(), [1.0, 1.0, blue]))), &screen.position);
        }
    }
}

#[test]
fn brightness_and_a_dark_overlay_are_read_by_the_palette() {
    let screen = screen(true);
    for factor in [1.25, 1.4, 0.3] {
        assert_right(&read(&png(&tinted(&screen.draw(), [factor; 3]))), &screen.position);
    }
    let without = Screen { has_palette: false, ..screen };
    assert_right(&read(&png(&tinted(&without.draw(), [0.3; 3]))), &without.position);
}

#[test]
fn swatches_that_look_alike_make_their_tiles_unsure() {
    let is_alike = |colour: Colour| colour == Colour::Green || colour == Colour::Yellow;
    // Both swatches are whole: nobody holds the two colours.
    let holds_neither = |position: &Setup| ![48, 7].iter().any(|corner| is_alike(position.tiles()[*corner]));
    let mut positions = (1..).map(|seed| played(&Setup::generated(seed), 8, seed.into()));
    let position = positions.find(holds_neither).unwrap().with_mover(Side::First);
    // Green and yellow differ most in red. In a picture this bright, red has come to its end in both.
    let mut palette = USUAL;
    palette[Colour::Green.index()] = [185, 218, 92];
    palette[Colour::Yellow.index()] = [246, 232, 84];
    let screen = Screen { position, palette, ..screen(true) };
    let reading = read(&png(&tinted(&screen.draw(), [1.6; 3]))).unwrap();
    for tile in &reading.tiles {
        assert!(!is_alike(tile.colour) || !tile.is_sure(), "{reading}");
    }
    let count = |is_doubted: bool| reading.tiles.iter().filter(|tile| tile.is_sure() != is_doubted).count();
    assert!(count(true) > 0 && count(false) > 20, "{reading}");
}

/// A screen without a palette, its yellow as pale as some screens show it, whose tiles of nobody fulfil a condition, far too bright.
fn too_bright(is_wanted: impl Fn(&Setup, &[Colour]) -> bool) -> (Setup, Reading) {
    let positions = (1..).map(|seed| played(&Setup::generated(seed), 14, seed.into()));
    let neutral = |position: &Setup| -> Vec<Colour> {
        let held = [48, 7].map(|corner: usize| position.tiles()[corner]);
        position.tiles().iter().filter(|colour| !held.contains(colour)).copied().collect()
    };
    let position =
        positions.into_iter().find(|position| is_wanted(position, &neutral(position))).expect("there is one");
    let mut palette = USUAL;
    palette[Colour::Yellow.index()][2] = 88;
    let screen = Screen { position: position.with_mover(Side::First), palette, pulse: 0.0, ..screen(false) };
    let reading = read(&png(&tinted(&screen.draw(), [1.6; 3]))).expect("a board");
    (screen.position, reading)
}

#[test]
fn clipped_yellow_is_unsure_where_no_green_shows_the_difference() {
    let (position, reading) = too_bright(|position, neutral| {
        !position.tiles().contains(&Colour::Green) && neutral.iter().filter(|c| **c == Colour::Yellow).count() > 2
    });
    for (tile, truth) in reading.tiles.iter().zip(position.tiles()) {
        assert_eq!(tile.is_sure(), *truth != Colour::Yellow, "{position}\n{reading}");
    }
}

#[test]
fn clipped_yellow_is_unsure_at_the_top_where_the_light_changes() {
    let (position, reading) = too_bright(|position, neutral| {
        let is_there = |colour: Colour| neutral.iter().filter(|other| **other == colour).count() > 3;
        is_there(Colour::Yellow) && is_there(Colour::Green) && position.tiles()[..7].contains(&Colour::Yellow)
    });
    for (tile, truth) in reading.tiles.iter().zip(position.tiles()).take(7) {
        assert!(*truth != Colour::Yellow || !tile.is_sure(), "{position}\n{reading}");
    }
}

#[test]
fn a_region_whose_pulse_comes_near_another_colour_is_unsure() {
    // In a picture this bright yellow differs from green by its blue alone, and a pulse adds nearly as much of it.
    let held = |position: &Setup| [48, 7].map(|corner: usize| position.tiles()[corner]);
    let mut positions = (1..).map(|seed| played(&Setup::generated(seed), 8, seed.into()));
    let is_wanted = |position: &Setup| held(position)[0] == Colour::Yellow && held(position)[1] != Colour::Green;
    let position = positions.find(is_wanted).unwrap().with_mover(Side::First);
    let screen = Screen { position, pulse: 16.0, ..screen(true) };
    let reading = read(&png(&tinted(&screen.draw(), [1.6; 3]))).unwrap();
    assert!(!reading.tiles[48].is_sure(), "{}\n{reading}", reading.tiles[48].confidence);
    assert!(reading.tiles[7].is_sure(), "the other side does not pulse\n{reading}");
}

#[test]
fn rows_of_background_are_no_tiles() {
    let position = screen(false).position;
    let board = Scene::crop(position.clone(), 30.0).draw();
    for rows in [3, 5] {
        let mut page = RgbImage::from_pixel(240, 210 + 30 * rows, Rgb([62, 66, 74]));
        image::imageops::replace(&mut page, &board, 0, 0);
        let result = read(&png(&page));
        assert_ne!(judged(&result, &position), Verdict::WrongAndConfident, "{rows} rows");
        if let Ok(reading) = result {
            assert!(reading.size == position.size() || reading.size_unusual, "{rows} rows: {}", reading.size);
        }
    }
}

#[test]
fn half_a_column_or_a_banner_leaves_a_board_of_unusual_size() {
    let position = screen(false).position;
    let board = Scene { margins: [1.0; 4], ..Scene::crop(position.clone(), 40.0) }.draw();
    let half = image::imageops::crop_imm(&board, 0, 0, 40 + 7 * 40 + 18, board.height()).to_image();
    let mut covered = board;
    paint::fill(&mut covered, [0.0, 0.0, 400.0, 40.0 + 38.0], |_, _| [245.0; 3]);
    for picture in [half, covered] {
        match read(&png(&picture)) {
            Ok(reading) => assert!(!reading.is_settled(), "{reading}"),
            Err(error) => assert!(matches!(error, Unread::CutOff { .. } | Unread::NoBoard { .. }), "{error}"),
        }
    }
}

#[test]
fn a_row_of_one_colour_at_the_end_of_the_picture_may_be_a_banner() {
    let position = played(&Setup::generated(5), 2, 5);
    let mut board = Scene::crop(position, 40.0).draw();
    paint::fill(&mut board, [0.0, 0.0, 320.0, 40.0], |_, _| [62.0; 3]);
    let reading = read(&png(&board)).unwrap();
    assert!(reading.contradictions.contains(&Contradiction::OpenEdge { edge: "top" }), "{reading}");
    let said: Vec<String> = reading.contradictions.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["the top row or column of tiles goes on past the board, or something covers it"]);
}

#[test]
fn a_photo_on_its_side_is_turned_by_its_palette_and_doubted_without() {
    let with = screen(true);
    for turned in [image::imageops::rotate90(&with.draw()), image::imageops::rotate270(&with.draw())] {
        assert_right(&read(&png(&turned)), &with.position);
    }
    let without = Screen { has_palette: false, ..with };
    let reading = read(&png(&image::imageops::rotate90(&without.draw()))).unwrap();
    assert!(reading.size_unusual && reading.size == Size::new(8, 7), "{}", reading.size);
}

#[test]
fn a_size_that_was_told_is_not_unusual() {
    let size = Size::new(8, 8);
    let position = Setup::generated_with(size, 6, 3).unwrap();
    let picture = png(&Scene::phone(position.clone(), 30.0).draw());
    assert!(read(&picture).unwrap().size_unusual);
    assert_right(&read_sized(&picture, size), &position);
}

#[test]
fn swatches_that_do_not_fit_the_corners_are_a_contradiction() {
    let screen = screen(true);
    let tiles = screen.position.tiles().to_vec();
    // The palette of another position, under this board.
    let other = Screen { position: played(&Setup::generated(6), 9, 6).with_mover(Side::First), ..screen.clone() };
    let held = |setup: &Setup| [setup.tiles()[48], setup.tiles()[7]];
    let mut pair: [Vec<Colour>; 2] = [held(&screen.position).to_vec(), held(&other.position).to_vec()];
    pair.iter_mut().for_each(|colours| colours.sort_unstable());
    assert_ne!(pair[0], pair[1], "the seeds must differ in what is held");
    let mut picture = screen.draw();
    let strip = other.draw();
    let top = picture.height() * 7 / 10;
    let below = image::imageops::crop_imm(&strip, 0, top, strip.width(), strip.height() - top).to_image();
    image::imageops::replace(&mut picture, &below, 0, i64::from(top));
    let reading = read(&png(&picture)).unwrap();
    let codes: Vec<&str> = reading.contradictions.iter().map(Contradiction::code).collect();
    assert!(!reading.is_settled() && codes.contains(&"other_swatches"), "{codes:?}\n{reading}{tiles:?}");
}
