//! How each side did in a game, and where the game turned.

use super::{Mark, ReviewedMove};
use crate::rounding;
use rules::{BySide, Game};
use serde::Serialize;

/// All moves of a game, summed up. Only moves that are proven count for a side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// How many moves were reviewed.
    pub turns: usize,
    /// The turn of the last move that changed who wins: from then on the result was what it came to be.
    pub turning_point: Option<usize>,
    /// How many moves of each side are proven.
    pub moves: BySide<usize>,
    /// How many of them were best.
    pub best: BySide<usize>,
    /// The share of them that were best.
    #[serde(serialize_with = "rounding::by_side")]
    pub accuracy: BySide<Option<f64>>,
    /// The sum of the points that they threw away.
    pub lost: BySide<i32>,
    /// How many of them threw away a win or a tie.
    pub blunders: BySide<usize>,
    /// Whether every move is proven.
    pub exact: bool,
}

impl Summary {
    /// Sums up the moves of a game.
    pub fn of<G: Game>(moves: &[ReviewedMove<G>]) -> Self {
        let proven =
            |side| moves.iter().filter(move |one: &&ReviewedMove<G>| one.side == side && one.mark() != Mark::Unknown);
        let marked = |mark| BySide::from_fn(|side| proven(side).filter(|one| one.mark() == mark).count());
        let (counts, best) = (BySide::from_fn(|side| proven(side).count()), marked(Mark::Best));
        let accuracy = |side| (counts[side] > 0).then(|| best[side] as f64 / counts[side] as f64);
        let turning_point = moves.iter().rev().find(|one| one.mark() == Mark::Blunder);
        Self {
            turns: moves.len(),
            turning_point: turning_point.map(|one| one.turn),
            moves: counts,
            best,
            accuracy: BySide::from_fn(accuracy),
            lost: BySide::from_fn(|side| proven(side).filter_map(ReviewedMove::lost).sum()),
            blunders: marked(Mark::Blunder),
            exact: moves.iter().all(|one| one.lost().is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;
    use rules::Side;
    use rules::stop::Stop;

    fn moved(turn: usize, before: [i32; 2], after: [i32; 2]) -> ReviewedMove<Stop> {
        let bounds = |[low, high]: [i32; 2]| Bounds { low, high };
        let side = if turn % 2 == 1 { Side::First } else { Side::Second };
        let played = "0,0".parse().unwrap();
        ReviewedMove { turn, side, played, gain: 1, best: vec![], before: bounds(before), after: bounds(after) }
    }

    #[test]
    fn a_summary_counts_the_moves_that_are_proven() {
        let moves = [
            moved(1, [4, 4], [4, 4]),
            moved(2, [-4, -4], [-4, -4]),
            moved(3, [4, 4], [-2, -2]),
            moved(4, [2, 2], [2, 2]),
            moved(5, [-9, 9], [-9, 3]),
            moved(7, [-2, -2], [-5, -5]),
        ];
        assert_eq!(
            serde_json::to_string(&Summary::of(&moves)).unwrap(),
            r#"{"turns":6,"turning_point":3,"moves":[3,2],"best":[1,2],"accuracy":[0.3333,1.0],"lost":[9,0],"blunders":[1,0],"exact":false}"#
        );
    }

    #[test]
    fn a_game_without_moves_has_no_accuracy_and_no_turning_point() {
        let summary = Summary::of::<Stop>(&[]);
        assert_eq!((summary.accuracy, summary.turning_point), (BySide::new(None, None), None));
    }
}
