//! Stop's overlays: the original's two territory maps, and the best moves by the solver or else by search.

use super::{NODES, SuggestMoves, Suggestion, within};
use engine::budget::Budget;
use engine::stop::evaluation::STONE;
use engine::stop::search::{DEEPEST, Searcher, Tactics};
use engine::stop::solver::{Bounds, Ranked, Solver};
use engine::stop::{Arrival, Claim, FloodFill, Manhattan};
use rules::stop::{Placing, Stop, letter};
use rules::{Cell, Clock, Game, Side, Turn};
use view::{Layer, Overlay, Spot, Tone};

/// Size of the transposition table: `2^15` positions.
const TABLE_BITS: u32 = 15;
/// Most contested cells that the solver is asked about: with more it proves nothing in so short a time.
const SOLVED: usize = 20;
/// Share of the budget for the solver; without a proof the search has the rest.
const SHARE_FOR_PROOF: f64 = 0.5;

impl SuggestMoves for Stop {
    fn suggestions(&self, clock: Clock) -> Vec<Suggestion<Placing>> {
        let is_small = self.contested().len() <= SOLVED;
        // Without a clock, the solver and the search have the same number of positions each.
        within(clock, if is_small { 20 * NODES } else { 10 * NODES }, |budget| {
            if is_small {
                budget.limit(SHARE_FOR_PROOF);
                if let Some(proven) = proven(self, budget) {
                    return proven;
                }
                budget.limit(1.0);
            }
            searched(self, budget)
        })
    }

    fn map(&self, overlay: Overlay) -> Option<Layer> {
        match overlay {
            Overlay::FloodFill => Some(flood_fill(self)),
            Overlay::Manhattan => Some(manhattan(self)),
            _ => None,
        }
    }
}

/// Every move with its proven margin, if the solver proves what the position is worth.
fn proven(position: &Stop, budget: &mut Budget<'_>) -> Option<Vec<Suggestion<Placing>>> {
    let solution = Solver::new(TABLE_BITS).solve(position, budget);
    let margin = |Bounds { low, high }: Bounds| match low == high {
        true => format!("{low:+}"),
        false => format!("{low:+} to {high:+}"),
    };
    let suggestion = |ranked: &Ranked| Suggestion { played: ranked.played, reason: margin(ranked.value) };
    solution.value()?.is_exact().then(|| solution.ranked.iter().map(suggestion).collect())
}

/// Every move with the margin that a search expects.
fn searched(position: &Stop, budget: &mut Budget<'_>) -> Vec<Suggestion<Placing>> {
    let stones = |value: i32| f64::from(value) / f64::from(STONE);
    let suggestion = |(played, value)| Suggestion { played, reason: format!("about {:+.1}", stones(value)) };
    ranked(position, budget).into_iter().map(suggestion).collect()
}

/// Iterative deepening over the root moves: every move with its value for the mover, the best first. All are searched
/// to the same depth, as deep as the budget lasts.
fn ranked(position: &Stop, budget: &mut Budget<'_>) -> Vec<(Placing, i32)> {
    let Turn::Move(mover) = position.turn() else { return vec![] };
    let mut ranked: Vec<(Placing, i32)> = position.moves().map(|played| (played, 0)).collect();
    // Not at the root: the solver was asked already, or has no chance.
    let mut searcher = Searcher::new(TABLE_BITS, Tactics { solved_at_root: 0, ..Tactics::default() });
    for depth in 1..DEEPEST {
        let mut deeper = ranked.clone();
        for (played, value) in &mut deeper {
            let next = position.after(*played);
            let margin =
                |side: Side| i32::from(next.score()[side] as u16) - i32::from(next.score()[side.other()] as u16);
            *value = match (next.turn(), searcher.search(&next, depth, budget)) {
                (Turn::Move(side), Some(report)) if side == mover => report.value,
                (Turn::Move(_), Some(report)) => -report.value,
                _ => margin(mover) * STONE,
            };
        }
        let is_spent = budget.is_spent();
        // An unfinished iteration is discarded: its values are of different depths. The first one must do.
        if !is_spent || depth == 1 {
            ranked = deeper;
            ranked.sort_by_key(|(_, value)| -value);
        }
        if is_spent {
            break;
        }
    }
    ranked
}

/// Spots for the empty cells: a stone is drawn by the board.
fn spots(position: &Stop, spot: impl Fn(Cell) -> Option<(String, Tone)>) -> Vec<Option<Spot>> {
    let is_empty = |cell: &Cell| position.empty().contains(position.frame().index(*cell));
    let spot = |cell| Some(cell).filter(is_empty).and_then(&spot).map(|(text, tone)| Spot { text, tone });
    position.size().cells().map(spot).collect()
}

fn flood_fill(position: &Stop) -> Layer {
    let map = FloodFill::new(position);
    let spots = spots(position, |cell| match map.claim(cell)? {
        Claim::Of(side) => Some((letter(side).to_ascii_lowercase().to_string(), Tone::Of(side))),
        Claim::Both => Some(("?".into(), Tone::Even)),
        Claim::Nobody => None,
    });
    let cells = |claim| position.size().cells().filter(|cell| map.claim(*cell) == Some(claim)).count();
    let (both, nobody, claimed) = (cells(Claim::Both), cells(Claim::Nobody), map.cells());
    let counts = format!("x: {}, o: {}, ?: {both}, nobody: {nobody}", claimed.first, claimed.second);
    Layer { overlay: Overlay::FloodFill, spots, notes: vec![format!("FloodFill: {:+}; {counts}", map.score())] }
}

fn manhattan(position: &Stop) -> Layer {
    let map = Manhattan::new(position);
    let spots = spots(position, |cell| {
        let Arrival { side, moves } = map.arrival(cell)?;
        Some((format!("{}{moves}", side.map_or('?', letter)), side.map_or(Tone::Even, Tone::Of)))
    });
    let (cells, tied) = (map.cells(), map.tied());
    let counts = format!("X: {}, O: {}, ?: {tied}", cells.first, cells.second);
    Layer { overlay: Overlay::Manhattan, spots, notes: vec![format!("Manhattan: {:+}; {counts}", map.score())] }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER_ONE: &str = ".......X/......../.......X/......../......../......../......../O....... O";

    /// The layer as the original prints it, stones with their letter alone.
    fn drawn(layer: &Layer, position: &Stop, wide: usize) -> String {
        let row = |row: usize| {
            let text = |col: usize| match (&layer.spots[row * 8 + col], position.stones(Side::First)) {
                (Some(spot), _) => spot.text.clone(),
                (None, x) if x.contains(row * 8 + col) => "X".into(),
                (None, _) if !position.empty().contains(row * 8 + col) => "O".into(),
                (None, _) => String::new(),
            };
            (0..8).map(|col| format!("{:wide$}|", text(col))).collect::<String>()
        };
        (0..8).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_maps_of_the_first_move_are_those_of_the_original() {
        let position: Stop = AFTER_ONE.parse().unwrap();
        let flood = flood_fill(&position);
        assert_eq!(
            drawn(&flood, &position, 1),
            " | | | | |x|x|X|\n | | | | | | |x|\n | | | | |x|x|X|\n | | | | | | |x|\n | | | | | | |x|\no| | | | | | | |\no| | | | | | | |\nO|o|o| | | | | |"
        );
        assert_eq!(flood.notes, ["FloodFill: +3; x: 7, o: 4, ?: 0, nobody: 50"]);
        let manhattan = manhattan(&position);
        assert_eq!(
            drawn(&manhattan, &position, 2),
            "?4|X3|X3|X2|X2|X1|X1|X |\nO3|?4|?4|X3|X3|X2|X2|X1|\nO3|X3|X3|X2|X2|X1|X1|X |\nO2|O3|O3|X3|X3|X2|X2|X1|\n\
             O2|O3|O3|X3|X3|X2|X2|X1|\nO1|O2|O2|O3|O3|X3|X3|X2|\nO1|O2|O2|O3|O3|X3|X3|X2|\nO |O1|O1|O2|O2|O3|O3|X3|"
        );
        assert_eq!(manhattan.notes, ["Manhattan: +11; X: 36, O: 25, ?: 3"]);
    }

    #[test]
    fn small_boards_are_judged_by_proof_and_large_ones_by_search() {
        let small: Stop = "..X/.../O.. X".parse().unwrap();
        let best = small.suggestions(Clock::default());
        assert_eq!((best.len(), best[0].reason.as_str()), (4, "+1"), "{best:?}");
        let large: Stop = AFTER_ONE.parse().unwrap();
        let best = large.suggestions(Clock::default());
        assert_eq!(best.len(), large.moves().count());
        let value = |why: &str| why.strip_prefix("about ").unwrap().parse::<f64>().unwrap();
        assert!(best.is_sorted_by(|a, b| value(&a.reason) >= value(&b.reason)), "{best:?}");
    }
}
