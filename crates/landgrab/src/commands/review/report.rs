//! A review in words: a line a move, then how each side did and where the game turned.

use crate::colours::{margin, swing_bar};
use crate::commands::colour;
use crate::commands::table::{counted, fitted};
use crate::width;
use analysis::Bounds;
use analysis::review::{Mark, ReviewedMove, Summary, ValueMoves, outcome};
use rules::{Game, Side};
use std::cmp::Ordering;
use view::{Depict, Film};

/// The columns that a narrow screen does without: the bar, the gain, the player, who moves in turn, the best moves.
const GIVE_WAY: [usize; 4] = [6, 3, 1, 4];
/// Screens with fewer columns than this get shorter words.
const NARROW: usize = 60;
/// More best moves than this are only counted.
const MOST_NAMED: usize = 6;

/// Prints a move, in colour where that helps.
pub type Paint<G> = fn(<G as Game>::Move, view::Colour) -> String;

fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Best => "",
        Mark::Slip => "?",
        Mark::Blunder => "??",
        Mark::Trap => "trap",
        Mark::Unknown => "not proven",
    }
}

/// The words behind a move. An estimate is said to be one, with the depth of its search; on a narrow screen the `~` says it.
fn remark<G: Game>(one: &ReviewedMove<G>, is_narrow: bool) -> String {
    let Some(estimate) = &one.estimate else { return sign(one.mark()).into() };
    let verdict = match one.mark() {
        Mark::Trap => "trap ",
        _ if estimate.is_doubtful() => "(?) ",
        _ => "",
    };
    let what = if is_narrow { "" } else { "estimate, " };
    format!("{verdict}{what}depth {}", estimate.depth)
}

/// `~+1.5`: about so much.
fn about(margin: f64) -> String {
    let rounded = (margin * 10.0).round() / 10.0;
    if rounded == 0.0 { "~0".into() } else { format!("~{rounded:+.1}") }
}

pub fn in_words<G: ValueMoves + Depict>(
    moves: &[ReviewedMove<G>],
    summary: &Summary,
    film: &Film<'_, G>,
    start: &G,
    paint: Paint<G>,
) -> String {
    let mut lines = vec![];
    if let Some(first) = moves.first() {
        lines.push(format!("at the start {}", beginning(start, first)));
        lines.push(String::new());
        lines.extend(table(moves, film, start, paint));
    } else {
        lines.push("the record has no moves".to_owned());
    }
    lines.push(String::new());
    lines.push(film.ending());
    let turning_point = moves.iter().find(|one| Some(one.turn) == summary.turning_point);
    lines.push(match turning_point {
        Some(one) => {
            let (was, became) = (words(one.before), words(one.after));
            let best: Vec<String> = one.best.iter().map(ToString::to_string).collect();
            let (who, best) = (film.player(one.side), best.join(" or "));
            format!(
                "turning point: turn {}, {who} played {} and turned {was} into {became} (best: {best})",
                one.turn, one.played
            )
        }
        None => "no turning point: no move changed who wins".into(),
    });
    for side in Side::BOTH {
        let Some(accuracy) = summary.accuracy[side] else { continue };
        let traps = match summary.traps[side] {
            0 => String::new(),
            traps => format!(", {}", counted(traps as i64, "trap")),
        };
        lines.push(format!(
            "{}: {} of {} moves best ({:.0} %), {} of lead thrown away, {}{traps}",
            film.player(side),
            summary.best[side],
            summary.moves[side],
            accuracy * 100.0,
            counted(summary.lost[side].into(), G::UNIT),
            counted(summary.blunders[side] as i64, "blunder"),
        ));
    }
    if summary.estimated > 0 {
        let moves = counted(summary.estimated as i64, "move");
        lines.push(format!("an estimate (~) by search, not a proof: {moves}, not counted above"));
        if start.are_estimates_of_moves() {
            let (first, second) = (start.side_name(Side::First), start.side_name(Side::Second));
            lines.push(format!("estimates count the moves that {first} gets more than {second}: above 0 {first} wins"));
        }
    }
    lines.join("\n") + "\n"
}

/// A line a move.
fn table<G: ValueMoves + Depict>(
    moves: &[ReviewedMove<G>],
    film: &Film<'_, G>,
    start: &G,
    paint: Paint<G>,
) -> Vec<String> {
    let widest = Side::BOTH.map(|side| film.player(side).chars().count()).into_iter().max().unwrap_or(0);
    let is_narrow = width::of_stdout().is_some_and(|columns| columns < NARROW);
    let margin_of_first = format!("{} {}", if is_narrow { "of" } else { "margin of" }, start.side_name(Side::First));
    let head = ["turn", &format!("{:<widest$}", "player"), "played", "gain", "best", &margin_of_first, "", "lost"];
    let mut rows: Vec<(Vec<String>, String)> = vec![(head.map(String::from).to_vec(), String::new())];
    for one in moves {
        let after = for_first(one.side, one.after);
        let mut best: Vec<String> = one.best.iter().take(MOST_NAMED).map(|best| paint(*best, colour())).collect();
        if one.best.len() > MOST_NAMED {
            best.push(format!("+{}", one.best.len() - MOST_NAMED));
        }
        let lost = match (&one.estimate, one.lost()) {
            (_, Some(0)) => String::new(),
            (_, Some(lost)) => lost.to_string(),
            (Some(estimate), None) if estimate.lost() < 0.05 => String::new(),
            (Some(estimate), None) => format!("~{:.1}", estimate.lost()),
            (None, None) => "?".into(),
        };
        let (shown, bar) = match &one.estimate {
            Some(estimate) => {
                best = vec![paint(estimate.best, colour())];
                let expected = if one.side == Side::First { estimate.after } else { -estimate.after };
                (about(expected), String::new())
            }
            None => (margin(after), swing_bar(after, colour())),
        };
        let cells = vec![
            one.turn.to_string(),
            format!("{:<widest$}", film.player(one.side)),
            paint(one.played, colour()),
            format!("+{}", one.gain),
            best.join(" "),
            shown,
            bar,
            lost,
        ];
        rows.push((cells, remark(one, is_narrow)));
    }
    let rows: Vec<(Vec<String>, &str)> = rows.iter().map(|(cells, remark)| (cells.clone(), remark.as_str())).collect();
    fitted(&rows, width::of_stdout(), &GIVE_WAY)
}

/// A margin of a side as the first side sees it.
fn for_first(side: Side, value: Bounds) -> Bounds {
    match side {
        Side::First => value,
        Side::Second => Bounds { low: -value.high, high: -value.low },
    }
}

/// The start in words: proven, or else as a search expects it.
fn beginning<G: ValueMoves + Depict>(start: &G, first: &ReviewedMove<G>) -> String {
    match &first.estimate {
        None => outlook(start, for_first(first.side, first.before)),
        Some(estimate) => {
            let expected = if first.side == Side::First { estimate.before } else { -estimate.before };
            let (name, expected, depth) = (start.side_name(Side::First), about(expected), estimate.depth);
            let ends = if start.are_estimates_of_moves() { "gets more moves by" } else { "ends" };
            format!("nothing is proven: {name} {ends} {expected} (an estimate, depth {depth})")
        }
    }
}

/// The winner from here on, in words.
fn outlook<G: Depict>(position: &G, value: Bounds) -> String {
    let (first, second) = (position.side_name(Side::First), position.side_name(Side::Second));
    match outcome(value) {
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
    match outcome(value) {
        Some(Ordering::Greater) => format!("a win by {}", margin(value).trim_start_matches('+')),
        Some(Ordering::Equal) => "a tie".into(),
        Some(Ordering::Less) => {
            format!("a loss by {}", margin(Bounds { low: -value.high, high: -value.low }).trim_start_matches('+'))
        }
        None => "something that is not proven".into(),
    }
}
