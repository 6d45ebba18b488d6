//! Local light: reflections, vignettes and the game's own shading, as a factor and some white for each tile.
//!
//! A tile's light is fitted to its neighbours only, by ridge regression, so that a tile never explains itself away.

use crate::shade::Shade;
use rules::{Cell, Size};

/// The light on a tile: its colour times a factor, plus some white.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Light {
    pub factor: f32,
    pub white: f32,
}

impl Light {
    /// Plain light.
    pub const PLAIN: Self = Self { factor: 1.0, white: 0.0 };

    /// A colour in this light.
    pub fn on(&self, shade: Shade) -> Shade {
        shade.map(|value| (value * self.factor + self.white).clamp(0.0, 255.0))
    }

    /// A colour in this light, as near to what was seen as it can be: a channel at its end may have been far past it, so
    /// that less light leaves it anywhere up to the end.
    pub fn towards(&self, shade: Shade, seen: Shade) -> Shade {
        let lit = self.on(shade);
        std::array::from_fn(|at| if shade[at] >= END { seen[at].clamp(lit[at], 255.0) } else { lit[at] })
    }

    /// What was seen, in plain light.
    pub fn off(&self, shade: Shade) -> Shade {
        shade.map(|value| ((value - self.white) / self.factor).clamp(0.0, 255.0))
    }
}

/// From here on a channel is at its end.
pub(crate) const END: f32 = 249.0;
/// Rows and columns that are looked at around a tile.
const REACH: (isize, isize) = (2, 4);
/// The deviation of the factor from 1, and of the white from 0, in units of a tile's noise.
const STIFFNESS: (f32, f32) = (6000.0, 0.25);

/// The light on every tile, by what was seen and what the colours should be. Tiles with `None` teach nothing.
pub(crate) fn lights(size: Size, seen: &[Shade], wanted: &[Option<Shade>]) -> Vec<Light> {
    size.cells().map(|cell| light(size, seen, wanted, cell)).collect()
}

fn light(size: Size, seen: &[Shade], wanted: &[Option<Shade>], at: Cell) -> Light {
    let mut light = Light::PLAIN;
    // The second round gives little weight to tiles that the first one could not explain.
    for _ in 0..2 {
        // Before any tile is looked at the light is the game's own.
        let usual = usual(size, at.row);
        let (mut aa, mut ab, mut bb) = (STIFFNESS.0, 0.0, STIFFNESS.1);
        let (mut ay, mut by) = (STIFFNESS.0 * (usual.factor - 1.0), STIFFNESS.1 * usual.white);
        for (cell, weight) in around(size, at) {
            let index = cell.row * size.cols + cell.col;
            let Some(shade) = wanted[index] else { continue };
            let lit = light.towards(shade, seen[index]);
            let miss = (0..3).map(|at| (seen[index][at] - lit[at]).powi(2)).sum::<f32>();
            let weight = weight / (1.0 + miss / 900.0);
            for channel in 0..3 {
                let (value, target) = (shade[channel], seen[index][channel]);
                // A channel at its end says nothing about light.
                if !(4.0..=251.0).contains(&target) || value >= END {
                    continue;
                }
                let off = target - value;
                aa += weight * value * value;
                ab += weight * value;
                bb += weight;
                ay += weight * value * off;
                by += weight * off;
            }
        }
        let whole = aa * bb - ab * ab;
        let factor = 1.0 + (ay * bb - by * ab) / whole;
        let white = (by * aa - ay * ab) / whole;
        light = Light { factor: factor.clamp(0.6, 1.4), white: white.clamp(-40.0, 70.0) };
    }
    light
}

/// The game lightens the top row and darkens the bottom row. Pictures that do not are soon believed.
fn usual(size: Size, row: usize) -> Light {
    if row == 0 {
        Light { factor: 1.0, white: 7.0 }
    } else if row + 1 == size.rows {
        Light { factor: 0.93, white: 0.0 }
    } else {
        Light::PLAIN
    }
}

/// The tiles around a tile, without it, each with its weight: light falls from above, so its own row counts most.
fn around(size: Size, at: Cell) -> impl Iterator<Item = (Cell, f32)> {
    let (rows, cols) = REACH;
    (-rows..=rows).flat_map(move |down| (-cols..=cols).map(move |right| (down, right))).filter_map(
        move |(down, right)| {
            let (row, col) = (at.row.checked_add_signed(down)?, at.col.checked_add_signed(right)?);
            let cell = Cell::new(row, col);
            let weight = [1.0, 0.25, 0.04][down.unsigned_abs()] / (1.0 + 0.3 * (right * right) as f32);
            (size.contains(cell) && cell != at).then_some((cell, weight))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_on_a_row_is_known_from_its_other_tiles() {
        let size = Size::new(3, 8);
        let colours = [[230.0, 72.0, 90.0], [65.0; 3], [90.0, 165.0, 240.0]];
        let wanted: Vec<Option<Shade>> = (0..24).map(|index| Some(colours[index % 3])).collect();
        let lit = Light { factor: 0.9, white: 12.0 };
        let seen: Vec<Shade> = wanted.iter().flatten().map(|shade| lit.on(*shade)).collect();
        for light in lights(size, &seen, &wanted) {
            let shown = light.on([200.0; 3])[0];
            assert!((shown - lit.on([200.0; 3])[0]).abs() < 4.0, "{light:?}");
        }
    }

    #[test]
    fn without_neighbours_the_light_is_the_games_own() {
        let size = Size::new(3, 1);
        let found = lights(size, &[[9.0; 3]; 3], &[None; 3]);
        let wanted = [Light { factor: 1.0, white: 7.0 }, Light::PLAIN, Light { factor: 0.93, white: 0.0 }];
        for (light, wanted) in found.into_iter().zip(wanted) {
            assert!(
                (light.factor - wanted.factor).abs() < 1e-3 && (light.white - wanted.white).abs() < 1e-3,
                "{light:?}"
            );
        }
    }
}
