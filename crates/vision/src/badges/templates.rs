//! Digits as strokes in two styles, round and square, each in several weights. No font is copied, and none is asked for.

use super::glyph::{COLS, ROWS, gridded};
use std::sync::LazyLock;

/// Half the width of the strokes, by the height of the digit without them.
const WEIGHTS: [f32; 4] = [0.07, 0.1, 0.13, 0.16];
/// Points for a height of 1.
const SCALE: f32 = 48.0;

/// A drawn digit.
pub(super) struct Template {
    pub digit: usize,
    /// Width by height.
    pub aspect: f32,
    pub grid: [f32; COLS * ROWS],
}

type Point = (f32, f32);

/// All drawn digits.
pub(super) fn templates() -> &'static [Template] {
    static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
        let shapes = round().into_iter().chain(square());
        shapes.flat_map(|(digit, lines)| WEIGHTS.map(|weight| drawn(digit, &lines, weight))).collect()
    });
    &TEMPLATES
}

/// Part of an ellipse as a line. Degrees go clockwise from the right.
fn arc((x, y): Point, (across, down): Point, from: f32, to: f32) -> Vec<Point> {
    const STEPS: usize = 16;
    let angle = |step: usize| (from + (to - from) * step as f32 / STEPS as f32).to_radians();
    (0..=STEPS).map(|step| (x + across * angle(step).cos(), y + down * angle(step).sin())).collect()
}

/// Digits of bold sans-serif fonts.
fn round() -> Vec<(usize, Vec<Vec<Point>>)> {
    let six = [arc((0.29, 0.68), (0.29, 0.32), 0.0, 360.0), arc((0.36, 0.5), (0.36, 0.5), 175.0, 305.0)];
    let nine = six.iter().map(|line| line.iter().map(|(x, y)| (0.58 - x, 1.0 - y)).collect()).collect();
    let two = [arc((0.29, 0.28), (0.28, 0.28), 190.0, 390.0), vec![(0.03, 1.0), (0.58, 1.0)]].concat();
    let five = [vec![(0.53, 0.0), (0.1, 0.0), (0.05, 0.46)], arc((0.27, 0.67), (0.31, 0.33), 225.0, 515.0)].concat();
    let three = [arc((0.28, 0.24), (0.25, 0.24), 195.0, 450.0), arc((0.28, 0.74), (0.3, 0.26), 270.0, 525.0)].concat();
    vec![
        (0, vec![arc((0.31, 0.5), (0.31, 0.5), 0.0, 360.0)]),
        (0, vec![arc((0.25, 0.5), (0.25, 0.5), 0.0, 360.0)]),
        (1, vec![vec![(0.0, 0.17), (0.24, 0.0), (0.24, 1.0)]]),
        (1, vec![vec![(0.0, 0.22), (0.24, 0.0), (0.24, 1.0)], vec![(0.0, 1.0), (0.48, 1.0)]]),
        (2, vec![two]),
        (3, vec![three]),
        (4, vec![vec![(0.46, 1.0), (0.46, 0.0), (0.0, 0.74), (0.62, 0.74)]]),
        (5, vec![five]),
        (6, six.to_vec()),
        (7, vec![vec![(0.0, 0.0), (0.58, 0.0), (0.16, 1.0)]]),
        (8, vec![arc((0.29, 0.24), (0.25, 0.24), 0.0, 360.0), arc((0.29, 0.74), (0.29, 0.26), 0.0, 360.0)]),
        (9, nine),
    ]
}

/// Digits of seven segments, as simple programs draw them.
fn square() -> Vec<(usize, Vec<Vec<Point>>)> {
    const WIDE: f32 = 0.5;
    let [nw, ne, w, e, sw, se] = [(0.0, 0.0), (WIDE, 0.0), (0.0, 0.5), (WIDE, 0.5), (0.0, 1.0), (WIDE, 1.0)];
    vec![
        (0, vec![vec![nw, ne, se, sw, nw]]),
        (2, vec![vec![nw, ne, e, w, sw, se]]),
        (3, vec![vec![nw, ne, se, sw], vec![w, e]]),
        (4, vec![vec![nw, w, e], vec![ne, se]]),
        (5, vec![vec![ne, nw, w, e, se, sw]]),
        (6, vec![vec![ne, nw, sw, se, e, w]]),
        (7, vec![vec![nw, ne, (WIDE, 0.25), (WIDE / 2.0, 0.5), (WIDE / 2.0, 1.0)]]),
        (8, vec![vec![nw, ne, se, sw, nw], vec![w, e]]),
        (9, vec![vec![sw, se, ne, nw, w, e]]),
    ]
}

/// A digit in one weight. Strokes reach half their width past the ends of their lines.
fn drawn(digit: usize, lines: &[Vec<Point>], weight: f32) -> Template {
    let points = || lines.iter().flatten();
    let right = points().map(|point| point.0).fold(0.0, f32::max);
    let left = points().map(|point| point.0).fold(right, f32::min);
    let (wide, high) = (right - left + 2.0 * weight, 1.0 + 2.0 * weight);
    let (cols, rows) = ((wide * SCALE).ceil() as usize, (high * SCALE).ceil() as usize);
    let is_ink = |x: f32, y: f32| lines.iter().any(|line| line.windows(2).any(|ends| away((x, y), ends) <= weight));
    let points: Vec<f32> = (0..cols * rows)
        .map(|index| {
            let x = left - weight + wide * ((index % cols) as f32 + 0.5) / cols as f32;
            let y = -weight + high * ((index / cols) as f32 + 0.5) / rows as f32;
            f32::from(u8::from(is_ink(x, y)))
        })
        .collect();
    Template { digit, aspect: wide / high, grid: gridded(&points, cols, rows) }
}

/// The distance of a point from a stroke between two ends. Square ends suit bold fonts, so it is measured along the axes
/// past them.
fn away((x, y): Point, ends: &[Point]) -> f32 {
    let [(ax, ay), (bx, by)] = [ends[0], ends[1]];
    let (dx, dy) = (bx - ax, by - ay);
    let length = (dx * dx + dy * dy).max(f32::EPSILON);
    let along = (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0);
    let (off_x, off_y) = (x - ax - along * dx, y - ay - along * dy);
    // Straight strokes have square ends and corners.
    if dx == 0.0 || dy == 0.0 { off_x.abs().max(off_y.abs()) } else { off_x.hypot(off_y) }
}
