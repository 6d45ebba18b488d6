//! What is known of a board's tiles before any of them has a name: their shades, and which of them may pulse.

use crate::board_fit::{BoardFit, flood};
use crate::cast::Shades;
use crate::light::Light;
use crate::shade::{Shade, distance, shade, squared_distance};
use rules::colours::corner;
use rules::{BySide, Cell, Size};

/// How the light on neighbouring tiles differs: the game darkens the bottom row and lightens the top row.
pub(crate) const NEIGHBOURING_LIGHTS: [Light; 5] = [
    Light::PLAIN,
    Light { factor: 0.9, white: 0.0 },
    Light { factor: 1.11, white: 0.0 },
    Light { factor: 1.0, white: 10.0 },
    Light { factor: 1.0, white: -10.0 },
];

/// What is known of the tiles before anything is named.
pub(crate) struct TileEvidence {
    pub size: Size,
    pub seen: Vec<Shade>,
    pub evenness: Vec<f32>,
    /// How much neighbours of one colour differ at most.
    pub likeness: f32,
    /// The tiles that look like their neighbours all the way to a corner. They may pulse.
    corners: BySide<Vec<bool>>,
    /// Shades of the other tiles, alike ones together, each with its number of tiles.
    groups: Vec<(Shade, f32)>,
}

impl TileEvidence {
    pub fn of(board: &BoardFit) -> Self {
        let size = board.size;
        let seen: Vec<Shade> = board.samples.iter().map(|sample| shade(sample.colour)).collect();
        let evenness = board.samples.iter().map(|sample| sample.evenness).collect();
        let likeness = 15.0 * contrast_scale(&seen);
        let corners = BySide::from_fn(|side| {
            flood(size, corner(size, side), |one, other| {
                let [one, other] = [one, other].map(|cell: Cell| seen[cell.row * size.cols + cell.col]);
                NEIGHBOURING_LIGHTS.iter().any(|light| distance(one, light.towards(other, one)) <= likeness)
            })
        });
        let mut evidence = Self { size, seen, evenness, likeness, corners, groups: Vec::new() };
        evidence.groups = evidence.grouped();
        evidence
    }

    pub fn is_neutral(&self, index: usize) -> bool {
        !self.corners.first[index] && !self.corners.second[index]
    }

    /// Leader clustering: each tile joins the first group near it.
    fn grouped(&self) -> Vec<(Shade, f32)> {
        let mut groups: Vec<(Shade, f32)> = Vec::new();
        for index in (0..self.seen.len()).filter(|index| self.is_neutral(*index)) {
            let near = groups.iter_mut().find(|(leader, _)| squared_distance(*leader, self.seen[index]) < 100.0);
            match near {
                Some((_, count)) => *count += 1.0,
                None => groups.push((self.seen[index], 1.0)),
            }
        }
        groups
    }

    /// The names that six shades give to the groups, and what they leave unexplained, unless that is more than `most`.
    pub fn glance(&self, shades: &Shades, most: f32) -> Option<(Vec<u8>, f32)> {
        const SPREAD: f32 = 2.0 * 13.0 * 13.0;
        let mut cost = 0.0;
        let mut names = Vec::with_capacity(self.groups.len());
        for (group, count) in &self.groups {
            let (name, miss) = nearest(shades, *group);
            names.push(name as u8);
            cost += count.min(3.0) * (miss / SPREAD).min(6.0);
            if cost > most {
                return None;
            }
        }
        Some((names, cost))
    }
}

/// How strong contrasts are in a picture, 1 as the game has them.
fn contrast_scale(seen: &[Shade]) -> f32 {
    let mut lightest: Vec<f32> = seen.iter().map(|shade| shade.iter().copied().fold(0.0, f32::max)).collect();
    lightest.sort_by(f32::total_cmp);
    let high = lightest.get(lightest.len() * 9 / 10).copied().unwrap_or(255.0);
    (high / 245.0).clamp(0.3, 1.0)
}

/// The nearest of six shades and the square of its distance.
pub(crate) fn nearest(shades: &Shades, shade: Shade) -> (usize, f32) {
    let mut best = (0, f32::INFINITY);
    for (index, other) in shades.iter().enumerate() {
        let miss = squared_distance(*other, shade);
        if miss < best.1 {
            best = (index, miss);
        }
    }
    best
}
