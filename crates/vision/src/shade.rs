//! Shades: colours as three numbers, and how far they are apart for an eye that forgives light.

use crate::picture::Rgb;

/// Red, green and blue, 0 to 255, with fractions.
pub(crate) type Shade = [f32; 3];

/// How much a difference in brightness counts against one in colour: light varies over a board, colours do not.
const BRIGHTNESS: f32 = 0.45;

/// Two colours nearer than this look like one ...
const MERGED: f32 = 8.0;
/// ... and this much further apart they are told apart for certain.
const APART: f32 = 12.0;

/// A pixel as a shade.
pub(crate) fn shade(pixel: Rgb) -> Shade {
    pixel.map(f32::from)
}

/// The distance between two shades, in levels of one channel.
#[inline]
pub(crate) fn distance(one: Shade, other: Shade) -> f32 {
    squared_distance(one, other).sqrt()
}

/// The square of [`distance`].
#[inline]
pub(crate) fn squared_distance(one: Shade, other: Shade) -> f32 {
    let off: Shade = std::array::from_fn(|channel| one[channel] - other[channel]);
    let mean = (off[0] + off[1] + off[2]) / 3.0;
    let colour: f32 = off.iter().map(|value| (value - mean) * (value - mean)).sum();
    colour + BRIGHTNESS * 3.0 * mean * mean
}

/// From 0 to 1, how well two colours can be told apart at all.
pub(crate) fn separation(one: Shade, other: Shade) -> f32 {
    ((distance(one, other) - MERGED) / APART).clamp(0.0, 1.0)
}

/// The mean of shades with weights, or `None` without any.
pub(crate) fn mean(shades: impl Iterator<Item = (Shade, f32)>) -> Option<Shade> {
    let mut sum = [0.0; 3];
    let mut all = 0.0;
    for (shade, weight) in shades {
        for (total, value) in sum.iter_mut().zip(shade) {
            *total += value * weight;
        }
        all += weight;
    }
    (all > 0.0).then(|| sum.map(|total| total / all))
}
