//! Any bytes, as a file and as the pixels of a picture, are read or refused, and a reading is consistent.

#![no_main]

use image::{ImageFormat, RgbImage};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // Pixels of few colours and enlarged, so that there are tiles to be found.
    let Some((&[width, scale], cells)) = bytes.split_first_chunk() else { return };
    let (width, scale) = (usize::from(width % 32) + 1, u32::from(scale % 16) + 1);
    let height = (cells.len() / width).min(32) as u32;
    let palette =
        [[230, 72, 90], [163, 213, 89], [62, 168, 240], [65, 65, 65], [250, 224, 35], [105, 75, 161], [230; 3]];
    let image = RgbImage::from_fn(width as u32 * scale, height * scale, |x, y| {
        let cell = cells[(y / scale) as usize * width + (x / scale) as usize];
        image::Rgb(palette[usize::from(cell) % palette.len()])
    });
    let mut file = Vec::new();
    if image.write_to(&mut Cursor::new(&mut file), ImageFormat::Png).is_ok() {
        check(&file);
    }
});

fn check(bytes: &[u8]) {
    match vision::read(bytes) {
        Ok(reading) => {
            assert_eq!(reading.tiles.len(), reading.size.area());
            assert_eq!(reading.turned().turned(), reading);
            assert!(reading.tiles.iter().all(|tile| (0.0..=1.0).contains(&tile.confidence)));
            let _ = reading.setup();
        }
        Err(error) => assert!(error.to_string().contains("expected")),
    }
}
