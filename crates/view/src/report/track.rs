//! An overlay in all turns of a game, as runs of equal spots.

use super::game::Numbered;
use crate::{Depict, Film, Layer, Overlay, Scene, Spot, Tone};
use rules::{BySide, Side};

/// One overlay in all turns.
pub struct Track {
    pub key: String,
    pub title: String,
    pub overlay: Overlay,
    pub side: Option<Side>,
    before: Vec<usize>,
    pub runs: Vec<Vec<usize>>,
    pub notes: Vec<String>,
}

/// The overlays that some position of the game may have.
pub fn tracks<G: Depict>(film: &mut Film<'_, G>, cells: usize) -> Vec<Track> {
    let names = BySide::from_fn(|side| film.position(0).side_name(side));
    let heat = |overlay: Overlay, key: &str, side: Side| {
        (format!("{key}-{}", side.number()), format!("{} for {}", overlay.name(), names[side]), overlay, Some(side))
    };
    let plain = |overlay: Overlay, key: &str| (key.to_string(), overlay.name().to_string(), overlay, None);
    let all = [
        heat(Overlay::Heat, "heat", Side::First),
        heat(Overlay::Heat, "heat", Side::Second),
        heat(Overlay::HeatL1, "l1", Side::First),
        heat(Overlay::HeatL1, "l1", Side::Second),
        plain(Overlay::Territory, "territory"),
        plain(Overlay::Legal, "legal"),
        plain(Overlay::FloodFill, "floodfill"),
        plain(Overlay::Manhattan, "manhattan"),
    ];
    let track = |(key, title, overlay, side)| Track {
        key,
        title,
        overlay,
        side,
        before: vec![0; cells],
        runs: vec![],
        notes: vec![],
    };
    all.map(track).into()
}

impl Track {
    /// Adds a turn: only what changed, as runs of equal spots.
    pub fn add(&mut self, layer: Option<&Layer>, scene: &Scene, spots: &mut Numbered<Option<(Overlay, Spot)>>) {
        let mut runs: Vec<usize> = vec![];
        let mut skipped = 0;
        let mut is_open = false;
        for (index, before) in self.before.iter_mut().enumerate() {
            let spot = layer.and_then(|layer| layer.spots[index].clone()).map(|spot| (self.overlay, spot));
            // The owner of a cell must stay visible.
            let is_owned = scene.marks[index].paint.owner().is_some();
            let spot = spot.filter(|(_, spot)| !(is_owned && matches!(spot.tone, Tone::Level(_))));
            let now = spots.number(&spot);
            if now == *before {
                skipped += 1;
                is_open = false;
                continue;
            }
            *before = now;
            match runs.len() {
                length if is_open && runs[length - 1] == now => runs[length - 2] += 1,
                _ => runs.extend([skipped, 1, now]),
            }
            (skipped, is_open) = (0, true);
        }
        self.runs.push(runs);
        self.notes.push(layer.map_or("nothing to tell in this turn".into(), |layer| layer.notes.join("; ")));
    }
}
