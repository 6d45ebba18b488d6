//! What a review says: a line a move, then how each side did and where the game turned.

use super::{Judged, Mark, Worth, result};
use crate::colours::{margin, swing_bar};
use crate::commands::colour;
use crate::commands::table::{aligned, counted};
use crate::json::rounded;
use engine::colours::solver::Bounds;
use rules::notation::printable;
use rules::record::Record;
use rules::{BySide, Side};
use serde::Serialize;
use std::cmp::Ordering;

/// More best moves than this are only counted.
const MOST_NAMED: usize = 6;

#[derive(Serialize)]
pub struct Line {
    turn: usize,
    side: Side,
    played: String,
    best: Vec<String>,
    before: i32,
    after: i32,
    lost: Option<i32>,
    exact: bool,
    mark: &'static str,
}

#[derive(Serialize)]
pub struct SummaryLine {
    summary: Summary,
}

#[derive(Serialize)]
struct Summary {
    turns: usize,
    turning_point: Option<usize>,
    moves: BySide<usize>,
    best: BySide<usize>,
    accuracy: BySide<Option<f64>>,
    lost: BySide<i32>,
    blunders: BySide<usize>,
    exact: bool,
}

pub fn line<G: Worth>(one: &Judged<G>) -> Line {
    Line {
        turn: one.turn,
        side: one.side,
        played: one.played.to_string(),
        best: one.best.iter().map(ToString::to_string).collect(),
        before: one.before.low,
        after: one.after.low,
        lost: one.lost(),
        exact: one.lost().is_some(),
        mark: one.mark().name(),
    }
}

pub fn summary<G: Worth>(judged: &[Judged<G>]) -> SummaryLine {
    let sides = BySide::from_fn(|side| Conduct::of(judged, side));
    SummaryLine {
        summary: Summary {
            turns: judged.len(),
            turning_point: turning_point(judged).map(|one| one.turn),
            moves: sides.map(|side| side.moves),
            best: sides.map(|side| side.best),
            accuracy: sides.map(|side| side.accuracy().map(rounded)),
            lost: sides.map(|side| side.lost),
            blunders: sides.map(|side| side.blunders),
            exact: judged.iter().all(|one| one.lost().is_some()),
        },
    }
}

impl Mark {
    fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Slip => "slip",
            Self::Blunder => "blunder",
            Self::Unknown => "unknown",
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Self::Best => "",
            Self::Slip => "?",
            Self::Blunder => "??",
            Self::Unknown => "not proven",
        }
    }
}

/// How one side did.
#[derive(Clone, Copy)]
struct Conduct {
    moves: usize,
    best: usize,
    blunders: usize,
    lost: i32,
}

impl Conduct {
    fn of<G: Worth>(judged: &[Judged<G>], side: Side) -> Self {
        let own = || judged.iter().filter(|one| one.side == side && one.mark() != Mark::Unknown);
        Self {
            moves: own().count(),
            best: own().filter(|one| one.mark() == Mark::Best).count(),
            blunders: own().filter(|one| one.mark() == Mark::Blunder).count(),
            lost: own().filter_map(Judged::lost).sum(),
        }
    }

    /// The share of its moves that were best.
    fn accuracy(self) -> Option<f64> {
        (self.moves > 0).then(|| self.best as f64 / self.moves as f64)
    }
}

/// The last move that changed who wins: from then on the result was what it came to be.
fn turning_point<G: Worth>(judged: &[Judged<G>]) -> Option<&Judged<G>> {
    judged.iter().rev().find(|one| one.mark() == Mark::Blunder)
}

pub fn in_words<G: Worth>(judged: &[Judged<G>], start: &G, record: &Record, ending: &str) -> String {
    let names = record.header.names().map(printable);
    let player = |side: Side| format!("{} {}", start.side_name(side), names[side]);
    let first = start.side_name(Side::First);
    let widest = Side::BOTH.map(|side| player(side).chars().count()).into_iter().max().unwrap_or(0);
    let head =
        ["turn".into(), format!("{:<widest$}", "player"), "played".into(), "gain".into(), "best".into()].into_iter();
    let head: Vec<String> = head.chain([format!("margin of {first}"), String::new(), "lost".into()]).collect();
    let mut rows: Vec<(Vec<String>, &str)> = vec![(head, "")];
    for one in judged {
        let after = for_first(one.side, one.after);
        let mut best: Vec<String> = one.best.iter().take(MOST_NAMED).map(|best| G::painted(*best, colour())).collect();
        if one.best.len() > MOST_NAMED {
            best.push(format!("+{}", one.best.len() - MOST_NAMED));
        }
        let lost = one.lost().map_or("?".into(), |lost| if lost == 0 { String::new() } else { lost.to_string() });
        let cells = vec![
            one.turn.to_string(),
            format!("{:<widest$}", player(one.side)),
            G::painted(one.played, colour()),
            one.gain.clone(),
            best.join(" "),
            margin(after),
            swing_bar(Side::First, after, colour()),
            lost,
        ];
        rows.push((cells, one.mark().sign()));
    }
    let mut lines = vec![];
    if judged.is_empty() {
        lines.push("the record has no moves".to_owned());
    } else {
        lines.push(format!("at the start {}", outlook(start, for_first(judged[0].side, judged[0].before))));
        lines.push(String::new());
        lines.extend(aligned(&rows));
    }
    lines.push(String::new());
    lines.push(ending.to_owned());
    lines.push(match turning_point(judged) {
        Some(one) => {
            let (was, became) = (words(one.before), words(one.after));
            let best: Vec<String> = one.best.iter().map(ToString::to_string).collect();
            let (who, best) = (player(one.side), best.join(" or "));
            format!(
                "turning point: turn {}, {who} played {} and turned {was} into {became} (best: {best})",
                one.turn, one.played
            )
        }
        None => "no turning point: no move changed who wins".into(),
    });
    for side in Side::BOTH {
        let did = Conduct::of(judged, side);
        let Some(accuracy) = did.accuracy() else { continue };
        let thrown = counted(did.lost.into(), G::POINTS);
        lines.push(format!(
            "{}: {} of {} moves best ({:.0} %), {thrown} of lead thrown away, {}",
            player(side),
            did.best,
            did.moves,
            accuracy * 100.0,
            counted(did.blunders as i64, "blunder"),
        ));
    }
    lines.join("\n") + "\n"
}

/// A margin of a side as the first side sees it.
fn for_first(side: Side, value: Bounds) -> Bounds {
    match side {
        Side::First => value,
        Side::Second => Bounds { low: -value.high, high: -value.low },
    }
}

/// Who wins from here, in words.
fn outlook<G: Worth>(position: &G, value: Bounds) -> String {
    let (first, second) = (position.side_name(Side::First), position.side_name(Side::Second));
    match result(value) {
        Some(Ordering::Greater) => format!("{first} wins by {} with best play", margin(value).trim_start_matches('+')),
        Some(Ordering::Equal) => "it is a tie with best play".into(),
        Some(Ordering::Less) => {
            let theirs = Bounds { low: -value.high, high: -value.low };
            format!("{second} wins by {} with best play", margin(theirs).trim_start_matches('+'))
        }
        None => format!("it is not proven who wins (margin of {first}: {})", margin(value)),
    }
}

/// A margin as the mover's result.
fn words(value: Bounds) -> String {
    match result(value) {
        Some(Ordering::Greater) => format!("a win by {}", margin(value).trim_start_matches('+')),
        Some(Ordering::Equal) => "a tie".into(),
        Some(Ordering::Less) => {
            format!("a loss by {}", margin(Bounds { low: -value.high, high: -value.low }).trim_start_matches('+'))
        }
        None => "something that is not proven".into(),
    }
}
