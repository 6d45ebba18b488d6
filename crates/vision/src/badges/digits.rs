//! The number on a plate: its ink is told from the plate by contrast, and two connected components are its two digits.

use super::glyph::Glyph;
use super::plates::Plate;
use crate::lattice::Lattice;
use crate::picture::Picture;
use crate::shade::Shade;

/// Points of the canvas that a plate is drawn on, across and down.
pub(super) const WIDTH: usize = 90;
pub(super) const HEIGHT: usize = 60;
/// Points at the rim of the canvas in which no digit stands.
const RIM: usize = 6;
/// One point in so many is certainly ink.
const CERTAIN_INK: usize = 14;
/// The least contrast of ink, in levels, and as a multiple of the noise on the plate.
const LEAST_CONTRAST: f32 = 24.0;
const LEAST_BY_NOISE: f32 = 7.0;
/// A component of less than one part in so many of the largest one is a speck.
const SPECK: usize = 25;
/// The height of digits by that of the plate.
const TALL: std::ops::RangeInclusive<f32> = 0.3..=0.8;
/// By how much two digits may differ in height and place, by their height.
const LEVEL: f32 = 0.13;
/// How far the number may stand from the middle of the plate, by the plate's width and height.
const CENTRED: f32 = 0.14;

/// The number of two digits on a plate, or `None` where one of them is unsure.
pub(super) fn number(picture: &Picture, lattice: &Lattice, plate: &Plate) -> Option<usize> {
    let ink = ink(picture, lattice, plate)?;
    let [tens, ones] = glyphs(&ink)?;
    // A point of the canvas need not be square.
    let stretch = plate.width() / plate.height() * HEIGHT as f32 / WIDTH as f32;
    Some(10 * tens.digit(stretch)? + ones.digit(stretch)?)
}

/// How much of each point of a plate is ink, 0 to 1, row by row.
fn ink(picture: &Picture, lattice: &Lattice, plate: &Plate) -> Option<Vec<f32>> {
    let mut seen: Vec<Shade> = Vec::with_capacity(WIDTH * HEIGHT);
    for row in 0..HEIGHT {
        for col in 0..WIDTH {
            let mut sum = [0.0; 3];
            // Four points of the picture for one of the canvas: large pictures have more of them.
            for (right, down) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                let x = plate.left + plate.width() * (col as f32 + right) / WIDTH as f32;
                let y = plate.top + plate.height() * (row as f32 + down) / HEIGHT as f32;
                let (x, y) = lattice.point(x, y);
                let point = between(picture, x, y)?;
                sum = std::array::from_fn(|at| sum[at] + point[at] / 4.0);
            }
            seen.push(sum);
        }
    }
    let is_rim = |index: &usize| {
        let (col, row) = (index % WIDTH, index / WIDTH);
        col < RIM || row < RIM || col + RIM >= WIDTH || row + RIM >= HEIGHT
    };
    let rim: Vec<Shade> = (0..seen.len()).filter(is_rim).map(|index| seen[index]).collect();
    let page: Shade = std::array::from_fn(|at| rim.iter().map(|shade| shade[at]).sum::<f32>() / rim.len() as f32);
    let away = |shade: &Shade| (0..3).map(|at| (shade[at] - page[at]).powi(2)).sum::<f32>();
    let noise = (rim.iter().map(away).sum::<f32>() / rim.len() as f32).sqrt();
    let mut order: Vec<&Shade> = seen.iter().collect();
    order.sort_by(|a, b| away(b).total_cmp(&away(a)));
    let certain = &order[..seen.len() / CERTAIN_INK];
    let full: Shade =
        std::array::from_fn(|at| certain.iter().map(|shade| shade[at]).sum::<f32>() / certain.len() as f32 - page[at]);
    let contrast = full.iter().map(|value| value * value).sum::<f32>();
    if contrast.sqrt() < LEAST_CONTRAST.max(LEAST_BY_NOISE * noise) {
        return None;
    }
    let part = |shade: &Shade| {
        let along: f32 = (0..3).map(|at| (shade[at] - page[at]) * full[at]).sum();
        (along / contrast).clamp(0.0, 1.0)
    };
    Some(seen.iter().map(part).collect())
}

/// The colour between four pixels.
fn between(picture: &Picture, x: f32, y: f32) -> Option<Shade> {
    let (x, y) = (x - 0.5, y - 0.5);
    if x < 0.0 || y < 0.0 || x + 1.0 >= picture.width as f32 || y + 1.0 >= picture.height as f32 {
        return None;
    }
    let (left, top) = (x as usize, y as usize);
    let (across, along) = (x - left as f32, y - top as f32);
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| picture.at(left + right, top + down));
    Some(std::array::from_fn(|channel| {
        let [a, b, c, d] = corners.map(|corner| f32::from(corner[channel]));
        (a * (1.0 - across) + b * across) * (1.0 - along) + (c * (1.0 - across) + d * across) * along
    }))
}

/// The two digits of a canvas from the left, if it has exactly two shapes that stand side by side.
fn glyphs(ink: &[f32]) -> Option<[Glyph; 2]> {
    let mut shapes = components(ink);
    let largest = shapes.iter().map(Vec::len).max()?;
    shapes.retain(|shape| shape.len() * SPECK >= largest);
    let [one, other] = &shapes[..] else { return None };
    let mut pair = [Glyph::of_points(ink, WIDTH, one), Glyph::of_points(ink, WIDTH, other)];
    pair.sort_by_key(|glyph| glyph.left);
    let [first, second] = &pair;
    let height = first.height().max(second.height()) as f32;
    let is_level = |a: usize, b: usize| a.abs_diff(b) as f32 <= LEVEL * height;
    let is_centred = |sum: usize, length: usize| (sum as f32 / 2.0 / length as f32 - 0.5).abs() <= CENTRED;
    let fits = TALL.contains(&(height / HEIGHT as f32))
        && is_level(first.top, second.top)
        && is_level(first.bottom, second.bottom)
        && first.right <= second.left
        && (second.left - first.right) as f32 <= 0.5 * height
        && is_centred(first.left + second.right, WIDTH)
        && is_centred(first.top + first.bottom, HEIGHT);
    fits.then_some(pair)
}

/// The connected components of ink, corners included, as indices of points.
fn components(ink: &[f32]) -> Vec<Vec<usize>> {
    let mut is_open: Vec<bool> = ink.iter().map(|part| *part >= 0.5).collect();
    let mut found = Vec::new();
    for start in 0..is_open.len() {
        if !is_open[start] {
            continue;
        }
        let mut shape = Vec::new();
        let mut open = vec![start];
        is_open[start] = false;
        while let Some(index) = open.pop() {
            shape.push(index);
            let (col, row) = (index % WIDTH, index / WIDTH);
            for near_row in row.saturating_sub(1)..=(row + 1).min(HEIGHT - 1) {
                for near_col in col.saturating_sub(1)..=(col + 1).min(WIDTH - 1) {
                    let near = near_row * WIDTH + near_col;
                    if is_open[near] {
                        is_open[near] = false;
                        open.push(near);
                    }
                }
            }
        }
        found.push(shape);
    }
    found
}
