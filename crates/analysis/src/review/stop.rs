//! Stop: the solver values every legal cell, once little enough is contested. Before that a search estimates.

mod trap;

use super::{Estimate, ReviewedMove, ValueMoves};
use engine::budget::Budget;
use engine::stop::evaluation::STONE;
use engine::stop::search::{DEEPEST, Searcher, Tactics};
use engine::stop::solver::{Bounds, Solver};
use rules::stop::{Placing, Reading, Stop};
use rules::{Game, Side, Turn};

/// Size of the transposition table: `2^20` positions of 32 bytes.
const TABLE_BITS: u32 = 20;
/// The same for a search, which looks at fewer positions.
const SEARCH_TABLE_BITS: u32 = 18;
/// With more contested cells than this a proof takes far longer than people wait.
const HOPELESS: usize = 36;
/// The share of the budget that is tried on it all the same: it bounds the margin a little.
const SHARE_FOR_HOPELESS: f64 = 0.1;
/// The share for any other proof: what is left is for an estimate, should the proof fail.
const SHARE_FOR_PROOF: f64 = 0.8;
/// The shares of what is left then: for the best move, up to the one that was played, up to the question of a trap.
const SHARES_FOR_ESTIMATE: [f64; 2] = [0.25, 0.35];
const SHARE_FOR_TRAP: f64 = 0.5;
/// Nodes for an estimate whatever the budget: some milliseconds, so that there always is one.
const LEAST_NODES: u64 = 3000;
/// Depth of the search for a trap, at most.
const TRAP_DEPTH: u32 = 8;

impl ValueMoves for Stop {
    const UNIT: &'static str = "stone";

    fn values(&self, budget: &mut Budget<'_>) -> Vec<(Placing, Bounds)> {
        let is_hopeless = self.contested().len() > HOPELESS;
        let share = if is_hopeless { SHARE_FOR_HOPELESS } else { SHARE_FOR_PROOF };
        let solution = within(budget, share, |budget| Solver::new(TABLE_BITS).solve(self, budget));
        solution.ranked.into_iter().map(|ranked| (ranked.played, ranked.value)).collect()
    }

    fn estimate(&self, played: Placing, budget: &mut Budget<'_>) -> Option<Estimate<Placing>> {
        let Turn::Move(us) = self.turn() else { return None };
        let handicap = handicap(self, us);
        let mut searcher = Searcher::new(SEARCH_TABLE_BITS, Tactics::default());
        let [for_best, for_played] = SHARES_FOR_ESTIMATE;
        let mut report = within(budget, for_best, |budget| searcher.search_only(self, DEEPEST, budget))?;
        if report.depth == 0 {
            report = searcher.search_only(self, DEEPEST, &mut Budget::nodes(LEAST_NODES))?;
        }
        if report.depth == 0 {
            return None;
        }
        let value = f64::from(report.value) / f64::from(STONE);
        if played == report.best {
            let value = value - handicap;
            return Some(Estimate { best: played, before: value, after: value, depth: report.depth });
        }
        // As deep as the best move, or less where that cannot be finished: then the estimate is only as deep as this.
        let mut valued = |depth: u32, budget: &mut Budget<'_>| {
            trap::margin(&self.after(played), us, &mut searcher, depth, budget).map(|after| (after, depth + 1))
        };
        let deepest = (report.depth - 1).max(1);
        let in_time = within(budget, for_played, |budget| {
            (deepest.saturating_sub(1).max(1)..=deepest).rev().find_map(|depth| valued(depth, budget))
        });
        let (after, depth) = in_time.or_else(|| valued(1, &mut Budget::nodes(LEAST_NODES)))?;
        let (before, after) = (value.max(after) - handicap, after - handicap);
        Some(Estimate { best: report.best, before, after, depth: depth.min(report.depth) })
    }

    fn are_estimates_of_moves(&self) -> bool {
        self.reading() != Reading::FillOut
    }

    fn is_trap(&self, reviewed: &ReviewedMove<Self>, budget: &mut Budget<'_>) -> bool {
        let (before, depth) = match (&reviewed.estimate, reviewed.lost()) {
            (_, Some(lost)) if lost > 0 => (f64::from(reviewed.before.low), DEEPEST),
            (Some(estimate), None) if estimate.lost() > 0.0 && !estimate.is_doubtful() => {
                (estimate.before, estimate.depth.saturating_sub(2).min(TRAP_DEPTH))
            }
            _ => return false,
        };
        let mut searcher = Searcher::new(SEARCH_TABLE_BITS, Tactics::default());
        within(budget, SHARE_FOR_TRAP, |budget| {
            trap::is_trap(self, reviewed.played, before, &mut searcher, depth, budget)
        })
    }

    /// Its own cell, and those that it closes off for the other side.
    fn gain_of(&self, played: Placing) -> u32 {
        let Turn::Move(side) = self.turn() else { return 0 };
        let sure = |position: &Self| position.settled_score()[side];
        sure(&self.after(played)) - sure(self)
    }
}

/// Stones of a side's margin that count for nothing. The search counts the stones of a board that is filled out. The
/// other readings ask who gets more moves, so the lead in stones at a turn of the first side is taken off. Both sides
/// move in turn, so that lead never changes.
fn handicap(position: &Stop, side: Side) -> f64 {
    if position.reading() == Reading::FillOut {
        return 0.0;
    }
    let stones = position.score();
    let has_moved = i32::from(position.turn() == Turn::Move(Side::Second));
    let of_first = stones.first as i32 - stones.second as i32 - has_moved;
    f64::from(if side == Side::First { of_first } else { -of_first })
}

/// Does something with a share of what is left of the budget.
fn within<T>(budget: &mut Budget<'_>, share: f64, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    let (begun, end) = (budget.share(), budget.ceiling());
    budget.limit(begun + share * (end - begun));
    let done = work(budget);
    budget.limit(end);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_gains_its_cell_and_what_it_closes_off() {
        let position: Stop = "..X/.../O.. X".parse().unwrap();
        let gains: Vec<(String, u32)> =
            position.moves().map(|played| (played.to_string(), position.gain_of(played))).collect();
        assert!(gains.iter().all(|(_, gain)| *gain >= 1), "{gains:?}");
    }

    #[test]
    fn stones_that_a_side_is_ahead_by_are_no_moves_unless_stones_decide() {
        let of_both = |text: &str| {
            let position: Stop = text.parse().unwrap();
            Side::BOTH.map(|side| handicap(&position, side))
        };
        assert_eq!(of_both("XXX/.../O.. X rules=first-blocked"), [2.0, -2.0]);
        assert_eq!(of_both("XXX/.../O.. O rules=first-stop"), [1.0, -1.0], "one of them is the move before");
        assert_eq!(of_both("..X/.../O.. X rules=first-stop"), [0.0, 0.0]);
        assert_eq!(of_both("XXX/.../O.. X"), [0.0, 0.0]);
    }

    #[test]
    fn a_hopeless_position_takes_a_tenth_of_the_budget_and_leaves_the_rest() {
        let position: Stop =
            ".......X/......../......../......../......../......../......../O....... X".parse().unwrap();
        let mut budget = Budget::nodes(10_000);
        let values = position.values(&mut budget);
        assert_eq!((budget.spent(), budget.ceiling()), (1000, 1.0));
        assert!(values.iter().all(|(_, margin)| !margin.is_exact()), "{values:?}");
    }
}
