//! Traps: a side that is not ahead plays another move than the best, keeps its result, and the opponents that the champion
//! models answer it with a mistake. Against them it is better than the best move.

use engine::budget::Budget;
use engine::stop::evaluation::STONE;
use engine::stop::search::Searcher;
use engine::stop::{Measure, Original};
use rules::stop::{Placing, Reading, Stop};
use rules::{Game, Side, Turn};

/// A side that is ahead by more stones than this sets no traps.
pub const AHEAD: f64 = 1.0;
/// Depths of the modelled opponents, for each of the original's maps. Deeper ones take too long.
const DEPTHS: [u32; 3] = [0, 1, 2];
/// The mistake of a modelled opponent must be worth so many stones: less may be an error of the search.
const WORTH: f64 = 1.0;

/// Whether a move is a trap. `before` is the margin of the side that moves, with its best move.
pub fn is_trap(
    position: &Stop,
    played: Placing,
    before: f64,
    searcher: &mut Searcher,
    depth: u32,
    budget: &mut Budget<'_>,
) -> bool {
    let Turn::Move(us) = position.turn() else { return false };
    // The other readings ask who gets more moves; the models play for stones.
    if before > AHEAD || position.reading() != Reading::FillOut {
        return false;
    }
    let after = position.after(played);
    if after.turn() != Turn::Move(us.other()) {
        return false;
    }
    let mut known: Vec<(Placing, f64)> = vec![];
    for measure in [Measure::FloodFill, Measure::Manhattan] {
        for of_model in DEPTHS {
            if budget.share() >= budget.ceiling() {
                return false;
            }
            let replies = Original::new(measure, of_model, 0).favourites(&after);
            let mut sum = 0.0;
            for reply in &replies {
                let value = match known.iter().find(|(known, _)| known == reply) {
                    Some((_, value)) => *value,
                    None => {
                        let Some(value) = margin(&after.after(*reply), us, searcher, depth, budget) else {
                            return false;
                        };
                        known.push((*reply, value));
                        value
                    }
                };
                sum += value;
            }
            if !replies.is_empty() && sum / replies.len() as f64 >= before + WORTH {
                return true;
            }
        }
    }
    false
}

/// The margin of a side in a position, as far as a search of this depth sees; `None` when the budget ends before that.
pub fn margin(position: &Stop, us: Side, searcher: &mut Searcher, depth: u32, budget: &mut Budget<'_>) -> Option<f64> {
    let Turn::Move(mover) = position.turn() else {
        let score = position.settled_score();
        return Some(f64::from(score[us]) - f64::from(score[us.other()]));
    };
    let report = searcher.search(position, depth.max(1), budget)?;
    let is_done = report.is_exact() || report.depth >= depth.max(1);
    let value = f64::from(report.value) / f64::from(STONE);
    is_done.then_some(if mover == us { value } else { -value })
}
