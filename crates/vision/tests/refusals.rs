//! Files that are no picture of a board: refused in one clear line, without a panic and without a wait.

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use landgrab_vision::{Unread, read};
use rules::SplitMix;
use std::io::Cursor;

fn png(image: RgbImage) -> Vec<u8> {
    written(image, ImageFormat::Png)
}

fn written(image: RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    DynamicImage::ImageRgb8(image).write_to(&mut Cursor::new(&mut bytes), format).expect("memory takes it");
    bytes
}

fn refusal(bytes: &[u8]) -> String {
    read(bytes).expect_err("there is no board").to_string()
}

/// Squares in colours of the game, so that every stage of the detection runs.
fn chequered(width: u32, height: u32) -> RgbImage {
    let colours = [[230, 72, 90], [163, 213, 89], [62, 168, 240], [65, 65, 65], [250, 224, 35], [105, 75, 161]];
    RgbImage::from_fn(width, height, |x, y| Rgb(colours[((x / 12) * 5 + (y / 12) * 7 + x / 36) as usize % 6]))
}

#[test]
fn what_is_no_picture_is_named() {
    assert_eq!(
        refusal(b""),
        "no picture: expected a PNG, JPEG or WebP file, found an empty file (try a screenshot saved as PNG)"
    );
    assert_eq!(
        refusal(b"GBK/RYB A\n"),
        "no picture: expected a PNG, JPEG or WebP file, found text, `GBK/RYB A` (try a screenshot saved as PNG)"
    );
    assert!(refusal(&[0xfe; 300]).contains("found 300 bytes of something else"));
}

#[test]
fn formats_that_are_not_read_are_named() {
    let advice = "(try saving or exporting it as PNG)";
    for (bytes, name) in [
        (&b"GIF89a\x01\x00\x01\x00"[..], "GIF"),
        (b"BM\x00\x00\x00\x00\x00\x00", "BMP"),
        (b"II*\x00\x08\x00\x00\x00", "TIFF"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", "HEIC, as phones' cameras write it"),
        (b"\x00\x00\x00\x20ftypavif\x00\x00\x00\x00", "AVIF"),
        (b"%PDF-1.7\n", "PDF"),
        (b"<?xml version=\"1.0\"?><svg></svg>", "SVG"),
    ] {
        assert_eq!(refusal(bytes), format!("picture format: expected PNG, JPEG or WebP, found {name} {advice}"));
    }
}

#[test]
fn a_picture_of_too_many_pixels_is_refused_before_it_is_unpacked() {
    // A PNG that claims 60000x60000 pixels in 33 bytes, and its check number.
    let mut bomb = b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR".to_vec();
    bomb.extend([0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 2, 0, 0, 0]);
    bomb.extend(checksum(&bomb[12..]).to_be_bytes());
    bomb.extend(b"\x00\x00\x00\x00IDAT\x35\xaf\x06\x1e");
    assert_eq!(
        refusal(&bomb),
        "picture too large: expected at most 50 million pixels, found 60000x60000 pixels \
         (try cutting it down to the board)"
    );
}

/// The check number of PNG.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(sum & 1)))
    })
}

#[test]
fn a_picture_without_a_board_says_what_to_try() {
    assert_eq!(
        refusal(&png(RgbImage::new(300, 200))),
        "no board found: expected rows of even tiles in six colours, found none in 300x200 pixels \
         (try a screenshot with the whole board, at least 8 pixels a tile, or type the board)"
    );
}

#[test]
fn odd_shapes_and_plain_pictures_hold_no_board() {
    for (width, height) in [(1, 1), (1, 10_000), (10_000, 1), (3, 3), (16, 16), (15, 4000), (4000, 17), (40, 40)] {
        for colour in [[0, 0, 0], [255, 255, 255], [230, 72, 90], [128, 128, 128]] {
            let bytes = png(RgbImage::from_pixel(width, height, Rgb(colour)));
            assert!(matches!(read(&bytes), Err(Unread::NoBoard { .. })), "{width}x{height} {colour:?}");
        }
        // Any result will do, as long as nothing panics.
        let _ = read(&png(chequered(width, height)));
    }
}

#[test]
fn pages_of_text_gradients_and_noise_hold_no_board() {
    let mut source = SplitMix::new(7);
    let noise = RgbImage::from_fn(400, 400, |_, _| Rgb([0, 8, 16].map(|shift| (source.bits() >> shift) as u8)));
    let gradient = RgbImage::from_fn(400, 300, |x, y| Rgb([(x * 255 / 400) as u8, (y * 255 / 300) as u8, 128]));
    let text = RgbImage::from_fn(600, 800, |x, y| {
        let is_ink = y % 20 < 12 && (x * 7 + y / 20 * 13) % 11 < 4;
        Rgb(if is_ink { [20, 20, 20] } else { [255, 255, 255] })
    });
    let stripes = RgbImage::from_fn(400, 400, |x, _| Rgb(if x / 40 % 2 == 0 { [230, 72, 90] } else { [62, 168, 240] }));
    let chess = RgbImage::from_fn(400, 400, |x, y| Rgb(if (x / 50 + y / 50) % 2 == 0 { [238; 3] } else { [65; 3] }));
    for (what, image) in
        [("noise", noise), ("gradient", gradient), ("text", text), ("stripes", stripes), ("chess", chess)]
    {
        let result = read(&png(image));
        assert!(matches!(result, Err(Unread::NoBoard { .. })), "{what}: {result:?}");
    }
}

#[test]
fn random_bytes_never_panic() {
    let mut source = SplitMix::new(1);
    let starts: [&[u8]; 4] = [
        b"",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR",
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
        b"RIFF\x40\x00\x00\x00WEBPVP8L",
    ];
    for start in starts {
        for length in (0..400).step_by(7) {
            let mut bytes = start.to_vec();
            bytes.extend((0..length).map(|_| source.bits() as u8));
            assert!(read(&bytes).is_err());
        }
    }
}

#[test]
fn broken_and_cut_pictures_never_panic() {
    let mut source = SplitMix::new(2);
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let whole = written(chequered(96, 84), format);
        for length in (0..whole.len()).step_by(whole.len() / 60 + 1) {
            let _ = read(&whole[..length]);
        }
        for _ in 0..150 {
            let mut bytes = whole.clone();
            for _ in 0..1 + source.bits() % 4 {
                let at = source.bits() as usize % bytes.len();
                bytes[at] = source.bits() as u8;
            }
            let _ = read(&bytes);
        }
    }
    let whole = png(chequered(96, 84));
    let error = refusal(&whole[..whole.len() / 2]);
    assert!(error.starts_with("broken picture: expected a whole PNG file, found "), "{error}");
    assert!(error.ends_with(" (try saving or sending it again)"), "{error}");
}
