//! The palette under the board: six swatches in a fixed order, as wide as the board together. The colours that the two
//! sides hold are shrunken and paler. It is found by its shape alone, so that it can say what the colours look like here.

use crate::lattice::Lattice;
use crate::naming::palette_start;
use crate::picture::Picture;
use crate::sample::median;
use crate::shade::{Shade, distance, separation, shade};
use rules::colours::{Colour, USUAL_COLOURS};
use rules::{Side, Size};

/// The order of the colours, from the left of the side whose move it is.
const ORDER: [Colour; USUAL_COLOURS] =
    [Colour::Red, Colour::Green, Colour::Yellow, Colour::Blue, Colour::Purple, Colour::Black];
/// From the edge of the board to the middle of the palette, in tiles.
const NEAREST: f32 = 1.4;
const FURTHEST: f32 = 7.5;
/// The width of the board less the way from the first to the last swatch, in tiles.
const INDENT: f32 = 1.22;
/// How far from the middle of a swatch a whole one still has its colour and a shrunken one has ended, in tiles.
const PROBE: f32 = 0.43;
/// Past a swatch of either size, in tiles.
const PAST: f32 = 0.82;
/// How much of the page a shrunken swatch lets through.
const PALENESS: f32 = 0.24;

/// A palette that was found.
#[derive(Clone, Debug)]
pub(crate) struct Swatches {
    /// The side at whose end of the board it is: the one to move.
    pub side: Side,
    /// What the colours look like, by their index.
    pub shades: [Shade; USUAL_COLOURS],
    /// The colours that are shrunken: one or two.
    pub held: Vec<Colour>,
    /// How clearly it was seen, 0 to 1.
    clearness: f32,
}

/// A swatch at a place.
struct Swatch {
    shade: Shade,
    is_shrunken: bool,
    clearness: f32,
}

impl Swatches {
    /// The palette of a board, or `None` where there is none to be seen.
    pub fn find(picture: &Picture, lattice: &Lattice, size: Size) -> Option<Self> {
        let steps = ((FURTHEST - NEAREST) / 0.1) as usize;
        let mut best: Option<Self> = None;
        for side in Side::BOTH {
            for step in 0..=steps {
                let away = NEAREST + 0.1 * step as f32;
                for scale in [1.0, 0.96, 1.04, 0.92, 1.08] {
                    for shift in [0.0, -0.12, 0.12, -0.24, 0.24, -0.4, 0.4] {
                        let found = Self::at(picture, lattice, size, side, away, scale, shift);
                        let is_better = |other: &Self| best.as_ref().is_none_or(|b| other.clearness > b.clearness);
                        if let Some(found) = found.filter(is_better).filter(|found| palette_start(found).is_some()) {
                            best = Some(found);
                        }
                    }
                }
            }
        }
        best
    }

    /// From 0 to 1, how well a colour can be told from all others here. Shrunken swatches are too pale to say.
    pub fn separation(&self, colour: Colour) -> f32 {
        let is_whole = |other: &Colour| !self.held.contains(other);
        if !is_whole(&colour) {
            return 1.0;
        }
        let others = ORDER.into_iter().filter(|other| *other != colour && is_whole(other));
        let apart = |other: Colour| separation(self.shades[colour.index()], self.shades[other.index()]);
        others.map(apart).fold(1.0, f32::min)
    }

    fn at(
        picture: &Picture,
        lattice: &Lattice,
        size: Size,
        side: Side,
        away: f32,
        scale: f32,
        shift: f32,
    ) -> Option<Self> {
        let (cols, rows) = (size.cols as f32, size.rows as f32);
        let step = (cols - INDENT) / 5.0 * scale;
        // The other side sees everything turned by half a turn.
        let way = if side == Side::First { 1.0 } else { -1.0 };
        let y = if side == Side::First { rows + away } else { -away };
        let mut found = Self { side, shades: [[0.0; 3]; USUAL_COLOURS], held: Vec::new(), clearness: 1.0 };
        for (place, colour) in ORDER.into_iter().enumerate() {
            let x = cols / 2.0 + shift + way * (place as f32 - 2.5) * step;
            let swatch = Swatch::at(picture, lattice, x, y)?;
            found.shades[colour.index()] = swatch.shade;
            found.clearness = found.clearness.min(swatch.clearness);
            if swatch.is_shrunken {
                found.held.push(colour);
            }
        }
        matches!(found.held.len(), 1 | 2).then_some(found)
    }
}

impl Swatch {
    fn at(picture: &Picture, lattice: &Lattice, x: f32, y: f32) -> Option<Self> {
        let look = |x: f32, y: f32| patch(picture, lattice, x, y);
        let middle = look(x, y)?;
        let around = [(0.0, -PROBE), (0.0, PROBE), (-PROBE, 0.0), (PROBE, 0.0)];
        let probes = around.map(|(right, down)| look(x + right, y + down));
        let pages = [look(x, y - PAST)?, look(x, y + PAST)?];
        let page: Shade = std::array::from_fn(|at| f32::midpoint(pages[0][at], pages[1][at]));
        let contrast = distance(middle, page);
        if contrast < 10.0 || distance(pages[0], pages[1]) > 0.6 * contrast.max(40.0) {
            return None;
        }
        let mut votes = [0.0_f32; 2];
        for probe in probes {
            let probe = probe?;
            let (inside, outside) = (distance(probe, middle), distance(probe, page));
            // Which of the two it is like, from -1 (the page) to 1 (the swatch).
            let like = (outside - inside) / (outside + inside).max(1.0);
            votes[usize::from(like < 0.0)] += like.abs();
        }
        let is_shrunken = votes[1] > votes[0];
        let clearness = (votes[usize::from(is_shrunken)] - 2.0 * votes[usize::from(!is_shrunken)]) / 4.0;
        if clearness < 0.3 {
            return None;
        }
        let paleness = if is_shrunken { PALENESS } else { 0.0 };
        let shade = std::array::from_fn(|at| {
            let value = (middle[at] - paleness * page[at]) / (1.0 - paleness);
            value.clamp(0.0, 255.0)
        });
        Some(Self { shade, is_shrunken, clearness })
    }
}

/// The colour of a small patch, noise averaged away.
fn patch(picture: &Picture, lattice: &Lattice, x: f32, y: f32) -> Option<Shade> {
    const OFFSETS: [f32; 5] = [-0.12, -0.06, 0.0, 0.06, 0.12];
    let mut points = [[0; 3]; OFFSETS.len() * OFFSETS.len()];
    for (index, point) in points.iter_mut().enumerate() {
        let (x, y) = lattice.point(x + OFFSETS[index % OFFSETS.len()], y + OFFSETS[index / OFFSETS.len()]);
        *point = picture.near(x, y)?;
    }
    Some(shade(median(&points)))
}
