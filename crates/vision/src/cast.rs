//! Colour casts: what tints, brightness, overlays and pale screens do to all colours alike.
//!
//! The game's palettes are known, and the cast is not. A cast is a gain for each channel, a saturation and some haze;
//! fitted to the colours of a board, it says which of them is which even where none looks as it should.

use crate::shade::{Shade, squared_distance};
use rules::colours::USUAL_COLOURS;

/// Six shades by the index of their colours: red, green, blue, black, yellow, purple.
pub(crate) type Shades = [Shade; USUAL_COLOURS];

/// The palettes that programs have: the game's two, by the colour profile of the phone, and plain colours.
pub(crate) const PALETTES: [Shades; 3] = [
    [
        [230.0, 72.0, 90.0],
        [173.0, 213.0, 100.0],
        [90.0, 165.0, 240.0],
        [65.0, 65.0, 65.0],
        [250.0, 225.0, 80.0],
        [103.0, 78.0, 156.0],
    ],
    [
        [249.0, 55.0, 85.0],
        [163.0, 213.0, 83.0],
        [54.0, 168.0, 250.0],
        [65.0, 65.0, 65.0],
        [255.0, 224.0, 30.0],
        [106.0, 74.0, 161.0],
    ],
    [[255.0, 0.0, 0.0], [0.0, 200.0, 0.0], [0.0, 60.0, 255.0], [0.0; 3], [255.0, 255.0, 0.0], [140.0, 0.0, 160.0]],
];
/// The standard deviation of a program's colours from a palette, in levels.
const PALETTE_SPREAD: f32 = 13.0;

/// What happened to all colours alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Cast {
    /// Natural logarithm of the gain of all channels.
    pub brightness: f32,
    /// The same for red and for blue, beyond that of all.
    pub red: f32,
    pub blue: f32,
    /// 1 as it was, 0 grey.
    pub saturation: f32,
    /// Levels of white added to everything.
    pub haze: f32,
}

impl Cast {
    /// No cast at all.
    pub const NONE: Self = Self { brightness: 0.0, red: 0.0, blue: 0.0, saturation: 1.0, haze: 0.0 };

    /// The gain of each channel: what becomes of white light.
    pub fn gains(&self) -> Shade {
        let gain = self.brightness.exp();
        [gain * self.red.exp(), gain, gain * self.blue.exp()]
    }

    /// A palette under this cast.
    pub fn applied(&self, palette: &Shades) -> Shades {
        let gains = self.gains();
        palette.map(|shade| {
            let grey = 0.299 * shade[0] + 0.587 * shade[1] + 0.114 * shade[2];
            std::array::from_fn(|at| {
                let value = grey + self.saturation * (shade[at] - grey);
                (value * gains[at] + self.haze).clamp(0.0, 255.0)
            })
        })
    }

    /// How unlikely such a cast is: half a squared number of standard deviations.
    pub fn cost(&self) -> f32 {
        let half_square = |value: f32, deviation: f32| 0.5 * (value / deviation).powi(2);
        half_square(self.brightness, 0.5)
            + half_square(self.red, 0.3)
            + half_square(self.blue, 0.35)
            + half_square(1.0 - self.saturation, 0.3)
            + half_square(self.haze, 20.0)
    }

    /// The casts that are tried, in steps that a fit can bridge.
    pub fn grid() -> impl Iterator<Item = Self> {
        const REDS: [f32; 5] = [-0.7, -0.4, -0.2, 0.0, 0.25];
        const BLUES: [f32; 6] = [-0.75, -0.5, -0.3, -0.15, 0.0, 0.2];
        const SATURATIONS: [f32; 3] = [1.0, 0.7, 0.45];
        const HAZES: [f32; 2] = [0.0, 25.0];
        let steps = (0..14).map(|step| -1.5 + 0.16 * step as f32);
        steps.flat_map(|brightness| {
            REDS.into_iter().flat_map(move |red| {
                BLUES.into_iter().flat_map(move |blue| {
                    SATURATIONS.into_iter().flat_map(move |saturation| {
                        HAZES.into_iter().map(move |haze| Self { brightness, red, blue, saturation, haze })
                    })
                })
            })
        })
    }

    /// The cast near this one that takes a palette closest to what was seen, and the cost of what is left and of the
    /// cast itself. Each shade counts with its weight, 0 to 1.
    pub fn fitted(self, palette: &Shades, seen: &[(usize, Shade, f32)]) -> (Self, f32) {
        let cost = |cast: &Self| {
            let shown = cast.applied(palette);
            let gain = cast.brightness.exp().min(1.0);
            // In the dark all differences shrink, but never below what a file's 8 bits and noise leave.
            let spread = (PALETTE_SPREAD * gain).max(5.0);
            let misses = seen.iter().map(|(index, shade, weight)| weight * squared_distance(shown[*index], *shade));
            misses.sum::<f32>() / (2.0 * spread * spread) + cast.cost()
        };
        let mut best = (self, cost(&self));
        let mut step = 1.0;
        for _ in 0..7 {
            for _ in 0..3 {
                let before = best.1;
                for axis in 0..5 {
                    for way in [-step, step] {
                        let next = best.0.moved(axis, way);
                        let value = cost(&next);
                        if value < best.1 {
                            best = (next, value);
                        }
                    }
                }
                if best.1 >= before {
                    break;
                }
            }
            step *= 0.55;
        }
        best
    }

    fn moved(mut self, axis: usize, way: f32) -> Self {
        match axis {
            0 => self.brightness += 0.1 * way,
            1 => self.red += 0.1 * way,
            2 => self.blue += 0.1 * way,
            3 => self.saturation = (self.saturation + 0.15 * way).clamp(0.2, 1.3),
            _ => self.haze = (self.haze + 10.0 * way).clamp(-15.0, 70.0),
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cast_is_found_again_from_what_it_did() {
        let cast = Cast { brightness: -0.5, red: 0.1, blue: -0.6, saturation: 0.8, haze: 0.0 };
        let shown = cast.applied(&PALETTES[0]);
        let seen: Vec<(usize, Shade, f32)> = (0..6).map(|index| (index, shown[index], 1.0)).collect();
        let (found, cost) = Cast::NONE.fitted(&PALETTES[0], &seen);
        assert!((found.blue - cast.blue).abs() < 0.25 && cost < 6.0, "{found:?} {cost}");
        let swapped: Vec<(usize, Shade, f32)> = (0..6).map(|index| (5 - index, shown[index], 1.0)).collect();
        assert!(Cast::NONE.fitted(&PALETTES[0], &swapped).1 > cost + 20.0);
    }
}
