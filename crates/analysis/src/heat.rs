//! The numbers that a heat player of piece Filler sees in a position, and the sum of every placement: for people who
//! write such a player and want to compare.

use engine::pieces::explain::{Measure, distances, sums};
use engine::pieces::heat;
use rules::pieces::{Pieces, Placement};
use rules::{CellSet, Game, Side, Turn};
use serde::Serialize;
use view::Depict;

/// The unit of the distance from the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Rings of eight neighbours, whatever lies between: the player `heat`.
    #[default]
    Rings,
    /// Steps up, down, left and right, whatever lies between: the player `heat:metric=l1`.
    L1,
    /// Steps through free cells: the player `bfs`.
    Bfs,
}

impl Metric {
    fn measure(self) -> Measure {
        match self {
            Self::Rings => Measure::Heat(heat::Metric::Rings),
            Self::L1 => Measure::Heat(heat::Metric::L1),
            Self::Bfs => Measure::Walk,
        }
    }
}

/// The distance of every cell from a side's enemy.
///
/// ```
/// use landgrab_analysis::heat::{HeatMap, Metric};
/// use rules::pieces::{Pieces, class::Small};
///
/// let position: Pieces<Small> = "O...\n...X\nrules=plateau turn=O placed=0,0 piece=**".parse()?;
/// let map = HeatMap::new(&position, position.side(), Metric::Rings).expect("X has a cell");
/// assert_eq!(map.heat, [[3, 2, 1, 1], [3, 2, 1, 0]].map(|row| row.map(Some)));
/// assert_eq!(map.placements.expect("O has a piece")[0].sum, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HeatMap {
    /// Rows and columns.
    pub size: [usize; 2],
    /// The unit of the numbers.
    pub metric: Metric,
    /// The side that asks.
    pub side: Side,
    /// A number for every cell, row by row; `null` where no way leads.
    pub heat: Vec<Vec<Option<u32>>>,
    /// Every legal placement, the smallest sum first; left out when this side has no piece to place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placements: Option<Vec<PlacementSum>>,
}

/// A placement and the sum of the numbers under its piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PlacementSum {
    /// The row of the piece's anchor.
    pub row: i32,
    /// Its column.
    pub col: i32,
    /// The sum.
    pub sum: u64,
}

impl HeatMap {
    /// The map for a side; `None` while its enemy has no cells to count from.
    pub fn new<S: CellSet>(position: &Pieces<S>, side: Side, metric: Metric) -> Option<Self> {
        if position.own(side.other()).is_empty() {
            return None;
        }
        let (size, measure) = (position.size(), metric.measure());
        let placement = |(placement, sum)| match placement {
            Placement::At { row, col } => Some(PlacementSum { row, col, sum }),
            Placement::Stuck => None,
        };
        let placements = (position.turn() == Turn::Move(side))
            .then(|| sums(position, measure).into_iter().filter_map(placement).collect());
        Some(Self {
            size: [size.rows, size.cols],
            metric,
            side,
            heat: distances(position, side, measure).chunks(size.cols).map(<[Option<u32>]>::to_vec).collect(),
            placements,
        })
    }
}

/// The side that people mean by its letter on the board or by its number, 1 or 2.
pub fn side_called<S: CellSet>(position: &Pieces<S>, name: &str) -> Option<Side> {
    let is_meant = |side: &Side| name == position.side_name(*side) || name == side.number().to_string();
    Side::BOTH.into_iter().find(is_meant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::pieces::class::Small;

    fn position(text: &str) -> Pieces<Small> {
        text.parse().unwrap()
    }

    #[test]
    fn a_map_has_the_shape_that_scripts_read() {
        let position = position("O.#.\n...X\nrules=plateau turn=O placed=0,0 piece=**");
        let json = |side, metric| serde_json::to_string(&HeatMap::new(&position, side, metric)).unwrap();
        assert_eq!(
            json(Side::First, Metric::Bfs),
            r#"{"size":[2,4],"metric":"bfs","side":1,"heat":[[null,3,null,1],[3,2,1,0]],"placements":[{"row":0,"col":0,"sum":3}]}"#
        );
        // It is not the other side's turn: it has no placements.
        let rings = r#"{"size":[2,4],"metric":"rings","side":2,"heat":[[0,1,2,3],[1,1,2,3]]}"#;
        assert_eq!(json(Side::Second, Metric::Rings), rings);
    }

    #[test]
    fn a_side_that_is_stuck_has_a_map_without_placements() {
        let stuck = position("O...\n...X\nrules=plateau turn=O placed=0,0 piece=*****");
        let map = HeatMap::new(&stuck, Side::First, Metric::L1).unwrap();
        assert_eq!(map.placements, Some(vec![]));
    }

    #[test]
    fn without_an_enemy_there_is_no_map() {
        let alone = position("O...\n....\nrules=plateau turn=O placed=0,0 piece=**");
        assert_eq!(HeatMap::new(&alone, Side::First, Metric::Rings), None);
    }

    #[test]
    fn sides_are_called_by_letter_or_number() {
        let position = position("O...\n...X\nrules=plateau turn=O placed=0,0");
        let called = ["O", "X", "1", "2", "@", ""].map(|name| side_called(&position, name));
        let (first, second) = (Some(Side::First), Some(Side::Second));
        assert_eq!(called, [first, second, first, second, None, None]);
    }
}
