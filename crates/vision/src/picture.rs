//! Bytes as pixels: upright, opaque, 8 bits a channel. Every fault of a stranger's file becomes an error here.

use crate::Unread;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use rules::notation::{printable, quoted};
use std::io::Cursor;

/// The most bytes of a file.
const MOST_BYTES: usize = 64 << 20;
/// The most pixels: phones' cameras take 48 million, screenshots have 3 to 8.
const MOST_PIXELS: u64 = 50_000_000;
/// The most memory that a decoder may ask for: those pixels with four channels of 16 bits.
const MOST_MEMORY: u64 = MOST_PIXELS * 8;

/// One pixel: red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// A picture, row by row from the top.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub width: usize,
    pub height: usize,
    pixels: Vec<Rgb>,
}

impl Picture {
    /// Decodes a file.
    pub fn decode(bytes: &[u8]) -> Result<Self, Unread> {
        let format = format_of(bytes)?;
        if bytes.len() > MOST_BYTES {
            let found = format!("{} bytes", bytes.len());
            return Err(Unread::TooLarge { found, most: format!("{MOST_BYTES} bytes") });
        }
        let name = name_of(format);
        let failed = |error: &ImageError| Unread::Broken { format: name, found: printable(&error.to_string()) };
        let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
        let mut limits = Limits::default();
        limits.max_alloc = Some(MOST_MEMORY);
        reader.limits(limits);
        let mut decoder = reader.into_decoder().map_err(|error| failed(&error))?;
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            let found = format!("{width}x{height} pixels");
            return Err(Unread::TooLarge { found, most: format!("{} million pixels", MOST_PIXELS / 1_000_000) });
        }
        // A camera held sideways notes that in EXIF.
        let turn = decoder.orientation().map_err(|error| failed(&error))?;
        let mut image = DynamicImage::from_decoder(decoder).map_err(|error| failed(&error))?;
        image.apply_orientation(turn);
        Ok(Self::of_image(&image))
    }

    fn of_image(image: &DynamicImage) -> Self {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let pixels = if image.color().has_alpha() {
            image.to_rgba8().pixels().map(|pixel| on_white(pixel.0)).collect()
        } else {
            image.to_rgb8().pixels().map(|pixel| pixel.0).collect()
        };
        Self { width, height, pixels }
    }

    /// A picture of rows of this width.
    #[cfg(test)]
    pub fn new(width: usize, pixels: Vec<Rgb>) -> Self {
        Self { width, height: pixels.len() / width, pixels }
    }

    /// The pixel in this column and row.
    #[inline]
    pub fn at(&self, x: usize, y: usize) -> Rgb {
        self.pixels[y * self.width + x]
    }

    /// The pixel at a place with fractions, or `None` outside the picture.
    #[inline]
    pub fn near(&self, x: f32, y: f32) -> Option<Rgb> {
        let is_inside = x >= 0.0 && y >= 0.0 && x < self.width as f32 && y < self.height as f32;
        is_inside.then(|| self.at(x as usize, y as usize))
    }

    /// The mean of the square of pixels around a place, as far as it is in the picture, or `None` outside of it.
    pub fn around(&self, x: f32, y: f32, reach: usize) -> Option<Rgb> {
        let middle = self.near(x, y)?;
        if reach == 0 {
            return Some(middle);
        }
        let (x, y) = (x as usize, y as usize);
        let (mut sum, mut count) = ([0_u32; 3], 0);
        for row in y.saturating_sub(reach)..=(y + reach).min(self.height - 1) {
            for pixel in &self.pixels[row * self.width..][x.saturating_sub(reach)..=(x + reach).min(self.width - 1)] {
                for (total, value) in sum.iter_mut().zip(pixel) {
                    *total += u32::from(*value);
                }
                count += 1;
            }
        }
        Some(sum.map(|total| ((total + count / 2) / count) as u8))
    }

    /// All pixels, row by row.
    pub fn pixels(&self) -> &[Rgb] {
        &self.pixels
    }

    /// White balance by the lightest pixels: each channel so strong that 97 of 100 pixels are below 240.
    pub fn balanced(&self) -> Self {
        let mut counts = [[0_usize; 256]; 3];
        for pixel in &self.pixels {
            for (count, value) in counts.iter_mut().zip(pixel) {
                count[usize::from(*value)] += 1;
            }
        }
        let most = self.pixels.len() * 97 / 100;
        let gains = counts.map(|count| {
            let mut seen = 0;
            let top = count.iter().position(|number| {
                seen += number;
                seen > most
            });
            (240.0 / top.unwrap_or(255).max(1) as f32).clamp(0.9, 5.0)
        });
        self.mapped(|pixel| std::array::from_fn(|at| (f32::from(pixel[at]) * gains[at]).min(255.0) as u8))
    }

    /// The same picture with stronger colours.
    pub fn vivid(&self) -> Self {
        self.mapped(|pixel| {
            let grey = pixel.iter().map(|value| f32::from(*value)).sum::<f32>() / 3.0;
            pixel.map(|value| (grey + 2.2 * (f32::from(value) - grey)).clamp(0.0, 255.0) as u8)
        })
    }

    fn mapped(&self, change: impl Fn(Rgb) -> Rgb) -> Self {
        let pixels = self.pixels.iter().map(|pixel| change(*pixel)).collect();
        Self { width: self.width, height: self.height, pixels }
    }

    /// Each square of `factor` x `factor` pixels as their mean. Pixels of an incomplete square are left out.
    pub fn reduced(&self, factor: usize) -> Self {
        let (width, height) = (self.width / factor, self.height / factor);
        let area = (factor * factor) as u32;
        let mut pixels = Vec::with_capacity(width * height);
        let mut sums = vec![[0_u32; 3]; width];
        for y in 0..height {
            sums.fill([0; 3]);
            for line in y * factor..(y + 1) * factor {
                let row = &self.pixels[line * self.width..][..width * factor];
                for (sum, square) in sums.iter_mut().zip(row.chunks_exact(factor)) {
                    for pixel in square {
                        for (total, value) in sum.iter_mut().zip(pixel) {
                            *total += u32::from(*value);
                        }
                    }
                }
            }
            pixels.extend(sums.iter().map(|sum| sum.map(|total| ((total + area / 2) / area) as u8)));
        }
        Self { width, height, pixels }
    }

    /// Each pixel as the mean of itself and its eight neighbours; the outermost pixels as they are.
    pub fn smoothed(&self) -> Self {
        let mut pixels = self.pixels.clone();
        for y in 1..self.height.saturating_sub(1) {
            for x in 1..self.width.saturating_sub(1) {
                let mut sum = [0_u32; 3];
                for row in y - 1..=y + 1 {
                    for pixel in &self.pixels[row * self.width + x - 1..=row * self.width + x + 1] {
                        for (total, value) in sum.iter_mut().zip(pixel) {
                            *total += u32::from(*value);
                        }
                    }
                }
                pixels[y * self.width + x] = sum.map(|total| ((total + 4) / 9) as u8);
            }
        }
        Self { width: self.width, height: self.height, pixels }
    }
}

/// Transparent pixels on white: windows have transparent corners and shadows.
fn on_white([red, green, blue, alpha]: [u8; 4]) -> Rgb {
    let alpha = u32::from(alpha);
    [red, green, blue].map(|value| ((u32::from(value) * alpha + 255 * (255 - alpha) + 127) / 255) as u8)
}

/// The format, by the first bytes. The name of the file says little: messengers rename files.
fn format_of(bytes: &[u8]) -> Result<ImageFormat, Unread> {
    if bytes.is_empty() {
        return Err(Unread::NotAPicture { found: "an empty file".to_owned() });
    }
    match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) => Ok(format),
        Ok(other) => Err(Unread::UnknownFormat { found: name_of(other).to_owned() }),
        Err(_) => Err(stranger(bytes)),
    }
}

/// The error for bytes of no known format, with a guess at what they are.
fn stranger(bytes: &[u8]) -> Unread {
    let brand = bytes.get(4..12).unwrap_or_default();
    if brand.starts_with(b"ftyphe") || brand.starts_with(b"ftypmif") {
        return Unread::UnknownFormat { found: "HEIC, as phones' cameras write it".to_owned() };
    }
    if bytes.starts_with(b"%PDF") {
        return Unread::UnknownFormat { found: "PDF".to_owned() };
    }
    let start = &bytes[..bytes.len().min(200)];
    let found = match std::str::from_utf8(start) {
        Ok(text) if text.contains("<svg") => return Unread::UnknownFormat { found: "SVG".to_owned() },
        Ok(text) => format!("text, {}", quoted(text.lines().next().unwrap_or(""))),
        Err(_) => format!("{} bytes of something else", bytes.len()),
    };
    Unread::NotAPicture { found }
}

fn name_of(format: ImageFormat) -> &'static str {
    match format {
        ImageFormat::Png => "PNG",
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::WebP => "WebP",
        ImageFormat::Gif => "GIF",
        ImageFormat::Bmp => "BMP",
        ImageFormat::Tiff => "TIFF",
        ImageFormat::Avif => "AVIF",
        ImageFormat::Ico => "ICO",
        _ => "a format seldom used for screenshots",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reduced_picture_has_the_mean_of_each_square() {
        let picture = Picture::new(5, (0..15).map(|value| [value * 10; 3]).collect());
        let small = picture.reduced(2);
        assert_eq!((small.width, small.height), (2, 1));
        assert_eq!(small.pixels(), [[30; 3], [50; 3]]);
        assert_eq!(picture.reduced(1).pixels(), picture.pixels());
    }

    #[test]
    fn a_smoothed_picture_keeps_its_outermost_pixels() {
        let mut pixels = vec![[0; 3]; 9];
        pixels[4] = [90, 9, 0];
        let smooth = Picture::new(3, pixels).smoothed();
        assert_eq!((smooth.at(1, 1), smooth.at(0, 1)), ([10, 1, 0], [0; 3]));
        assert_eq!(Picture::new(1, vec![[7; 3]]).smoothed().pixels(), [[7; 3]]);
    }

    #[test]
    fn what_is_transparent_is_white() {
        assert_eq!(on_white([10, 20, 30, 255]), [10, 20, 30]);
        assert_eq!(on_white([10, 20, 30, 0]), [255; 3]);
        assert_eq!(on_white([0, 0, 0, 128]), [127; 3]);
    }

    #[test]
    fn places_outside_a_picture_have_no_pixel() {
        let picture = Picture::new(2, vec![[1; 3], [2; 3]]);
        assert_eq!(picture.near(1.9, 0.5), Some([2; 3]));
        for (x, y) in [(-0.1, 0.0), (2.0, 0.0), (0.0, 1.0), (f32::NAN, 0.0), (f32::INFINITY, 0.0)] {
            assert_eq!(picture.near(x, y), None, "{x} {y}");
        }
    }
}
