//! One move: the board before it, the best placements beside the one that was played, and what the difference is.

use super::bar::{BAR_CELL, bar, percent};
use super::{Answer, Care, Judgement, Move, champion, json, judgement, player, points};
use crate::cli::ExplainArgs;
use crate::commands::table::{aligned, counted};
use crate::commands::{colour, print_json};
use crate::failure::Failure;
use engine::pieces::{Opinion, Stance};
use rules::pieces::{Pieces, Placement};
use rules::{BySide, Cell, CellSet, Game, Side};
use std::io::{self, Write};
use std::process::ExitCode;
use view::{Aside, Depict, Paint, Scene};

/// What stands behind the line of the placement that was played.
const PLAYED: &str = "<- played";
/// Why some moves are judged by room alone.
const SETTLED: &str = "land changes hands no more: what counts is room for the pieces to come";
/// A green that is told from both sides' colours by every eye.
const BEST: Paint = Paint::Tile((0, 130, 95), None, false);

pub fn print<S: CellSet>(judged: &Move<S>, names: &BySide<String>, args: &ExplainArgs) -> Result<ExitCode, Failure> {
    let before = champion(Care::Close, args).stance(&judged.before);
    let judgement = judgement(judged, Care::Close, args);
    if args.json {
        print_json(&json::turn(judged, before, &judgement))?;
        return Ok(ExitCode::SUCCESS);
    }
    let words = Words { judged, marks: BySide::from_fn(|side| judged.before.side_name(side)), top: args.top };
    let mut scene = words.board(&judgement);
    let score = judged.before.score();
    let called = |side| player(&judged.before, names, side);
    let (first, second) = (called(Side::First), called(Side::Second));
    scene.above.push(format!(
        "turn {}: {} is to place | {first} {} : {} {second}",
        judged.turn,
        called(judged.side),
        score.first,
        score.second,
    ));
    scene.below.push(String::new());
    scene.below.push(words.stance(before));
    scene.below.extend(words.table(before, &judgement));
    scene.below.extend(words.verdict(&judgement).lines().map(String::from));
    io::stdout().write_all(view::text(&scene, colour()).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Puts a move into words.
struct Words<'a, S> {
    judged: &'a Move<S>,
    /// What the sides are called on the board.
    marks: BySide<String>,
    top: usize,
}

impl<S: CellSet> Words<'_, S> {
    fn own(&self) -> &str {
        &self.marks[self.judged.side]
    }

    fn enemy(&self) -> &str {
        &self.marks[self.judged.side.other()]
    }

    /// The board with the cells that the placement took, and those that the best one takes.
    fn board(&self, judgement: &Judgement) -> Scene {
        let before = &self.judged.before;
        let mut scene = before.scene(None);
        let played = self.judged.answer.placement();
        let best = match judgement {
            Judgement::Stuck => None,
            Judgement::Contested(opinions) => opinions.first().map(|opinion| opinion.placement),
            Judgement::Settled(packed) => {
                let least = packed.first().map(|(_, parted)| *parted);
                let is_best =
                    |(placement, parted): &&(Placement, u32)| Some(*placement) == played && Some(*parted) == least;
                packed.iter().find(is_best).or(packed.first()).map(|(placement, _)| *placement)
            }
        };
        let letter = before.dialect().recent_mark(self.judged.side);
        let (took, takes) = (taken(before, played), taken(before, best));
        for (cell, mark) in before.size().cells().zip(&mut scene.marks) {
            let (text, paint) = match (took.contains(&cell), takes.contains(&cell)) {
                (false, false) => continue,
                (true, true) if played != best => ('+', Paint::Recent(self.judged.side)),
                (true, _) => (letter, Paint::Recent(self.judged.side)),
                (false, true) => ('1', BEST),
            };
            (mark.text, mark.paint) = (text.into(), paint);
        }
        let legend = match (played, best) {
            (Some(played), Some(best)) if played != best => {
                let shared = if took.iter().any(|cell| takes.contains(cell)) { ", + both" } else { "" };
                Some(format!("{letter} what was played, 1 the best{shared}"))
            }
            (Some(_), _) => Some(format!("{letter} what was played")),
            (None, Some(_)) => Some("1 the best".into()),
            (None, None) => None,
        };
        if let Some(legend) = legend {
            scene.below.push(legend);
        }
        // The legend is of the board: it comes before the piece.
        if let Some(Aside { title, rows }) = scene.aside.take() {
            scene.below.extend([title].into_iter().chain(rows));
        }
        scene
    }

    fn stance(&self, before: Stance) -> String {
        let (own, enemy, (ours, theirs)) = (self.own(), self.enemy(), before.territory);
        if self.judged.before.is_out(self.judged.side.other()) {
            let stuck = percent(before.stuck.0);
            return format!("before: {enemy} is out, {own} goes on alone; no place for a next piece: {stuck}");
        }
        let stuck = format!("{own} {}, {enemy} {}", percent(before.stuck.0), percent(before.stuck.1));
        let land = counted(ours as i64, "free cell");
        format!("before: {own} is first at {land}, {enemy} at {theirs}; no place for a next piece: {stuck}")
    }

    fn table(&self, before: Stance, judgement: &Judgement) -> Vec<String> {
        let (own, enemy) = (self.own(), self.enemy());
        let (heads, rows): (Vec<String>, Vec<_>) = match judgement {
            Judgement::Stuck => return vec![],
            Judgement::Contested(opinions) => {
                let heads = [
                    "at".into(),
                    format!("{:<BAR_CELL$}", format!("{own} wins")),
                    "futures".into(),
                    format!("land {own}:{enemy}"),
                    "change".into(),
                    format!("{own} stuck"),
                    format!("{enemy} stuck"),
                ];
                let row = |opinion: &Opinion| (opinion.placement, opinion_cells(opinion, before));
                (heads.into(), opinions.iter().map(row).collect())
            }
            Judgement::Settled(packed) => {
                let row = |(placement, parted): &(Placement, u32)| (*placement, vec![parted.to_string()]);
                (vec!["at".into(), "parts".into()], packed.iter().map(row).collect())
            }
        };
        let played = self.judged.answer.placement();
        let mut lines = vec![([vec![String::new()], heads].concat(), "")];
        for (rank, (placement, cells)) in (1..).zip(rows) {
            let is_played = Some(placement) == played;
            if rank <= self.top || is_played {
                let cells = [vec![rank.to_string(), placement.to_string()], cells].concat();
                lines.push((cells, if is_played { PLAYED } else { "" }));
            }
        }
        let mut lines = aligned(&lines);
        if matches!(judgement, Judgement::Settled(_)) {
            lines.insert(0, SETTLED.into());
        }
        lines
    }

    /// What was played, against the best.
    fn verdict(&self, judgement: &Judgement) -> String {
        let own = self.own();
        let fits_nowhere = || format!("the piece fits nowhere: {own} is stuck, there was nothing to choose");
        let played = match (&self.judged.answer, judgement) {
            (Answer::Failed(fault), _) => return format!("played nothing: {own} is out, {fault}"),
            (Answer::Stuck, _) | (_, Judgement::Stuck) => return fits_nowhere(),
            (Answer::Placed(played), _) => *played,
        };
        match judgement {
            Judgement::Stuck => fits_nowhere(),
            Judgement::Contested(opinions) => {
                let best = &opinions[0];
                let found = opinions.iter().find(|opinion| opinion.placement == played);
                let found = found.expect("the champion judges what it is asked about");
                let lost = points(best.chance) - points(found.chance);
                match lost {
                    _ if self.judged.before.moves().nth(1).is_none() => {
                        format!("played {played}: the only place where the piece fits")
                    }
                    _ if opinions.len() == 1 => {
                        format!("played {played}: no other was looked at (try more --nodes or --time)")
                    }
                    _ if best.placement == played => format!("played {played}: the best"),
                    ..=0 => format!("played {played}: as good as the best, {}", best.placement),
                    _ => {
                        let (lost, best_at) = (counted(lost, "point"), best.placement);
                        let why = self.why(found.after, best.after);
                        format!("played {played}: gives up {lost} of winning chance against {best_at}:\n  {why}")
                    }
                }
            }
            Judgement::Settled(packed) => {
                let best = packed[0];
                let left = packed.iter().find(|(placement, _)| *placement == played).map_or(0, |(_, parted)| *parted);
                if left == best.1 {
                    return format!("played {played}: leaves as much as any");
                }
                format!(
                    "played {played}: parts {left} of the free cells' bonds, {} would have parted {}",
                    best.0, best.1
                )
            }
        }
    }

    /// What is worse after one placement than after another.
    fn why(&self, worse: Stance, better: Stance) -> String {
        let (own, enemy) = (self.own(), self.enemy());
        let difference = |now: usize, then: usize| now as i64 - then as i64;
        let less = difference(better.territory.0, worse.territory.0);
        let more = difference(worse.territory.1, better.territory.1);
        let riskier = points(worse.stuck.0) - points(better.stuck.0);
        let safer = points(better.stuck.1) - points(worse.stuck.1);
        let reasons = [
            (less, format!("{own} is first at {} fewer", counted(less, "cell"))),
            (more, format!("{enemy} is first at {} more", counted(more, "cell"))),
            (riskier, format!("{own} is likelier to be stuck by {}", counted(riskier, "point"))),
            (safer, format!("{enemy} is safer by {}", counted(safer, "point"))),
        ];
        let reasons: Vec<String> =
            reasons.into_iter().filter_map(|(amount, words)| (amount > 0).then_some(words)).collect();
        if reasons.is_empty() {
            return "it holds no less now, but the futures that were tried went worse".into();
        }
        reasons.join(", ")
    }
}

fn opinion_cells(opinion: &Opinion, before: Stance) -> Vec<String> {
    let (after, stood) = (opinion.after.territory, before.territory);
    let change = |now: usize, then: usize| now as i64 - then as i64;
    vec![
        bar(opinion.chance),
        opinion.futures.to_string(),
        format!("{}:{}", after.0, after.1),
        format!("{:+}:{:+}", change(after.0, stood.0), change(after.1, stood.1)),
        percent(opinion.after.stuck.0),
        percent(opinion.after.stuck.1),
    ]
}

/// The cells that a placement takes: all under the piece but the one that was owned.
fn taken<S: CellSet>(before: &Pieces<S>, placement: Option<Placement>) -> Vec<Cell> {
    let (Some(Placement::At { row, col }), Some(piece)) = (placement, before.piece()) else { return vec![] };
    let covered = Pieces::<S>::covered(piece, row, col).map(|(row, col)| Cell::new(row as usize, col as usize));
    covered.filter(|cell| before.free().contains(*cell)).collect()
}
