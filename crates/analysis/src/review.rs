//! Every move of a game of colours or Stop beside the best one: the points that it threw away, the accuracy of each
//! side, and the turning point.

mod colours;
mod estimate;
mod stop;
mod summary;

pub use estimate::{Estimate, EstimateData, UNCERTAINTY};
pub use summary::Summary;

use crate::Bounds;
use crate::decision::{Decision, Decisions};
use engine::budget::Budget;
use rules::catalogue::AnySetup;
use rules::colours::Colours;
use rules::record::{Disagreement, Record};
use rules::stop::Stop;
use rules::{Game, Side};
use serde::Serialize;
use std::cmp::Ordering;

/// Lets the moves of a game be reviewed.
pub trait ValueMoves: Game {
    /// The unit of margins, in the singular.
    const UNIT: &'static str;

    /// The final margin that each legal move leads to, for the side that moves: proven as far as the budget goes.
    fn values(&self, budget: &mut Budget<'_>) -> Vec<(Self::Move, Bounds)>;

    /// The points that a move wins at once.
    fn gain_of(&self, played: Self::Move) -> u32;

    /// The estimate of a search for a move of which nothing is proven; `None` if the game has no such search. A small
    /// search is made even when the budget is spent.
    fn estimate(&self, played: Self::Move, budget: &mut Budget<'_>) -> Option<Estimate<Self::Move>> {
        let _ = (played, budget);
        None
    }

    /// Whether estimates count the moves that a side gets more than the other: the margin of points does not decide.
    fn are_estimates_of_moves(&self) -> bool {
        false
    }

    /// Whether a move that is not the best is a trap: it keeps the result, and the opponents that the engine models answer
    /// it with a mistake.
    fn is_trap(&self, reviewed: &ReviewedMove<Self>, budget: &mut Budget<'_>) -> bool {
        let _ = (reviewed, budget);
        false
    }
}

/// A move of a record beside the others that were legal.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedMove<G: Game> {
    /// The number of its turn, from 1.
    pub turn: usize,
    /// The side that moved.
    pub side: Side,
    /// Its move.
    pub played: G::Move,
    /// The points that it won at once.
    pub gain: u32,
    /// The moves that lead to the largest margin, as far as known.
    pub best: Vec<G::Move>,
    /// The margin of the side that moved, with the best move.
    pub before: Bounds,
    /// The same with its own move.
    pub after: Bounds,
    /// The estimate of a search, where nothing is proven.
    pub estimate: Option<Estimate<G::Move>>,
    /// Whether it is a trap.
    pub is_trap: bool,
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// It threw nothing away.
    Best,
    /// It threw away points, and no more.
    Slip,
    /// It threw away a win or a tie.
    Blunder,
    /// It is not the best, but keeps the result and lays a trap for weaker opponents.
    Trap,
    /// None of that is proven.
    Unknown,
}

/// A reviewed move as data. Margins are those of the side that moved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveReview {
    /// The number of its turn, from 1.
    pub turn: usize,
    /// The side that moved.
    pub side: Side,
    /// Its move.
    pub played: String,
    /// The moves that lead to the largest margin.
    pub best: Vec<String>,
    /// The margin with the best move, proven at least.
    pub before: i32,
    /// The margin with the move that was played, proven at least.
    pub after: i32,
    /// The points that the move threw away, if that is proven.
    pub lost: Option<i32>,
    /// Whether it is.
    pub exact: bool,
    /// How bad it was.
    pub mark: Mark,
    /// The estimate of a search, where nothing is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<EstimateData>,
}

/// A whole game, reviewed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// Its moves.
    pub moves: Vec<MoveReview>,
    /// The same, summed up.
    pub summary: Summary,
}

/// Why a record cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotReviewed {
    /// It is of a game of chance: no solver values its moves.
    #[error("expected a game of colours or stop, found one of pieces")]
    Pieces,
    /// It is wrong somewhere.
    #[error("{0}")]
    Disagreement(#[from] Disagreement),
}

impl<G: Game> ReviewedMove<G> {
    /// The points that it threw away, if that is proven.
    pub fn lost(&self) -> Option<i32> {
        (self.before.is_exact() && self.after.is_exact()).then(|| self.before.low - self.after.low)
    }

    /// How bad it was.
    pub fn mark(&self) -> Mark {
        match self.proven_mark() {
            Mark::Slip | Mark::Unknown if self.is_trap => Mark::Trap,
            mark => mark,
        }
    }

    /// The same, but nothing counts that is not proven: no trap does.
    pub fn proven_mark(&self) -> Mark {
        match (outcome(self.before), outcome(self.after), self.lost()) {
            (_, _, Some(0)) => Mark::Best,
            (Some(before), Some(after), _) if after < before => Mark::Blunder,
            (_, _, Some(_)) => Mark::Slip,
            _ => Mark::Unknown,
        }
    }

    /// The move as data.
    pub fn data(&self) -> MoveReview {
        MoveReview {
            turn: self.turn,
            side: self.side,
            played: self.played.to_string(),
            best: self.best.iter().map(ToString::to_string).collect(),
            before: self.before.low,
            after: self.after.low,
            lost: self.lost(),
            exact: self.lost().is_some(),
            mark: self.mark(),
            estimate: self.estimate.as_ref().map(EstimateData::from),
        }
    }
}

/// Whether a margin is a win, a tie or a loss, if that is proven.
///
/// ```
/// use landgrab_analysis::{Bounds, review::outcome};
/// use std::cmp::Ordering;
///
/// assert_eq!(outcome(Bounds { low: 2, high: 6 }), Some(Ordering::Greater));
/// assert_eq!(outcome(Bounds { low: 0, high: 6 }), None);
/// ```
pub fn outcome(margin: Bounds) -> Option<Ordering> {
    let low = margin.low.cmp(&0);
    (low == margin.high.cmp(&0)).then_some(low)
}

/// The move of a decision beside the others that were legal. `None` for a failure, and for a move that is not legal.
pub fn review_move<G: ValueMoves>(decision: &Decision<G>, budget: &mut Budget<'_>) -> Option<ReviewedMove<G>> {
    let played = decision.answer.played()?;
    let values = decision.before.values(budget);
    let larger = |a: Bounds, b: Bounds| Bounds { low: a.low.max(b.low), high: a.high.max(b.high) };
    let before = values.iter().map(|(_, margin)| *margin).reduce(larger)?;
    let after = values.iter().find(|(legal, _)| *legal == played)?.1;
    let is_best = |margin: &Bounds| margin.low == before.low && (margin.is_exact() || !before.is_exact());
    let mut best: Vec<G::Move> = values.iter().filter(|(_, margin)| is_best(margin)).map(|(legal, _)| *legal).collect();
    if !before.is_exact() && best.len() == values.len() {
        // Nothing tells them apart.
        best.clear();
    }
    let gain = decision.before.gain_of(played);
    let (turn, side) = (decision.turn, decision.side);
    let mut reviewed = ReviewedMove { turn, side, played, gain, best, before, after, estimate: None, is_trap: false };
    if reviewed.proven_mark() == Mark::Unknown {
        reviewed.estimate = decision.before.estimate(played, budget);
    }
    reviewed.is_trap = decision.before.is_trap(&reviewed, budget);
    Some(reviewed)
}

/// Reviews a record of colours or Stop. The moves share the budget: each may use an equal part of what is left. `each`
/// gets every move as soon as it is reviewed.
///
/// ```
/// use engine::budget::Budget;
/// use landgrab_analysis::review::{Mark, review};
/// use rules::record::Record;
///
/// let text = concat!(
///     r#"{"record":1,"game":"stop","start":"...X/..../O... X","first":{"name":"a"},"second":{"name":"b"}}"#, "\n",
///     r#"{"played":"2,0","side":1}"#, "\n",
/// );
/// let review = review(&Record::read(text.as_bytes())?, &mut Budget::unlimited(), &mut |_| {})?;
/// assert_eq!((review.moves[0].mark, review.moves[0].lost), (Mark::Blunder, Some(2)));
/// assert_eq!(review.summary.turning_point, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    record: &Record,
    budget: &mut Budget<'_>,
    each: &mut dyn FnMut(&MoveReview),
) -> Result<Review, NotReviewed> {
    match &record.header.setup {
        AnySetup::Pieces(_) => Err(NotReviewed::Pieces),
        AnySetup::Colours(setup) if Colours::<u64>::can_hold(setup.size()) => {
            review_as::<Colours<u64>>(record, setup, budget, each)
        }
        AnySetup::Colours(setup) => review_as::<Colours<u128>>(record, setup, budget, each),
        AnySetup::Stop(setup) => review_as::<Stop>(record, setup, budget, each),
    }
}

fn review_as<G: ValueMoves>(
    record: &Record,
    setup: &G::Setup,
    budget: &mut Budget<'_>,
    each: &mut dyn FnMut(&MoveReview),
) -> Result<Review, NotReviewed> {
    let decisions: Vec<Decision<G>> = Decisions::new(record, setup).collect::<Result<_, _>>()?;
    let (end, mut reviewed) = (budget.ceiling(), vec![]);
    for (done, decision) in decisions.iter().enumerate() {
        let gone = budget.share();
        budget.limit(gone + (end - gone) / (decisions.len() - done) as f64);
        if let Some(one) = review_move(decision, budget) {
            each(&one.data());
            reviewed.push(one);
        }
    }
    budget.limit(end);
    Ok(Review { moves: reviewed.iter().map(ReviewedMove::data).collect(), summary: Summary::of(&reviewed) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::tests::stop as record_of_stop;

    /// A move with these margins before and after it.
    fn moved(before: [i32; 2], after: [i32; 2]) -> ReviewedMove<Stop> {
        let bounds = |[low, high]: [i32; 2]| Bounds { low, high };
        let played = "0,0".parse().unwrap();
        let (before, after) = (bounds(before), bounds(after));
        let (estimate, is_trap) = (None, false);
        ReviewedMove { turn: 1, side: Side::First, played, gain: 1, best: vec![], before, after, estimate, is_trap }
    }

    #[test]
    fn a_move_is_marked_by_what_it_threw_away() {
        assert_eq!(moved([4, 4], [4, 4]).mark(), Mark::Best);
        assert_eq!(moved([4, 4], [2, 2]).mark(), Mark::Slip);
        assert_eq!(moved([-4, -4], [-8, -8]).mark(), Mark::Slip);
        for (before, after) in [([4, 4], [0, 0]), ([0, 0], [-1, -1]), ([1, 9], [-5, -2])] {
            assert_eq!(moved(before, after).mark(), Mark::Blunder, "{before:?} {after:?}");
        }
        for (before, after) in [([-1, 1], [-1, 1]), ([2, 6], [2, 4]), ([0, 4], [-4, 0])] {
            assert_eq!(moved(before, after).mark(), Mark::Unknown, "{before:?} {after:?}");
        }
    }

    #[test]
    fn what_a_move_lost_is_told_only_when_both_margins_are_proven() {
        assert_eq!(moved([4, 4], [1, 1]).lost(), Some(3));
        assert_eq!(moved([4, 5], [1, 1]).lost(), None);
        let json = serde_json::to_string(&moved([4, 4], [-1, -1]).data()).unwrap();
        assert_eq!(
            json,
            r#"{"turn":1,"side":1,"played":"0,0","best":[],"before":4,"after":-1,"lost":5,"exact":true,"mark":"blunder"}"#
        );
    }

    #[test]
    fn a_game_is_reviewed_move_by_move_within_one_budget() {
        let (record, _) = record_of_stop("...X/..../O... X", &["2,0", "1,2"]);
        let mut seen = vec![];
        let reviewed = review(&record, &mut Budget::unlimited(), &mut |one| seen.push(one.turn)).unwrap();
        assert_eq!((seen, reviewed.moves.len()), (vec![1, 2], 2));
        assert_eq!((reviewed.moves[0].mark, &reviewed.moves[0].best[..]), (Mark::Blunder, &["3,1".to_owned()][..]));
        let hasty = review(&record, &mut Budget::nodes(1), &mut |_| {}).unwrap();
        assert_eq!(hasty.moves.len(), 2);
        assert!(!hasty.moves[0].exact && hasty.moves[0].best.is_empty(), "{:?}", hasty.moves[0]);
        assert!(hasty.moves[0].estimate.is_some(), "{:?}", hasty.moves[0]);
    }

    /// The start of a usual game: nothing of it is provable in a test's time.
    const START: &str = ".......X/......../......../......../......../......../......../O....... X";

    #[test]
    fn where_nothing_is_proven_there_is_an_estimate_with_its_depth() {
        let (record, _) = record_of_stop(START, &["6,0"]);
        let reviewed = review(&record, &mut Budget::nodes(20_000), &mut |_| {}).unwrap();
        let [MoveReview { mark, exact, estimate: Some(estimate), .. }] = &reviewed.moves[..] else {
            panic!("{:?}", reviewed.moves)
        };
        assert!(!exact && matches!(mark, Mark::Unknown | Mark::Trap), "{:?}", reviewed.moves);
        assert!(estimate.depth > 0 && estimate.lost >= 0.0 && !estimate.best.is_empty(), "{estimate:?}");
        assert!((estimate.before - estimate.after - estimate.lost).abs() < 1e-9, "{estimate:?}");
        let json = serde_json::to_string(&reviewed.moves[0]).unwrap();
        assert!(json.contains(r#""exact":false,"mark":"#) && json.contains(r#""estimate":{"best":""#), "{json}");
    }

    #[test]
    fn what_is_proven_needs_no_estimate() {
        let (record, _) = record_of_stop("...X/..../O... X", &["2,0"]);
        let reviewed = review(&record, &mut Budget::unlimited(), &mut |_| {}).unwrap();
        assert_eq!(reviewed.moves[0].estimate, None);
    }

    #[test]
    fn under_the_other_readings_an_estimate_counts_the_moves_that_are_left() {
        let estimates = |start: &str, moves: &[&str]| -> Vec<Option<EstimateData>> {
            let record = record_of_stop(start, moves).0;
            let reviewed = review(&record, &mut Budget::nodes(40_000), &mut |_| {}).unwrap();
            reviewed.moves.into_iter().map(|one| one.estimate).collect()
        };
        // From equal stones on, the side that ends with more stones is the side that gets more moves.
        let [usual, blocked, stop] = ["fill-out", "first-blocked", "first-stop"]
            .map(|reading| estimates(&format!("{START} rules={reading}"), &["6,0", "1,7"]));
        assert!(usual.iter().all(Option::is_some), "{usual:?}");
        for others in [blocked, stop] {
            for (other, usual) in others.iter().zip(&usual) {
                let (other, usual) = (other.as_ref().expect("an estimate"), usual.as_ref().expect("an estimate"));
                assert!((other.before - usual.before).abs() < 1.0 && other.depth > 0, "{other:?} {usual:?}");
            }
        }
    }

    #[test]
    fn a_trap_is_no_mistake_but_a_blunder_stays_one() {
        let trap = |before, after| ReviewedMove { is_trap: true, ..moved(before, after) };
        assert_eq!(trap([-4, -4], [-6, -6]).mark(), Mark::Trap);
        assert_eq!(trap([-1, 1], [-1, 1]).mark(), Mark::Trap);
        assert_eq!(trap([0, 0], [-2, -2]).mark(), Mark::Blunder);
        assert_eq!((trap([0, 0], [0, 0]).mark(), trap([-4, -4], [-6, -6]).proven_mark()), (Mark::Best, Mark::Slip));
    }

    #[test]
    fn a_failure_is_no_move() {
        let (record, setup) = record_of_stop("..X/.../O.. X", &["1,0"]);
        let mut decision = Decisions::<Stop>::new(&record, &setup).next().unwrap().unwrap();
        decision.answer = crate::decision::Answer::Failed("too slow".into());
        assert_eq!(review_move(&decision, &mut Budget::unlimited()), None);
    }
}
