//! One move: the board before it, the best placements beside the one that was played, and what the difference is.

use super::bar::{BAR_CELL, bar, percent};
use super::{effort, player};
use crate::cli::ExplainArgs;
use crate::commands::table::{aligned, counted};
use crate::commands::{colour, print_json};
use crate::failure::Failure;
use analysis::decision::Decision;
use analysis::explain::{
    Assessment, Difference, JudgedPlacement, Land, Place, Seen, TurnExplanation, explain_turn, scene,
};
use rules::pieces::Pieces;
use rules::{BySide, CellSet, Game, Side};
use std::io::{self, Write};
use std::process::ExitCode;
use view::Depict;

/// Stands behind the line of the placement that was played.
const PLAYED: &str = "<- played";
/// Why some moves are judged by room alone.
const SETTLED: &str = "land changes hands no more: what counts is room for the pieces to come";

pub fn print<S: CellSet>(
    decision: &Decision<Pieces<S>>,
    names: &BySide<String>,
    args: &ExplainArgs,
) -> Result<ExitCode, Failure> {
    let turn = explain_turn(decision, &effort(args));
    if args.json {
        print_json(&turn)?;
        return Ok(ExitCode::SUCCESS);
    }
    let before = &decision.before;
    let words = Words {
        turn: &turn,
        own: before.side_name(turn.side),
        enemy: before.side_name(turn.side.other()),
        is_enemy_out: before.is_out(turn.side.other()),
        top: args.top,
    };
    let mut scene = scene(before, &turn);
    let score = before.score();
    let called = |side| player(before, names, side);
    let (first, second) = (called(Side::First), called(Side::Second));
    scene.above.push(format!(
        "turn {}: {} is to place | {first} {} : {} {second}",
        turn.turn,
        called(turn.side),
        score.first,
        score.second,
    ));
    scene.below.push(String::new());
    scene.below.push(words.standing());
    scene.below.extend(words.table());
    scene.below.extend(words.verdict().lines().map(String::from));
    io::stdout().write_all(view::text(&scene, colour()).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Puts an explanation into words.
struct Words<'a> {
    turn: &'a TurnExplanation,
    /// The letters of the sides on the board.
    own: String,
    enemy: String,
    is_enemy_out: bool,
    /// How many placements to list.
    top: usize,
}

impl Words<'_> {
    fn standing(&self) -> String {
        let (own, enemy, Land { territory, stuck }) = (&self.own, &self.enemy, self.turn.before);
        let (own_risk, enemy_risk) = (percent(stuck.0), percent(stuck.1));
        if self.is_enemy_out {
            return format!("before: {enemy} is out, {own} goes on alone; no place for a next piece: {own_risk}");
        }
        let land = counted(territory.0 as i64, "free cell");
        let theirs = territory.1;
        let stuck = format!("{own} {own_risk}, {enemy} {enemy_risk}");
        format!("before: {own} is first at {land}, {enemy} at {theirs}; no place for a next piece: {stuck}")
    }

    fn table(&self) -> Vec<String> {
        let (own, enemy, turn) = (&self.own, &self.enemy, self.turn);
        if turn.placements.is_empty() {
            return vec![];
        }
        let heads: Vec<String> = if turn.settled {
            vec!["at".into(), "parts".into()]
        } else {
            vec![
                "at".into(),
                format!("{:<BAR_CELL$}", format!("{own} wins")),
                "futures".into(),
                format!("land {own}:{enemy}"),
                "change".into(),
                format!("{own} stuck"),
                format!("{enemy} stuck"),
            ]
        };
        let mut lines = vec![([vec![String::new()], heads].concat(), "")];
        for (index, placement) in turn.placements.iter().enumerate() {
            let is_played = Some(index) == turn.played;
            if index < self.top || is_played {
                let cells = [vec![(index + 1).to_string()], cells(placement, turn.before)].concat();
                lines.push((cells, if is_played { PLAYED } else { "" }));
            }
        }
        let mut lines = aligned(&lines);
        if turn.settled {
            lines.insert(0, SETTLED.into());
        }
        lines
    }

    /// The placement that was played, against the best.
    fn verdict(&self) -> String {
        let own = &self.own;
        let played = self.turn.played_at().as_ref().map(Place::to_string).unwrap_or_default();
        match self.turn.assessment() {
            Assessment::Failed => {
                let fault = self.turn.fault.as_deref().unwrap_or_default();
                format!("played nothing: {own} is out, {fault}")
            }
            Assessment::Stuck => format!("the piece fits nowhere: {own} is stuck, there was nothing to choose"),
            Assessment::Forced => format!("played {played}: the only place where the piece fits"),
            Assessment::NotCompared => {
                format!("played {played}: no other was looked at (try more --nodes or --time)")
            }
            Assessment::Best => format!("played {played}: the best"),
            Assessment::AsGood { best } => format!("played {played}: as good as the best, {best}"),
            Assessment::Worse { best, points, difference } => {
                let (lost, why) = (counted(points, "point"), self.why(difference));
                format!("played {played}: gives up {lost} of winning chance against {best}:\n  {why}")
            }
            Assessment::KeepsRoom => format!("played {played}: leaves as much as any"),
            Assessment::PartsRoom { parted, best, least } => {
                format!("played {played}: parts {parted} of the free cells' bonds, {best} would have parted {least}")
            }
        }
    }

    fn why(&self, difference: Difference) -> String {
        let (own, enemy) = (&self.own, &self.enemy);
        let Difference { own_cells, enemy_cells, own_risk, enemy_safety } = difference;
        let reasons = [
            (own_cells, format!("{own} is first at {} fewer", counted(own_cells, "cell"))),
            (enemy_cells, format!("{enemy} is first at {} more", counted(enemy_cells, "cell"))),
            (own_risk, format!("{own} is likelier to be stuck by {}", counted(own_risk, "point"))),
            (enemy_safety, format!("{enemy} is safer by {}", counted(enemy_safety, "point"))),
        ];
        let reasons: Vec<String> =
            reasons.into_iter().filter_map(|(amount, words)| (amount > 0).then_some(words)).collect();
        if reasons.is_empty() {
            return "it holds no less now, but the futures that were tried went worse".into();
        }
        reasons.join(", ")
    }
}

fn cells(placement: &JudgedPlacement, before: Land) -> Vec<String> {
    let at = placement.at.to_string();
    match &placement.seen {
        Seen::Settled { parted } => vec![at, parted.to_string()],
        Seen::Contested { chance, futures, after } => {
            let (now, then) = (after.territory, before.territory);
            let change = |now: usize, then: usize| now as i64 - then as i64;
            vec![
                at,
                bar(*chance),
                futures.to_string(),
                format!("{}:{}", now.0, now.1),
                format!("{:+}:{:+}", change(now.0, then.0), change(now.1, then.1)),
                percent(after.stuck.0),
                percent(after.stuck.1),
            ]
        }
    }
}
