//! Plates: rectangles of one colour, of the size that badges have in tiles. They are found by lines of one colour that
//! are as long as a badge is wide, above and below its digits.

use crate::lattice::Lattice;
use crate::picture::Picture;
use crate::sample::median;
use crate::shade::{Shade, distance, shade};
use rules::Size;
use std::ops::RangeInclusive;

/// The width and the height of a badge, in tiles. The game's are 0.96 x 0.65.
const WIDTH: RangeInclusive<f32> = 0.8..=1.15;
const HEIGHT: RangeInclusive<f32> = 0.5..=0.8;
/// How far from the board badges are looked for, in tiles: to its sides, above and below it.
const BESIDE: f32 = 7.5;
const ABOVE: f32 = 8.0;
const BELOW: f32 = 5.0;
/// From one line to the next, and from one point of a line to the next, in tiles.
const LINE_STEP: f32 = 0.07;
const STEP: f32 = 0.03;
/// The largest distance between shades of one surface, and the least one between a plate and the page.
const ALIKE: f32 = 12.0;
const UNLIKE: f32 = 16.0;
/// The width of the frame around the digits, in tiles.
const FRAME: f32 = 0.1;
/// The most plates that are looked at.
const MOST_PLATES: usize = 12;
/// The shortest tile beside which digits can be read, in pixels.
const FINEST: f32 = 16.0;

/// A rectangle of one colour, in columns and rows of the lattice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Plate {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    pub shade: Shade,
}

impl Plate {
    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub fn centre(&self) -> (f32, f32) {
        (f32::midpoint(self.left, self.right), f32::midpoint(self.top, self.bottom))
    }
}

/// The plates around a board.
pub(crate) fn plates(picture: &Picture, lattice: &Lattice, size: Size) -> Vec<Plate> {
    let mut found: Vec<Plate> = Vec::new();
    if lattice.pitch() < FINEST {
        return found;
    }
    let view = View { picture, lattice, reach: (lattice.pitch() / 30.0).clamp(0.0, 3.0) as usize };
    let (cols, rows) = (size.cols as f32, size.rows as f32);
    let lines = ((rows + ABOVE + BELOW) / LINE_STEP) as usize;
    for line in 0..lines {
        let y = LINE_STEP * line as f32 - ABOVE;
        for (left, right) in view.runs(y, -BESIDE, cols + BESIDE) {
            let x = f32::midpoint(left, right);
            let is_known = |plate: &Plate| plate.left <= x && x <= plate.right && plate.top <= y && y <= plate.bottom;
            let is_board = (-0.5..=cols + 0.5).contains(&x) && (-0.3..=rows + 0.3).contains(&y);
            if is_board || found.iter().any(is_known) {
                continue;
            }
            found.extend(view.plate(left, right, y));
            if found.len() == MOST_PLATES {
                return found;
            }
        }
    }
    found
}

/// A picture seen through a lattice.
struct View<'a> {
    picture: &'a Picture,
    lattice: &'a Lattice,
    reach: usize,
}

impl View<'_> {
    fn look(&self, x: f32, y: f32) -> Option<Shade> {
        let (x, y) = self.lattice.point(x, y);
        self.picture.around(x, y, self.reach).map(shade)
    }

    /// The stretches of one colour on a line that are as long as a plate is wide.
    fn runs(&self, y: f32, from: f32, to: f32) -> Vec<(f32, f32)> {
        let mut runs = Vec::new();
        let mut start: Option<(f32, Shade)> = None;
        let steps = ((to - from) / STEP) as usize;
        for step in 0..=steps {
            let x = from + STEP * step as f32;
            let seen = self.look(x, y);
            match (start, seen) {
                (Some((_, own)), Some(seen)) if distance(own, seen) <= ALIKE => {}
                (before, seen) => {
                    runs.extend(before.map(|(left, _)| (left, x - STEP)).filter(|(a, b)| WIDTH.contains(&(b - a))));
                    start = seen.map(|seen| (x, seen));
                }
            }
        }
        runs
    }

    /// The plate through a stretch of one colour, if there is one.
    fn plate(&self, left: f32, right: f32, y: f32) -> Option<Plate> {
        let line: Vec<_> = (1..=9)
            .map(|part| self.look(left + (right - left) * part as f32 / 10.0, y).map(|shade| shade.map(|v| v as u8)))
            .collect::<Option<_>>()?;
        let own = shade(median(&line));
        // The first and the last point may lie on the blurred edge.
        let (left, right) = (left + STEP, right - STEP);
        let edge = |x: f32, way: f32| {
            let away = (0..).map(|step| way * STEP * step as f32).take_while(|away| away.abs() < *HEIGHT.end());
            let mut inside =
                away.take_while(|away| self.look(x, y + away).is_some_and(|seen| distance(seen, own) <= ALIKE));
            inside.by_ref().last().map(|away| y + away)
        };
        let (first, last) = (left + 0.06, right - 0.06);
        let [top, other_top] = [edge(first, -1.0)?, edge(last, -1.0)?];
        let [bottom, other_bottom] = [edge(first, 1.0)?, edge(last, 1.0)?];
        let is_straight = (top - other_top).abs() <= 2.1 * STEP && (bottom - other_bottom).abs() <= 2.1 * STEP;
        let plate = Plate { left, right, top: top.max(other_top), bottom: bottom.min(other_bottom), shade: own };
        (is_straight && HEIGHT.contains(&plate.height()) && self.is_framed(&plate)).then_some(plate)
    }

    /// Whether the rim of a plate has its colour, and what is around it has not.
    fn is_framed(&self, plate: &Plate) -> bool {
        let Plate { left, top, right, bottom, shade: own } = *plate;
        let parts = (0..=6).map(|part| part as f32 / 6.0);
        let at = |from: f32, to: f32, part: f32| from + (to - from) * part;
        let rim = |by: f32| {
            let (left, top, right, bottom) = (left + by, top + by, right - by, bottom - by);
            parts.clone().flat_map(move |part| {
                let (x, y) = (at(left, right, part), at(top, bottom, part));
                [(x, top), (x, bottom), (left, y), (right, y)]
            })
        };
        let is_own = |(x, y): (f32, f32)| self.look(x, y).is_some_and(|seen| distance(seen, own) <= ALIKE);
        // The picture may end beside it.
        let is_past = |(x, y): (f32, f32)| self.look(x, y).is_none_or(|seen| distance(seen, own) >= UNLIKE);
        rim(FRAME / 2.0).all(is_own) && rim(-FRAME).all(is_past)
    }
}
