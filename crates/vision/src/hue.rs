//! Hue and chroma of pixels, and a first guess at their colour.
//!
//! A pulsing region is its colour plus some white. Hue and chroma (the largest channel less the smallest) stay the same
//! while the brightness moves, so they tell the colours apart.

use crate::picture::Rgb;
use rules::colours::Colour;

/// The least chroma of a colour. Noise and compression tint greys by less.
const LEAST_CHROMA: u32 = 30;
/// The least chroma of a colour as one part in so many of its lightest channel: pale pages stay below.
const LEAST_SATURATION_PART: u32 = 5;
/// Greys darker than this pass for black, pulsing black (116) included; lighter ones for the page.
const DARKEST_PAGE: u32 = 135;

/// The largest channel less the smallest: 0 for greys.
#[inline]
pub(crate) fn chroma(pixel: Rgb) -> u8 {
    lightest(pixel) - darkest(pixel)
}

/// The largest channel.
#[inline]
pub(crate) fn lightest([red, green, blue]: Rgb) -> u8 {
    red.max(green).max(blue)
}

/// The smallest channel: the white in the colour.
#[inline]
pub(crate) fn darkest([red, green, blue]: Rgb) -> u8 {
    red.min(green).min(blue)
}

/// The largest difference in one channel.
#[inline]
pub(crate) fn contrast(one: Rgb, other: Rgb) -> u8 {
    one.into_iter().zip(other).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// The hue in degrees from 0 up to 360; 0 for greys.
#[inline]
pub(crate) fn hue(pixel: Rgb) -> f32 {
    let spread = f32::from(chroma(pixel));
    if spread == 0.0 {
        return 0.0;
    }
    let most = lightest(pixel);
    let [red, green, blue] = pixel.map(f32::from);
    let sixth = if pixel[0] == most {
        (green - blue) / spread
    } else if pixel[1] == most {
        2.0 + (blue - red) / spread
    } else {
        4.0 + (red - green) / spread
    };
    (sixth * 60.0).rem_euclid(360.0)
}

/// A first guess at a pixel's colour, by limits that hold in every palette seen so far. `None` for light greys.
#[inline]
pub(crate) fn kind(pixel: Rgb) -> Option<Colour> {
    let (spread, most) = (u32::from(chroma(pixel)), u32::from(lightest(pixel)));
    if spread < LEAST_CHROMA || spread * LEAST_SATURATION_PART < most {
        return (most < DARKEST_PAGE).then_some(Colour::Black);
    }
    // Each limit is near the middle between two colours' hues, in degrees.
    Some(match hue(pixel) {
        25.0..68.0 => Colour::Yellow,
        68.0..150.0 => Colour::Green,
        150.0..244.0 => Colour::Blue,
        244.0..315.0 => Colour::Purple,
        _ => Colour::Red,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shade_of_the_game_is_its_colour() {
        for (colour, shades) in [
            (Colour::Red, [[230, 72, 90], [249, 55, 85], [196, 62, 77]]),
            (Colour::Green, [[163, 213, 89], [205, 253, 131], [139, 181, 76]]),
            (Colour::Blue, [[62, 168, 240], [90, 165, 241], [53, 143, 204]]),
            (Colour::Black, [[65, 65, 65], [116, 116, 116], [55, 55, 55]]),
            (Colour::Yellow, [[250, 224, 35], [255, 255, 108], [213, 190, 30]]),
            (Colour::Purple, [[105, 75, 161], [162, 134, 213], [89, 64, 137]]),
        ] {
            assert_eq!(shades.map(kind), [Some(colour); 3]);
        }
        for page in [[230, 230, 230], [165, 165, 165], [255, 255, 255], [236, 238, 242]] {
            assert_eq!(kind(page), None);
        }
    }

    #[test]
    fn white_light_changes_neither_hue_nor_chroma() {
        let (usual, pulsing) = ([105, 75, 161], [155, 125, 211]);
        assert_eq!(hue(usual), hue(pulsing));
        assert_eq!(chroma(usual), chroma(pulsing));
    }

    #[test]
    fn hues_go_around_the_circle() {
        assert_eq!(hue([255, 0, 0]), 0.0);
        assert_eq!(hue([0, 255, 0]), 120.0);
        assert_eq!(hue([0, 0, 255]), 240.0);
    }
}
