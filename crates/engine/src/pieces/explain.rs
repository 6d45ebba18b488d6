//! The numbers of the players `heat` and `bfs`: the distance of every cell and the sum of every placement, for people who
//! write such a player and want to compare.

use super::players::{BfsPlayer, Costed, HeatPlayer};
use crate::pieces::heat::{Heat, Metric};
use crate::pieces::walk::Walk;
use grid::CellSet;
use rules::Side;
use rules::pieces::{Pieces, Placement};

/// How the distance from the enemy is measured.
///
/// ```
/// use landgrab_engine::pieces::explain::{Measure, sums};
/// use landgrab_engine::pieces::heat::Metric;
/// use landgrab_engine::rules::pieces::{Pieces, class};
///
/// let text = "O...\n....\n...X\nrules=plateau turn=O placed=0,0 piece=**";
/// let position: Pieces<class::Small> = text.parse()?;
/// let sums = sums(&position, Measure::Heat(Metric::Rings));
/// assert_eq!(sums[0].0.to_string(), "0 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// As `heat` does: through obstacles.
    Heat(Metric),
    /// As `bfs` does: through free cells alone.
    Walk,
}

/// The distance of each cell from a side's enemy, row by row; `None` for cells that cannot be reached.
pub fn distances<S: CellSet>(position: &Pieces<S>, side: Side, measure: Measure) -> Vec<Option<u32>> {
    let (enemy, size) = (position.own(side.other()), position.size());
    match measure {
        // Without an enemy there is no distance.
        _ if enemy.is_empty() => vec![None; size.area()],
        Measure::Heat(metric) => {
            let heat = Heat::new(metric, enemy, size);
            size.cells().map(|cell| Some(heat.at(cell).into())).collect()
        }
        Measure::Walk => {
            let walk = Walk::new(enemy, position.free(), size);
            size.cells().map(|cell| if enemy.contains(cell) { Some(0) } else { walk.to(cell) }).collect()
        }
    }
}

/// Every legal placement of the side to move with its sum, the smallest first. Empty without a piece to place.
pub fn sums<S: CellSet>(position: &Pieces<S>, measure: Measure) -> Vec<(Placement, u64)> {
    if position.piece().is_none() {
        return vec![];
    }
    let mut placements = match measure {
        Measure::Heat(metric) => HeatPlayer::new(metric, 0).sums(position),
        Measure::Walk => BfsPlayer::sums(position),
    };
    // A stable sort: equal sums stay in the order of the board.
    placements.sort_by_key(|placement| placement.cost);
    placements.into_iter().map(|placement: Costed| (placement.into(), placement.cost)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::players::tests::{Small, position};

    const RINGS: Measure = Measure::Heat(Metric::Rings);

    fn walled() -> Small {
        position(
            "O.#..
             ..#.X
             .....
             rules=plateau turn=O placed=0,0 piece=**",
        )
    }

    /// The numbers of the board, `-` for none.
    fn numbers(position: &Small, side: Side, measure: Measure) -> String {
        let numbers = distances(position, side, measure).into_iter();
        let marks: Vec<String> = numbers.map(|number| number.map_or("-".into(), |n| n.to_string())).collect();
        marks.chunks(position.size().cols).map(<[String]>::concat).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn each_measure_numbers_the_board_for_either_side() {
        assert_eq!(numbers(&walled(), Side::First, RINGS), "43211/43210/43211");
        assert_eq!(numbers(&walled(), Side::First, Measure::Heat(Metric::L1)), "54321/43210/54321");
        assert_eq!(numbers(&walled(), Side::First, Measure::Walk), "-6-21/65-10/54321");
        assert_eq!(numbers(&walled(), Side::Second, RINGS), "01234/11234/22234");
        assert_eq!(numbers(&walled(), Side::Second, Measure::Walk), "01-78/12-6-/23456");
    }

    #[test]
    fn without_an_enemy_there_are_no_numbers() {
        let alone = position("O...\n....\nrules=plateau turn=O placed=0,0 piece=**");
        for measure in [RINGS, Measure::Walk] {
            assert_eq!(numbers(&alone, Side::First, measure), "----/----");
        }
    }

    #[test]
    fn placements_come_with_the_smallest_sum_first() {
        let text = |(placement, sum): (Placement, u64)| format!("{placement}: {sum}");
        let position = position(
            "O.O..
             .....
             ....X
             rules=plateau turn=O placed=0,0 piece=**",
        );
        let of = |measure| sums(&position, measure).into_iter().map(text).collect::<Vec<_>>();
        assert_eq!(of(RINGS), ["0 2: 4", "0 1: 5", "0 0: 7"]);
        assert_eq!(of(Measure::Heat(Metric::L1)), ["0 2: 7", "0 1: 9", "0 0: 11"]);
        assert_eq!(of(Measure::Walk), ["0 2: 3", "0 0: 5", "0 1: 5"]);
    }

    #[test]
    fn without_a_piece_or_a_place_for_it_there_are_no_sums() {
        for state in ["", " piece=*****"] {
            let position = position(&format!("O...\n...X\nrules=plateau turn=O placed=0,0{state}"));
            assert_eq!(sums(&position, RINGS), []);
        }
    }
}
