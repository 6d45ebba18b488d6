//! The way of a picture from a screen to us: files, noise, blur, tints.

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageEncoder, ImageFormat, RgbImage};
use rules::SplitMix;
use std::io::Cursor;

pub fn png(image: &RgbImage) -> Vec<u8> {
    written(&DynamicImage::ImageRgb8(image.clone()), ImageFormat::Png)
}

pub fn deep_png(image: &RgbImage) -> Vec<u8> {
    let deep = DynamicImage::ImageRgb8(image.clone()).to_rgb16();
    written(&DynamicImage::ImageRgb16(deep), ImageFormat::Png)
}

pub fn clear_png(image: &RgbImage) -> Vec<u8> {
    let mut clear = DynamicImage::ImageRgb8(image.clone()).to_rgba8();
    for (x, y, pixel) in clear.enumerate_pixels_mut() {
        // The round corners of a window.
        if x + y < 20 {
            pixel.0 = [0; 4];
        }
    }
    written(&DynamicImage::ImageRgba8(clear), ImageFormat::Png)
}

pub fn webp(image: &RgbImage) -> Vec<u8> {
    written(&DynamicImage::ImageRgb8(image.clone()), ImageFormat::WebP)
}

pub fn jpeg(image: &RgbImage, quality: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(image).expect("memory takes it");
    bytes
}

/// A picture whose camera says how it was held, as a number from EXIF: 3 upside down, 6 and 8 on a side.
pub fn held(image: &RgbImage, orientation: u8) -> Vec<u8> {
    // Big-endian TIFF: its first directory at byte 8, one entry, tag 0x112, one short.
    let mut exif = b"MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 80);
    encoder.set_exif_metadata(exif).expect("JPEG has a place for it");
    encoder.encode_image(image).expect("memory takes it");
    bytes
}

fn written(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), format).expect("memory takes it");
    bytes
}

/// Each channel changed by up to `most`, and seldom more.
pub fn noisy(image: &RgbImage, most: i32, seed: u64) -> RgbImage {
    let mut source = SplitMix::new(seed);
    let mut noisy = image.clone();
    for value in noisy.iter_mut() {
        // The mean of four dice is bell-shaped enough.
        let dice = source.bits();
        let sum: i32 = (0..4).map(|die| ((dice >> (16 * die)) & 0xff) as i32 - 128).sum();
        *value = (i32::from(*value) + sum * most / 256).clamp(0, 255) as u8;
    }
    noisy
}

pub fn resized(image: &RgbImage, factor: f32) -> RgbImage {
    let scale = |length: u32| ((length as f32 * factor) as u32).max(1);
    image::imageops::resize(image, scale(image.width()), scale(image.height()), image::imageops::FilterType::Triangle)
}

/// Every channel times a factor: another white.
pub fn tinted(image: &RgbImage, factors: [f32; 3]) -> RgbImage {
    let mut tinted = image.clone();
    for pixel in tinted.pixels_mut() {
        for (value, factor) in pixel.0.iter_mut().zip(factors) {
            *value = (f32::from(*value) * factor).min(255.0) as u8;
        }
    }
    tinted
}

/// Turned by some degrees about its middle, as a hand holds a camera.
pub fn tilted(image: &RgbImage, degrees: f32) -> RgbImage {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let (across, along) = (image.width() as f32 / 2.0, image.height() as f32 / 2.0);
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let (dx, dy) = (x as f32 - across, y as f32 - along);
        let (x, y) = (cosine * dx + sine * dy + across, cosine * dy - sine * dx + along);
        let is_inside = x >= 0.0 && y >= 0.0 && x < image.width() as f32 && y < image.height() as f32;
        if is_inside { *image.get_pixel(x as u32, y as u32) } else { image::Rgb([90, 80, 70]) }
    })
}
