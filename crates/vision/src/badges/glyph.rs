//! One digit: its shape is compared with drawn ones, and its holes must be those of the digit that it looks like.

use super::templates::{Template, templates};
use std::ops::Range;

/// The grid that shapes are compared on, across and down.
pub(super) const COLS: usize = 12;
pub(super) const ROWS: usize = 16;
/// A hole of less than this share of its digit's box is a speck.
const LEAST_HOLE: f32 = 0.015;
/// The least likeness of a digit, -1 to 1, and its least lead before the next digit with such holes and before any other.
const LEAST_LIKENESS: f32 = 0.69;
const LEAST_LEAD: f32 = 0.1;
const LEAST_LEAD_OF_ALL: f32 = 0.04;
/// What another width costs, for each factor of e beyond the free one.
const WIDTH_COST: f32 = 0.4;
const FREE_WIDTH: f32 = 0.2;

/// A shape by its box on a canvas; `right` and `bottom` are past it.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
    /// How much of each part of its box is ink.
    pub grid: [f32; COLS * ROWS],
    holes: Vec<Hole>,
}

/// A hole in a shape: its upper and lower end and its middle, by the height of the shape.
#[derive(Clone, PartialEq, Debug)]
struct Hole {
    reach: Range<f32>,
    middle: f32,
}

impl Glyph {
    /// The shape of connected points of a canvas of this width.
    pub fn of_points(ink: &[f32], width: usize, points: &[usize]) -> Self {
        let cols = || points.iter().map(|index| index % width);
        let rows = || points.iter().map(|index| index / width);
        let (left, right) = (cols().min().unwrap_or(0), cols().max().unwrap_or(0) + 1);
        let (top, bottom) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0) + 1);
        let (wide, high) = (right - left, bottom - top);
        let crop: Vec<f32> =
            (0..wide * high).map(|index| ink[(top + index / wide) * width + left + index % wide]).collect();
        Self { left, top, right, bottom, grid: gridded(&crop, wide, high), holes: holes(&crop, wide, high) }
    }

    pub fn height(&self) -> usize {
        self.bottom - self.top
    }

    /// Width by height.
    pub fn aspect(&self) -> f32 {
        (self.right - self.left) as f32 / self.height() as f32
    }

    /// The digit, or `None` where it is unsure. `stretch` is the width of a point of the canvas by its height.
    pub fn digit(&self, stretch: f32) -> Option<usize> {
        let mut scores = [f32::NEG_INFINITY; 10];
        for template in templates() {
            let score = &mut scores[template.digit];
            *score = score.max(self.likeness(template, stretch));
        }
        let best = (0..10).max_by(|a, b| scores[*a].total_cmp(&scores[*b]))?;
        let next = |is_rival: &dyn Fn(usize) -> bool| {
            let rivals = (0..10).filter(|digit| *digit != best && is_rival(*digit));
            rivals.map(|digit| scores[digit]).fold(-1.0, f32::max)
        };
        let is_clear = scores[best] >= LEAST_LIKENESS
            && scores[best] - next(&|digit| self.has_holes_of(digit)) >= LEAST_LEAD
            && scores[best] - next(&|_| true) >= LEAST_LEAD_OF_ALL;
        (is_clear && self.has_holes_of(best)).then_some(best)
    }

    /// The correlation with a drawn digit, less what another width costs.
    fn likeness(&self, template: &Template, stretch: f32) -> f32 {
        let off = (self.aspect() * stretch / template.aspect).ln().abs() - FREE_WIDTH;
        correlation(&self.grid, &template.grid) - WIDTH_COST * off.max(0.0)
    }

    /// Whether the holes are as many as a digit has, and where it has them.
    fn has_holes_of(&self, digit: usize) -> bool {
        match (digit, &self.holes[..]) {
            (0, [only]) => only.reach.end - only.reach.start >= 0.4 && (0.4..0.6).contains(&only.middle),
            (4, [only]) => (0.25..0.55).contains(&only.middle),
            (6, [only]) => only.middle >= 0.55 && only.reach.start >= 0.35,
            (9, [only]) => only.middle <= 0.45 && only.reach.end <= 0.65,
            // Some fonts have a dot in their zero.
            (0 | 8, [upper, lower]) => upper.middle < 0.5 && lower.middle > 0.5,
            (1 | 2 | 3 | 4 | 5 | 7, []) => true,
            _ => false,
        }
    }
}

/// A shape on the grid: each of its parts is the mean of the points under it.
pub(super) fn gridded(crop: &[f32], wide: usize, high: usize) -> [f32; COLS * ROWS] {
    // Parts of less than a point are a point.
    let part = |at: usize, parts: usize, length: usize| {
        let from = at * length / parts;
        from..((at + 1) * length).div_ceil(parts).max(from + 1)
    };
    std::array::from_fn(|index| {
        let (cols, rows) = (part(index % COLS, COLS, wide), part(index / COLS, ROWS, high));
        let count = cols.len() * rows.len();
        let sum: f32 = rows.flat_map(|row| cols.clone().map(move |col| crop[row * wide + col])).sum();
        sum / count as f32
    })
}

fn correlation(one: &[f32], other: &[f32]) -> f32 {
    let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len() as f32;
    let (mean_one, mean_other) = (mean(one), mean(other));
    let (mut both, mut squares_one, mut squares_other) = (0.0, 0.0, 0.0);
    for (a, b) in one.iter().zip(other) {
        let (a, b) = (a - mean_one, b - mean_other);
        both += a * b;
        squares_one += a * a;
        squares_other += b * b;
    }
    both / (squares_one * squares_other).sqrt().max(f32::EPSILON)
}

/// What the ink of a shape encloses.
fn holes(crop: &[f32], wide: usize, high: usize) -> Vec<Hole> {
    let mut is_open: Vec<bool> = crop.iter().map(|part| *part < 0.5).collect();
    let mut found = Vec::new();
    for start in 0..is_open.len() {
        if !is_open[start] {
            continue;
        }
        let (mut area, mut is_enclosed, mut sum) = (0, true, 0);
        let (mut first, mut last) = (high, 0);
        let mut open = vec![start];
        is_open[start] = false;
        while let Some(index) = open.pop() {
            let (col, row) = (index % wide, index / wide);
            (area, sum) = (area + 1, sum + row);
            (first, last) = (first.min(row), last.max(row + 1));
            is_enclosed &= col > 0 && row > 0 && col + 1 < wide && row + 1 < high;
            let beside = [
                (col > 0).then(|| index - 1),
                (col + 1 < wide).then_some(index + 1),
                (row > 0).then(|| index - wide),
                (row + 1 < high).then_some(index + wide),
            ];
            for near in beside.into_iter().flatten() {
                if is_open[near] {
                    is_open[near] = false;
                    open.push(near);
                }
            }
        }
        if is_enclosed && area as f32 >= LEAST_HOLE * (wide * high) as f32 {
            let by_height = |row: f32| row / high as f32;
            let middle = by_height(sum as f32 / area as f32 + 0.5);
            found.push(Hole { reach: by_height(first as f32)..by_height(last as f32), middle });
        }
    }
    found
}
