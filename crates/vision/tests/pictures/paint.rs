//! Paint: rectangles, discs and digits on a picture, their edges smooth.

use image::RgbImage;

/// Digits of three columns and five rows, a bit a pixel, the top row first.
const DIGITS: [u16; 10] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_010_010_010,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];

/// Digits of eight columns and twelve rows, as bold fonts have them, a byte a row, the top row first.
const BOLD: [[u8; 12]; 10] = [
    [0x3c, 0x7e, 0xe7, 0xc3, 0xc3, 0xc3, 0xc3, 0xc3, 0xc3, 0xe7, 0x7e, 0x3c],
    [0x18, 0x38, 0x78, 0xd8, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18],
    [0x3c, 0x7e, 0xc3, 0x03, 0x03, 0x07, 0x0e, 0x1c, 0x38, 0x70, 0xff, 0xff],
    [0x7c, 0xfe, 0x07, 0x03, 0x07, 0x3e, 0x3e, 0x07, 0x03, 0x07, 0xfe, 0x7c],
    [0x06, 0x0e, 0x1e, 0x36, 0x36, 0x66, 0x66, 0xc6, 0xff, 0xff, 0x06, 0x06],
    [0xff, 0xff, 0xc0, 0xc0, 0xfc, 0xfe, 0x07, 0x03, 0x03, 0xc7, 0xfe, 0x7c],
    [0x1e, 0x7e, 0xe0, 0xc0, 0xdc, 0xfe, 0xe7, 0xc3, 0xc3, 0xe7, 0x7e, 0x3c],
    [0xff, 0xff, 0x03, 0x06, 0x06, 0x0c, 0x0c, 0x18, 0x18, 0x30, 0x30, 0x30],
    [0x3c, 0x7e, 0xc3, 0xc3, 0x66, 0x3c, 0x7e, 0xe7, 0xc3, 0xe7, 0x7e, 0x3c],
    [0x3c, 0x7e, 0xe7, 0xc3, 0xc3, 0xe7, 0x7f, 0x3b, 0x03, 0x07, 0x7e, 0x78],
];

/// Paints a rectangle (left, top, right, bottom), its edges as far as they cover a pixel.
pub fn fill(image: &mut RgbImage, [left, top, right, bottom]: [f32; 4], colour: impl Fn(f32, f32) -> [f32; 3]) {
    let part = |from: f32, to: f32, at: u32| (to.min(at as f32 + 1.0) - from.max(at as f32)).clamp(0.0, 1.0);
    for y in top.max(0.0) as u32..(bottom.max(0.0).ceil() as u32).min(image.height()) {
        for x in left.max(0.0) as u32..(right.max(0.0).ceil() as u32).min(image.width()) {
            let cover = part(left, right, x) * part(top, bottom, y);
            blend(image, x, y, colour(x as f32, y as f32), cover);
        }
    }
}

/// Paints a rectangle with round corners in one colour.
pub fn bubble(image: &mut RgbImage, [left, top, right, bottom]: [f32; 4], radius: f32, colour: [f32; 3]) {
    let (middle_x, middle_y) = (f32::midpoint(left, right), f32::midpoint(top, bottom));
    let (straight_x, straight_y) = ((right - left) / 2.0 - radius, (bottom - top) / 2.0 - radius);
    for y in top.max(0.0) as u32..(bottom.max(0.0).ceil() as u32).min(image.height()) {
        for x in left.max(0.0) as u32..(right.max(0.0).ceil() as u32).min(image.width()) {
            let past = |value: f32, middle: f32, straight: f32| ((value + 0.5 - middle).abs() - straight).max(0.0);
            let away = past(x as f32, middle_x, straight_x).hypot(past(y as f32, middle_y, straight_y));
            blend(image, x, y, colour, (radius - away + 0.5).clamp(0.0, 1.0));
        }
    }
}

/// Paints a disc.
pub fn disc(image: &mut RgbImage, x: f32, y: f32, radius: f32, colour: [f32; 3]) {
    bubble(image, [x - radius, y - radius, x + radius, y + radius], radius, colour);
}

/// Paints a number of two digits about a middle.
pub fn number(image: &mut RgbImage, value: u32, (x, y): (f32, f32), height: f32, colour: [f32; 3]) {
    let dot = height / 5.0;
    for (place, digit) in [value / 10 % 10, value % 10].into_iter().enumerate() {
        let left = x - 3.5 * dot + 4.0 * dot * place as f32;
        for bit in 0..15_u16 {
            if DIGITS[digit as usize] >> (14 - bit) & 1 == 1 {
                let (col, row) = (f32::from(bit % 3), f32::from(bit / 3));
                let (x, y) = (left + col * dot, y - height / 2.0 + row * dot);
                fill(image, [x, y, x + dot, y + dot], |_, _| colour);
            }
        }
    }
}

/// Paints a number of two bold digits about a middle.
pub fn bold_number(image: &mut RgbImage, value: u32, (x, y): (f32, f32), height: f32, colour: [f32; 3]) {
    const PARTS: usize = 4;
    let dot = height / 12.0;
    for (place, digit) in [value / 10 % 10, value % 10].into_iter().enumerate() {
        let (left, top) = (x - 9.0 * dot + 10.0 * dot * place as f32, y - height / 2.0);
        for pixel_y in top.max(0.0) as u32..((top + height).max(0.0).ceil() as u32).min(image.height()) {
            for pixel_x in left.max(0.0) as u32..((left + 8.0 * dot).max(0.0).ceil() as u32).min(image.width()) {
                let is_ink = |part: &usize| {
                    let at = |pixel: u32, part: usize| pixel as f32 + (part as f32 + 0.5) / PARTS as f32;
                    let col = ((at(pixel_x, part % PARTS) - left) / dot).floor();
                    let row = ((at(pixel_y, part / PARTS) - top) / dot).floor();
                    let is_inside = (0.0..8.0).contains(&col) && (0.0..12.0).contains(&row);
                    is_inside && BOLD[digit as usize][row as usize] >> (7 - col as u32) & 1 == 1
                };
                let cover = (0..PARTS * PARTS).filter(is_ink).count() as f32 / (PARTS * PARTS) as f32;
                blend(image, pixel_x, pixel_y, colour, cover);
            }
        }
    }
}

/// Mixes a colour into a pixel.
pub fn blend(image: &mut RgbImage, x: u32, y: u32, colour: [f32; 3], cover: f32) {
    for (value, new) in image.get_pixel_mut(x, y).0.iter_mut().zip(colour) {
        *value = (f32::from(*value) * (1.0 - cover) + new * cover).clamp(0.0, 255.0) as u8;
    }
}
