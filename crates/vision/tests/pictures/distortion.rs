//! Distortions: all that happens to a picture between the game and us, each with a strength drawn at random.

use super::camera::{jpeg, png, resized, tinted};
use super::photo::photographed;
use image::RgbImage;
use image::imageops::{crop_imm, rotate90, rotate270};
use rules::{Source, SplitMix};

/// A class of distortions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distortion {
    None,
    Darker,
    Brighter,
    LessBlue,
    LessRed,
    Overlay,
    Pale,
    Noise,
    Photo,
    NightShift,
    TrueTone,
    Scale,
    Jpeg,
    Crop,
    HalfColumn,
    Banner,
    Background,
    Turned,
}

/// Where the board is in a picture: left, top, width and height of its tiles, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub left: f32,
    pub top: f32,
    pub tile: f32,
    pub rows: usize,
    pub cols: usize,
}

impl Distortion {
    pub const ALL: [Self; 18] = [
        Self::None,
        Self::Darker,
        Self::Brighter,
        Self::LessBlue,
        Self::LessRed,
        Self::Overlay,
        Self::Pale,
        Self::Noise,
        Self::Photo,
        Self::NightShift,
        Self::TrueTone,
        Self::Scale,
        Self::Jpeg,
        Self::Crop,
        Self::HalfColumn,
        Self::Banner,
        Self::Background,
        Self::Turned,
    ];

    /// What it does, in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "as it is",
            Self::Darker => "brightness 0.4 to 1",
            Self::Brighter => "brightness 1 to 1.6",
            Self::LessBlue => "blue x 0.5 to 0.9",
            Self::LessRed => "red x 0.5 to 0.9",
            Self::Overlay => "dark overlay 0.2 to 0.7",
            Self::Pale => "saturation 0.4 to 0.9",
            Self::Noise => "noise, sigma 5 to 25",
            Self::Photo => "photo of a screen",
            Self::NightShift => "night shift",
            Self::TrueTone => "true tone",
            Self::Scale => "scale 0.4 to 2",
            Self::Jpeg => "JPEG quality 20 to 80",
            Self::Crop => "crop near the board",
            Self::HalfColumn => "half a column cut off",
            Self::Banner => "banner over the top row",
            Self::Background => "rows of background",
            Self::Turned => "turned by 90 degrees",
        }
    }

    /// Whether it is one of those that must be read right in 97 of 100 pictures.
    pub fn is_in_goal(self) -> bool {
        let first = Self::ALL.iter().position(|other| *other == self);
        (1..=10).contains(&first.unwrap_or(0))
    }

    /// The distorted picture as a file.
    pub fn apply(self, image: &RgbImage, spot: Spot, source: &mut SplitMix) -> Vec<u8> {
        // Half of the pictures get the full strength.
        let mut up_to = |mild: f32, full: f32| {
            let part = if source.below(2) == 0 { 1.0 } else { between(source, 0.0, 1.0) };
            mild + (full - mild) * part
        };
        match self {
            Self::None => png(image),
            Self::Darker => png(&tinted(image, [up_to(1.0, 0.4); 3])),
            Self::Brighter => png(&tinted(image, [up_to(1.0, 1.6); 3])),
            Self::LessBlue => png(&tinted(image, [1.0, 1.0, up_to(0.9, 0.5)])),
            Self::LessRed => png(&tinted(image, [up_to(0.9, 0.5), 1.0, 1.0])),
            Self::Overlay => png(&tinted(image, [1.0 - up_to(0.2, 0.7); 3])),
            Self::Pale => png(&paler(image, up_to(0.9, 0.4))),
            Self::Noise => {
                let sigma = up_to(5.0, 25.0);
                png(&grainy(image, sigma, source))
            }
            Self::Photo => jpeg(&photographed(image, source), 80),
            Self::NightShift => {
                let strength = up_to(0.3, 1.0);
                png(&tinted(image, [1.0, 1.0 - 0.24 * strength, 1.0 - 0.55 * strength]))
            }
            Self::TrueTone => {
                let strength = up_to(0.3, 1.0);
                png(&tinted(image, [1.0, 1.0 - 0.07 * strength, 1.0 - 0.2 * strength]))
            }
            Self::Scale => {
                // Tiles of at least 12 pixels: below that a picture is no longer one that somebody would send.
                let factor = if source.below(2) == 0 { between(source, 0.4, 1.0) } else { between(source, 1.0, 2.0) };
                png(&resized(image, factor.max(12.0 / spot.tile)))
            }
            Self::Jpeg => jpeg(image, between(source, 20.0, 80.0) as u8),
            Self::Crop => png(&cropped(image, spot, std::array::from_fn(|_| between(source, 0.0, 0.9)))),
            Self::HalfColumn => {
                let off = -between(source, 0.35, 0.65);
                let margins = if source.below(2) == 0 { [off, 0.6, 0.6, 0.6] } else { [0.6, 0.6, off, 0.6] };
                png(&cropped(image, spot, margins))
            }
            Self::Banner => {
                let depth = between(source, 0.4, 1.1);
                let grey = between(source, 30.0, 245.0);
                png(&with_banner(image, spot, depth, [grey; 3]))
            }
            Self::Background => png(&on_stripes(image, spot, source)),
            Self::Turned => png(&if source.below(2) == 0 { rotate90(image) } else { rotate270(image) }),
        }
    }
}

/// A number from a range.
pub fn between(source: &mut SplitMix, from: f32, to: f32) -> f32 {
    from + (to - from) * (source.bits() >> 40) as f32 / (1_u64 << 24) as f32
}

/// Bell-shaped noise of this standard deviation in each channel.
pub fn grainy(image: &RgbImage, sigma: f32, source: &mut SplitMix) -> RgbImage {
    let mut grainy = image.clone();
    for value in grainy.iter_mut() {
        let dice = source.bits();
        // The sum of four dice from 0 to 65535 has a deviation of 37,837.
        let sum: i64 = (0..4).map(|die| ((dice >> (16 * die)) & 0xffff) as i64).sum::<i64>() - 131_070;
        *value = (f32::from(*value) + sigma * sum as f32 / 37_837.0).clamp(0.0, 255.0) as u8;
    }
    grainy
}

/// Each pixel nearer to its own grey.
fn paler(image: &RgbImage, saturation: f32) -> RgbImage {
    let mut paler = image.clone();
    for pixel in paler.pixels_mut() {
        let [red, green, blue] = pixel.0.map(f32::from);
        let grey = 0.299 * red + 0.587 * green + 0.114 * blue;
        pixel.0 = [red, green, blue].map(|value| (grey + (value - grey) * saturation).clamp(0.0, 255.0) as u8);
    }
    paler
}

/// The board with margins (left, top, right, bottom) in tiles; negative ones cut tiles off.
fn cropped(image: &RgbImage, spot: Spot, [left, top, right, bottom]: [f32; 4]) -> RgbImage {
    let inside = |value: f32, most: u32| (value.round().max(0.0) as u32).min(most);
    let x = inside(spot.left - left * spot.tile, image.width());
    let y = inside(spot.top - top * spot.tile, image.height());
    let past_x = inside(spot.left + (spot.cols as f32 + right) * spot.tile, image.width());
    let past_y = inside(spot.top + (spot.rows as f32 + bottom) * spot.tile, image.height());
    crop_imm(image, x, y, past_x - x, past_y - y).to_image()
}

/// A message that slid over the top of the board.
fn with_banner(image: &RgbImage, spot: Spot, depth: f32, colour: [f32; 3]) -> RgbImage {
    let mut covered = image.clone();
    let (width, past) = (image.width() as f32, spot.top + depth * spot.tile);
    super::paint::fill(&mut covered, [0.0, 0.0, width, past], |_, _| colour);
    let ink = if colour[0] < 128.0 { [235.0; 3] } else { [20.0; 3] };
    for word in 0..5 {
        let x = width * (0.1 + 0.16 * word as f32);
        super::paint::fill(
            &mut covered,
            [x, past - 1.1 * spot.tile, x + 0.12 * width, past - 0.8 * spot.tile],
            |_, _| ink,
        );
    }
    covered
}

/// The board on a page whose own stripes have the pitch and the shades of tiles.
fn on_stripes(image: &RgbImage, spot: Spot, source: &mut SplitMix) -> RgbImage {
    let board = cropped(image, spot, [0.0; 4]);
    let (above, below) = (source.below(3), 1 + source.below(3));
    let tile = spot.tile;
    let beside = (between(source, 0.0, 1.5) * tile) as u32;
    let shades: Vec<[u8; 3]> = (0..2)
        .map(|_| {
            let base =
                [[65, 65, 65], [62, 66, 74], [90, 60, 140], [40, 90, 60], [150, 150, 155]][source.below(5) as usize];
            let shift = between(source, -10.0, 10.0);
            base.map(|value: u8| (f32::from(value) + shift) as u8)
        })
        .collect();
    let width = board.width() + 2 * beside;
    let height = board.height() + ((above + below) as f32 * tile) as u32;
    let start = (above as f32 * tile) as u32;
    let mut page = RgbImage::from_fn(width, height, |_, y| {
        let row = (y as f32 - start as f32) / tile;
        image::Rgb(shades[row.floor().rem_euclid(2.0) as usize])
    });
    image::imageops::replace(&mut page, &board, i64::from(beside), i64::from(start));
    page
}
