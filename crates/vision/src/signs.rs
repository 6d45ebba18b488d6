//! The side to move and the orientation, from three optional signs.
//!
//! The region of the side to move pulses: some white is added to its colour. The colour picker is at the end of the
//! board where the side to move sits. Light falls from above: the top row is lighter than the others, the bottom row
//! darker.

use crate::checks::regions;
use crate::hue::{darkest, lightest};
use crate::sample::{Sample, middle};
use crate::{Orientation, Reading};
use rules::Side;
use rules::colours::Colour;

/// The least white, of 255, that a pulse adds. Noise and shading add less.
const PULSE: f32 = 18.0;
/// The least difference of the top and the bottom row from the others, of 255, under light from above.
const SHADE: f32 = 4.0;

/// Writes the side to move and the orientation into a reading. `picked` is the side at whose end of the board the palette is.
pub(crate) fn apply(reading: &mut Reading, samples: &[Sample], picked: Option<Side>) {
    let shading = Shading::measure(reading, samples);
    reading.orientation = match (picked, shading.light()) {
        (Some(Side::First), _) | (None, Some(Side::Second)) => Orientation::Upright,
        (Some(Side::Second), _) | (None, Some(Side::First)) => Orientation::UpsideDown,
        (None, None) => Orientation::Unknown,
    };
    let pulsing = |side: &Side| shading.pulse(reading, *side) >= PULSE;
    let mut sides = Side::BOTH.into_iter().filter(pulsing);
    let pulsing = sides.next().filter(|_| sides.next().is_none());
    reading.to_move = picked.or(pulsing);
}

/// The brightness of each tile, less the median of its colour.
struct Shading {
    /// By the smallest channel, which a pulse raises.
    white: Vec<f32>,
    /// The shading of neutral tiles, row by row.
    rows: Vec<Option<f32>>,
}

impl Shading {
    fn measure(reading: &Reading, samples: &[Sample]) -> Self {
        let owned: Vec<bool> = {
            let regions = regions(reading);
            regions.first.into_iter().zip(regions.second).map(|(first, second)| first || second).collect()
        };
        let neutral = |at: &usize| !owned[*at];
        let usual = |colour: Colour, value: fn(&Sample) -> f32| {
            let own = (0..samples.len()).filter(neutral).filter(|at| reading.tiles[*at].colour == colour);
            middle(own.map(|at| value(&samples[at])).collect()).unwrap_or_else(|| value(&unseen(colour)))
        };
        let less_usual = |value: fn(&Sample) -> f32| -> Vec<f32> {
            let usual: Vec<f32> = Colour::ALL.iter().map(|colour| usual(*colour, value)).collect();
            samples.iter().zip(&reading.tiles).map(|(s, tile)| value(s) - usual[tile.colour.index()]).collect()
        };
        let white = less_usual(|sample| f32::from(darkest(sample.colour)));
        let light = less_usual(|sample| f32::from(darkest(sample.colour)) + f32::from(lightest(sample.colour)));
        let cols = reading.size.cols;
        let row =
            |row: usize| middle((row * cols..(row + 1) * cols).filter(neutral).map(|at| light[at] / 2.0).collect());
        let rows = (0..reading.size.rows).map(row).collect();
        Self { white, rows }
    }

    /// The side at whose end of the board there is more light, if the rows differ clearly.
    fn light(&self) -> Option<Side> {
        let (top, bottom) = ((*self.rows.first()?)?, (*self.rows.last()?)?);
        if top >= SHADE && bottom <= -SHADE {
            Some(Side::Second)
        } else if bottom >= SHADE && top <= -SHADE {
            Some(Side::First)
        } else {
            None
        }
    }

    /// The white of a side's region beyond that of its rows.
    fn pulse(&self, reading: &Reading, side: Side) -> f32 {
        let cols = reading.size.cols;
        let regions = regions(reading);
        let own = regions[side].iter().enumerate().filter(|(_, owned)| **owned);
        let white = own.map(|(at, _)| self.white[at] - self.rows[at / cols].unwrap_or(0.0));
        middle(white.collect()).unwrap_or(0.0)
    }
}

/// A colour of GamePigeon, if no neutral tile shows it.
fn unseen(colour: Colour) -> Sample {
    let colour = match colour {
        Colour::Red => [230, 55, 83],
        Colour::Green => [163, 213, 89],
        Colour::Blue => [62, 168, 240],
        Colour::Yellow => [250, 224, 35],
        Colour::Purple => [105, 75, 161],
        Colour::Black | Colour::White | Colour::Cyan => [65, 65, 65],
    };
    Sample { colour, evenness: 1.0 }
}
