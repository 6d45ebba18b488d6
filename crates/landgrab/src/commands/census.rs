//! `landgrab census`: the value of many boards of colours, and what they have in common.

use crate::cli::CensusArgs;
use crate::colours::{margin, solver};
use crate::commands::print_json;
use crate::commands::table::{aligned, wrapped};
use crate::failure::Failure;
use crate::interrupt::{exit_code, raise_on_ctrl_c};
use crate::progress::progress_bar;
use crate::width;
use analysis::census::{SolvedBoard, Summary};
use engine::budget::Budget;
use engine::colours::solver::{Bounds, Solution};
use league::cores;
use league::run_in_order;
use referee::Interrupt;
use rules::colours::{Colours, Setup};
use rules::{Game, Word};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Characters of the longest bar on a screen that is wide enough, and beside it.
const BAR: usize = 40;
const BESIDE_BAR: usize = 16;

#[derive(Serialize)]
struct SummaryLine {
    summary: Summary,
}

pub fn run(args: &CensusArgs) -> Result<ExitCode, Failure> {
    Setup::check(args.size, args.colours)?;
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    let progress = progress_bar(args.boards as usize, "boards");
    let mut boards = vec![];
    run_in_order(
        args.boards as usize,
        args.jobs.map_or_else(cores, |jobs| jobs as usize),
        |index| board(args, &interrupt, args.seed.wrapping_add(index as u32)),
        |_, board: SolvedBoard| {
            progress.inc(1);
            if args.json {
                print_json(&board)?;
            }
            boards.push(board);
            let so_far = Summary::of(&boards);
            progress.set_message(format!("won {}, tied {}, lost {}", so_far.won, so_far.ties, so_far.lost));
            Ok::<(), Failure>(())
        },
    )?;
    progress.finish_and_clear();
    let summary = Summary::of(&boards);
    if args.json {
        print_json(&SummaryLine { summary })?;
    } else {
        io::stdout().write_all(in_words(&summary, args, width::of_stdout()).as_bytes())?;
    }
    Ok(exit_code(&interrupt))
}

/// Solves one board; `None` when somebody stopped it.
fn board(args: &CensusArgs, interrupt: &Interrupt, seed: u32) -> Result<Option<SolvedBoard>, Failure> {
    let setup = Setup::generated_with(args.size, args.colours, seed)?;
    let begun = Instant::now();
    let solution = if Colours::<u64>::can_hold(args.size) {
        solved::<u64>(&setup, args, interrupt, begun)
    } else {
        solved::<u128>(&setup, args, interrupt, begun)
    };
    if interrupt.is_raised() {
        return Ok(None);
    }
    Ok(Some(SolvedBoard::new(seed, &solution, begun.elapsed())))
}

fn solved<T: Word>(setup: &Setup, args: &CensusArgs, interrupt: &Interrupt, begun: Instant) -> Solution {
    let time = Duration::from_millis(args.time.into()).as_secs_f64();
    let mut share = || if interrupt.is_raised() { 1.0 } else { begun.elapsed().as_secs_f64() / time };
    let position = Colours::<T>::new(setup);
    solver(&position).solve(&position, &mut Budget::new(u64::MAX, &mut share))
}

fn in_words(summary: &Summary, args: &CensusArgs, columns: Option<usize>) -> String {
    let share = |count: usize| format!("{:.1} %", 100.0 * count as f64 / summary.boards.max(1) as f64);
    let seeds = format!("seeds {} to {}", args.seed, args.seed.wrapping_add(summary.boards.saturating_sub(1) as u32));
    let title = format!("{} boards of {} tiles in {} colours, {seeds}", summary.boards, args.size, args.colours);
    let mut out = wrapped(&title, columns, 2).join("\n") + "\n\n";
    let mut rows = vec![(vec![String::new(), "boards".into(), "share".into()], "")];
    let mut row = |words: &str, count: usize| {
        rows.push((vec![format!("{words:<18}"), count.to_string(), share(count)], ""));
    };
    row("first player wins", summary.won);
    row("tie", summary.ties);
    row("first player loses", summary.lost);
    if summary.open > 0 {
        row("not proven", summary.open);
    }
    out += &(aligned(&rows).join("\n") + "\n\n");
    let longest = columns.map_or(BAR, |columns| columns.saturating_sub(BESIDE_BAR).min(BAR));
    let most = summary.margins.values().max().copied().unwrap_or(1);
    let mut rows: Vec<(Vec<String>, String)> = vec![(vec!["margin".into(), "boards".into()], String::new())];
    for (value, count) in summary.margins.iter().rev() {
        let bar = "#".repeat((count * longest).div_ceil(most));
        rows.push((vec![margin(Bounds::exact(*value)), count.to_string()], bar));
    }
    let rows: Vec<(Vec<String>, &str)> = rows.iter().map(|(cells, bar)| (cells.clone(), bar.as_str())).collect();
    out += &(aligned(&rows).join("\n") + "\n\n");
    let (median, worst) = (summary.median_ms, summary.worst_ms);
    let mean = summary.mean_margin;
    let last = format!("mean margin {mean:+.2}; {median:.0} ms a board (median), {worst:.0} ms at most");
    out + &wrapped(&last, columns, 2).join("\n") + "\n"
}
