//! The badges beside the board: a plate for each side in the colour that it holds, with the number of its tiles.
//!
//! An upright screen has them in one row above the board, as far from its left as from its right edge; the left one is
//! that of the bottom left corner. A screen on its side has them in one column left of the board; the lower one is that
//! of the bottom left corner. They say again what the board says, so they only count where they were read for certain.

mod digits;
mod glyph;
mod plates;
mod templates;

use crate::cast::Shades;
use crate::lattice::Lattice;
use crate::naming::colour_of;
use crate::picture::Picture;
use crate::shade::{Shade, distance, separation};
use plates::{Plate, plates};
use rules::colours::{Colour, USUAL_COLOURS};
use rules::{BySide, Size};

/// How far the places of two plates may differ from a row or a column, in tiles ...
const ALIGNED: f32 = 0.15;
/// ... and from the same distance to both edges.
const MIRRORED: f32 = 0.5;
/// By how much the sides of two plates may differ, in tiles.
const SAME_SIDE: f32 = 0.12;
/// The most that a plate may differ from the colour that it is named by, in levels.
const NEAR: f32 = 26.0;
/// The least lead of a plate's colour before the next one, as a share of their distances.
const LEAD: f32 = 0.4;

/// What a badge says. Nothing that is unsure is part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Badge {
    pub colour: Option<Colour>,
    /// The number of tiles.
    pub count: Option<usize>,
}

/// The badges of both sides. The lattice must be that of the board as its player sees it.
pub(crate) fn find(picture: &Picture, lattice: &Lattice, size: Size, shades: &Shades) -> Option<BySide<Badge>> {
    let found = plates(picture, lattice, size);
    let pairs = found.iter().enumerate().flat_map(|(at, one)| found[at + 1..].iter().map(move |other| (one, other)));
    let mut badges = pairs.filter_map(|(one, other)| ordered(one, other, size)).map(|pair| {
        let read = |plate: &Plate| {
            let count = digits::number(picture, lattice, plate).filter(|count| (1..size.area()).contains(count));
            Badge { colour: named(plate.shade, shades), count }
        };
        BySide { first: read(pair.first), second: read(pair.second) }
    });
    // Plates without a number are something else: buttons, or swatches.
    let is_badge = |badge: &Badge| badge.count.is_some();
    let pair = badges.find(|pair| is_badge(&pair.first) && is_badge(&pair.second))?;
    // Two pairs would be one too many.
    badges.all(|other| !is_badge(&other.first) || !is_badge(&other.second)).then_some(pair)
}

/// Two plates as those of the two sides, if they stand as badges do.
fn ordered<'a>(one: &'a Plate, other: &'a Plate, size: Size) -> Option<BySide<&'a Plate>> {
    let is_near = |a: f32, b: f32, most: f32| (a - b).abs() <= most;
    if !is_near(one.width(), other.width(), SAME_SIDE) || !is_near(one.height(), other.height(), SAME_SIDE) {
        return None;
    }
    let ((left, top), (right, bottom)) = (one.centre(), other.centre());
    let (cols, rows) = (size.cols as f32, size.rows as f32);
    if is_near(top, bottom, ALIGNED) && top < 0.0 && is_near(left + right, cols, MIRRORED) {
        return Some(if left < right {
            BySide { first: one, second: other }
        } else {
            BySide { first: other, second: one }
        });
    }
    let is_apart = top.min(bottom) < rows / 2.0 && top.max(bottom) > rows / 2.0;
    if is_near(left, right, ALIGNED) && left < 0.0 && is_apart {
        return Some(if top > bottom {
            BySide { first: one, second: other }
        } else {
            BySide { first: other, second: one }
        });
    }
    None
}

/// The colour of a plate by what the board's colours look like here, or `None` where two of them might be meant.
fn named(plate: Shade, shades: &Shades) -> Option<Colour> {
    let mut order: [usize; USUAL_COLOURS] = std::array::from_fn(|name| name);
    let away = |name: usize| distance(plate, shades[name]);
    order.sort_by(|a, b| away(*a).total_cmp(&away(*b)));
    let (least, next) = (away(order[0]), away(order[1]));
    let lead = (next - least) / (next + least).max(6.0);
    let is_clear = least <= NEAR && lead >= LEAD && separation(shades[order[0]], shades[order[1]]) >= 1.0;
    is_clear.then(|| colour_of(order[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cast::PALETTES;

    fn plate(x: f32, y: f32) -> Plate {
        Plate { left: x - 0.48, top: y - 0.32, right: x + 0.48, bottom: y + 0.32, shade: [65.0; 3] }
    }

    #[test]
    fn the_left_or_the_lower_badge_is_that_of_the_bottom_left_corner() {
        let size = Size::new(7, 8);
        let (left, right) = (plate(1.35, -2.6), plate(6.65, -2.6));
        for (one, other) in [(&left, &right), (&right, &left)] {
            let pair = ordered(one, other, size).expect("above the board");
            assert!(std::ptr::eq(pair.first, &left) && std::ptr::eq(pair.second, &right));
        }
        let (upper, lower) = (plate(-3.4, -1.2), plate(-3.4, 11.3));
        for (one, other) in [(&upper, &lower), (&lower, &upper)] {
            let pair = ordered(one, other, size).expect("left of the board");
            assert!(std::ptr::eq(pair.first, &lower) && std::ptr::eq(pair.second, &upper));
        }
    }

    #[test]
    fn plates_elsewhere_are_no_badges() {
        let size = Size::new(7, 8);
        for (one, other) in [
            (plate(1.35, 9.6), plate(6.65, 9.6)),
            (plate(1.35, -2.6), plate(6.65, -3.6)),
            (plate(5.0, -2.6), plate(6.65, -2.6)),
            (plate(-3.4, -1.2), plate(-3.4, 1.2)),
            (plate(11.4, -1.2), plate(11.4, 11.3)),
        ] {
            assert!(ordered(&one, &other, size).is_none(), "{one:?} {other:?}");
        }
        let wide = Plate { right: 2.1, ..plate(1.35, -2.6) };
        assert!(ordered(&wide, &plate(6.65, -2.6), size).is_none());
    }

    #[test]
    fn a_plate_between_two_colours_has_none() {
        let shades = &PALETTES[0];
        assert_eq!(named([65.0; 3], shades), Some(Colour::Black));
        assert_eq!(named(shades[Colour::Green.index()], shades), Some(Colour::Green));
        let (green, yellow) = (shades[Colour::Green.index()], shades[Colour::Yellow.index()]);
        assert_eq!(named(std::array::from_fn(|at| f32::midpoint(green[at], yellow[at])), shades), None);
    }
}
