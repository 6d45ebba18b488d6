//! `landgrab census`: the value of many boards of colours, and what they have in common.

use crate::cli::CensusArgs;
use crate::colours::{margin, solver};
use crate::commands::print_json;
use crate::commands::table::aligned;
use crate::failure::Failure;
use crate::interrupt::{exit_code, raise_on_ctrl_c};
use crate::json::rounded;
use crate::progress::progress_bar;
use engine::budget::Budget;
use engine::colours::solver::{Bounds, Solution};
use league::cores;
use league::run_in_order;
use referee::Interrupt;
use rules::colours::{Colour, Colours, Setup};
use rules::{Game, Word};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Characters of the longest bar.
const BAR: usize = 40;

/// A board that was solved.
#[derive(Serialize)]
struct Board {
    seed: u32,
    best: Option<Colour>,
    value: i32,
    exact: bool,
    bounds: [i32; 2],
    nodes: u64,
    ms: f64,
}

#[derive(Serialize)]
struct SummaryLine {
    summary: Summary,
}

#[derive(Serialize, Default)]
struct Summary {
    boards: usize,
    won: usize,
    ties: usize,
    lost: usize,
    /// Not proven in time.
    open: usize,
    mean_margin: f64,
    median_ms: f64,
    worst_ms: f64,
    /// How many boards have each margin.
    margins: BTreeMap<i32, usize>,
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
        |_, board: Board| {
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
        io::stdout().write_all(summary.in_words(args).as_bytes())?;
    }
    Ok(exit_code(&interrupt))
}

/// Solves one board; `None` when somebody stopped it.
fn board(args: &CensusArgs, interrupt: &Interrupt, seed: u32) -> Result<Option<Board>, Failure> {
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
    // A board on which nothing is contested has no colours to choose from, and is a tie of no interest.
    let value = solution.value().unwrap_or(Bounds::exact(0));
    Ok(Some(Board {
        seed,
        best: solution.ranked.first().map(|ranked| ranked.colour),
        value: value.low,
        exact: value.is_exact(),
        bounds: [value.low, value.high],
        nodes: solution.nodes,
        ms: rounded(begun.elapsed().as_secs_f64() * 1e3),
    }))
}

fn solved<T: Word>(setup: &Setup, args: &CensusArgs, interrupt: &Interrupt, begun: Instant) -> Solution {
    let time = Duration::from_millis(args.time.into()).as_secs_f64();
    let mut share = || if interrupt.is_raised() { 1.0 } else { begun.elapsed().as_secs_f64() / time };
    let position = Colours::<T>::new(setup);
    solver(&position).solve(&position, &mut Budget::new(u64::MAX, &mut share))
}

impl Summary {
    fn of(boards: &[Board]) -> Self {
        let proven = || boards.iter().filter(|board| board.exact);
        let count = |order: Ordering| proven().filter(|board| board.value.cmp(&0) == order).count();
        let mut margins = BTreeMap::new();
        proven().for_each(|board| *margins.entry(board.value).or_insert(0) += 1);
        let mut times: Vec<f64> = boards.iter().map(|board| board.ms).collect();
        times.sort_by(f64::total_cmp);
        let sum: i32 = proven().map(|board| board.value).sum();
        Self {
            boards: boards.len(),
            won: count(Ordering::Greater),
            ties: count(Ordering::Equal),
            lost: count(Ordering::Less),
            open: boards.len() - proven().count(),
            mean_margin: rounded(f64::from(sum) / proven().count().max(1) as f64),
            median_ms: times.get(times.len() / 2).copied().unwrap_or(0.0),
            worst_ms: times.last().copied().unwrap_or(0.0),
            margins,
        }
    }

    fn in_words(&self, args: &CensusArgs) -> String {
        let share = |count: usize| format!("{:.1} %", 100.0 * count as f64 / self.boards.max(1) as f64);
        let seeds = format!("seeds {} to {}", args.seed, args.seed.wrapping_add(self.boards.saturating_sub(1) as u32));
        let mut out = format!("{} boards of {} tiles in {} colours, {seeds}\n\n", self.boards, args.size, args.colours);
        let mut rows = vec![(vec![String::new(), "boards".into(), "share".into()], "")];
        let mut row = |words: &str, count: usize| {
            rows.push((vec![format!("{words:<18}"), count.to_string(), share(count)], ""));
        };
        row("first player wins", self.won);
        row("tie", self.ties);
        row("first player loses", self.lost);
        if self.open > 0 {
            row("not proven", self.open);
        }
        out += &(aligned(&rows).join("\n") + "\n\n");
        let most = self.margins.values().max().copied().unwrap_or(1);
        let mut rows: Vec<(Vec<String>, String)> = vec![(vec!["margin".into(), "boards".into()], String::new())];
        for (value, count) in self.margins.iter().rev() {
            let bar = "#".repeat((count * BAR).div_ceil(most));
            rows.push((vec![margin(Bounds::exact(*value)), count.to_string()], bar));
        }
        let rows: Vec<(Vec<String>, &str)> = rows.iter().map(|(cells, bar)| (cells.clone(), bar.as_str())).collect();
        out += &(aligned(&rows).join("\n") + "\n\n");
        let (median, worst) = (self.median_ms, self.worst_ms);
        out +=
            &format!("mean margin {:+.2}; {median:.0} ms a board (median), {worst:.0} ms at most\n", self.mean_margin);
        out
    }
}
