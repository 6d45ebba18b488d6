//! The colour picker of GamePigeon: a row of six swatches below the board of the side to move. The two colours that may
//! not be picked are in half size, so the picker also shows the colours of both regions.

use crate::Reading;
use crate::find::Found;
use crate::patches::{Square, squares};
use crate::picture::Picture;
use crate::sample::Sample;
use crate::tiles::Palette;
use rules::Side;
use rules::colours::{Colour, corner};
use std::ops::RangeInclusive;

/// The side of a swatch, in tiles: from the smallest half one to the largest whole one.
const SWATCH: RangeInclusive<f32> = 0.3..=2.0;
/// The least distance of a swatch from the board, and the most by which swatches of a row differ in height, in tiles.
const APART: f32 = 0.3;
/// The side of a whole swatch, by the largest of the row.
const WHOLE: f32 = 0.88;
/// The side of a half swatch, by the largest of the row. Blur and outlines change it.
const HALF: RangeInclusive<f32> = 0.3..=0.65;

/// The row of swatches from which the next colour is chosen.
pub(crate) struct Picker {
    /// The side at whose end of the board it is.
    pub side: Side,
    /// The colours in half size: those of the two regions.
    taken: Vec<Colour>,
}

impl Picker {
    /// A row of five or six squares past the end of the board, one or two of them in half size, all of different
    /// colours.
    pub fn find(picture: &Picture, found: &Found, palette: &Palette) -> Option<Self> {
        let lattice = &found.board.lattice;
        let (pitch, rows) = (lattice.pitch(), found.board.size.rows as f32);
        let scale = found.factor as f32;
        let colour = |square: &Square| {
            let pixel = picture.near(square.x * scale, square.y * scale)?;
            Some(palette.name(&Sample { colour: pixel, evenness: 1.0 }).colour)
        };
        let past = |square: &Square| {
            let (_, row) = lattice.cell(square.x, square.y);
            let is_fit = SWATCH.contains(&(square.side / pitch));
            (is_fit && !(-APART..=rows + APART).contains(&row)).then_some((row, *square))
        };
        let outside: Vec<(f32, Square)> = squares(&found.patches).iter().filter_map(past).collect();
        outside.iter().find_map(|(row, _)| {
            let line: Vec<Square> = outside.iter().filter(|(r, _)| (r - row).abs() < APART).map(|(_, s)| *s).collect();
            let largest = line.iter().map(|square| square.side).fold(0.0, f32::max);
            let share = |square: &Square| square.side / largest;
            let whole = line.iter().filter(|square| share(square) >= WHOLE).count();
            let half: Vec<Square> = line.iter().filter(|s| HALF.contains(&share(s))).copied().collect();
            let mut colours: Vec<Colour> = line.iter().filter_map(colour).collect();
            colours.sort_unstable();
            colours.dedup();
            let is_picker = matches!((whole, half.len()), (4, 1 | 2) | (5, 1)) && colours.len() == whole + half.len();
            let side = if *row < 0.0 { Side::Second } else { Side::First };
            let is_all = whole + half.len() == line.len();
            (is_picker && is_all).then(|| Self { side, taken: half.iter().filter_map(colour).collect() })
        })
    }

    /// Decides an unsure corner by the colours in half size.
    pub fn correct(&self, reading: &mut Reading) {
        let [first, second] = Side::BOTH.map(|side| corner(reading.size, side));
        for (cell, opposite) in [(first, second), (second, first)] {
            let tile = reading.tiles[reading.index(cell)];
            let other = reading.tiles[reading.index(opposite)];
            if tile.is_sure() || !other.is_sure() || !self.taken.contains(&other.colour) {
                continue;
            }
            let left = match self.taken[..] {
                [only] => only,
                [one, two] => {
                    if one == other.colour {
                        two
                    } else {
                        one
                    }
                }
                _ => continue,
            };
            if left == tile.colour || left == tile.second {
                reading.set(cell, left);
            }
        }
    }

    /// Whether the colours in half size are those of the corners.
    pub fn agrees(&self, reading: &Reading) -> bool {
        let corners = Side::BOTH.map(|side| reading.tiles[reading.index(corner(reading.size, side))].colour);
        corners.iter().all(|colour| self.taken.contains(colour)) && self.taken.iter().all(|c| corners.contains(c))
    }
}
