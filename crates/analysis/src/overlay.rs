//! Layers over a board: those that follow from the rules, heat, the maps of Stop, and the engine's suggestions.

mod stop;

use engine::budget::Budget;
use engine::colours::solver::Solver;
use engine::pieces::heat::{Heat, Metric};
use engine::pieces::{Champion, Style};
use engine::roster::{Limits, Roster, clock, player};
use grid::AnyRows;
use rules::colours::Colours;
use rules::pieces::Pieces;
use rules::{CellSet, Clock, Side, Turn, Word};
use view::{Depict, Layer, Overlay, Spot, Tone};

/// How many moves are shown.
const SHOWN: usize = 3;
/// Positions for suggestions without a clock: a person should not notice the wait.
const NODES: u64 = 20_000;
/// Share of the time on a clock to plan with: the rest covers the work between two looks at it.
const PLANNED: f64 = 0.7;

/// A move that an engine recommends.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion<M> {
    /// The move.
    pub played: M,
    /// The reason in a few words, such as `wins 62 %`.
    pub reason: String,
}

/// Lets a game show the best moves over its board, and maps that only it has.
pub trait SuggestMoves: Depict + Roster {
    /// The best moves of the side to move, the best first. A clock bounds the time; without a limit a fixed number of
    /// positions does, and the answer is always the same. A game that says nothing else suggests the move of its
    /// strongest player.
    fn suggestions(&self, clock: Clock) -> Vec<Suggestion<Self::Move>> {
        as_the_strongest_plays(self, clock).into_iter().collect()
    }

    /// A map that only this game has.
    fn map(&self, overlay: Overlay) -> Option<Layer> {
        let _ = overlay;
        None
    }
}

impl<S: CellSet> SuggestMoves for Pieces<S> {
    fn suggestions(&self, clock: Clock) -> Vec<Suggestion<Self::Move>> {
        let mut champion = Champion::new(
            Style { limits: Limits { nodes: clock.limit().is_none().then_some(NODES) }, ..Style::default() },
            0,
        );
        let opinions = champion.opinions(self, None, clock).into_iter();
        opinions
            .map(|o| Suggestion { played: o.placement, reason: format!("wins {:.0} %", 100.0 * o.chance) })
            .collect()
    }
}

impl<T: Word> SuggestMoves for Colours<T> {
    fn suggestions(&self, clock: Clock) -> Vec<Suggestion<Self::Move>> {
        let solution = within(clock, 10 * NODES, |budget| Solver::new(15).solve(self, budget));
        let value = |low: i32, high: i32| if low == high { format!("{low:+}") } else { format!("{low:+} to {high:+}") };
        solution
            .ranked
            .iter()
            .map(|r| Suggestion { played: r.colour, reason: value(r.value.low, r.value.high) })
            .collect()
    }
}

/// Calls `think` with the budget for suggestions: the clock's, or so many positions where it has no limit.
fn within<T>(clock: Clock, positions: u64, think: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    clock::within(clock, Limits::default().nodes_on(clock, positions), PLANNED, think)
}

fn as_the_strongest_plays<G: Roster>(position: &G, clock: Clock) -> Option<Suggestion<G::Move>> {
    let Turn::Move(_) = position.turn() else { return None };
    let name = G::roster().last()?.name;
    let mut player = player::<G>(&name.parse().ok()?, 0).ok()?;
    let played = player.choose(position, clock).ok()?;
    Some(Suggestion { played, reason: format!("as {name} plays") })
}

/// A layer for a position, where it makes sense. Heat is the distance from the enemy of `side`, or of the side to move.
/// The clock bounds [`Overlay::Opinion`]; the others are immediate. [`Overlay::LastMove`] needs two positions: the view
/// makes it.
///
/// ```
/// use landgrab_analysis::overlay::layer;
/// use rules::{Clock, stop::Stop};
/// use view::Overlay;
///
/// let position: Stop = "...X/..../O... X".parse()?;
/// let best = layer(&position, Overlay::Opinion, None, Clock::default()).expect("X has moves");
/// assert_eq!(best.notes, ["best for X: 1. 3,1 (+2), 2. 1,0 (+0), 3. 2,0 (+0)"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layer<G: SuggestMoves>(position: &G, overlay: Overlay, side: Option<Side>, clock: Clock) -> Option<Layer> {
    match overlay {
        Overlay::Heat => Some(heat(position, overlay, side, Metric::Rings, "rings")),
        Overlay::HeatL1 => Some(heat(position, overlay, side, Metric::L1, "steps")),
        Overlay::FloodFill | Overlay::Manhattan => position.map(overlay),
        Overlay::Opinion => suggested(position, clock),
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
fn suggested<G: SuggestMoves>(position: &G, clock: Clock) -> Option<Layer> {
    let Turn::Move(side) = position.turn() else { return None };
    let size = position.extent();
    let mut spots: Vec<Option<Spot>> = vec![None; size.area()];
    let best: Vec<_> = position.suggestions(clock).into_iter().take(SHOWN).collect();
    for (rank, suggestion) in best.iter().enumerate().rev() {
        for (row, col) in position.taken_by(suggestion.played) {
            let (Ok(row), Ok(col)) = (usize::try_from(row), usize::try_from(col)) else { continue };
            let cell = rules::Cell::new(row, col);
            if size.contains(cell) && position.owner_of(cell).is_none() {
                let text = (rank + 1).to_string();
                spots[row * size.cols + col] = Some(Spot { text, tone: Tone::Marked });
            }
        }
    }
    let words: Vec<String> = best
        .iter()
        .enumerate()
        .map(|(rank, Suggestion { played, reason })| format!("{}. {played} ({reason})", rank + 1))
        .collect();
    let note = format!("best for {}: {}", position.side_name(side), words.join(", "));
    (!best.is_empty()).then_some(Layer { overlay: Overlay::Opinion, spots, notes: vec![note] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Game;
    use rules::stop::Stop;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    #[test]
    fn the_layer_of_suggestions_marks_the_cells_that_the_best_moves_take() {
        let position: Stop = "...X/..../O... X".parse().unwrap();
        let layer = layer(&position, Overlay::Opinion, None, Clock::default()).unwrap();
        let marks: Vec<&str> = layer.spots.iter().map(|spot| spot.as_ref().map_or(".", |spot| &spot.text)).collect();
        assert_eq!(marks.concat(), ".23....1....");
        assert_eq!(layer.notes, ["best for X: 1. 3,1 (+2), 2. 1,0 (+0), 3. 2,0 (+0)"]);
    }

    #[test]
    fn a_game_that_is_over_has_no_suggestions() {
        let over: Stop = "XX/OO X".parse().unwrap();
        assert!(matches!(over.turn(), Turn::Over(_)));
        assert_eq!(layer(&over, Overlay::Opinion, None, Clock::default()), None);
        assert_eq!(as_the_strongest_plays(&over, Clock::default()), None);
    }

    #[test]
    fn a_game_without_an_opinion_of_its_own_suggests_what_its_strongest_player_plays() {
        let position: Stop = "..X/.../O.. X".parse().unwrap();
        let suggestion = as_the_strongest_plays(&position, Clock::default()).unwrap();
        assert!(position.is_legal(suggestion.played));
        assert_eq!(suggestion.reason, "as champion plays");
    }

    #[test]
    fn a_clock_that_has_run_out_still_gets_suggestions() {
        static SECONDS: AtomicU64 = AtomicU64::new(0);
        let hasty =
            Clock::per_move(Duration::from_secs(1), || Duration::from_secs(SECONDS.fetch_add(1, Ordering::Relaxed)));
        let position: Colours<u64> = "GYKB/BRGP/RBYK A".parse().unwrap();
        assert_eq!(position.suggestions(hasty).len(), position.moves().count());
    }
}
