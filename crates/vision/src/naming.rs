//! Tiles named by colour, relative to what the picture itself shows.
//!
//! Where the palette is visible its swatches say what each colour looks like. Elsewhere many colour casts of the known
//! palettes are tried. From each start the colours are fitted to the tiles by k-means with local light between, and the
//! fit is judged by what it leaves unexplained. A tile on which good fits disagree is unsure.

use crate::board_fit::BoardFit;
use crate::cast::{Cast, PALETTES, Shades};
use crate::evidence::TileEvidence;
use crate::fit::Fit;
use crate::swatches::Swatches;
use rules::colours::{Colour, USUAL_COLOURS};
use std::collections::BTreeMap;

/// A tile with its likeliest colours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Named {
    pub colour: Colour,
    pub second: Colour,
    /// From 0, a guess, to 1.
    pub confidence: f32,
}

/// The names of all tiles, and which of them hang together with each corner.
pub(crate) struct Names {
    pub tiles: Vec<Named>,
    /// Whether the colours are those of the game under one cast. If not, no name is certain.
    pub is_plausible: bool,
    /// What the colours look like in plain light, if anything was fitted.
    pub shades: Option<Shades>,
}

/// By how much a fit that starts from the palette is preferred.
const PALETTE_CREDIT: f32 = 15.0;
/// How many different starts are fitted.
const MOST_STARTS: usize = 24;
/// A fit this much worse than the best (in natural logarithms of likelihood) does not count any more.
const CLEARLY_WORSE: f32 = 14.0;
/// What the game's colours leave unexplained at most, for a fit that is believed.
const MOST_COST: f32 = 25.0;
/// The same for the colours of a palette.
const MOST_PALETTE_COST: f32 = 20.0;

/// Names the tiles of a board.
pub(crate) fn named(board: &BoardFit, swatches: Option<&Swatches>) -> Names {
    let evidence = TileEvidence::of(board);
    let mut fits: Vec<Fit> =
        swatches.and_then(palette_start).map(|start| Fit::of(&evidence, start)).into_iter().collect();
    // What the palette says counts, unless the tiles themselves speak clearly against it.
    if fits.iter().all(|fit| fit.cost > PALETTE_CREDIT) {
        for fit in &mut fits {
            fit.cost -= PALETTE_CREDIT;
        }
        fits.extend(starts(&evidence).into_iter().map(|start| Fit::of(&evidence, start)));
    }
    if let Some(swatches) = swatches {
        for fit in &mut fits {
            fit.hold(&swatches.held);
        }
    }
    fits.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let Some(best) = fits.first() else { return Names { tiles: Vec::new(), is_plausible: false, shades: None } };
    let mut tiles = best.named(&evidence);
    for other in &fits[1..] {
        let gap = (other.cost - best.cost) / CLEARLY_WORSE;
        if gap >= 1.0 {
            break;
        }
        for (tile, name) in tiles.iter_mut().zip(other.names()) {
            if name != tile.colour && gap < tile.confidence {
                tile.confidence = gap;
                tile.second = name;
            }
        }
    }
    if let Some(swatches) = swatches {
        for tile in &mut tiles {
            tile.confidence *= swatches.separation(tile.colour);
        }
    }
    Names { tiles, is_plausible: best.misfit <= MOST_COST, shades: Some(best.shades) }
}

/// Where a fit begins: a palette, the cast it is under, and what that looks like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub palette: &'static Shades,
    pub cast: Cast,
    pub shades: Shades,
    /// How many tiles the first shades count as.
    pub weight: f32,
}

/// The swatches as a start, if they are the game's colours under some cast.
pub(crate) fn palette_start(swatches: &Swatches) -> Option<Start> {
    // Shrunken swatches let the page through, so they count for less.
    let is_held = |index: usize| swatches.held.iter().any(|colour| colour.index() == index);
    let weight = |index: usize| if is_held(index) { 0.4 } else { 1.0 };
    let seen: Vec<_> =
        swatches.shades.iter().enumerate().map(|(index, shade)| (index, *shade, weight(index))).collect();
    let fits = PALETTES.iter().map(|palette| {
        let darkest = [-0.9, -0.4, 0.0, 0.3].map(|brightness| Cast { brightness, ..Cast::NONE }.fitted(palette, &seen));
        let best = darkest.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("four were tried");
        (palette, best)
    });
    let (palette, (cast, cost)) = fits.min_by(|a, b| a.1.1.total_cmp(&b.1.1))?;
    let applied = cast.applied(palette);
    let shades = std::array::from_fn(|index| {
        let seen = swatches.shades[index];
        if is_held(index) { std::array::from_fn(|at| f32::midpoint(seen[at], applied[index][at])) } else { seen }
    });
    (cost <= MOST_PALETTE_COST).then_some(Start { palette, cast, shades, weight: 3.0 })
}

/// The casts that suit the tiles best, one for each way of naming them.
fn starts(evidence: &TileEvidence) -> Vec<Start> {
    let mut best: BTreeMap<Vec<u8>, (f32, Start)> = BTreeMap::new();
    let mut worst = f32::INFINITY;
    for palette in &PALETTES {
        for cast in Cast::grid() {
            let shades = cast.applied(palette);
            let Some((names, cost)) = evidence.glance(&shades, worst - cast.cost()) else { continue };
            let cost = cost + cast.cost();
            let start = Start { palette, cast, shades, weight: 0.7 };
            let entry = best.entry(names).or_insert((f32::INFINITY, start));
            if cost < entry.0 {
                *entry = (cost, start);
            }
            if best.len() > 4 * MOST_STARTS {
                let mut costs: Vec<f32> = best.values().map(|(cost, _)| *cost).collect();
                costs.sort_by(f32::total_cmp);
                worst = costs[MOST_STARTS];
                best.retain(|_, (cost, _)| *cost <= worst);
            }
        }
    }
    let mut found: Vec<(f32, Start)> = best.into_values().collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.truncate(MOST_STARTS);
    found.into_iter().map(|(_, start)| start).collect()
}

/// The colour of an index.
pub(crate) fn colour_of(index: usize) -> Colour {
    Colour::ALL[index.min(USUAL_COLOURS - 1)]
}
