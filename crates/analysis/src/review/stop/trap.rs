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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::stop::search::{DEEPEST, Tactics};
    use engine::stop::solver::Solver;
    use rules::stop::Setup;
    use rules::{Source, SplitMix};

    /// Positions of random games with so many contested cells.
    fn positions(contested: usize, count: usize) -> Vec<Stop> {
        let mut source = SplitMix::new(9);
        let game = || {
            let mut position = Stop::new(&Setup::default());
            while position.contested().len() > contested {
                let moves: Vec<Placing> = position.moves().collect();
                position = position.after(moves[source.below(moves.len() as u32) as usize]);
            }
            position
        };
        let is_on = |position: &Stop| matches!(position.turn(), Turn::Move(_));
        std::iter::repeat_with(game).filter(is_on).take(count).collect()
    }

    #[test]
    fn a_trap_is_answered_with_a_mistake_by_a_modelled_opponent() {
        let (mut solver, mut searcher) = (Solver::new(14), Searcher::new(14, Tactics::default()));
        let mut traps = 0;
        for position in [14, 18, 22].into_iter().flat_map(|contested| positions(contested, 60)) {
            let Turn::Move(us) = position.turn() else { unreachable!("it is on") };
            let solution = solver.solve(&position, &mut Budget::unlimited());
            let before = solution.ranked[0].value.low;
            for ranked in solution.ranked.iter().filter(|ranked| ranked.value.low < before) {
                let budget = &mut Budget::unlimited();
                if !is_trap(&position, ranked.played, before.into(), &mut searcher, DEEPEST, budget) {
                    continue;
                }
                traps += 1;
                assert!(f64::from(before) <= AHEAD, "{before} in {position}");
                let after = position.after(ranked.played);
                let errs = |reply: Placing| {
                    let next = after.after(reply);
                    let value = match next.turn() {
                        Turn::Move(mover) => {
                            let low = solver.value(&next, &mut Budget::unlimited()).expect("somebody moves").value.low;
                            if mover == us { low } else { -low }
                        }
                        _ => {
                            let score = next.settled_score();
                            score[us] as i32 - score[us.other()] as i32
                        }
                    };
                    value > before
                };
                assert!(after.moves().any(errs), "{} in {position}", ranked.played);
            }
        }
        assert!(traps > 0, "none in 180 positions");
    }

    #[test]
    fn a_side_that_is_ahead_sets_no_traps_and_no_budget_finds_none() {
        let mut searcher = Searcher::new(12, Tactics::default());
        for position in positions(12, 5) {
            let played = position.moves().next().expect("it is on");
            assert!(!is_trap(&position, played, 2.0, &mut searcher, DEEPEST, &mut Budget::unlimited()));
            assert!(!is_trap(&position, played, -60.0, &mut searcher, DEEPEST, &mut Budget::nodes(0)));
        }
    }
}
