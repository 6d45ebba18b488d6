//! A whole game: every move that had a choice, and the few that gave up most.

use super::bar::percent;
use super::{Answer, Care, Judgement, Move, Moves, json, judgement, names, player, points};
use crate::cli::ExplainArgs;
use crate::commands::print_json;
use crate::commands::table::{aligned, counted};
use crate::failure::Failure;
use crate::json::rounded;
use crate::progress::progress_bar;
use league::cores;
use league::run_in_order;
use rules::notation::printable;
use rules::pieces::{Pieces, Placement, Setup};
use rules::record::Record;
use rules::{BySide, CellSet, Game, Side};
use std::io::{self, Write};
use std::process::ExitCode;
use view::Film;

/// How many moves people see.
const SHOWN: usize = 5;
/// How many get a closer look: a quick one may be wrong about the worst.
const SUSPECTS: usize = 12;
/// Moves that are held in memory at the same time: boards may be large.
const BATCH: usize = 64;

/// What became of a move.
enum Verdict {
    Graded(Graded),
    Settled,
    /// It was forced, or there was none.
    NoChoice,
    Failed,
}

/// A move that had a choice.
struct Graded {
    turn: usize,
    side: Side,
    played: Placement,
    best: Placement,
    /// The chance to win after each of the two.
    chance: (f64, f64),
    care: Care,
}

impl Graded {
    fn lost(&self) -> f64 {
        self.chance.1 - self.chance.0
    }
}

pub fn print<S: CellSet>(record: &Record, setup: &Setup, args: &ExplainArgs) -> Result<ExitCode, Failure> {
    // A record that disagrees with the rules is refused before the long work begins.
    let mut film = Film::<Pieces<S>>::new(record, setup);
    let wrong = |error| Failure::Disagreement { path: args.file.clone(), error };
    film.read(usize::MAX).map_err(wrong)?;
    let mut judged = Judged { turns: film.last(), graded: vec![], settled_from: None, failed: vec![] };
    let progress = progress_bar(judged.turns, "moves");
    judge::<S>(
        record,
        setup,
        args,
        Care::Quick,
        |_| true,
        |turn, verdict| {
            progress.inc(1);
            match verdict {
                Verdict::Graded(one) => judged.graded.push(one),
                Verdict::Settled => judged.settled_from = judged.settled_from.or(Some(turn)),
                Verdict::Failed => judged.failed.push(turn),
                Verdict::NoChoice => {}
            }
        },
    )?;
    let suspects: Vec<usize> = judged.worst().iter().take(SUSPECTS).map(|one| one.turn).collect();
    progress.set_message("a closer look at the worst");
    judge::<S>(
        record,
        setup,
        args,
        Care::Close,
        |turn| suspects.contains(&turn),
        |turn, verdict| {
            let place = judged.graded.iter().position(|one| one.turn == turn);
            if let (Some(place), Verdict::Graded(one)) = (place, verdict) {
                judged.graded[place] = one;
            }
        },
    )?;
    progress.finish_and_clear();
    if args.json {
        return judged.print_json();
    }
    let start = Pieces::<S>::new(setup);
    let names = names(record);
    let players = BySide::from_fn(|side| player(&start, &names, side));
    let mut text = judged.in_words(&players, args);
    text.insert(0, film.ending());
    io::stdout().write_all((text.join("\n") + "\n").as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Judges the moves of a record that are wanted, on all cores, and hands them over in order.
fn judge<S: CellSet>(
    record: &Record,
    setup: &Setup,
    args: &ExplainArgs,
    care: Care,
    is_wanted: impl Fn(usize) -> bool,
    mut done: impl FnMut(usize, Verdict),
) -> Result<(), Failure> {
    let mut moves = Moves::<S>::new(record, setup, &args.file);
    loop {
        let mut batch = vec![];
        while batch.len() < BATCH
            && let Some(next) = moves.next()?
        {
            if is_wanted(next.turn) {
                batch.push(next);
            }
        }
        if batch.is_empty() {
            return Ok(());
        }
        let work = |index: usize| Ok::<_, Failure>(Some(verdict(&batch[index], care, args)));
        run_in_order(batch.len(), cores(), work, |index, verdict| {
            done(batch[index].turn, verdict);
            Ok(())
        })?;
    }
}

fn verdict<S: CellSet>(judged: &Move<S>, care: Care, args: &ExplainArgs) -> Verdict {
    let played = match judged.answer {
        Answer::Placed(played) => played,
        Answer::Stuck => return Verdict::NoChoice,
        Answer::Failed(_) => return Verdict::Failed,
    };
    if judged.before.moves().nth(1).is_none() {
        return Verdict::NoChoice;
    }
    match judgement(judged, care, args) {
        Judgement::Stuck => Verdict::NoChoice,
        Judgement::Settled(_) => Verdict::Settled,
        Judgement::Contested(opinions) => {
            let found = opinions.iter().find(|opinion| opinion.placement == played);
            let found = found.expect("the champion judges what it is asked about");
            let (turn, side, best) = (judged.turn, judged.side, opinions[0].placement);
            let chance = (found.chance, opinions[0].chance);
            Verdict::Graded(Graded { turn, side, played, best, chance, care })
        }
    }
}

/// All moves of a game.
struct Judged {
    turns: usize,
    graded: Vec<Graded>,
    settled_from: Option<usize>,
    /// The turns at which a side was put out for a fault.
    failed: Vec<usize>,
}

impl Judged {
    /// What a side's moves lost, on average, and how many they are.
    fn lost_a_move(&self, side: Side) -> Option<(f64, usize)> {
        let lost: Vec<f64> = self.graded.iter().filter(|one| one.side == side).map(Graded::lost).collect();
        (!lost.is_empty()).then(|| (lost.iter().sum::<f64>() / lost.len() as f64, lost.len()))
    }

    /// The moves, those that lost most first.
    fn worst(&self) -> Vec<&Graded> {
        let mut worst: Vec<&Graded> = self.graded.iter().collect();
        worst.sort_by(|a, b| b.lost().total_cmp(&a.lost()));
        worst
    }

    fn print_json(&self) -> Result<ExitCode, Failure> {
        for one in &self.graded {
            print_json(&json::Graded {
                turn: one.turn,
                side: one.side,
                played: json::Place::of(one.played),
                best: json::Place::of(one.best),
                chance: (rounded(one.chance.1), rounded(one.chance.0)),
                lost: rounded(one.lost()),
                close: one.care == Care::Close,
            })?;
        }
        let lost_a_move = Side::BOTH.map(|side| self.lost_a_move(side).map(|(lost, _)| rounded(lost)));
        let (judged, settled_from) = (self.graded.len(), self.settled_from);
        print_json(&json::SummaryLine {
            summary: json::Summary { turns: self.turns, judged, settled_from, lost_a_move },
        })?;
        Ok(ExitCode::SUCCESS)
    }

    fn in_words(&self, players: &BySide<String>, args: &ExplainArgs) -> Vec<String> {
        let mut lines = vec![];
        for side in Side::BOTH {
            let player = &players[side];
            lines.push(match self.lost_a_move(side) {
                None => format!("  {player}: no move with a choice"),
                Some((lost, moves)) => {
                    let moves = counted(moves as i64, "move");
                    format!(
                        "  {player}: {moves} with a choice, {:.1} points of winning chance given up a move",
                        lost * 100.0
                    )
                }
            });
        }
        // Only what a closer look has confirmed: those numbers are the ones that `--at` shows.
        let mut worst = self.worst();
        worst.retain(|one| one.care == Care::Close && one.points_lost() > 0);
        worst.sort_by_key(|one| std::cmp::Reverse(one.points_lost()));
        worst.truncate(SHOWN);
        if !worst.is_empty() {
            lines.push("what gave up most:".into());
            let width = Side::BOTH.map(|side| players[side].chars().count()).into_iter().max().unwrap_or(0);
            let heads = ["turn", &format!("{:width$}", "player"), "played", "wins", "best", "wins", "points lost"]
                .map(String::from);
            let mut rows = vec![(heads.to_vec(), "")];
            rows.extend(worst.iter().map(|one| (one.cells(&format!("{:width$}", players[one.side])), "")));
            lines.extend(aligned(&rows).into_iter().map(|line| format!("  {line}")));
        }
        lines.extend(self.failed.iter().map(|turn| format!("at turn {turn} a side was put out for a fault")));
        if let Some(turn) = self.settled_from {
            lines.push(format!("from turn {turn} on land changes hands no more: those moves are not compared"));
        }
        let file = printable(&args.file.display().to_string());
        lines.push(match (worst.first().map(|one| one.turn), self.failed.first()) {
            (Some(turn), _) => format!("to see why: landgrab explain {file} --at {turn}"),
            (None, Some(turn)) => format!("to see which: landgrab explain {file} --at {turn}"),
            (None, None) if self.graded.is_empty() => "there is nothing to compare".into(),
            (None, None) => "no move gave up a point".into(),
        });
        lines
    }
}

impl Graded {
    /// As the two chances read.
    fn points_lost(&self) -> i64 {
        points(self.chance.1) - points(self.chance.0)
    }

    fn cells(&self, player: &str) -> Vec<String> {
        vec![
            self.turn.to_string(),
            player.into(),
            self.played.to_string(),
            percent(self.chance.0),
            self.best.to_string(),
            percent(self.chance.1),
            self.points_lost().to_string(),
        ]
    }
}
