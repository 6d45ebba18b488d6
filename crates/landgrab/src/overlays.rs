//! What can be laid over a board: what the rules tell, heat, maps of Stop, and the engine's opinion.

mod stop;

use engine::budget::Budget;
use engine::colours::solver::Solver;
use engine::pieces::heat::{Heat, Metric};
use engine::pieces::{Champion, Style};
use engine::roster::{Limits, Roster, player};
use grid::AnyRows;
use rules::colours::Colours;
use rules::pieces::Pieces;
use rules::{CellSet, Clock, Side, Turn, Word};
use std::time::Duration;
use view::{Depict, Layer, Overlay, Spot, Tone};

/// How many moves an opinion tells.
const BEST: usize = 3;
/// What an opinion may cost, in positions: nobody should wait for it.
const NODES: u64 = 20_000;
/// The same in time, for players that count nothing.
const PATIENCE: Duration = Duration::from_millis(300);

/// A game of which an engine has an opinion.
pub trait Judged: Depict + Roster {
    /// The best moves of the side to move, the best first, each with what speaks for it: what the strongest player
    /// would play, where nothing tells more.
    fn best(&self) -> Vec<(Self::Move, String)> {
        let strongest = Self::roster().last().map(|entry| entry.name.to_string());
        let player = strongest.and_then(|name| Some((player::<Self>(&name.parse().ok()?, 0).ok()?, name)));
        let Some((mut player, name)) = player else { return vec![] };
        let played = player.choose(self, referee::clock::per_move(Some(PATIENCE)));
        played.map(|played| vec![(played, format!("as {name} plays"))]).unwrap_or_default()
    }

    /// A map that only this game has.
    fn map(&self, overlay: Overlay) -> Option<Layer> {
        let _ = overlay;
        None
    }
}

impl<S: CellSet> Judged for Pieces<S> {
    fn best(&self) -> Vec<(Self::Move, String)> {
        let mut champion = Champion::new(Style { limits: Limits::nodes(NODES), ..Style::default() }, 0);
        let opinions = champion.opinions(self, None, Clock::default());
        opinions.into_iter().map(|o| (o.placement, format!("wins {:.0} %", 100.0 * o.chance))).collect()
    }
}

impl<T: Word> Judged for Colours<T> {
    fn best(&self) -> Vec<(Self::Move, String)> {
        let solution = Solver::new(15).solve(self, &mut Budget::nodes(10 * NODES));
        let value = |low: i32, high: i32| if low == high { format!("{low:+}") } else { format!("{low:+} to {high:+}") };
        solution.ranked.iter().map(|r| (r.colour, value(r.value.low, r.value.high))).collect()
    }
}

/// A layer for a position, where it makes sense. Heat is the distance from the enemy of `side`, or of the side to move.
/// [`Overlay::LastMove`] takes two positions: the view makes it.
pub fn layer<G: Judged>(position: &G, overlay: Overlay, side: Option<Side>) -> Option<Layer> {
    match overlay {
        Overlay::Heat => Some(heat(position, overlay, side, Metric::Rings, "rings")),
        Overlay::HeatL1 => Some(heat(position, overlay, side, Metric::L1, "steps")),
        Overlay::FloodFill | Overlay::Manhattan => position.map(overlay),
        Overlay::Opinion => opinion(position),
        Overlay::Territory | Overlay::Legal | Overlay::LastMove | Overlay::Ghost => position.layer(overlay),
    }
}

fn heat<G: Depict>(position: &G, overlay: Overlay, side: Option<Side>, metric: Metric, unit: &str) -> Layer {
    let side = side.unwrap_or(match position.turn() {
        Turn::Move(side) => side,
        Turn::Draw | Turn::Over(_) => Side::First,
    });
    let size = position.extent();
    let mut enemy = AnyRows::empty(size);
    size.cells().filter(|cell| position.owner_of(*cell) == Some(side.other())).for_each(|cell| enemy.insert(cell));
    let heat = Heat::new(metric, &enemy, size);
    let is_alone = enemy.is_empty();
    let numbers: Vec<_> = size.cells().map(|cell| (!is_alone).then(|| heat.at(cell).into())).collect();
    let note =
        format!("heat for {}: {unit} to the nearest {}", position.side_name(side), position.side_name(side.other()));
    Layer::of_distances(overlay, &numbers, note)
}

/// The cells that the best moves take, each with the rank of its move.
fn opinion<G: Judged>(position: &G) -> Option<Layer> {
    let Turn::Move(side) = position.turn() else { return None };
    let size = position.extent();
    let mut spots: Vec<Option<Spot>> = vec![None; size.area()];
    let best: Vec<_> = position.best().into_iter().take(BEST).collect();
    for (rank, (played, _)) in best.iter().enumerate().rev() {
        for (row, col) in position.taken_by(*played) {
            let (Ok(row), Ok(col)) = (usize::try_from(row), usize::try_from(col)) else { continue };
            let cell = rules::Cell::new(row, col);
            if size.contains(cell) && position.owner_of(cell).is_none() {
                let text = (rank + 1).to_string();
                spots[row * size.cols + col] = Some(Spot { text, tone: Tone::Marked });
            }
        }
    }
    let words: Vec<String> =
        best.iter().enumerate().map(|(rank, (played, why))| format!("{}. {played} ({why})", rank + 1)).collect();
    let note = format!("best for {}: {}", position.side_name(side), words.join(", "));
    (!best.is_empty()).then_some(Layer { overlay: Overlay::Opinion, spots, notes: vec![note] })
}
