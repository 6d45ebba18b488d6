//! One turn: the standing of both sides, and every placement that was compared. Pairs are the side to place, then its
//! enemy.

use super::{Care, Effort, Judgement, champion, judgement, placed};
use crate::decision::{Answer, Decision};
use crate::rounding;
use engine::pieces::{Opinion, Stance};
use rules::pieces::{Pieces, Placement};
use rules::{CellSet, Game, Side};
use serde::Serialize;
use std::fmt;

/// A turn of piece Filler, explained.
///
/// ```
/// use landgrab_analysis::decision::{Answer, Decision};
/// use landgrab_analysis::explain::{Assessment, Effort, explain_turn};
/// use rules::{Side, pieces::{Pieces, Placement, class::Small}};
///
/// let before: Pieces<Small> = "O...\n....\n...X\nrules=plateau turn=O placed=0,0 piece=*/*".parse()?;
/// let answer = Answer::Played(Placement::At { row: 0, col: 0 });
/// let turn = explain_turn(&Decision { turn: 1, side: Side::First, before, answer }, &Effort::default());
/// assert_eq!((turn.placements.len(), turn.assessment()), (1, Assessment::Forced));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnExplanation {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The side to place.
    pub side: Side,
    /// Its piece, row by row.
    pub piece: Vec<String>,
    /// Whether land changes hands no more.
    pub settled: bool,
    /// The standing of both sides before it.
    pub before: Land,
    /// The placements that were compared, the best first.
    pub placements: Vec<JudgedPlacement>,
    /// The index of the placement that was played.
    pub played: Option<usize>,
    /// The fault that put the side out instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Whether there was only one legal move.
    #[serde(skip)]
    pub is_forced: bool,
}

/// The standing of both sides.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Land {
    /// Free cells that each reaches before the other.
    pub territory: (usize, usize),
    /// The chance of each that its next piece fits nowhere.
    #[serde(serialize_with = "rounding::pair")]
    pub stuck: (f64, f64),
}

/// A placement that was compared with others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JudgedPlacement {
    /// Its anchor.
    #[serde(flatten)]
    pub at: Place,
    /// Its consequences.
    #[serde(flatten)]
    pub seen: Seen,
}

/// The anchor of a piece: the top left corner of its box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Place {
    pub row: i32,
    pub col: i32,
}

/// The consequences of a placement.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Seen {
    /// Both sides are after the same land.
    Contested {
        /// The chance to win: the network's value, corrected by playouts.
        #[serde(serialize_with = "rounding::one")]
        chance: f64,
        /// How many playouts.
        futures: usize,
        /// The standing of both sides afterwards.
        #[serde(flatten)]
        after: Land,
    },
    /// Land changes hands no more.
    Settled {
        /// Bonds between free cells that it parts: two for a common edge, one for a common corner.
        parted: u32,
    },
}

impl Place {
    /// The anchor of a placement; `None` for `stuck`.
    pub fn of(placement: Placement) -> Option<Self> {
        match placement {
            Placement::At { row, col } => Some(Self { row, col }),
            Placement::Stuck => None,
        }
    }

    /// The placement that has this anchor.
    pub fn placement(self) -> Placement {
        Placement::At { row: self.row, col: self.col }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.placement().fmt(f)
    }
}

impl From<Stance> for Land {
    fn from(stance: Stance) -> Self {
        Self { territory: stance.territory, stuck: stance.stuck }
    }
}

impl JudgedPlacement {
    fn contested(opinion: &Opinion) -> Option<Self> {
        let (chance, futures, after) = (opinion.chance, opinion.futures, opinion.after.into());
        Some(Self { at: Place::of(opinion.placement)?, seen: Seen::Contested { chance, futures, after } })
    }
}

impl TurnExplanation {
    /// The anchor of the placement that was played, if one was.
    pub fn played_at(&self) -> Option<Place> {
        self.played.and_then(|index| self.placements.get(index)).map(|placement| placement.at)
    }
}

/// Explains a turn with the whole effort.
pub fn explain_turn<S: CellSet>(decision: &Decision<Pieces<S>>, effort: &Effort) -> TurnExplanation {
    let before = champion(Care::Close, effort).stance(&decision.before);
    let judgement = judgement(decision, Care::Close, effort);
    let settled = matches!(judgement, Judgement::Settled(_));
    let placements: Vec<JudgedPlacement> = match judgement {
        Judgement::Stuck => vec![],
        Judgement::Contested(opinions) => opinions.iter().filter_map(JudgedPlacement::contested).collect(),
        Judgement::Settled(packed) => {
            let judged = |(placement, parted)| {
                Some(JudgedPlacement { at: Place::of(placement)?, seen: Seen::Settled { parted } })
            };
            packed.into_iter().filter_map(judged).collect()
        }
    };
    let played = placed(decision).and_then(Place::of);
    TurnExplanation {
        turn: decision.turn,
        side: decision.side,
        piece: decision.before.piece().map(|piece| piece.lines('*')).unwrap_or_default(),
        settled,
        before: before.into(),
        played: placements.iter().position(|placement| Some(placement.at) == played),
        placements,
        fault: match &decision.answer {
            Answer::Failed(fault) => Some(fault.clone()),
            Answer::Played(_) => None,
        },
        is_forced: decision.before.moves().nth(1).is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{decision, fast};
    use super::*;

    const OPEN: &str = "O....\n.....\n.....\n....X\nrules=plateau turn=O placed=0,0 piece=**";
    const STUCK: &str = "O...\n....\n...X\nrules=plateau turn=O placed=0,0 piece=*****";
    const APART: &str = "O.#..\n..#..\n..#.X\nrules=plateau turn=O placed=0,0 piece=*/*";

    #[test]
    fn a_contested_turn_has_chances_and_a_settled_one_has_room() {
        let at = |row, col| Answer::Played(Placement::At { row, col });
        let open = explain_turn(&decision(OPEN, at(0, 0)), &fast());
        assert!(!open.settled && matches!(open.placements[0].seen, Seen::Contested { .. }), "{open:?}");
        let apart = explain_turn(&decision(APART, at(0, 0)), &fast());
        assert!(apart.settled, "{apart:?}");
        let json = serde_json::to_string(&apart).unwrap();
        let expected = r#"{"turn":1,"side":1,"piece":["*","*"],"settled":true,"before":{"territory":[5,5],"stuck":["#;
        assert!(json.starts_with(expected), "{json}");
        assert!(json.ends_with(r#""placements":[{"row":0,"col":0,"parted":6}],"played":0}"#), "{json}");
    }

    #[test]
    fn chances_are_rounded_in_data_alone() {
        let seen =
            Seen::Contested { chance: 2.0 / 3.0, futures: 7, after: Land { territory: (1, 2), stuck: (0.12345, 0.0) } };
        let placement = JudgedPlacement { at: Place { row: -1, col: 2 }, seen };
        assert_eq!(
            serde_json::to_string(&placement).unwrap(),
            r#"{"row":-1,"col":2,"chance":0.6667,"futures":7,"territory":[1,2],"stuck":[0.1235,0.0]}"#
        );
    }

    #[test]
    fn a_side_that_was_stuck_or_failed_has_played_nothing() {
        let stuck = explain_turn(&decision(STUCK, Answer::Played(Placement::Stuck)), &fast());
        assert_eq!((stuck.placements.len(), stuck.played, stuck.fault), (0, None, None));
        let failed = explain_turn(&decision(OPEN, Answer::Failed("no answer".into())), &fast());
        assert_eq!((failed.played, failed.fault.as_deref()), (None, Some("no answer")));
        assert!(!failed.placements.is_empty(), "{failed:?}");
    }
}
