//! One explanation of a board's colours: six shades, the light on each tile, a name for each tile and for each region.

use crate::board_fit::{flood, neighbours};
use crate::cast::Shades;
use crate::evidence::{NEIGHBOURING_LIGHTS, TileEvidence, nearest};
use crate::light::{Light, lights};
use crate::naming::{Named, Start, colour_of};
use crate::shade::{Shade, distance, mean, separation, squared_distance};
use rules::colours::{Colour, USUAL_COLOURS, corner};
use rules::{BySide, Cell, Side};

/// The standard deviation of a tile's colour, in levels: noise, JPEG and light that the fit does not follow.
const NOISE: f32 = 6.0;
/// The most that one tile costs. A covered tile is no reason against a fit.
const MOST_COST: f32 = 9.0;
/// From this cost on two regions do not look like the colours that the palette says they have.
const UNLIKE: f32 = 30.0;
/// From this strength on a pulse is told from light.
const SPLITTING_PULSE: f32 = 0.25;
/// From here on a channel is taken for clipped: the mean of tiles in different light is a little below the end ...
const NEAR_END: f32 = 246.0;
/// ... and a guessed one may be further off.
const GUESSED_END: f32 = 238.0;
/// By how much the light at the top and at the bottom of a board changes the channel that is not clipped ...
const RIM_LIGHT: f32 = 36.0;
/// ... and by how much a picture's unknown brightness may.
const UNKNOWN_LIGHT: f32 = 80.0;
/// The most white that a pulse adds, in levels of an undistorted picture.
const MOST_WHITE: f32 = 80.0;

/// An explanation of a board.
pub(crate) struct Fit {
    pub shades: Shades,
    lights: Vec<Light>,
    /// What the strongest pulse adds.
    white: Shade,
    names: Vec<usize>,
    regions: BySide<Region>,
    /// How far each shade is from where the palette has it.
    drift: [f32; USUAL_COLOURS],
    /// What the game's palette under a cast leaves unexplained of the shades.
    pub misfit: f32,
    /// What is left unexplained in all, as a negative logarithm of likelihood.
    pub cost: f32,
}

/// The tiles of a side, which have one colour but may pulse.
#[derive(Clone, Debug)]
struct Region {
    is_own: Vec<bool>,
    /// How little it looks like each colour.
    costs: [f32; USUAL_COLOURS],
    /// The same by its looks alone.
    looks: [f32; USUAL_COLOURS],
    /// How strongly it pulses if it has that colour, 0 to 1.
    pulses: [f32; USUAL_COLOURS],
    /// More than 0 for each colour that a tile beside it has.
    beside: [f32; USUAL_COLOURS],
}

impl Region {
    fn name(&self) -> usize {
        (0..USUAL_COLOURS).min_by(|a, b| self.costs[*a].total_cmp(&self.costs[*b])).unwrap_or(0)
    }
}

impl Fit {
    pub fn of(evidence: &TileEvidence, start: Start) -> Self {
        let is_neutral: Vec<bool> = (0..evidence.seen.len()).map(|index| evidence.is_neutral(index)).collect();
        let first = Self::round(evidence, start, &is_neutral);
        // Once the light is known the regions are known better, and with them the tiles that do not pulse.
        let is_free = |index: usize| !first.regions.first.is_own[index] && !first.regions.second.is_own[index];
        let is_neutral: Vec<bool> = is_neutral.iter().enumerate().map(|(index, was)| *was && is_free(index)).collect();
        Self::round(evidence, start, &is_neutral)
    }

    /// k-means with local light. Only neutral tiles teach.
    fn round(evidence: &TileEvidence, start: Start, is_neutral: &[bool]) -> Self {
        let count = evidence.seen.len();
        let mut shades = start.shades;
        let mut light = vec![Light::PLAIN; count];
        let mut names = vec![0; count];
        for _ in 0..5 {
            for index in 0..count {
                let seen = evidence.seen[index];
                names[index] = nearest(&shades.map(|shade| light[index].towards(shade, seen)), seen).0;
            }
            for (name, own) in shades.iter_mut().enumerate() {
                let members = (0..count).filter(|index| names[*index] == name && is_neutral[*index]);
                let near = members.map(|index| {
                    let plain = light[index].off(evidence.seen[index]);
                    (plain, 1.0 / (1.0 + squared_distance(plain, *own) / 900.0))
                });
                let all = near.chain([(start.shades[name], start.weight)]);
                *own = mean(all).unwrap_or(*own);
            }
            let wanted: Vec<Option<Shade>> =
                (0..count).map(|index| is_neutral[index].then(|| shades[names[index]])).collect();
            light = lights(evidence.size, &evidence.seen, &wanted);
        }
        let mut fit = Self {
            shades,
            lights: light,
            white: [MOST_WHITE; 3],
            names,
            regions: BySide::from_fn(|_| Region {
                is_own: Vec::new(),
                costs: [0.0; USUAL_COLOURS],
                looks: [0.0; USUAL_COLOURS],
                pulses: [0.0; USUAL_COLOURS],
                beside: [0.0; USUAL_COLOURS],
            }),
            drift: [0.0; USUAL_COLOURS],
            misfit: 0.0,
            cost: 0.0,
        };
        fit.judge(evidence, start, is_neutral);
        fit
    }

    /// Fits the cast to the shades that tiles have, fills in the others, and finds the regions.
    fn judge(&mut self, evidence: &TileEvidence, start: Start, is_neutral: &[bool]) {
        let counts: [usize; USUAL_COLOURS] = std::array::from_fn(|name| {
            (0..self.names.len()).filter(|index| self.names[*index] == name && is_neutral[*index]).count()
        });
        let seen: Vec<(usize, Shade, f32)> = (0..USUAL_COLOURS)
            .filter(|name| counts[*name] > 0)
            .map(|name| (name, self.shades[name], (0.4 + 0.3 * counts[name] as f32).min(1.0)))
            .collect();
        let (cast, misfit) = start.cast.fitted(start.palette, &seen);
        self.misfit = misfit;
        let expected = if start.weight < 1.0 { cast.applied(start.palette) } else { start.shades };
        self.drift = std::array::from_fn(|name| distance(self.shades[name], expected[name]));
        // Swatches are better than a guess.
        if start.weight < 1.0 {
            let guessed = cast.applied(start.palette);
            for name in (0..USUAL_COLOURS).filter(|name| counts[*name] == 0) {
                self.shades[name] = guessed[name];
            }
        }
        let most = self.likeness();
        self.white = cast.gains().map(|gain| MOST_WHITE * gain);
        self.regions = BySide::from_fn(|side| self.region(evidence, side, most));
        self.part();
        self.cost = self.misfit + (0..self.names.len()).map(|index| self.tile_cost(evidence, index)).sum::<f32>();
        for side in Side::BOTH {
            let region = &self.regions[side];
            self.cost += region.costs[region.name()].min(2.0 * MOST_COST);
        }
    }

    /// The sides hold different colours once one of them has moved: what one surely holds, the other does not.
    fn part(&mut self) {
        let has_moved =
            Side::BOTH.into_iter().any(|side| self.regions[side].is_own.iter().filter(|own| **own).count() > 1);
        if !has_moved {
            return;
        }
        let before = Side::BOTH.map(|side| self.regions[side].costs);
        for (side, other) in [(Side::First, before[1]), (Side::Second, before[0])] {
            for name in 0..USUAL_COLOURS {
                let least = (0..USUAL_COLOURS).filter(|rival| *rival != name).map(|rival| other[rival]);
                // What the other side would have to pay for leaving this colour.
                let forced = least.fold(f32::INFINITY, f32::min) - other[name];
                self.regions[side].costs[name] += forced.clamp(0.0, 12.0);
            }
        }
    }

    fn tile_cost(&self, evidence: &TileEvidence, index: usize) -> f32 {
        if Side::BOTH.into_iter().any(|side| self.regions[side].is_own[index]) {
            return 0.0;
        }
        let lit = self.lights[index].towards(self.shades[self.names[index]], evidence.seen[index]);
        (squared_distance(lit, evidence.seen[index]) / (2.0 * NOISE * NOISE)).min(MOST_COST)
    }

    /// How much two tiles of one colour differ at most: less than half of what colours differ by.
    fn likeness(&self) -> f32 {
        let pairs = (0..USUAL_COLOURS).flat_map(|one| (0..one).map(move |other| (one, other)));
        let least = pairs.map(|(one, other)| distance(self.shades[one], self.shades[other])).fold(60.0, f32::min);
        (0.45 * least).clamp(6.0, 22.0)
    }

    /// The region of a side: what looks alike from tile to tile, less what looks more like another colour.
    fn region(&self, evidence: &TileEvidence, side: Side, most: f32) -> Region {
        let everywhere = vec![true; evidence.seen.len()];
        let whole = self.region_within(evidence, side, most, &everywhere);
        let start = corner(evidence.size, side);
        let fits: Vec<bool> = (0..evidence.seen.len())
            .map(|index| {
                let (own, other) = self.likeness_to(evidence, &whole, index);
                own <= 1.15 * other + 2.0 || index == start.row * evidence.size.cols + start.col
            })
            .collect();
        if whole.is_own.iter().zip(&fits).all(|(is_own, fits)| !is_own || *fits) {
            return whole;
        }
        self.region_within(evidence, side, most, &fits)
    }

    /// A colour in a pulse of this strength.
    fn pulsing(&self, name: usize, pulse: f32) -> Shade {
        std::array::from_fn(|at| {
            // A pulse ends where the screen's white ends, which a dark overlay makes darker.
            let end = (self.white[at] / MOST_WHITE * 255.0 + 4.0).min(255.0).max(self.shades[name][at]);
            (self.shades[name][at] + pulse * self.white[at]).min(end)
        })
    }

    /// How far a tile is from the colour of a region in its pulse, and from the nearest other colour.
    fn likeness_to(&self, evidence: &TileEvidence, region: &Region, index: usize) -> (f32, f32) {
        let seen = evidence.seen[index];
        let away = |shade: Shade| distance(self.lights[index].towards(shade, seen), seen);
        let name = region.name();
        let own = away(self.pulsing(name, region.pulses[name]));
        let others = (0..USUAL_COLOURS).filter(|other| *other != name).map(|other| away(self.shades[other]));
        (own, others.fold(f32::INFINITY, f32::min))
    }

    fn region_within(&self, evidence: &TileEvidence, side: Side, most: f32, fits: &[bool]) -> Region {
        let size = evidence.size;
        let plain: Vec<Shade> =
            evidence.seen.iter().zip(&self.lights).map(|(shade, light)| light.off(*shade)).collect();
        let raw_most = most.min(evidence.likeness);
        let is_own = flood(size, corner(size, side), |one, other| {
            let [one, other] = [one, other].map(|cell: Cell| cell.row * size.cols + cell.col);
            let (here, there) = (evidence.seen[one], evidence.seen[other]);
            let is_near = |light: &Light| distance(here, light.towards(there, here)) <= raw_most;
            fits[other] && (distance(plain[one], plain[other]) <= most || NEIGHBOURING_LIGHTS.iter().any(is_near))
        });
        let own: Vec<usize> = (0..is_own.len()).filter(|index| is_own[*index]).collect();
        // A tile of the region's colour beside it would be part of it.
        let is_beside = |cell: &Cell| neighbours(size, *cell).any(|other| is_own[other.row * size.cols + other.col]);
        let mut beside = [0.0_f32; USUAL_COLOURS];
        for cell in size.cells().filter(is_beside) {
            let index = cell.row * size.cols + cell.col;
            if !is_own[index] {
                beside[self.names[index]] += 3.0;
            }
        }
        let mut looks = [f32::INFINITY; USUAL_COLOURS];
        let mut pulses = [0.0; USUAL_COLOURS];
        for name in 0..USUAL_COLOURS {
            for step in 0..=10 {
                let pulse = step as f32 / 10.0;
                let lit = self.pulsing(name, pulse);
                let miss = own.iter().map(|index| {
                    let shown = self.lights[*index].towards(lit, evidence.seen[*index]);
                    (squared_distance(shown, evidence.seen[*index]) / (2.0 * NOISE * NOISE)).min(60.0)
                });
                // A pulse is no rare thing, but none is likelier.
                let cost = miss.sum::<f32>() / own.len() as f32 + step as f32 * 0.15;
                if cost < looks[name] {
                    (looks[name], pulses[name]) = (cost, pulse);
                }
            }
        }
        let costs = std::array::from_fn(|name| looks[name] + beside[name].min(12.0));
        Region { is_own, costs, looks, pulses, beside }
    }

    /// Only these colours are held by the two sides. One colour alone is held by both.
    pub fn hold(&mut self, held: &[Colour]) {
        let [first, second] = Side::BOTH.map(|side| self.regions[side].costs);
        let sum = |one: Colour, other: Colour| first[one.index()] + second[other.index()];
        let pairs: Vec<(Colour, Colour)> = match held {
            [only] => vec![(*only, *only)],
            [one, other] => vec![(*one, *other), (*other, *one)],
            _ => return,
        };
        // Each colour costs as much as the best pair that it is part of, beyond the best pair of all.
        let best = pairs.iter().map(|(one, other)| sum(*one, *other)).fold(f32::INFINITY, f32::min);
        // Regions that look like neither are left as they are: that is a contradiction, and nothing to smooth over.
        let least = |costs: [f32; USUAL_COLOURS]| costs.into_iter().fold(f32::INFINITY, f32::min);
        if best > least(first) + least(second) + UNLIKE {
            return;
        }
        for side in Side::BOTH {
            for name in 0..USUAL_COLOURS {
                let is_own = |(one, other): &&(Colour, Colour)| match side {
                    Side::First => one.index() == name,
                    Side::Second => other.index() == name,
                };
                let own = pairs.iter().filter(is_own);
                let cost = own.map(|(one, other)| sum(*one, *other)).fold(f32::INFINITY, f32::min);
                let costs = &mut self.regions[side].costs;
                costs[name] = if cost.is_finite() { costs[name].min(cost - best) } else { costs[name] + 12.0 };
            }
        }
    }

    /// The name of each tile.
    pub fn names(&self) -> Vec<Colour> {
        (0..self.names.len()).map(|index| colour_of(self.name(index))).collect()
    }

    fn name(&self, index: usize) -> usize {
        let side = Side::BOTH.into_iter().find(|side| self.regions[*side].is_own[index]);
        side.map_or(self.names[index], |side| self.regions[side].name())
    }

    /// The tiles with their names and how sure they are.
    pub fn named(&self, evidence: &TileEvidence) -> Vec<Named> {
        (0..self.names.len())
            .map(|index| {
                let side = Side::BOTH.into_iter().find(|side| self.regions[*side].is_own[index]);
                let mut named =
                    side.map_or_else(|| self.neutral(evidence, index), |side| self.owned(evidence, side, index));
                // Tiles that pulled a shade away from its place are something else.
                named.confidence *= (2.0 - self.drift[named.colour.index()] / 30.0).clamp(0.0, 1.0);
                named.confidence *= (evidence.evenness[index] * 2.5 - 1.25).clamp(0.0, 1.0);
                named
            })
            .collect()
    }

    fn neutral(&self, evidence: &TileEvidence, index: usize) -> Named {
        let shown = self.shades.map(|shade| self.lights[index].towards(shade, evidence.seen[index]));
        let mut order: [usize; USUAL_COLOURS] = std::array::from_fn(|name| name);
        let away = |name: usize| distance(shown[name], evidence.seen[index]);
        order.sort_by(|a, b| away(*a).total_cmp(&away(*b)));
        let (least, next) = (away(order[0]), away(order[1]));
        let ratio = (next - least) / (next + least).max(6.0);
        // The logarithm of the odds, given the usual noise.
        let odds = (next * next - least * least) / (2.0 * NOISE * NOISE);
        let clearness = ratio.max((odds / 14.0).min(0.6));
        let clearness = clearness * self.brightness_trust(evidence, index, order[0], order[1]);
        // A colour that is far from all that is known is strange, whatever it is nearest to.
        let strangeness = (1.7 - least / 26.0).clamp(0.0, 1.0);
        let confidence = clearness * strangeness;
        Named { colour: colour_of(order[0]), second: colour_of(order[1]), confidence }
    }

    /// From 0 to 1, how far a tile's two likeliest colours can be told apart in a picture that is too bright. With two
    /// channels at their ends they differ in one channel only, and look like one colour in different light.
    fn brightness_trust(&self, evidence: &TileEvidence, index: usize, first: usize, second: usize) -> f32 {
        let [one, other] = [self.shades[first], self.shades[second]];
        let is_clipped = |end: f32| (0..3).filter(|at| one[*at] >= end && other[*at] >= end).count() >= 2;
        let apart = distance(one, other);
        // Without a tile of the other colour nothing shows how bright that one would be: it is a guess.
        let is_guess = !self.names.contains(&second);
        // The game's own light changes at the top and at the bottom.
        let row = index / evidence.size.cols;
        let is_rim = row == 0 || row + 1 == evidence.size.rows;
        match (is_guess, is_rim) {
            (true, _) if is_clipped(GUESSED_END) && apart < UNKNOWN_LIGHT => 0.3,
            (_, true) if is_clipped(NEAR_END) => {
                if apart < RIM_LIGHT {
                    0.3
                } else {
                    0.6
                }
            }
            _ => 1.0,
        }
    }

    fn owned(&self, evidence: &TileEvidence, side: Side, index: usize) -> Named {
        let costs = self.regions[side].costs;
        let mut order: [usize; USUAL_COLOURS] = std::array::from_fn(|name| name);
        order.sort_by(|a, b| costs[*a].total_cmp(&costs[*b]));
        let (least, next) = (costs[order[0]], costs[order[1]]);
        let clearness = ((next - least) / 14.0).clamp(0.0, 1.0);
        let strangeness = (1.7 - self.regions[side].looks[order[0]] / 12.0).clamp(0.0, 1.0);
        // A pulse lights the whole region. A tile beside it that has its colour and does not pulse contradicts that.
        let region = &self.regions[side];
        let is_split = region.beside[order[0]] > 0.0 && region.pulses[order[0]] >= SPLITTING_PULSE;
        let unity = if is_split { 0.3 } else { 1.0 };
        // Each tile of a region must look like it, and not more like something else.
        let (own, other) = self.likeness_to(evidence, &self.regions[side], index);
        let belonging = (2.0 * (other - own) / (other + own).max(12.0)).clamp(0.0, 1.0);
        // A region that pulses may come to look like another colour. A tile of that colour beside it then joins it.
        let name = region.name();
        let pulsing = self.pulsing(name, region.pulses[name]);
        let others = (0..USUAL_COLOURS).filter(|other| *other != name);
        let apart = others.map(|other| separation(pulsing, self.shades[other])).fold(1.0, f32::min);
        let confidence = clearness * strangeness * unity * belonging * apart * (1.9 - own / 18.0).clamp(0.0, 1.0);
        Named { colour: colour_of(order[0]), second: colour_of(order[1]), confidence }
    }
}
