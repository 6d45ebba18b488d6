//! Boards in pictures, through the commands. The pictures are drawn here; how well pictures of all kinds are read, the
//! tests of `landgrab-vision` say.

use image::{ImageFormat, Rgb, RgbImage};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const BOARD: &str = "PKGBGRYG/BGPKPYPB/YRGRYGRP/BGKYKPGB/GRBRPKPR/YPGBRGYK/KBPGBPKB";

/// Pixels of a tile, and of the empty page around the board.
const TILE: u32 = 40;
const MARGIN: u32 = 60;

/// A board on a white page.
fn drawn(rows: &str) -> RgbImage {
    let rows: Vec<&[u8]> = rows.split('/').map(str::as_bytes).collect();
    let (height, width) = (rows.len() as u32, rows[0].len() as u32);
    RgbImage::from_fn(width * TILE + 2 * MARGIN, height * TILE + 2 * MARGIN, |x, y| {
        let (col, row) = (x.wrapping_sub(MARGIN) / TILE, y.wrapping_sub(MARGIN) / TILE);
        let letter = rows.get(row as usize).and_then(|row| row.get(col as usize));
        Rgb(match letter {
            Some(b'R') => [230, 55, 83],
            Some(b'G') => [163, 213, 89],
            Some(b'B') => [62, 168, 240],
            Some(b'K') => [65, 65, 65],
            Some(b'Y') => [250, 224, 35],
            Some(_) => [105, 75, 161],
            None => [255, 255, 255],
        })
    })
}

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landgrab"));
    command.current_dir(folder).args(args).stdin(Stdio::null()).output().expect("the program can be run")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

fn answer(folder: &Path, args: &[&str]) -> Value {
    let Output { status, stdout, stderr } = run(folder, args);
    assert_eq!((status.code(), text(&stderr)), (Some(0), ""), "{args:?}");
    serde_json::from_slice(&stdout).expect("an object")
}

#[test]
fn a_picture_is_solved_like_the_board_that_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let typed = answer(folder.path(), &["solve", "colours", BOARD, "--json"]);
    for (name, format) in [("a.png", ImageFormat::Png), ("b.jpg", ImageFormat::Jpeg), ("c.webp", ImageFormat::WebP)] {
        // By its content: messengers rename pictures.
        for name in [name, "no-extension"] {
            drawn(BOARD).save_with_format(folder.path().join(name), format).unwrap();
            let solved = answer(folder.path(), &["solve", "colours", name, "--json"]);
            for key in ["board", "turn", "best", "value", "exact", "moves"] {
                assert_eq!(solved[key], typed[key], "{name}: {key}");
            }
            assert_eq!(solved["picture"]["unsure"], Value::Array(vec![]), "{name}");
        }
    }
}

#[test]
fn what_was_read_is_shown_before_what_it_is_worth() {
    let folder = tempfile::tempdir().unwrap();
    drawn(BOARD).save(folder.path().join("board.png")).unwrap();
    let solved = run(folder.path(), &["solve", "colours", "board.png", "--set", "r1c1=R", "--turn", "B"]);
    let said = text(&solved.stdout);
    let first_row = "r1  R  K  G  B  G  R  Y (G)";
    assert!(said.find(first_row).unwrap() < said.find("main line").unwrap(), "{said}");
    assert!(said.contains("\nB to move; A [K] has 1, B (G) has 1 of 56 tiles\n"), "{said}");
    let solved = run(folder.path(), &["solve", "colours", "board.png"]);
    let said = text(&solved.stdout);
    assert!(said.contains("does not show whose move it is: A's, unless you say --turn B\n"), "{said}");
}

#[test]
fn a_board_of_another_size_is_solved_once_somebody_says_that_it_is_all() {
    let folder = tempfile::tempdir().unwrap();
    let board = "RGBKYP/GBKYPR/BKYPRG/KYPRGB/YPRGBK";
    drawn(board).save(folder.path().join("board.png")).unwrap();
    let stopped = run(folder.path(), &["solve", "colours", "board.png"]);
    let said = text(&stopped.stdout);
    assert_eq!(stopped.status.code(), Some(1), "{said}");
    assert!(said.contains("the board has 5x6 tiles, not 7x8: is that all of it? (if so, say --size 5x6)"), "{said}");
    assert!(!said.contains("main line"), "{said}");
    assert_eq!(
        text(&stopped.stderr),
        "landgrab: stopped, as the picture is in doubt (settle it with --set r3c5=G, --size RxC or --trust)\n"
    );
    for settled in [&["--size", "5x6"][..], &["--trust"]] {
        let solved = run(folder.path(), &[&["solve", "colours", "board.png"][..], settled].concat());
        assert_eq!(solved.status.code(), Some(0), "{}", text(&solved.stderr));
        assert!(text(&solved.stdout).contains("main line"), "{settled:?}");
    }
}

#[test]
fn a_contradiction_stops_solving_until_it_is_settled() {
    let folder = tempfile::tempdir().unwrap();
    // In row 4 the fourth and the fifth tile are both yellow, and nobody's.
    let board = BOARD.replace("BGKYKPGB", "BGKYYPGB");
    drawn(&board).save(folder.path().join("board.png")).unwrap();
    let stopped = run(folder.path(), &["solve", "colours", "board.png"]);
    let said = text(&stopped.stdout);
    assert_eq!(stopped.status.code(), Some(1), "{said}");
    assert!(said.contains("neighbours of one colour that no side can own: r3c5, r4c4, r4c5\n"), "{said}");
    // The tiles are marked where they stand, and their letters stay.
    assert!(said.contains("\nr3  Y  R  G  R  Y? G  R  P\nr4  B  G  K  Y? Y? P  G  B\n"), "{said}");
    assert!(said.contains("not sure of r3c5 Y or "), "{said}");
    let json = run(folder.path(), &["solve", "colours", "board.png", "--json"]);
    assert_eq!((json.status.code(), text(&json.stderr)), (Some(1), ""));
    let object: Value = serde_json::from_slice(&json.stdout).expect("an object");
    assert_eq!(object["board"], format!("{board} A"));
    assert_eq!(object["picture"]["size_unusual"], false);
    assert_eq!(object["picture"]["contradictions"][0]["code"], "equal_neighbours");
    let unsure = object["picture"]["unsure"].as_array().expect("a list");
    let tiles: Vec<&Value> = unsure.iter().map(|unsure| &unsure["tile"]).collect();
    assert_eq!(tiles, ["r3c5", "r4c4", "r4c5"]);
    assert!(object.get("moves").is_none(), "{object}");
    // The true tile, or trust, settles it.
    for settled in [&["--set", "r4c5=K"][..], &["--trust"]] {
        let solve = ["solve", "colours", "board.png", "--json", "--nodes", "1"];
        let solved = answer(folder.path(), &[&solve[..], settled].concat());
        assert_eq!(solved["picture"]["contradictions"], Value::Array(vec![]), "{settled:?}");
    }
    let played = run(folder.path(), &["play", "colours", "--from", "board.png"]);
    assert_eq!(played.status.code(), Some(1), "{}", text(&played.stdout));
}

/// The picture with each channel multiplied.
fn tinted(mut picture: RgbImage, factors: [f32; 3]) -> RgbImage {
    for pixel in picture.pixels_mut() {
        for (value, factor) in pixel.0.iter_mut().zip(factors) {
            *value = (f32::from(*value) * factor).min(255.0) as u8;
        }
    }
    picture
}

#[test]
fn a_distorted_picture_is_read_right_or_stops_with_its_doubts() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |name: &str, picture: RgbImage| {
        picture.save(folder.path().join(name)).unwrap();
        let solved = run(folder.path(), &["solve", "colours", name, "--json", "--nodes", "1"]);
        let object: Value = serde_json::from_slice(&solved.stdout).expect("an object");
        (solved.status.code(), object)
    };
    let (status, warm) = solve("warm.png", tinted(drawn(BOARD), [1.0, 0.9, 0.6]));
    assert_eq!((status, &warm["board"]), (Some(0), &Value::from(format!("{BOARD} A"))));
    let (status, turned) = solve("turned.png", image::imageops::rotate90(&drawn(BOARD)));
    assert_eq!((status, &turned["picture"]["size_unusual"]), (Some(1), &Value::from(true)), "{turned}");
    let half = image::imageops::crop_imm(&drawn(BOARD), MARGIN + TILE, MARGIN, 7 * TILE, 7 * TILE).to_image();
    let (status, cropped) = solve("cropped.png", half);
    assert_eq!((status, &cropped["picture"]["size_unusual"]), (Some(1), &Value::from(true)), "{cropped}");
    // Only blue is left to tell yellow from green, and the two are as near as they are on some screens.
    let screen = |letter: [u8; 3]| if letter == [250, 224, 35] { [250, 224, 72] } else { letter };
    let mut near = drawn(BOARD);
    near.pixels_mut().for_each(|pixel| pixel.0 = screen(pixel.0));
    let (status, bright) = solve("bright.png", tinted(near, [1.6; 3]));
    let unsure = bright["picture"]["unsure"].as_array().expect("a list");
    assert!(status == Some(1) && !unsure.is_empty(), "{bright}");
    assert!(bright["picture"]["contradictions"].is_array() && bright.get("moves").is_none(), "{bright}");
}

#[test]
fn a_picture_without_a_board_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    RgbImage::from_fn(300, 300, |x, y| Rgb([x as u8, y as u8, 90])).save(folder.path().join("none.png")).unwrap();
    fs::write(folder.path().join("cut.png"), &fs::read(folder.path().join("none.png")).unwrap()[..200]).unwrap();
    for (name, expected) in [("none.png", "no board found"), ("cut.png", "broken picture")] {
        let Output { status, stdout, stderr } = run(folder.path(), &["solve", "colours", name]);
        let said = text(&stderr);
        assert_eq!((status.code(), text(&stdout)), (Some(2), ""), "{said}");
        assert!(said.starts_with(&format!("landgrab: {name}: {expected}")) && said.lines().count() == 1, "{said}");
    }
}

/// A lossless WebP file of [`BOARD`] that is ASCII from its first to its last byte, drawn with tiles of 14 pixels and a
/// margin of 4. The head has the size, a palette with all channels even, and a Huffman code of 8 bits for every symbol.
/// After it each byte is a pair of equal pixels; its highest bit is the lowest bit of the palette's index, always even.
fn webp_in_ascii() -> Vec<u8> {
    const HEAD: &[u8] = b"RIFF<\x19\0\0WEBPVP8L/\x19\0\0/w@\x1a\0\x7f@\x01\0\0\0\x048\x7f\n\0\0\0 \0\r\0\0\0 \0\0\x11\
        \x7f\x7f\x7f\0\0\0\\\x17j\0\0\0y}`\0\0\0KYi\0\0\0Y J\0\0\0y\x1dG\0\0\x006\x0e~\0\0\0\0\0\0\0\0\0\
        \x06\t\0\0\0 H\x7f\"\x1a\x10\0";
    const TILE: usize = 14;
    const MARGIN: usize = 4;
    let rows: Vec<&[u8]> = BOARD.split('/').map(str::as_bytes).collect();
    let mut file = HEAD.to_vec();
    for y in 0..rows.len() * TILE + 2 * MARGIN {
        for x in (0..rows[0].len() * TILE + 2 * MARGIN).step_by(2) {
            let (row, col) = (y.wrapping_sub(MARGIN) / TILE, x.wrapping_sub(MARGIN) / TILE);
            file.push(match rows.get(row).and_then(|row| row.get(col)) {
                Some(b'R') => b'D',
                Some(b'G') => b'"',
                Some(b'B') => b'f',
                Some(b'K') => 0x11,
                Some(b'Y') => b'U',
                Some(_) => b'3',
                None => 0,
            });
        }
    }
    file
}

#[test]
fn a_picture_whose_bytes_are_text_is_read_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let file = webp_in_ascii();
    assert!(file.is_ascii());
    for name in ["board.webp", "board.png", "no-extension"] {
        fs::write(folder.path().join(name), &file).unwrap();
        let solved = answer(folder.path(), &["solve", "colours", name, "--json", "--nodes", "1"]);
        assert_eq!(solved["board"], format!("{BOARD} A"), "{name}");
        assert_eq!(solved["picture"]["unsure"], Value::Array(vec![]), "{name}");
    }
}
