//! Many solved boards of colour Filler, summed up.

use crate::rounding::rounded;
use engine::colours::solver::{Bounds, Solution};
use rules::colours::Colour;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;

/// A board that was solved from its start. The margin is the first player's.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolvedBoard {
    /// The seed that it was made from.
    pub seed: u32,
    /// A best colour; `null` on a board on which no colour can be chosen.
    pub best: Option<Colour>,
    /// The margin that is proven at least.
    pub value: i32,
    /// Whether that is the margin itself.
    pub exact: bool,
    /// The interval that the margin is proven to lie in.
    pub bounds: [i32; 2],
    /// Positions searched.
    pub nodes: u64,
    /// Milliseconds that it took.
    pub ms: f64,
}

impl SolvedBoard {
    /// The solution of the board of a seed.
    pub fn new(seed: u32, solution: &Solution, took: Duration) -> Self {
        // On a board on which nothing is contested there is no colour to choose: a tie.
        let value = solution.value().unwrap_or(Bounds::exact(0));
        Self {
            seed,
            best: solution.ranked.first().map(|ranked| ranked.colour),
            value: value.low,
            exact: value.is_exact(),
            bounds: [value.low, value.high],
            nodes: solution.nodes,
            ms: rounded(took.as_secs_f64() * 1e3),
        }
    }
}

/// Some boards, summed up.
///
/// ```
/// use landgrab_analysis::census::{SolvedBoard, Summary};
///
/// let board = |value| SolvedBoard { seed: 0, best: None, value, exact: true, bounds: [value; 2], nodes: 1, ms: 2.0 };
/// let summary = Summary::of(&[board(4), board(-2), board(0)]);
/// assert_eq!((summary.won, summary.ties, summary.lost), (1, 1, 1));
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// How many boards.
    pub boards: usize,
    /// Boards that the first player wins.
    pub won: usize,
    /// Boards that nobody wins.
    pub ties: usize,
    /// Boards that the first player loses.
    pub lost: usize,
    /// Boards that were not proven in time.
    pub open: usize,
    /// The mean of the margins that are proven.
    pub mean_margin: f64,
    /// The median of the times, in milliseconds.
    pub median_ms: f64,
    /// The longest time, in milliseconds.
    pub worst_ms: f64,
    /// How many boards have each proven margin.
    pub margins: BTreeMap<i32, usize>,
}

impl Summary {
    /// Sums up boards.
    pub fn of(boards: &[SolvedBoard]) -> Self {
        let proven = || boards.iter().filter(|board| board.exact);
        let count = |order: Ordering| proven().filter(|board| board.value.cmp(&0) == order).count();
        let mut margins = BTreeMap::new();
        proven().for_each(|board| *margins.entry(board.value).or_insert(0) += 1);
        let mut times: Vec<f64> = boards.iter().map(|board| board.ms).collect();
        times.sort_by(f64::total_cmp);
        let sum: i32 = proven().map(|board| board.value).sum();
        Self {
            boards: boards.len(),
            won: count(Ordering::Greater),
            ties: count(Ordering::Equal),
            lost: count(Ordering::Less),
            open: boards.len() - proven().count(),
            mean_margin: rounded(f64::from(sum) / proven().count().max(1) as f64),
            median_ms: times.get(times.len() / 2).copied().unwrap_or(0.0),
            worst_ms: times.last().copied().unwrap_or(0.0),
            margins,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(bounds: [i32; 2], ms: f64) -> SolvedBoard {
        let exact = bounds[0] == bounds[1];
        SolvedBoard { seed: 7, best: Some(Colour::Red), value: bounds[0], exact, bounds, nodes: 3, ms }
    }

    #[test]
    fn boards_that_are_not_proven_count_as_open_and_in_the_times_alone() {
        let summary = Summary::of(&[board([2, 2], 1.0), board([-8, 4], 9.0), board([2, 2], 3.0), board([-3, -3], 2.0)]);
        assert_eq!(
            serde_json::to_string(&summary).unwrap(),
            r#"{"boards":4,"won":2,"ties":0,"lost":1,"open":1,"mean_margin":0.3333,"median_ms":3.0,"worst_ms":9.0,"margins":{"-3":1,"2":2}}"#
        );
    }

    #[test]
    fn no_boards_have_a_summary_of_zeros() {
        assert_eq!(Summary::of(&[]), Summary::default());
    }

    #[test]
    fn a_board_without_a_choice_is_a_tie() {
        let solved = SolvedBoard::new(7, &Solution { ranked: vec![], nodes: 0 }, Duration::from_micros(1234));
        assert_eq!(
            serde_json::to_string(&solved).unwrap(),
            r#"{"seed":7,"best":null,"value":0,"exact":true,"bounds":[0,0],"nodes":0,"ms":1.234}"#
        );
    }
}
