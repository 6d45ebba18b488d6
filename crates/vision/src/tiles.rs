//! Tiles named by colour. The palette of the game is only where it starts: the hues of the picture's own tiles decide,
//! as cameras, colour profiles and other programs move them.

use crate::hue::{chroma, hue, lightest, turn};
use crate::sample::{Sample, middle};
use rules::colours::{Colour, USUAL_COLOURS};

/// The hues of the game's colours, black apart, in degrees.
const HUES: [(Colour, f32); 5] = [
    (Colour::Red, 350.0),
    (Colour::Yellow, 52.0),
    (Colour::Green, 84.0),
    (Colour::Blue, 204.0),
    (Colour::Purple, 261.0),
];
/// Degrees of hue that make a colour as doubtful as a cost of 1.
const DEGREES: f32 = 12.0;
/// Between the hues of two colours there are more degrees than this without a tile; within one there are fewer.
const GAP: f32 = 10.0;
/// The most degrees that the tiles of one colour cover.
const WIDEST: f32 = 25.0;
/// The most degrees by which a colour can be away from the game's own.
const FURTHEST: f32 = 40.0;

/// A tile with its likeliest colours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Named {
    pub colour: Colour,
    pub second: Colour,
    /// From 0, a guess, to 1.
    pub confidence: f32,
}

/// The hues of the picture's own colours, black apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette([(Colour, f32); 5]);

impl Palette {
    /// The palette of a board.
    pub fn of_board(samples: &[Sample]) -> Self {
        adapted(samples, adapted(samples, matched(samples)))
    }

    /// Names a tile or a swatch.
    pub fn name(&self, sample: &Sample) -> Named {
        let mut costs = [(Colour::Black, black_cost(sample)); USUAL_COLOURS];
        for (cost, (colour, centre)) in costs[1..].iter_mut().zip(self.0) {
            let faint = (45.0 - f32::from(chroma(sample.colour))).max(0.0) / 12.0;
            *cost = (colour, turn(centre, hue(sample.colour)).abs() / DEGREES + faint);
        }
        costs.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (least, next) = (costs[0].1, costs[1].1);
        let clearness = (next - least) / (next + least).max(0.1);
        // Even a clear colour is doubtful when it is far from all that is known, or when the tile is not even.
        let strangeness = (1.6 - 0.4 * least).clamp(0.0, 1.0);
        let evenness = (sample.evenness * 1.25 - 0.125).clamp(0.0, 1.0);
        Named { colour: costs[0].0, second: costs[1].0, confidence: clearness * strangeness * evenness }
    }
}

/// Black is what has no hue; light greys are no tiles, but a pulsing black comes near them.
fn black_cost(sample: &Sample) -> f32 {
    let light = (f32::from(lightest(sample.colour)) - 150.0).max(0.0) / 20.0;
    f32::from(chroma(sample.colour)) / 26.0 + light
}

/// The palette with the hues of the picture where they come in groups: each group is one colour, in the order of the
/// circle. Hues of colours that do not occur stay as they are.
fn matched(samples: &[Sample]) -> Palette {
    let groups = groups(samples);
    let is_clear = (1..=HUES.len()).contains(&groups.len()) && groups.iter().all(|(_, width)| *width <= WIDEST);
    if !is_clear {
        return shifted(samples);
    }
    let mut best = (f32::INFINITY, Palette(HUES));
    assign(&groups, Palette(HUES), 0.0, &mut [false; HUES.len()], &mut best);
    best.1
}

/// Tries all colours for the first group, and so on. The least sum of squared turns wins.
fn assign(groups: &[(f32, f32)], palette: Palette, cost: f32, taken: &mut [bool; 5], best: &mut (f32, Palette)) {
    let Some(((centre, _), rest)) = groups.split_first() else {
        if cost < best.0 {
            *best = (cost, palette);
        }
        return;
    };
    for index in 0..HUES.len() {
        let turned = turn(HUES[index].1, *centre);
        if !taken[index] && turned.abs() <= FURTHEST {
            let mut next = palette;
            next.0[index].1 = *centre;
            taken[index] = true;
            assign(rest, next, cost + turned * turned, taken, best);
            taken[index] = false;
        }
    }
}

/// The hues of the bright tiles in groups with gaps between: the middle and the width of each.
fn groups(samples: &[Sample]) -> Vec<(f32, f32)> {
    let mut hues: Vec<f32> = samples.iter().filter(|s| chroma(s.colour) >= 45).map(|s| hue(s.colour)).collect();
    hues.sort_by(f32::total_cmp);
    // Cut the circle where there is a gap, so that no group is cut.
    let is_gap = |index: &usize| turn(hues[*index], hues[(index + 1) % hues.len()]).rem_euclid(360.0) > GAP;
    let Some(cut) = (0..hues.len()).find(is_gap) else { return Vec::new() };
    hues.rotate_left(cut + 1);
    let mut found: Vec<Vec<f32>> = Vec::new();
    for hue in hues {
        match found.last_mut() {
            Some(group) if turn(group[group.len() - 1], hue).abs() <= GAP => group.push(hue),
            _ => found.push(vec![hue]),
        }
    }
    let shape = |group: Vec<f32>| (group[group.len() / 2], turn(group[0], group[group.len() - 1]).rem_euclid(360.0));
    // A tile alone may be the very one that pulses.
    found.into_iter().filter(|group| group.len() > 1).map(shape).collect()
}

/// The palette with all hues moved by as much as suits the tiles best.
fn shifted(samples: &[Sample]) -> Palette {
    let bright: Vec<f32> = samples.iter().filter(|s| chroma(s.colour) >= 45).map(|s| hue(s.colour)).collect();
    let moved = |shift: i16| HUES.map(|(colour, hue)| (colour, hue + f32::from(shift)));
    let misfit = |shift: i16| {
        let nearest = |tile: &f32| moved(shift).map(|(_, hue)| turn(hue, *tile).abs()).into_iter().fold(25.0, f32::min);
        // Small shifts are likelier than large ones.
        bright.iter().map(nearest).sum::<f32>() + f32::from(shift.abs()) * 0.1 * bright.len() as f32
    };
    let best = (-20..=20).step_by(2).min_by(|a, b| misfit(*a).total_cmp(&misfit(*b)));
    Palette(moved(best.unwrap_or(0)))
}

/// The palette with each hue where the tiles of that colour have it.
fn adapted(samples: &[Sample], palette: Palette) -> Palette {
    let names: Vec<Named> = samples.iter().map(|sample| palette.name(sample)).collect();
    Palette(palette.0.map(|(colour, old)| {
        let own = samples.iter().zip(&names).filter(|(_, named)| named.colour == colour);
        let turns: Vec<f32> = own.map(|(sample, _)| turn(old, hue(sample.colour))).collect();
        // One tile alone may be the very one that pulses.
        let moved = if turns.len() < 2 { 0.0 } else { middle(turns).unwrap_or(0.0) };
        (colour, old + moved.clamp(-12.0, 12.0))
    }))
}
