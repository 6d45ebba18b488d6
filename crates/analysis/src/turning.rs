//! The turning point of a lost game: the move of the loser that gave up most, for any game, in one sentence.

use crate::decision::{Decision, Decisions};
use crate::explain::{Care, Effort, MoveGrade, MoveVerdict, judge, points};
use crate::review::{Mark, review};
use engine::budget::Budget;
use rules::pieces::{Pieces, Setup};
use rules::record::{Disagreement, Record};
use rules::{CellSet, Side, catalogue::AnySetup, with_pieces};
use serde::Serialize;
use std::fmt;

/// Percentage points of winning chance that a move must give up to count: less is the noise of a quick look.
const LEAST_POINTS: i64 = 10;

/// The move that lost a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurningPoint {
    /// The number of its turn, from 1.
    pub turn: usize,
    /// The move.
    pub played: String,
    /// A better one.
    pub better: String,
    /// Its cost.
    pub loss: Loss,
}

/// The cost of a move, seen by the side that moved.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// The chance to win, estimated, in percent: with the better move, and with the one that was played.
    Chance(i64, i64),
    /// The final margin, proven.
    Margin(i32, i32),
}

impl fmt::Display for TurningPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { turn, played, better, loss } = self;
        match loss {
            Loss::Chance(with, without) => {
                write!(
                    f,
                    "turn {turn}: {played} left an estimated {without} % chance to win, {better} would have left {with} %"
                )
            }
            Loss::Margin(with, without) => {
                write!(f, "turn {turn}: {played} leads to a margin of {without:+}, {better} to {with:+}")
            }
        }
    }
}

/// The move with which a side gave up most; `None` if no move stands out, or nothing is proven. `nodes` is the number of
/// positions for all moves of colours and Stop; a move of pieces gets a quick look.
///
/// ```
/// use landgrab_analysis::turning::turning_point;
/// use rules::{Side, record::Record};
///
/// let text = concat!(
///     r#"{"record":1,"game":"stop","rules":"fill-out","start":"...X/..../O... X","first":{"name":"a"},"second":{"name":"b"}}"#,
///     "\n", r#"{"played":"2,0","side":1}"#, "\n",
/// );
/// let record = Record::read(text.as_bytes())?;
/// let point = turning_point(&record, Side::First, 100_000)?.expect("a blunder");
/// assert_eq!((point.turn, point.played.as_str()), (1, "2,0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turning_point(record: &Record, loser: Side, nodes: u64) -> Result<Option<TurningPoint>, Disagreement> {
    match &record.header.setup {
        AnySetup::Pieces(setup) => with_pieces!(setup, |Class| in_pieces::<Class>(record, setup, loser)),
        AnySetup::Colours(_) | AnySetup::Stop(_) => match review(record, &mut Budget::nodes(nodes), &mut |_| {}) {
            Ok(review) => {
                let mut blunders =
                    review.moves.into_iter().filter(|one| one.side == loser && one.mark == Mark::Blunder);
                // The last one decided the game: before it the loser could still have had more.
                Ok(blunders.next_back().map(|one| TurningPoint {
                    turn: one.turn,
                    played: one.played,
                    better: one.best.first().cloned().unwrap_or_default(),
                    loss: Loss::Margin(one.before, one.after),
                }))
            }
            Err(crate::review::NotReviewed::Disagreement(error)) => Err(error),
            Err(crate::review::NotReviewed::Pieces) => Ok(None),
        },
    }
}

fn in_pieces<S: CellSet>(record: &Record, setup: &Setup, loser: Side) -> Result<Option<TurningPoint>, Disagreement> {
    let mut worst: Option<MoveGrade> = None;
    for decision in Decisions::<Pieces<S>>::new(record, setup) {
        let decision: Decision<Pieces<S>> = decision?;
        if decision.side != loser {
            continue;
        }
        if let MoveVerdict::Graded(grade) = judge(&decision, Care::Quick, &Effort::default())
            && grade.points_lost() >= LEAST_POINTS
            && worst.is_none_or(|worst| grade.lost > worst.lost)
        {
            worst = Some(grade);
        }
    }
    Ok(worst.map(|grade| {
        let place = |place: crate::explain::Place| format!("`{} {}`", place.row, place.col);
        let (with, without) = grade.chance;
        TurningPoint {
            turn: grade.turn,
            played: place(grade.played),
            better: place(grade.best),
            loss: Loss::Chance(points(with), points(without)),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_blunder_of_the_loser_is_the_turning_point_and_the_winner_has_none() {
        let text = concat!(
            r#"{"record":1,"game":"stop","rules":"fill-out","start":"...X/..../O... X","first":{"name":"a"},"second":{"name":"b"}}"#,
            "\n",
            r#"{"played":"2,0","side":1}"#,
            "\n",
        );
        let record = Record::read(text.as_bytes()).unwrap();
        let point = turning_point(&record, Side::First, 1_000_000).unwrap().expect("a blunder");
        assert_eq!((point.turn, point.played.as_str()), (1, "2,0"));
        let Loss::Margin(with, without) = point.loss else { panic!("proven margins: {point:?}") };
        assert_eq!(with - without, 2);
        assert!(point.to_string().starts_with("turn 1: 2,0 leads to a margin of "), "{point}");
        assert_eq!(turning_point(&record, Side::Second, 1_000_000).unwrap(), None);
    }
}
