//! Finds the mistake behind wrong answers. A mistake is named only if it explains every answer of the bot that was
//! seen, the right ones too, and explains the wrong ones better than chance does.

use super::Position;
use super::mistake::Mistake;
use super::seen::Seen;
use super::sight::answers;
use crate::protocol::{anfield, plateau};
use rules::pieces::{Dialect, Refusal};
use std::collections::BTreeSet;

/// The advice for an illegal placement when nothing more is known.
pub const PLACING: &str = "of the piece's filled cells exactly one must lie on an own cell, all others on `.`, all of \
                           them on the board; empty places of its box count for nothing";

/// How much likelier than by chance a bot that sees no place gives up. A bot that gives up early explains less.
const SEES_NOTHING: f64 = 20.0;
const GIVES_UP: f64 = 4.0;
/// How much likelier than chance, and than the next mistake, a mistake must be to be named without doubt.
const SURE: f64 = 4.0;
const APART: f64 = 3.0;

/// The form of an answer, in words.
pub fn expected(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Plateau => plateau::EXPECTED,
        Dialect::Anfield => anfield::EXPECTED,
    }
}

/// A placement as the dialect writes it.
pub fn written(dialect: Dialect, (row, col): (i32, i32)) -> String {
    match dialect {
        Dialect::Plateau => format!("`{row} {col}`"),
        Dialect::Anfield => format!("`{col} {row}`"),
    }
}

/// The mistakes that may be behind some answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This one.
    Sure(Mistake),
    /// One of these, the likeliest first.
    Unsure(Vec<Mistake>),
    /// None of those that we know.
    Unknown,
}

/// An answer of a bot, with the legal ones.
type Weighed<'a> = (&'a Seen, BTreeSet<(i32, i32)>);

/// Weighs all known mistakes against the answers that were seen. `given_up`: the answers that may mean no place.
pub fn judge(seen: &[Seen], given_up: &[(i32, i32)]) -> Verdict {
    let seen = weighed(seen);
    if !has_wrong(&seen) {
        return Verdict::Unknown;
    }
    let mut likely: Vec<(f64, Mistake)> = Mistake::ALL
        .into_iter()
        .filter_map(|mistake| Some((likelihood(mistake, &seen, given_up)?, mistake)))
        .filter(|(likelihood, _)| *likelihood > 0.5)
        .collect();
    likely.sort_by(|a, b| b.0.total_cmp(&a.0));
    let Some(&(best, mistake)) = likely.first() else { return Verdict::Unknown };
    let advice = |mistake: Mistake| mistake.advice(Dialect::Plateau, rules::Side::First);
    let mut close: Vec<Mistake> = Vec::new();
    for (likelihood, other) in &likely {
        let is_new = close.iter().all(|known| advice(*known) != advice(*other));
        if best - likelihood < APART.ln() && is_new {
            close.push(*other);
        }
    }
    match close.len() {
        1 if best >= SURE.ln() => Verdict::Sure(mistake),
        // More than two are no diagnosis.
        1 | 2 => Verdict::Unsure(close),
        _ => Verdict::Unknown,
    }
}

/// Whether a mistake explains some answers, at least one wrong one among them.
pub fn explains(mistake: Mistake, seen: &[Seen], given_up: &[(i32, i32)]) -> bool {
    let seen = weighed(seen);
    has_wrong(&seen) && likelihood(mistake, &seen, given_up).is_some()
}

fn weighed(seen: &[Seen]) -> Vec<Weighed<'_>> {
    seen.iter().map(|seen| (seen, answers(None, seen))).collect()
}

fn has_wrong(seen: &[Weighed<'_>]) -> bool {
    seen.iter().any(|(seen, legal)| !legal.is_empty() && !legal.contains(&seen.answer))
}

/// The answers by which the bot says that it sees no place: `0 0`, and its one answer where there is none.
pub fn given_up(seen: &[Seen]) -> Vec<(i32, i32)> {
    let stuck = seen.iter().filter(|seen| answers(None, seen).is_empty());
    let mut stuck: Vec<(i32, i32)> = stuck.map(|seen| seen.answer).collect();
    stuck.dedup();
    if stuck.len() > 1 {
        stuck.clear();
    }
    stuck.push((0, 0));
    stuck
}

/// The logarithm of how much likelier the answers are with this mistake than without a system; `None` if it cannot be.
fn likelihood(mistake: Mistake, seen: &[Weighed<'_>], given_up: &[(i32, i32)]) -> Option<f64> {
    let mut sum = 0.0;
    for (seen, legal) in seen {
        let possible = answers(Some(mistake), seen);
        let answer = seen.answer;
        let is_legal = legal.contains(&answer);
        // An answer such as `0 0` may be meant, too: it proves nothing.
        let gives_up = !is_legal && given_up.contains(&answer);
        sum += if gives_up && (possible.contains(&answer) || legal.is_empty() && possible.is_empty()) {
            0.0
        } else if possible.contains(&answer) {
            // A bot that does not disguise its answers prefers some placements: only those of the same kind compete.
            let rivals = if mistake.is_disguise() {
                possible.len()
            } else {
                possible.iter().filter(|other| legal.contains(other) == is_legal).count()
            };
            let by_chance = if is_legal { legal.len() } else { seen.anchors() };
            (by_chance as f64 / rivals as f64).ln()
        } else if legal.is_empty() && possible.is_empty() {
            0.0
        } else if is_legal || !given_up.contains(&answer) {
            return None;
        } else if possible.is_empty() {
            SEES_NOTHING.ln()
        } else if mistake == Mistake::GivesUp && !legal.is_empty() {
            GIVES_UP.ln()
        } else {
            return None;
        };
    }
    Some(sum)
}

/// Why a placement is illegal, in words.
pub fn of_illegal(position: &Position, (row, col): (i32, i32), refusal: &Refusal) -> String {
    let (words, instead) = match refusal.clone() {
        Refusal::Misplaced { off_board, on_enemy, on_walls, on_own, instead } => {
            let alone = Refusal::Misplaced { off_board, on_enemy, on_walls, on_own, instead: None };
            (alone.to_string(), instead)
        }
        other => (other.to_string(), None),
    };
    let mut because = format!("its answer means row {row}, column {col}: {words}");
    if let Some(anchor) = instead {
        because += &format!("; a right answer is {}", written(position.dialect(), anchor));
    }
    if (row, col) == (0, 0) {
        because += "; it seems to give up, although the piece fits";
    }
    because
}

/// The advice that a refusal gives by itself.
pub fn of_refusal(refusal: &Refusal) -> Option<String> {
    let Refusal::Misplaced { off_board, on_enemy, on_walls, on_own, .. } = refusal else { return None };
    let mut rules = Vec::new();
    if !off_board.is_empty() {
        rules.push("keep every filled cell on the board");
    }
    if !on_enemy.is_empty() {
        rules.push("cover no enemy cell");
    }
    if !on_walls.is_empty() {
        rules.push("cover no wall");
    }
    if on_own.len() != 1 {
        rules.push("cover exactly one own cell");
    }
    Some(format!("{}; which mistake of the bot leads there is not known", rules.join(", ")))
}

/// The advice for an answer that cannot be read.
pub fn of_unreadable(line: &[u8], dialect: Dialect) -> String {
    let line = String::from_utf8_lossy(line);
    let form = match dialect {
        Dialect::Plateau => "`ROW COLUMN` and a line feed",
        Dialect::Anfield => "`X Y` with one blank between, and a line feed",
    };
    let has_letters = line.chars().any(char::is_alphabetic);
    if line.ends_with("\r\n") && dialect == Dialect::Anfield {
        return format!("end lines with a line feed alone, not with a carriage return too: {form}");
    }
    if has_letters || line.trim().is_empty() {
        return format!("standard output belongs to the referee: write only {form} there, and messages to stderr");
    }
    format!("write {form}, nothing else")
}

#[cfg(test)]
mod tests;
