//! Tiles named by colour. The palette of the game is the start; the hues of the picture's own tiles adapt it, because
//! cameras, colour profiles and other programs move them.

use crate::board_fit::BoardFit;
use crate::hue::{chroma, contrast, hue, lightest, turn};
use crate::picture::Rgb;
use crate::sample::{Sample, median, middle};
use rules::colours::{Colour, USUAL_COLOURS};
use rules::{BySide, Side};

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
/// The most white that a pulse adds.
const MOST_WHITE: u8 = 78;
/// The contrast that makes a colour as doubtful as a cost of 1.
const CONTRAST: f32 = 24.0;
/// Between the hues of two colours there are more degrees than this without a tile; within one there are fewer.
const GAP: f32 = 10.0;
/// The most degrees that the tiles of one colour cover.
const WIDEST: f32 = 25.0;
/// The most degrees by which a colour can be away from the game's own.
const FURTHEST: f32 = 40.0;
/// Chroma from which on a tile is bright: its hue is that of its colour, not of the noise.
const BRIGHT: u8 = 45;
/// Chroma that a tile lacks to be bright, for a cost of 1.
const FAINT: f32 = 12.0;
/// Chroma that speaks against black with a cost of 1.
const BLACK_CHROMA: f32 = 26.0;
/// The lightest channel of a pulsing black; lighter tiles are no black.
const BLACK_LIGHTEST: f32 = 150.0;
/// Light beyond [`BLACK_LIGHTEST`] that speaks against black with a cost of 1.
const BLACK_LIGHT: f32 = 20.0;
/// Step between the pulses that are tried, in white: a quarter of [`CONTRAST`], so that none is missed.
const WHITE_STEP: usize = 6;
/// Light on a tile, in percent: as usual, in the row above the bottom row, and in the bottom row.
const SHADES: [u32; 3] = [100, 92, 84];
/// The least sum of two costs that doubt is measured by: two tiny costs are both certain, and noise decides.
const LEAST_COSTS: f32 = 0.1;
/// Confidence by the least cost, as intercept and slope: full up to a cost of 1.5, none from 4 on. Such a tile is far
/// from every known colour.
const BY_COST: (f32, f32) = (1.6, -0.4);
/// Confidence by evenness, as intercept and slope: none below 0.1, full from 0.9 on.
const BY_EVENNESS: (f32, f32) = (-0.125, 1.25);
/// The smallest region that is large enough for a median tile, which goes into the palette twice.
const REGION_COUNTS: usize = 4;
/// The most degrees by which all hues are moved together, and the step between the moves that are tried.
const SHIFTS: (i16, usize) = (20, 2);
/// Misfit that a degree of shift costs a tile: small shifts are likelier than large ones.
const SHIFT_COST: f32 = 0.1;
/// The most degrees by which the tiles of a colour move its hue at a time. More would be another colour's tiles.
const ADAPTS_BY: f32 = 12.0;

/// A tile with its likeliest colours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Named {
    pub colour: Colour,
    pub second: Colour,
    /// From 0, a guess, to 1.
    pub confidence: f32,
}

/// The picture's own colours, black apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette([Shade; 5]);

/// A colour with its hue, and its median look if the board has tiles of it.
#[derive(Clone, Copy, Debug)]
struct Shade {
    colour: Colour,
    hue: f32,
    seen: Option<Rgb>,
}

impl Palette {
    /// The palette of a board.
    pub fn of_board(board: &BoardFit) -> Self {
        let samples = typical(board);
        adapted(&samples, adapted(&samples, matched(&samples)))
    }

    /// The game's palette, with all hues moved by some degrees.
    fn moved(degrees: f32) -> Self {
        Self(HUES.map(|(colour, hue)| Shade { colour, hue: hue + degrees, seen: None }))
    }

    /// Names all tiles of a board. All tiles of a region get one name, also if a pulse changes some of them.
    pub fn names(&self, board: &BoardFit) -> Vec<Named> {
        let regions = board.regions();
        let mean = BySide::from_fn(|side| {
            let own = board.samples.iter().zip(&regions[side]).filter(|(_, is_own)| **is_own);
            let costs: Vec<Costs> = own.map(|(sample, _)| self.pulsing_costs(sample)).collect();
            let sum = |index: usize| costs.iter().map(|costs| costs[index]).sum::<f32>();
            std::array::from_fn(|index| sum(index) / costs.len().max(1) as f32)
        });
        let name = |(index, sample): (usize, &Sample)| {
            let side = Side::BOTH.into_iter().find(|side| regions[*side][index]);
            let costs = side.map_or_else(|| self.costs(sample), |side| mean[side]);
            least(costs, sample)
        };
        board.samples.iter().enumerate().map(name).collect()
    }

    /// Names a tile or a swatch.
    pub fn name(&self, sample: &Sample) -> Named {
        least(self.costs(sample), sample)
    }

    /// The cost of each colour for a sample: 0 for a perfect match.
    fn costs(&self, sample: &Sample) -> Costs {
        let spread = f32::from(chroma(sample.colour));
        let faint = (f32::from(BRIGHT) - spread).max(0.0) / FAINT;
        let mut costs = [0.0; USUAL_COLOURS];
        costs[Colour::Black.index()] = black_cost(sample);
        for shade in self.0 {
            costs[shade.colour.index()] = turn(shade.hue, hue(sample.colour)).abs() / DEGREES + faint;
        }
        costs
    }

    /// The same for a tile that may pulse. White light that saturates a channel changes the hue, so pulses are tried on
    /// each colour.
    fn pulsing_costs(&self, sample: &Sample) -> Costs {
        let mut costs = self.costs(sample);
        for shade in self.0 {
            let Some(seen) = shade.seen else { continue };
            let misses = (0..=MOST_WHITE).step_by(WHITE_STEP).flat_map(|white| {
                let lit = seen.map(|value| value.saturating_add(white));
                // The bottom row is a little darker.
                SHADES.map(|percent| lit.map(|value| (u32::from(value) * percent / 100) as u8))
            });
            let miss = misses.map(|lit| contrast(lit, sample.colour)).min().unwrap_or(u8::MAX);
            let cost = &mut costs[shade.colour.index()];
            *cost = cost.min(f32::from(miss) / CONTRAST);
        }
        costs
    }
}

/// The cost of each colour, by its index.
type Costs = [f32; USUAL_COLOURS];

/// The colour of the least cost.
fn least(costs: Costs, sample: &Sample) -> Named {
    let mut order: [usize; USUAL_COLOURS] = std::array::from_fn(|index| index);
    order.sort_by(|a, b| costs[*a].total_cmp(&costs[*b]));
    let (least, next) = (costs[order[0]], costs[order[1]]);
    let clearness = (next - least) / (next + least).max(LEAST_COSTS);
    // A clear colour is doubtful too if it is far from all known ones, or if the tile is uneven.
    let strangeness = (BY_COST.0 + BY_COST.1 * least).clamp(0.0, 1.0);
    let evenness = (BY_EVENNESS.0 + BY_EVENNESS.1 * sample.evenness).clamp(0.0, 1.0);
    let [colour, second] = [order[0], order[1]].map(|index| Colour::ALL[index]);
    Named { colour, second, confidence: clearness * strangeness * evenness }
}

/// The tiles that the palette is learnt from: all neutral tiles, and two of each large region, so that late in a game
/// regions do not outvote the rest.
fn typical(board: &BoardFit) -> Vec<Sample> {
    let regions = board.regions();
    let is_free = |index: &usize| !regions.first[*index] && !regions.second[*index];
    let mut found: Vec<Sample> = (0..board.samples.len()).filter(is_free).map(|index| board.samples[index]).collect();
    for side in Side::BOTH {
        let mut own: Vec<Sample> = board
            .samples
            .iter()
            .zip(&regions[side])
            .filter(|(_, is_own)| **is_own)
            .map(|(sample, _)| *sample)
            .collect();
        if own.len() >= REGION_COUNTS {
            own.sort_by(|a, b| hue(a.colour).total_cmp(&hue(b.colour)));
            found.extend([own[own.len() / 2]; 2]);
        }
    }
    found
}

/// The cost of black: black has no chroma. Light greys are no tiles, but a pulsing black comes near them.
fn black_cost(sample: &Sample) -> f32 {
    let light = (f32::from(lightest(sample.colour)) - BLACK_LIGHTEST).max(0.0) / BLACK_LIGHT;
    f32::from(chroma(sample.colour)) / BLACK_CHROMA + light
}

/// The palette with the hues of the picture where they come in groups: each group is one colour, in the order of the
/// circle. Hues of colours that do not occur stay as they are.
fn matched(samples: &[Sample]) -> Palette {
    let groups = groups(samples);
    let is_clear = (1..=HUES.len()).contains(&groups.len()) && groups.iter().all(|(_, width)| *width <= WIDEST);
    if !is_clear {
        return shifted(samples);
    }
    let mut best = (f32::INFINITY, Palette::moved(0.0));
    assign(&groups, Palette::moved(0.0), 0.0, &mut [false; HUES.len()], &mut best);
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
            next.0[index].hue = *centre;
            taken[index] = true;
            assign(rest, next, cost + turned * turned, taken, best);
            taken[index] = false;
        }
    }
}

/// The hues of the bright tiles in groups with gaps between: the middle and the width of each.
fn groups(samples: &[Sample]) -> Vec<(f32, f32)> {
    let mut hues: Vec<f32> = samples.iter().filter(|s| chroma(s.colour) >= BRIGHT).map(|s| hue(s.colour)).collect();
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
    let bright: Vec<f32> = samples.iter().filter(|s| chroma(s.colour) >= BRIGHT).map(|s| hue(s.colour)).collect();
    let misfit = |shift: i16| {
        let nearest = |tile: &f32| {
            HUES.map(|(_, hue)| turn(hue + f32::from(shift), *tile).abs()).into_iter().fold(WIDEST, f32::min)
        };
        bright.iter().map(nearest).sum::<f32>() + f32::from(shift.abs()) * SHIFT_COST * bright.len() as f32
    };
    let best = (-SHIFTS.0..=SHIFTS.0).step_by(SHIFTS.1).min_by(|a, b| misfit(*a).total_cmp(&misfit(*b)));
    Palette::moved(f32::from(best.unwrap_or(0)))
}

/// The palette with each colour as its tiles have it.
fn adapted(samples: &[Sample], palette: Palette) -> Palette {
    let names: Vec<Named> = samples.iter().map(|sample| palette.name(sample)).collect();
    Palette(palette.0.map(|shade| {
        let own = || samples.iter().zip(&names).filter(|(_, named)| named.colour == shade.colour).map(|(own, _)| own);
        // One tile alone may be the very one that is strange.
        if own().count() < 2 {
            return shade;
        }
        let moved = middle(own().map(|sample| turn(shade.hue, hue(sample.colour))).collect()).unwrap_or(0.0);
        let seen = Some(median(&own().map(|sample| sample.colour).collect::<Vec<_>>()));
        Shade { hue: shade.hue + moved.clamp(-ADAPTS_BY, ADAPTS_BY), seen, ..shade }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(colour: [u8; 3]) -> Sample {
        Sample { colour, evenness: 1.0 }
    }

    fn palette(colours: &[[u8; 3]]) -> Palette {
        // Three tiles of each.
        let samples: Vec<Sample> = colours.iter().flat_map(|colour| [sample(*colour); 3]).collect();
        adapted(&samples, matched(&samples))
    }

    #[test]
    fn pulsing_tiles_keep_their_names() {
        let usual =
            palette(&[[230, 55, 83], [163, 213, 89], [62, 168, 240], [65, 65, 65], [250, 224, 35], [105, 75, 161]]);
        for (colour, pulsing) in [
            (Colour::Black, [116, 116, 116]),
            (Colour::Green, [205, 253, 131]),
            (Colour::Purple, [162, 134, 213]),
            (Colour::Yellow, [255, 255, 108]),
            (Colour::Yellow, [217, 217, 92]),
        ] {
            let named = least(usual.pulsing_costs(&sample(pulsing)), &sample(pulsing));
            assert!(named.colour == colour && named.confidence > 0.35, "{named:?}");
        }
    }

    #[test]
    fn other_palettes_are_learnt_from_the_tiles() {
        // Green where the game has none, blue towards purple.
        let plain = palette(&[[255, 0, 0], [0, 200, 0], [0, 60, 255], [255, 255, 0], [140, 0, 160]]);
        for (colour, shade) in
            [(Colour::Green, [0, 200, 0]), (Colour::Blue, [0, 60, 255]), (Colour::Purple, [140, 0, 160])]
        {
            let named = plain.name(&sample(shade));
            assert!(named.colour == colour && named.confidence > 0.9, "{named:?}");
        }
    }

    #[test]
    fn between_two_colours_there_is_doubt() {
        let named = Palette::moved(0.0).name(&sample([200, 220, 60]));
        assert!(named.confidence < 0.35, "{named:?}");
        let mut pair = [named.colour, named.second];
        pair.sort_unstable();
        assert_eq!(pair, [Colour::Green, Colour::Yellow]);
        let uneven = Sample { colour: [230, 55, 83], evenness: 0.3 };
        assert!(Palette::moved(0.0).name(&uneven).confidence < 0.35);
    }
}
