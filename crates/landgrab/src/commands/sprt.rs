//! `landgrab sprt`: a sequential test, played until it is decided or computed from counts.

mod report;

use super::match_games::{Game, Pairing, cores, new_seed};
use super::print_json;
use crate::cli::{GameName, SetupArgs, SprtArgs};
use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, raise_on_ctrl_c};
use crate::player::PlayerArg;
use crate::setup::Setups;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use league::{Contestant, Decision, EloModel, Pentanomial, Schedule, Sprt, run_in_order};
use referee::Interrupt;
use report::Verdict;
use rules::Clock;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

pub fn run(args: &SprtArgs) -> Result<ExitCode, Failure> {
    let model = if args.normalized { EloModel::Normalized } else { EloModel::Logistic };
    let sprt = Sprt::new(args.elo0, args.elo1, args.alpha, args.beta, model)
        .map_err(|error| Failure::Usage(format!("{error} (see landgrab sprt --help)")))?;
    match (&args.first, &args.second) {
        (Some(first), Some(second)) => play(args, &sprt, first, second),
        _ => {
            refuse_setup(args)?;
            let counts = Pentanomial(args.counts.unwrap_or_default());
            say(args, &Verdict::of(&sprt, counts), "")?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// What to play on is a mistake where nothing is played.
fn refuse_setup(args: &SprtArgs) -> Result<(), Failure> {
    let SetupArgs { game, dialect, map, size, colours, reading } = &args.setup;
    let is_given = [dialect.is_some(), map.is_some(), size.is_some(), colours.is_some(), reading.is_some()];
    if *game == GameName::default() && !is_given.contains(&true) {
        return Ok(());
    }
    Err(Failure::Usage("--counts plays nothing: leave out the game and its map (see landgrab sprt --help)".into()))
}

/// Prints how the test stands.
fn say(args: &SprtArgs, verdict: &Verdict, title: &str) -> Result<(), Failure> {
    if args.json {
        return print_json(verdict);
    }
    Ok(io::stdout().write_all((title.to_string() + &verdict.in_words(args)).as_bytes())?)
}

/// Plays pairs until the test is decided.
fn play(args: &SprtArgs, sprt: &Sprt, first: &str, second: &str) -> Result<ExitCode, Failure> {
    let setups = Setups::of(&args.setup)?;
    // Ctrl-C stops the games, and so does a decision: then those that still run are of no use.
    let interrupt = Interrupt::default();
    let player = |text: &str| PlayerArg::parse(text, args.sandbox, &interrupt);
    let pairing = Pairing { a: player(first)?, b: player(second)?, interrupt: interrupt.clone() };
    let schedule = Schedule { seed: args.seed.unwrap_or_else(new_seed), games: 0, swap: true };
    pairing.check(&setups.for_seed(schedule.seed)?)?;
    raise_on_ctrl_c(&interrupt)?;

    let clock = pairing.clock(args.time);
    let is_decided = AtomicBool::new(false);
    let progress = spinner();
    let mut verdict = Verdict::of(sprt, Pentanomial::default());
    let played = run_in_order(
        args.pairs.map_or(usize::MAX / 2, |pairs| pairs as usize),
        args.jobs.map_or_else(cores, |jobs| jobs as usize),
        |pair| {
            let won = play_pair(&setups, &pairing, &schedule, clock, pair)?;
            Ok(won.filter(|_| !is_decided.load(Ordering::Relaxed)))
        },
        |_, won| {
            if verdict.decision() == Decision::Continue {
                let mut counts = verdict.counts();
                counts.add(won);
                verdict = Verdict::of(sprt, counts);
                progress.set_message(verdict.progress());
                progress.inc(1);
            }
            if verdict.decision() != Decision::Continue && !is_decided.swap(true, Ordering::Relaxed) {
                interrupt.raise();
            }
            Ok::<(), Failure>(())
        },
    );
    progress.finish_and_clear();
    played?;
    say(args, &verdict, &format!("{first} against {second}, seed {}\n", schedule.seed))?;
    Ok(match verdict.decision() {
        Decision::Continue if interrupt.is_raised() => ExitCode::from(INTERRUPTED),
        Decision::Accept => ExitCode::SUCCESS,
        Decision::Continue | Decision::Reject => ExitCode::from(1),
    })
}

/// Plays the two games of a pair: the winner of each, or `None` when they were stopped.
fn play_pair(
    setups: &Setups,
    pairing: &Pairing,
    schedule: &Schedule,
    clock: Clock,
    pair: usize,
) -> Result<Option<[Option<Contestant>; 2]>, Failure> {
    let mut won = [None; 2];
    for (won, index) in won.iter_mut().zip(2 * pair..) {
        let plan = schedule.plan(index);
        let game = Game { plan, clock, record: None, is_drawn: false, opening_plies: 0, spectator: None };
        let Some(result) = pairing.play(&setups.for_seed(plan.seed)?, game)? else { return Ok(None) };
        *won = result.won;
    }
    Ok(Some(won))
}

/// On a terminal's stderr; nothing elsewhere.
fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{pos} pairs  {msg}").expect("the template is right");
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10)).with_style(style)
}
