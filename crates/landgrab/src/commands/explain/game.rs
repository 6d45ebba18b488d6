//! A whole game: the moves that gave up most winning chance, judged on all cores.

use super::bar::percent;
use super::{effort, names, player};
use crate::cli::ExplainArgs;
use crate::commands::print_json;
use crate::commands::table::{aligned, counted};
use crate::failure::Failure;
use crate::progress::progress_bar;
use analysis::decision::Decisions;
use analysis::explain::{Care, GameExplanation, MoveGrade, MoveVerdict, Summary, judge};
use league::cores;
use league::run_in_order;
use rules::notation::printable;
use rules::pieces::{Pieces, Setup};
use rules::record::Record;
use rules::{BySide, CellSet, Game, Side};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
use view::Film;

/// How many moves people see.
const SHOWN: usize = 5;
/// Moves that are held in memory at the same time: boards may be large.
const BATCH: usize = 64;

#[derive(Serialize)]
struct SummaryLine {
    summary: Summary,
}

pub fn print<S: CellSet>(record: &Record, setup: &Setup, args: &ExplainArgs) -> Result<ExitCode, Failure> {
    // A record that disagrees with the rules is refused before the long work begins.
    let mut film = Film::<Pieces<S>>::new(record, setup);
    let wrong = |error| Failure::Disagreement { path: args.file.clone(), error };
    film.read(usize::MAX).map_err(wrong)?;
    let mut game = GameExplanation::default();
    let progress = progress_bar(film.last(), "moves");
    judge_all::<S>(
        record,
        setup,
        args,
        Care::Quick,
        |_| true,
        |turn, verdict| {
            progress.inc(1);
            game.add(turn, verdict);
        },
    )?;
    let suspects = game.suspects();
    progress.set_message("a closer look at the worst");
    judge_all::<S>(
        record,
        setup,
        args,
        Care::Close,
        |turn| suspects.contains(&turn),
        |_, verdict| game.replace(verdict),
    )?;
    progress.finish_and_clear();
    if args.json {
        for grade in &game.graded {
            print_json(grade)?;
        }
        print_json(&SummaryLine { summary: game.summary() })?;
        return Ok(ExitCode::SUCCESS);
    }
    let start = Pieces::<S>::new(setup);
    let names = names(record);
    let players = BySide::from_fn(|side| player(&start, &names, side));
    let mut text = in_words(&game, &players, args);
    text.insert(0, film.ending());
    io::stdout().write_all((text.join("\n") + "\n").as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Judges the moves of a record that are wanted, on all cores, and hands them over in order.
fn judge_all<S: CellSet>(
    record: &Record,
    setup: &Setup,
    args: &ExplainArgs,
    care: Care,
    is_wanted: impl Fn(usize) -> bool,
    mut done: impl FnMut(usize, MoveVerdict),
) -> Result<(), Failure> {
    let (mut decisions, effort) = (Decisions::<Pieces<S>>::new(record, setup), effort(args));
    loop {
        let mut batch = vec![];
        while batch.len() < BATCH
            && let Some(next) = decisions.next()
        {
            let next = next.map_err(|error| Failure::Disagreement { path: args.file.clone(), error })?;
            if is_wanted(next.turn) {
                batch.push(next);
            }
        }
        if batch.is_empty() {
            return Ok(());
        }
        let work = |index: usize| Ok::<_, Failure>(Some(judge(&batch[index], care, &effort)));
        run_in_order(batch.len(), cores(), work, |index, verdict| {
            done(batch[index].turn, verdict);
            Ok(())
        })?;
    }
}

fn in_words(game: &GameExplanation, players: &BySide<String>, args: &ExplainArgs) -> Vec<String> {
    let mut lines = vec![];
    for side in Side::BOTH {
        let player = &players[side];
        lines.push(match game.lost_a_move(side) {
            None => format!("  {player}: no move with a choice"),
            Some(lost) => {
                let moves = counted(game.choices(side) as i64, "move");
                format!(
                    "  {player}: {moves} with a choice, {:.1} points of winning chance given up a move",
                    lost * 100.0
                )
            }
        });
    }
    // Only moves that got a closer look: their numbers are the ones that `--at` shows.
    let mut worst = game.worst();
    worst.retain(|grade| grade.close && grade.points_lost() > 0);
    worst.sort_by_key(|grade| std::cmp::Reverse(grade.points_lost()));
    worst.truncate(SHOWN);
    if !worst.is_empty() {
        lines.push("what gave up most:".into());
        let width = Side::BOTH.map(|side| players[side].chars().count()).into_iter().max().unwrap_or(0);
        let heads = ["turn", &format!("{:width$}", "player"), "played", "wins", "best", "wins", "points lost"]
            .map(String::from);
        let mut rows = vec![(heads.to_vec(), "")];
        rows.extend(worst.iter().map(|grade| (cells(grade, &format!("{:width$}", players[grade.side])), "")));
        lines.extend(aligned(&rows).into_iter().map(|line| format!("  {line}")));
    }
    lines.extend(game.failed.iter().map(|turn| format!("at turn {turn} a side was put out for a fault")));
    if let Some(turn) = game.settled_from {
        lines.push(format!("from turn {turn} on land changes hands no more: those moves are not compared"));
    }
    let file = printable(&args.file.display().to_string());
    lines.push(match (worst.first().map(|grade| grade.turn), game.failed.first()) {
        (Some(turn), _) => format!("to see why: landgrab explain {file} --at {turn}"),
        (None, Some(turn)) => format!("to see which: landgrab explain {file} --at {turn}"),
        (None, None) if game.graded.is_empty() => "there is nothing to compare".into(),
        (None, None) => "no move gave up a point".into(),
    });
    lines
}

fn cells(grade: &MoveGrade, player: &str) -> Vec<String> {
    vec![
        grade.turn.to_string(),
        player.into(),
        grade.played.to_string(),
        percent(grade.chance.1),
        grade.best.to_string(),
        percent(grade.chance.0),
        grade.points_lost().to_string(),
    ]
}
