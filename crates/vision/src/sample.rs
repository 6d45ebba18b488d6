//! The colour of a cell: the median of points around its middle. Lines, gaps, round corners and outlines stay outside.

use crate::hue::contrast;
use crate::lattice::Lattice;
use crate::picture::{Picture, Rgb};

/// The share of a cell's width and height that points are taken from.
const CORE: f32 = 0.5;
/// Points a side.
const POINTS: usize = 7;
/// The largest contrast between points of one colour: noise, ringing and slow gradients stay below.
const SAME: u8 = 30;
/// The least evenness of a tile: letters, faces and edges have less.
const EVEN: f32 = 0.7;

/// The colour of the middle of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The median, channel by channel.
    pub colour: Rgb,
    /// The share of the points that look like it.
    pub evenness: f32,
}

impl Sample {
    /// Takes the sample of a cell, or `None` when most of its core is outside the picture.
    pub fn take(picture: &Picture, lattice: &Lattice, col: isize, row: isize) -> Option<Self> {
        let mut points = [[0; 3]; POINTS * POINTS];
        let mut count = 0;
        // Small squares instead of single pixels average noise away.
        let reach = (lattice.pitch() / 18.0).clamp(0.0, 3.0) as usize;
        for index in 0..POINTS * POINTS {
            let part = |step: usize| 0.5 + CORE * (step as f32 / (POINTS - 1) as f32 - 0.5);
            let (x, y) = lattice.point(col as f32 + part(index % POINTS), row as f32 + part(index / POINTS));
            if let Some(pixel) = picture.around(x, y, reach) {
                points[count] = pixel;
                count += 1;
            }
        }
        if count * 2 < POINTS * POINTS {
            return None;
        }
        let points = &points[..count];
        let colour = median(points);
        let alike = points.iter().filter(|point| contrast(**point, colour) <= SAME).count();
        Some(Self { colour, evenness: alike as f32 / count as f32 })
    }

    /// Whether nearly all of it has one colour.
    pub fn is_even(&self) -> bool {
        self.evenness >= EVEN
    }
}

/// The median of each channel. There must be a point.
pub(crate) fn median(points: &[Rgb]) -> Rgb {
    std::array::from_fn(|channel| {
        let mut values: Vec<u8> = points.iter().map(|point| point[channel]).collect();
        let middle = values.len() / 2;
        *values.select_nth_unstable(middle).1
    })
}

/// The median of numbers, or `None` without any.
pub(crate) fn middle(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
