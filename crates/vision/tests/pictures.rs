//! Boards that the tests draw, read back: start, middle and end of games, on phones, in windows and crops, through
//! files and cameras. Every tile must be right, or called unsure.

#[path = "pictures/camera.rs"]
mod camera;
#[path = "pictures/paint.rs"]
#[allow(dead_code, reason = "screens use the rest")]
mod paint;
#[path = "pictures/scene.rs"]
mod scene;

use camera::{clear_png, deep_png, held, jpeg, noisy, png, resized, tilted, tinted, webp};
use landgrab_vision::{Orientation, Reading, Unread, read};
use rules::colours::{Colour, Setup};
use rules::{Cell, Side, Size};
use scene::{PLAIN, Scene, USUAL, WIDE, played};

/// A generated board after so many moves.
fn position(moves: usize, seed: u32) -> Setup {
    played(&Setup::generated(seed), moves, seed.into())
}

/// Positions from the start to the end of games.
fn positions() -> impl Iterator<Item = Setup> {
    (0..24).map(|seed| position(seed as usize, seed))
}

/// Asserts that a picture reads as a position, all tiles sure.
#[track_caller]
fn assert_reads(bytes: &[u8], position: &Setup, what: &str) -> Reading {
    let reading = read(bytes).unwrap_or_else(|error| panic!("{what}: {error}\n{position}"));
    assert_eq!(reading.size, position.size(), "{what}\n{reading}\n{position}");
    let colours: Vec<Colour> = reading.tiles.iter().map(|tile| tile.colour).collect();
    assert_eq!(colours, position.tiles(), "{what}\n{reading}\n{position}");
    assert_eq!(reading.unsure().count(), 0, "{what}\n{reading}");
    reading
}

#[test]
fn a_phone_shows_the_board_its_place_and_whose_move_it_is() {
    for position in positions() {
        let scene = Scene { pulse: 40.0, ..Scene::phone(position.clone().with_mover(Side::First), 40.0) };
        let reading = assert_reads(&png(&scene.draw()), &position, "phone");
        let place = reading.place;
        assert!(place.left.abs_diff(60) <= 2 && place.top.abs_diff(268) <= 2, "{place:?}");
        assert!(place.width.abs_diff(320) <= 3 && place.height.abs_diff(280) <= 3, "{place:?}");
        assert_eq!((reading.to_move, reading.orientation), (Some(Side::First), Orientation::Upright), "{position}");
        assert_eq!(reading.setup().unwrap().tiles(), position.tiles());
    }
}

#[test]
fn without_a_picker_the_region_that_pulses_moves() {
    for position in positions().take(15) {
        for mover in Side::BOTH {
            let position = position.clone().with_mover(mover);
            let scene = Scene { has_picker: false, pulse: 45.0, ..Scene::phone(position.clone(), 32.0) };
            let reading = assert_reads(&jpeg(&scene.draw(), 85), &position, "pulse");
            assert_eq!(reading.to_move, Some(mover), "{position}");
            assert_eq!(reading.setup().unwrap().mover(), mover);
            let still = Scene { pulse: 0.0, ..scene };
            assert_eq!(read(&jpeg(&still.draw(), 85)).unwrap().to_move, None, "{position}");
        }
    }
}

#[test]
fn a_crop_without_any_margin_is_enough() {
    for position in positions() {
        for tile in [18.0, 31.4] {
            let scene = Scene { pulse: 50.0, palette: WIDE, ..Scene::crop(position.clone(), tile) };
            assert_reads(&jpeg(&scene.draw(), 80), &position, "crop");
        }
    }
}

#[test]
fn other_programs_windows_have_gaps_and_pages_of_any_colour() {
    for (index, position) in positions().enumerate() {
        for page in [[255, 255, 255], [24, 24, 27], [0, 0, 0], [40, 44, 52], [200, 215, 235], [70, 40, 110]] {
            let palette = [USUAL, WIDE, PLAIN][index % 3];
            // Black tiles on a black page cannot be told apart.
            let palette = if page == [0, 0, 0] { USUAL } else { palette };
            let scene = Scene { palette, ..Scene::window(position.clone(), 24.0, page) };
            assert_reads(&png(&scene.draw()), &position, &format!("window on {page:?}"));
        }
    }
}

#[test]
fn tiles_may_be_discs_or_have_lines_between() {
    for position in positions().take(20) {
        let discs = Scene { round: 0.5, ..Scene::window(position.clone(), 30.0, [245, 245, 245]) };
        assert_reads(&png(&discs.draw()), &position, "discs");
        let round = Scene { round: 0.15, ..Scene::window(position.clone(), 30.0, [24, 24, 27]) };
        assert_reads(&png(&round.draw()), &position, "round");
        // A black box behind the tiles, on a white page.
        let lines = Scene { margins: [0.1; 4], gap: 0.1, ..Scene::window(position.clone(), 30.0, [0, 0, 0]) };
        let mut page = image::RgbImage::from_pixel(500, 400, image::Rgb([255; 3]));
        image::imageops::replace(&mut page, &lines.draw(), 60, 80);
        assert_reads(&png(&page), &position, "lines");
    }
}

#[test]
fn boards_of_other_sizes_are_read_as_they_are() {
    for (rows, cols) in [(6, 6), (7, 7), (8, 8), (8, 7), (9, 9), (10, 10), (6, 10), (5, 5)] {
        for seed in 0..4 {
            let start = Setup::generated_with(Size::new(rows, cols), 6, seed).unwrap();
            let position = played(&start, seed as usize * 3, seed.into());
            assert_reads(&png(&Scene::phone(position.clone(), 30.0).draw()), &position, "phone");
            assert_reads(&png(&Scene::crop(position.clone(), 30.0).draw()), &position, "crop");
        }
    }
}

#[test]
fn every_kind_of_file_reads_alike() {
    let position = position(9, 3);
    let image = Scene::phone(position.clone(), 33.0).draw();
    let kinds: [(&str, Vec<u8>); 6] = [
        ("16 bit", deep_png(&image)),
        ("transparent", clear_png(&image)),
        ("webp", webp(&image)),
        ("jpeg 20", jpeg(&image, 20)),
        ("jpeg 50", jpeg(&image, 50)),
        ("jpeg 95", jpeg(&image, 95)),
    ];
    for (what, bytes) in kinds {
        assert_reads(&bytes, &position, what);
    }
}

#[test]
fn a_picture_is_turned_as_its_camera_was_held() {
    let position = position(5, 21);
    let image = Scene::phone(position.clone(), 30.0).draw();
    assert_reads(&held(&image, 1), &position, "upright");
    assert_reads(&held(&image::imageops::rotate180(&image), 3), &position, "upside down");
    assert_reads(&held(&image::imageops::rotate270(&image), 6), &position, "on its left side");
    assert_reads(&held(&image::imageops::rotate90(&image), 8), &position, "on its right side");
}

#[test]
fn cameras_blur_tint_tilt_and_add_noise() {
    for position in positions().step_by(3) {
        let image = Scene::phone(position.clone(), 36.0).draw();
        let blurred = image::imageops::blur(&image, 2.5);
        assert_reads(&jpeg(&noisy(&blurred, 20, 1), 70), &position, "blur and noise");
        assert_reads(&jpeg(&tinted(&image, [1.0, 0.93, 0.82]), 80), &position, "warm");
        assert_reads(&jpeg(&tinted(&image, [0.8, 0.85, 0.95]), 80), &position, "cold and dim");
        assert_reads(&jpeg(&tilted(&image, 1.5), 80), &position, "tilted");
        assert_reads(&jpeg(&resized(&image, 0.37), 80), &position, "small");
        assert_reads(&png(&resized(&image, 1.83)), &position, "large");
    }
}

#[test]
fn a_picture_upside_down_is_noticed_and_can_be_turned() {
    let position = position(4, 8);
    let image = image::imageops::rotate180(&Scene::phone(position.clone(), 40.0).draw());
    let reading = read(&png(&image)).unwrap();
    assert_eq!(reading.orientation, Orientation::UpsideDown);
    assert_eq!(reading.to_move, Some(Side::Second));
    let turned = reading.turned();
    assert_eq!((turned.to_move, turned.orientation), (Some(Side::First), Orientation::Upright));
    let colours: Vec<Colour> = turned.tiles.iter().map(|tile| tile.colour).collect();
    assert_eq!(colours, position.tiles());
    assert!(turned.size.cells().eq(turned.tiles.iter().map(|tile| tile.cell)));
    assert_eq!(turned.turned(), reading);
}

#[test]
fn what_cannot_be_seen_is_refused_or_called_unsure() {
    for position in positions().step_by(4) {
        let image = Scene::phone(position.clone(), 36.0).draw();
        for (what, hopeless) in [
            ("blurred", image::imageops::blur(&image, 14.0)),
            ("tiny", resized(&image, 0.08)),
            ("noise", noisy(&image, 250, 5)),
            ("grey", image::imageops::colorops::grayscale(&image).expand()),
        ] {
            let Ok(reading) = read(&png(&hopeless)) else { continue };
            let mut pairs = reading.tiles.iter().zip(position.tiles());
            let is_honest = reading.size == position.size() && pairs.all(|(t, c)| !t.is_sure() || t.colour == *c);
            assert!(is_honest, "{what}\n{reading}\n{position}");
        }
    }
}

/// Grey as colours again.
trait Expand {
    fn expand(self) -> image::RgbImage;
}

impl Expand for image::GrayImage {
    fn expand(self) -> image::RgbImage {
        image::DynamicImage::ImageLuma8(self).to_rgb8()
    }
}

#[test]
fn a_covered_tile_is_unsure_and_can_be_corrected() {
    let position = position(6, 12);
    let mut image = Scene::phone(position.clone(), 40.0).draw();
    // A grey finger with a bright nail, over row 3, column 4.
    for y in 268 + 118..268 + 162 {
        for x in 60 + 158..60 + 202 {
            image.put_pixel(x, y, image::Rgb(if (x + y) % 9 < 4 { [190, 190, 190] } else { [250, 250, 250] }));
        }
    }
    let mut reading = read(&png(&image)).unwrap();
    let unsure: Vec<Cell> = reading.unsure().map(|tile| tile.cell).collect();
    assert_eq!(unsure, [Cell::new(3, 4)]);
    let truth = position.tiles()[3 * 8 + 4];
    assert!(reading.set(Cell::new(3, 4), truth));
    assert!(!reading.set(Cell::new(7, 0), truth));
    assert_eq!(reading.unsure().count(), 0);
    assert_eq!(reading.setup().unwrap().tiles(), position.tiles());
}

#[test]
fn a_board_that_the_picture_cuts_is_refused() {
    let image = Scene::crop(position(0, 5), 40.0).draw();
    let cut = image::imageops::crop_imm(&image, 0, 22, 320, 258).to_image();
    let error = read(&png(&cut)).unwrap_err();
    assert_eq!(error, Unread::CutOff { edge: "top", line: "row" });
}
