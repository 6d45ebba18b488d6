//! What `explain --json` prints. Pairs are the side to place, then its enemy.

use super::{Answer, Judgement, Move};
use crate::json::rounded;
use engine::pieces::{Opinion, Stance};
use rules::pieces::Placement;
use rules::{CellSet, Side};
use serde::Serialize;

/// A turn.
#[derive(Serialize)]
pub struct Turn {
    turn: usize,
    side: Side,
    piece: Vec<String>,
    settled: bool,
    before: Land,
    placements: Vec<Judged>,
    /// The index of what was played among the placements.
    played: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

#[derive(Serialize)]
struct Land {
    territory: (usize, usize),
    stuck: (f64, f64),
}

#[derive(Serialize)]
struct Judged {
    row: i32,
    col: i32,
    #[serde(flatten)]
    seen: Seen,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Seen {
    Contested {
        chance: f64,
        futures: usize,
        #[serde(flatten)]
        after: Land,
    },
    Settled {
        parted: u32,
    },
}

/// A move among all of its game.
#[derive(Serialize)]
pub struct Graded {
    pub turn: usize,
    pub side: Side,
    pub played: Place,
    pub best: Place,
    /// After the best placement, and after the one that was played.
    pub chance: (f64, f64),
    pub lost: f64,
    /// Whether it was looked at as closely as with `--at`: those that may have lost most.
    pub close: bool,
}

/// The anchor of a piece.
#[derive(Serialize)]
pub struct Place {
    row: i32,
    col: i32,
}

#[derive(Serialize)]
pub struct SummaryLine {
    pub summary: Summary,
}

#[derive(Serialize)]
pub struct Summary {
    pub turns: usize,
    pub judged: usize,
    /// The first turn at which land changed hands no more.
    pub settled_from: Option<usize>,
    /// The chance lost by each side, on average over its moves that were judged.
    pub lost_a_move: [Option<f64>; 2],
}

impl Place {
    pub fn of(placement: Placement) -> Self {
        let (row, col) = anchor(placement);
        Self { row, col }
    }
}

impl Land {
    fn of(stance: Stance) -> Self {
        Self { territory: stance.territory, stuck: (rounded(stance.stuck.0), rounded(stance.stuck.1)) }
    }
}

pub fn turn<S: CellSet>(judged: &Move<S>, before: Stance, judgement: &Judgement) -> Turn {
    let opinion = |opinion: &Opinion| {
        let (chance, futures) = (rounded(opinion.chance), opinion.futures);
        (opinion.placement, Seen::Contested { chance, futures, after: Land::of(opinion.after) })
    };
    let seen: Vec<(Placement, Seen)> = match judgement {
        Judgement::Stuck => vec![],
        Judgement::Contested(opinions) => opinions.iter().map(opinion).collect(),
        Judgement::Settled(packed) => {
            packed.iter().map(|(placement, parted)| (*placement, Seen::Settled { parted: *parted })).collect()
        }
    };
    let played = judged.answer.placement();
    Turn {
        turn: judged.turn,
        side: judged.side,
        piece: judged.before.piece().map(|piece| piece.lines('*')).unwrap_or_default(),
        settled: matches!(judgement, Judgement::Settled(_)),
        before: Land::of(before),
        played: seen.iter().position(|(placement, _)| Some(*placement) == played),
        placements: seen
            .into_iter()
            .map(|(placement, seen)| {
                let (row, col) = anchor(placement);
                Judged { row, col, seen }
            })
            .collect(),
        fault: match &judged.answer {
            Answer::Failed(fault) => Some(fault.clone()),
            Answer::Placed(_) | Answer::Stuck => None,
        },
    }
}

fn anchor(placement: Placement) -> (i32, i32) {
    match placement {
        Placement::At { row, col } => (row, col),
        Placement::Stuck => unreachable!("who is stuck has no placements to judge"),
    }
}
