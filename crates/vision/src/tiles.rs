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
/// How far all hues together are thought to move, in degrees.
const FURTHEST: i16 = 20;

/// A tile with its likeliest colours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Named {
    pub colour: Colour,
    pub second: Colour,
    /// From 0, a guess, to 1.
    pub confidence: f32,
}

/// Names all tiles of a board.
pub(crate) fn named(samples: &[Sample]) -> Vec<Named> {
    let mut palette = shifted(samples);
    for _ in 0..2 {
        palette = adapted(samples, palette);
    }
    samples.iter().map(|sample| name(sample, &palette)).collect()
}

/// The palette with all hues moved by as much as suits the tiles best.
fn shifted(samples: &[Sample]) -> [(Colour, f32); 5] {
    let bright: Vec<f32> = samples.iter().filter(|s| chroma(s.colour) >= 45).map(|s| hue(s.colour)).collect();
    let moved = |shift: i16| HUES.map(|(colour, hue)| (colour, hue + f32::from(shift)));
    let misfit = |shift: i16| {
        let nearest =
            |tile: &f32| moved(shift).map(|(_, hue)| turn(hue, *tile).abs()).into_iter().fold(180.0, f32::min);
        let sum: f32 = bright.iter().map(|tile| nearest(tile).min(25.0)).sum();
        // Small shifts are likelier than large ones.
        sum + f32::from(shift.abs()) * 0.1 * bright.len() as f32
    };
    let best = (-FURTHEST..=FURTHEST).step_by(2).min_by(|a, b| misfit(*a).total_cmp(&misfit(*b)));
    moved(best.unwrap_or(0))
}

/// The palette with each hue where the tiles of that colour have it.
fn adapted(samples: &[Sample], palette: [(Colour, f32); 5]) -> [(Colour, f32); 5] {
    let names: Vec<Named> = samples.iter().map(|sample| name(sample, &palette)).collect();
    palette.map(|(colour, old)| {
        let own = samples.iter().zip(&names).filter(|(_, named)| named.colour == colour);
        let turns: Vec<f32> = own.map(|(sample, _)| turn(old, hue(sample.colour))).collect();
        // One tile alone may be the very one that pulses.
        let moved = if turns.len() < 2 { 0.0 } else { middle(turns).unwrap_or(0.0) };
        (colour, old + moved.clamp(-12.0, 12.0))
    })
}

fn name(sample: &Sample, palette: &[(Colour, f32); 5]) -> Named {
    let mut costs = [(Colour::Black, black_cost(sample)); USUAL_COLOURS];
    for (cost, (colour, centre)) in costs[1..].iter_mut().zip(palette) {
        let faint = (45.0 - f32::from(chroma(sample.colour))).max(0.0) / 12.0;
        *cost = (*colour, turn(*centre, hue(sample.colour)).abs() / DEGREES + faint);
    }
    costs.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (least, next) = (costs[0].1, costs[1].1);
    let clearness = (next - least) / (next + least).max(0.1);
    // Even a clear colour is doubtful when it is far from all that is known, or when the tile is not even.
    let strangeness = (1.6 - 0.4 * least).clamp(0.0, 1.0);
    let evenness = (sample.evenness * 1.25 - 0.125).clamp(0.0, 1.0);
    Named { colour: costs[0].0, second: costs[1].0, confidence: clearness * strangeness * evenness }
}

/// Black is what has no hue; light greys are no tiles, but a pulsing black comes near them.
fn black_cost(sample: &Sample) -> f32 {
    let light = (f32::from(lightest(sample.colour)) - 150.0).max(0.0) / 20.0;
    f32::from(chroma(sample.colour)) / 26.0 + light
}
