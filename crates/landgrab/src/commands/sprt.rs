//! `landgrab sprt`: a sequential test, played until it is decided or computed from counts.

mod report;

use super::print_json;
use crate::cli::{GameName, SetupArgs, SprtArgs};
use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, raise_on_ctrl_c};
use crate::pairing::Pairing;
use crate::player::PlayerArg;
use crate::seed::new_seed;
use crate::setup::Setups;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use league::{Contestant, Decision, EloModel, Fixture, GameResult, Match, Pentanomial, Plan, Schedule, Sprt, cores};
use referee::Interrupt;
use report::Verdict;
use rules::with_game;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

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

/// A board to play on is a mistake where nothing is played.
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
    let time = args.time.map(|ms| Duration::from_millis(ms.into()));
    let pairing = Pairing { a: player(first)?, b: player(second)?, time, opening_plies: 0 };
    let games = args.pairs.map_or(usize::MAX, |pairs| 2 * pairs as usize);
    let schedule = Schedule { seed: args.seed.unwrap_or_else(new_seed), games, swap: true };
    pairing.check(&setups.for_seed(schedule.seed)?)?;
    raise_on_ctrl_c(&interrupt)?;

    let progress = spinner();
    let mut verdict = Verdict::of(sprt, Pentanomial::default());
    let mut open = OpenPair::default();
    let played = Match::new(schedule).run(
        args.jobs.map_or_else(cores, |jobs| jobs as usize),
        |plan| Ok(play_game(&setups, &pairing, &interrupt, plan)?.map(|result| (result, ()))),
        |counted| {
            let Some(won) = open.add(&counted.result) else { return Ok(ControlFlow::Continue(())) };
            let mut counts = verdict.counts();
            counts.add(won);
            verdict = Verdict::of(sprt, counts);
            progress.set_message(verdict.progress());
            progress.inc(1);
            if verdict.decision() == Decision::Continue {
                return Ok(ControlFlow::Continue(()));
            }
            interrupt.raise();
            Ok::<_, Failure>(ControlFlow::Break(()))
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

/// Plays one game; `None` when it was stopped.
fn play_game(
    setups: &Setups,
    pairing: &Pairing,
    interrupt: &Interrupt,
    plan: Plan,
) -> Result<Option<GameResult>, Failure> {
    let header = pairing.header(setups.for_seed(plan.seed)?, &plan);
    with_game!(&header.setup, |G, setup| {
        Fixture::<G> { plan, header: &header, setup, interrupt }.play(pairing, &mut [])
    })
}

/// The first game of a pair whose second is not counted yet: the pair's number and the game's winner.
#[derive(Default)]
struct OpenPair(Option<(usize, Option<Contestant>)>);

impl OpenPair {
    /// Counts a game; the winners of its pair when that is complete. A pair that Ctrl-C left with one game is dropped.
    fn add(&mut self, result: &GameResult) -> Option<[Option<Contestant>; 2]> {
        match self.0.take() {
            Some((pair, won)) if pair == result.plan.pair => Some([won, result.won]),
            _ => {
                self.0 = Some((result.plan.pair, result.won));
                None
            }
        }
    }
}

/// On a terminal's stderr; nothing elsewhere.
fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{pos} pairs  {msg}").expect("the template is right");
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10)).with_style(style)
}
