//! The placement that was played, against the best one.

use super::{Land, Place, Seen, TurnExplanation, points};
use serde::Serialize;

/// The move of a turn, compared with the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Assessment {
    /// The side was put out for a fault.
    Failed,
    /// The piece fitted nowhere.
    Stuck,
    /// There was one legal placement.
    Forced,
    /// There was no time to look at any other.
    NotCompared,
    /// It was the best.
    Best,
    /// It was as good as the best, within a percentage point.
    AsGood {
        /// The best placement.
        best: Place,
    },
    /// It gave up winning chance.
    Worse {
        /// The best placement.
        best: Place,
        /// How many percentage points it gave up.
        points: i64,
        /// The other things that are worse.
        difference: Difference,
    },
    /// Land was settled, and no placement leaves more room.
    KeepsRoom,
    /// Land was settled, and another placement leaves more room.
    PartsRoom {
        /// Bonds between free cells that it parts.
        parted: u32,
        /// The best placement.
        best: Place,
        /// Bonds that the best one parts.
        least: u32,
    },
}

/// The difference between two placements. A number above zero is worse for the side that placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// Cells fewer that the side is first at.
    pub own_cells: i64,
    /// Cells more that the enemy is first at.
    pub enemy_cells: i64,
    /// Percentage points more that the side's next piece fits nowhere.
    pub own_risk: i64,
    /// Percentage points less that the enemy's next piece fits nowhere.
    pub enemy_safety: i64,
}

impl Difference {
    /// The disadvantages of the first against the second.
    pub fn between(worse: Land, better: Land) -> Self {
        let cells = |more: usize, fewer: usize| more as i64 - fewer as i64;
        Self {
            own_cells: cells(better.territory.0, worse.territory.0),
            enemy_cells: cells(worse.territory.1, better.territory.1),
            own_risk: points(worse.stuck.0) - points(better.stuck.0),
            enemy_safety: points(better.stuck.1) - points(worse.stuck.1),
        }
    }
}

impl TurnExplanation {
    /// The move that was played, compared with the best one.
    pub fn assessment(&self) -> Assessment {
        if self.fault.is_some() {
            return Assessment::Failed;
        }
        let Some(best) = self.placements.first() else { return Assessment::Stuck };
        let Some(played) = self.played.and_then(|index| self.placements.get(index)) else {
            return if self.is_forced { Assessment::Stuck } else { Assessment::NotCompared };
        };
        match (&played.seen, &best.seen) {
            (Seen::Settled { parted }, Seen::Settled { parted: least }) if parted == least => Assessment::KeepsRoom,
            (Seen::Settled { parted }, Seen::Settled { parted: least }) => {
                Assessment::PartsRoom { parted: *parted, best: best.at, least: *least }
            }
            _ if self.is_forced => Assessment::Forced,
            _ if self.placements.len() == 1 => Assessment::NotCompared,
            _ if played.at == best.at => Assessment::Best,
            (Seen::Contested { chance, after, .. }, Seen::Contested { chance: most, after: better, .. }) => {
                match points(*most) - points(*chance) {
                    ..=0 => Assessment::AsGood { best: best.at },
                    points => {
                        let difference = Difference::between(*after, *better);
                        Assessment::Worse { best: best.at, points, difference }
                    }
                }
            }
            // One judgement holds for all placements of a turn.
            _ => Assessment::NotCompared,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::JudgedPlacement;
    use super::*;
    use rules::Side;

    const EVEN: Land = Land { territory: (10, 10), stuck: (0.0, 0.0) };

    fn contested(col: i32, chance: f64, after: Land) -> JudgedPlacement {
        JudgedPlacement { at: Place { row: 0, col }, seen: Seen::Contested { chance, futures: 9, after } }
    }

    fn settled(col: i32, parted: u32) -> JudgedPlacement {
        JudgedPlacement { at: Place { row: 0, col }, seen: Seen::Settled { parted } }
    }

    fn turn(placements: Vec<JudgedPlacement>, played: Option<usize>) -> TurnExplanation {
        let settled = matches!(placements.first(), Some(JudgedPlacement { seen: Seen::Settled { .. }, .. }));
        TurnExplanation {
            turn: 1,
            side: Side::First,
            piece: vec![],
            settled,
            before: EVEN,
            placements,
            played,
            fault: None,
            is_forced: false,
        }
    }

    #[test]
    fn a_placement_is_compared_with_the_best_in_whole_points() {
        let three = |chance| vec![contested(1, 0.62, EVEN), contested(2, chance, EVEN), contested(3, 0.1, EVEN)];
        let best = Place { row: 0, col: 1 };
        assert_eq!(turn(three(0.5), Some(0)).assessment(), Assessment::Best);
        assert_eq!(turn(three(0.618), Some(1)).assessment(), Assessment::AsGood { best });
        let Assessment::Worse { points, .. } = turn(three(0.5), Some(1)).assessment() else { panic!("12 points") };
        assert_eq!(points, 12);
    }

    #[test]
    fn a_loss_comes_with_what_else_is_worse() {
        let worse = Land { territory: (8, 11), stuck: (0.25, 0.1) };
        let better = Land { territory: (10, 11), stuck: (0.05, 0.3) };
        let lost = turn(vec![contested(1, 0.6, better), contested(2, 0.4, worse)], Some(1)).assessment();
        let difference = Difference { own_cells: 2, enemy_cells: 0, own_risk: 20, enemy_safety: 20 };
        assert_eq!(lost, Assessment::Worse { best: Place { row: 0, col: 1 }, points: 20, difference });
        assert_eq!(
            serde_json::to_string(&lost).unwrap(),
            r#"{"kind":"worse","best":{"row":0,"col":1},"points":20,"difference":{"own_cells":2,"enemy_cells":0,"own_risk":20,"enemy_safety":20}}"#
        );
    }

    #[test]
    fn once_land_is_settled_room_counts() {
        let three = || vec![settled(1, 2), settled(2, 2), settled(3, 5)];
        assert_eq!(turn(three(), Some(1)).assessment(), Assessment::KeepsRoom);
        let best = Place { row: 0, col: 1 };
        assert_eq!(turn(three(), Some(2)).assessment(), Assessment::PartsRoom { parted: 5, best, least: 2 });
    }

    #[test]
    fn without_a_choice_there_is_nothing_to_compare() {
        assert_eq!(turn(vec![], None).assessment(), Assessment::Stuck);
        let one = || turn(vec![contested(1, 0.6, EVEN)], Some(0));
        assert_eq!(one().assessment(), Assessment::NotCompared);
        assert_eq!(TurnExplanation { is_forced: true, ..one() }.assessment(), Assessment::Forced);
        let failed = TurnExplanation { fault: Some("no answer".into()), ..one() };
        assert_eq!(failed.assessment(), Assessment::Failed);
    }
}
