//! `landgrab review`: every move of a game beside the best one, on all cores.

mod report;

use crate::cli::ReviewArgs;
use crate::colours::painted_colour;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::input;
use crate::interrupt::{exit_code, raise_on_ctrl_c};
use crate::progress::progress_bar;
use analysis::decision::{Answer, Decision, Decisions};
use analysis::review::{ReviewedMove, Summary, ValueMoves, review_move};
use engine::budget::Budget;
use league::cores;
use league::run_in_order;
use referee::Interrupt;
use report::Paint;
use rules::catalogue::AnySetup;
use rules::colours::Colours;
use rules::record::Record;
use rules::stop::Stop;
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use view::{Depict, Film};

#[derive(Serialize)]
struct SummaryLine {
    summary: Summary,
}

pub fn run(args: &ReviewArgs) -> Result<ExitCode, Failure> {
    let record = input::record(&args.file)?;
    match &record.header.setup {
        AnySetup::Colours(setup) if Colours::<u64>::can_hold(setup.size()) => {
            review::<Colours<u64>>(&record, setup, painted_colour, args)
        }
        AnySetup::Colours(setup) => review::<Colours<u128>>(&record, setup, painted_colour, args),
        AnySetup::Pieces(_) => {
            let found = "expected a game of colours or stop, found one of pieces (try landgrab explain)";
            Err(Failure::Usage(format!("{}: {found}", args.file.display())))
        }
        AnySetup::Stop(setup) => review::<Stop>(&record, setup, |played, _| played.to_string(), args),
    }
}

fn review<G: ValueMoves + Depict>(
    record: &Record,
    setup: &G::Setup,
    paint: Paint<G>,
    args: &ReviewArgs,
) -> Result<ExitCode, Failure> {
    let wrong = |error| Failure::Disagreement { path: args.file.clone(), error };
    let decisions: Result<Vec<Decision<G>>, _> = Decisions::new(record, setup).collect();
    let mut moves = decisions.map_err(wrong)?;
    moves.retain(|decision| matches!(decision.answer, Answer::Played(_)));
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    let progress = progress_bar(moves.len(), "moves");
    let mut reviewed = vec![];
    run_in_order(
        moves.len(),
        args.jobs.map_or_else(cores, |jobs| jobs as usize),
        |index| Ok(review_in_time(&moves[index], Duration::from_millis(args.time.into()), &interrupt)),
        |_, one: ReviewedMove<G>| {
            progress.inc(1);
            if args.json {
                print_json(&one.data())?;
            }
            reviewed.push(one);
            Ok::<(), Failure>(())
        },
    )?;
    progress.finish_and_clear();
    let summary = Summary::of(&reviewed);
    if args.json {
        print_json(&SummaryLine { summary })?;
    } else {
        let mut film = Film::<G>::new(record, setup);
        film.read(usize::MAX).map_err(wrong)?;
        let text = report::in_words(&reviewed, &summary, &film, &G::new(setup), paint);
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(exit_code(&interrupt))
}

/// Reviews a move; `None` when somebody stopped it.
fn review_in_time<G: ValueMoves>(
    decision: &Decision<G>,
    time: Duration,
    interrupt: &Interrupt,
) -> Option<ReviewedMove<G>> {
    let begun = Instant::now();
    let mut share = || if interrupt.is_raised() { 1.0 } else { begun.elapsed().as_secs_f64() / time.as_secs_f64() };
    let reviewed = review_move(decision, &mut Budget::new(u64::MAX, &mut share));
    reviewed.filter(|_| !interrupt.is_raised())
}
