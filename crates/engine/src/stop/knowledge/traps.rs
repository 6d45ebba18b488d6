//! Traps: where good play alone does not win, moves that are about as good as the best, and after which the opponent models
//! are likely to err.

use super::belief::{Belief, Reply};
use crate::budget::Budget;
use crate::stop::evaluation::STONE;
use crate::stop::search::{DEEPEST, Report, Searcher};
use rules::stop::{Placing, Stop};
use rules::{Game, Side, Turn};

/// A side that is ahead by more, in sixteenths of a stone, needs no traps.
pub(crate) const AHEAD: i32 = STONE;
/// The most that a trap may cost against a perfect opponent, as long as nothing is proven.
const SACRIFICE: i32 = 6;
/// Candidates: for the move to make, and for the one after it.
const BREADTHS: [usize; 2] = [8, 4];
/// Depth of the search that orders the candidates of each.
const FIRST_DEPTHS: [u32; 2] = [4, 2];
/// A reply below this probability is not followed any further.
const FOLLOWED: f64 = 0.15;

/// A search for traps: expectimax over the replies of the opponent models, two of our moves deep.
pub(crate) struct Hunt<'a> {
    pub searcher: &'a mut Searcher,
    pub belief: &'a mut Belief,
    pub us: Side,
}

/// A move of ours, and its expected utility.
struct Prospect {
    played: Placing,
    utility: f64,
}

impl Hunt<'_> {
    /// The move to make in a position with this report of the search.
    pub fn best(&mut self, position: &Stop, report: &Report, budget: &mut Budget<'_>) -> Placing {
        let depth = if report.is_exact() { DEEPEST } else { report.depth.saturating_sub(3) };
        self.prospect(position, report, depth, 0, budget).map_or(report.best, |prospect| prospect.played)
    }

    /// The best prospect, as far as the budget goes. `ours` counts our moves since the root.
    fn prospect(
        &mut self,
        position: &Stop,
        report: &Report,
        depth: u32,
        ours: usize,
        budget: &mut Budget<'_>,
    ) -> Option<Prospect> {
        let end = budget.ceiling();
        let candidates = self.candidates(position, report, ours, budget);
        let mut best: Option<Prospect> = None;
        for (index, played) in candidates.iter().enumerate() {
            let Some(part_end) = part(budget, end, candidates.len() - index) else { break };
            let after = position.after(*played);
            let Some((value, found)) = self.value(&after, depth, budget) else { break };
            let gives_up = match report.is_exact() {
                // A proven loss may become a larger one. A proven tie or win is kept, and only a proof shows that it is.
                true => report.value >= 0 && (value < report.value || found.is_some_and(|found| !found.is_exact())),
                false => report.value - value > SACRIFICE,
            };
            if *played != report.best && gives_up {
                continue;
            }
            let good_player = self.belief.good_player();
            let (mut sum, mut probability) = (good_player * utility(value), good_player);
            let replies = self.belief.replies(&after, budget);
            for (index, reply) in replies.iter().enumerate() {
                part(budget, part_end, replies.len() - index);
                if let Some(utility) = self.utility_after(&after, reply, depth, ours, budget) {
                    sum += reply.probability * utility;
                    probability += reply.probability;
                }
            }
            let utility = sum / probability;
            if best.as_ref().is_none_or(|best| utility > best.utility) {
                best = Some(Prospect { played: *played, utility });
            }
        }
        budget.limit(end);
        best
    }

    /// The candidates: the best move of the search, then moves that are close to it in a shallow search.
    fn candidates(&mut self, position: &Stop, report: &Report, ours: usize, budget: &mut Budget<'_>) -> Vec<Placing> {
        let (contested, frame) = (position.contested(), position.frame());
        let mut valued: Vec<(i32, Placing)> = position
            .moves()
            .filter(|played| contested.contains(frame.index(played.at)))
            .filter_map(|played| Some((self.value(&position.after(played), FIRST_DEPTHS[ours], budget)?.0, played)))
            .collect();
        let best = valued.iter().map(|(value, _)| *value).max().unwrap_or(0);
        valued.retain(|(value, played)| *value >= best - 2 * SACRIFICE || *played == report.best);
        valued.sort_by_key(|(value, played)| (*played != report.best, -value));
        valued.truncate(BREADTHS[ours]);
        valued.into_iter().map(|(_, played)| played).collect()
    }

    /// The expected utility after a reply.
    fn utility_after(
        &mut self,
        position: &Stop,
        reply: &Reply,
        depth: u32,
        ours: usize,
        budget: &mut Budget<'_>,
    ) -> Option<f64> {
        let after = position.after(reply.played);
        let (value, report) = self.value(&after, depth.saturating_sub(1), budget)?;
        let mut utility = utility(value);
        if let Some(report) = report
            && after.turn() == Turn::Move(self.us)
            && ours + 1 < BREADTHS.len()
            && value <= AHEAD
            && reply.probability > FOLLOWED
            && let Some(next) = self.prospect(&after, &report, depth.saturating_sub(2), ours + 1, budget)
        {
            utility = utility.max(next.utility);
        }
        Some(utility)
    }

    /// The value of a position for us, and the report of the search, unless the game is over.
    fn value(&mut self, position: &Stop, depth: u32, budget: &mut Budget<'_>) -> Option<(i32, Option<Report>)> {
        let Turn::Move(mover) = position.turn() else {
            let score = position.settled_score();
            return Some(((score[self.us] as i32 - score[self.us.other()] as i32) * STONE, None));
        };
        let report = match depth {
            DEEPEST => self.searcher.search(position, depth, budget)?,
            _ => self.searcher.search_only(position, depth.max(1), budget)?,
        };
        Some((if mover == self.us { report.value } else { -report.value }, Some(report)))
    }
}

/// Limits the budget to the next of so many equal parts of what is left until `end`. Returns where that part ends; `None`
/// when nothing is left.
fn part(budget: &mut Budget<'_>, end: f64, parts: usize) -> Option<f64> {
    let begun = budget.share();
    if begun >= end {
        return None;
    }
    let part_end = begun + (end - begun) / parts as f64;
    budget.limit(part_end);
    Some(part_end)
}

/// Utility of a win against one stone, and the margin in stones at which a lead begins to count as one.
const WIN: f64 = 4.0;
const LIKELY_WIN: f64 = 1.5;

/// The utility of a value: stones, but above all a win.
fn utility(value: i32) -> f64 {
    let stones = f64::from(value) / f64::from(STONE);
    stones + WIN * (stones / LIKELY_WIN).tanh()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::search::Tactics;
    use crate::stop::solver::Solver;
    use crate::stop::{Measure, Original};
    use rules::stop::Setup;
    use rules::{Clock, Player, Source, SplitMix};

    /// Positions of random games with so many contested cells, in which the side to move does not win.
    fn hard_positions(contested: usize, count: usize) -> Vec<(Stop, i32)> {
        let (mut source, mut solver) = (SplitMix::new(9), Solver::new(14));
        let game = || {
            let mut position = Stop::new(&Setup::default());
            while position.contested().len() > contested {
                let moves: Vec<Placing> = position.moves().collect();
                position = position.after(moves[source.below(moves.len() as u32) as usize]);
            }
            position
        };
        let valued = |position: Stop| Some((position, solver.value(&position, &mut Budget::unlimited())?.value.low));
        std::iter::repeat_with(game).filter_map(valued).filter(|(_, value)| *value <= 0).take(count).collect()
    }

    /// The move to make in a position, found with a small budget.
    fn hunted(searcher: &mut Searcher, belief: &mut Belief, position: &Stop, us: Side) -> Placing {
        let report = searcher.search(position, DEEPEST, &mut Budget::nodes(20_000)).unwrap();
        Hunt { searcher, belief, us }.best(position, &report, &mut Budget::nodes(50_000))
    }

    #[test]
    fn a_proven_tie_is_never_risked() {
        let (mut searcher, mut solver) = (Searcher::new(14, Tactics::default()), Solver::new(14));
        let ties: Vec<Stop> =
            hard_positions(14, 40).into_iter().filter(|(_, value)| *value == 0).map(|(position, _)| position).collect();
        assert!(ties.len() > 5, "{}", ties.len());
        for position in ties {
            let Turn::Move(us) = position.turn() else { unreachable!() };
            let played = hunted(&mut searcher, &mut Belief::prior(), &position, us);
            let solution = solver.solve(&position, &mut Budget::unlimited());
            let ranked = solution.ranked.iter().find(|ranked| ranked.played == played).expect("a legal move");
            assert_eq!(ranked.value.low, 0, "{played} in {position}");
        }
    }

    #[test]
    fn a_player_by_a_map_falls_into_traps() {
        let mut searcher = Searcher::new(14, Tactics::default());
        let mut points = |sets_traps: bool| -> i32 {
            let play = |(start, _): (Stop, i32)| {
                let Turn::Move(us) = start.turn() else { unreachable!() };
                let (mut other, mut belief) = (Original::new(Measure::Manhattan, 1, 5), Belief::prior());
                let mut position = start;
                while let Turn::Move(mover) = position.turn()
                    && !position.contested().is_empty()
                {
                    let played = match mover {
                        _ if mover != us => other.choose(&position, Clock::default()).unwrap(),
                        _ if sets_traps => hunted(&mut searcher, &mut belief, &position, us),
                        _ => searcher.search(&position, DEEPEST, &mut Budget::nodes(70_000)).unwrap().best,
                    };
                    position = position.after(played);
                }
                let score = position.settled_score();
                (score[us] as i32 - score[us.other()] as i32).signum()
            };
            hard_positions(18, 24).into_iter().map(play).sum()
        };
        let (with, without) = (points(true), points(false));
        assert!(with > without, "{with} with traps, {without} without");
    }
}
