//! `landgrab audit`: a bot's games against the schools' robots, and how likely it passes 01-edu's audit.

mod report;

use super::print_json;
use crate::cli::AuditArgs;
use crate::failure::Failure;
use crate::faults;
use crate::interrupt::{INTERRUPTED, raise_on_ctrl_c};
use crate::pairing::Pairing;
use crate::player::PlayerArg;
use crate::progress::progress_bar;
use crate::seed::new_seed;
use league::{Contestant, Fixture, GameResult, Match, Plan, Schedule, Trial, Verdict, cores};
use referee::Interrupt;
use report::Report;
use rules::catalogue::AnySetup;
use rules::pieces::{Dialect, Setup};
use rules::with_game;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

/// A robot to beat, and where.
#[derive(Clone, Copy)]
struct Opponent {
    robot: &'static str,
    map: &'static str,
    /// Whether every student must beat it; the others are for the bonus, and one of them is enough.
    required: bool,
}

const OPPONENTS: [Opponent; 6] = [
    Opponent { robot: "wall_e", map: "map00", required: true },
    Opponent { robot: "h2_d2", map: "map01", required: true },
    Opponent { robot: "bender", map: "map02", required: true },
    Opponent { robot: "terminator", map: "map00", required: false },
    Opponent { robot: "terminator", map: "map01", required: false },
    Opponent { robot: "terminator", map: "map02", required: false },
];

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.robot, self.map)
    }
}

/// The results against one opponent.
struct Audited {
    opponent: Opponent,
    trial: Trial,
    /// The number of the first game in which the bot failed, and how.
    first_fault: Option<(usize, String)>,
}

impl Audited {
    fn new(opponent: Opponent) -> Self {
        Self { opponent, trial: Trial::default(), first_fault: None }
    }

    fn add(&mut self, result: &GameResult) {
        self.trial.add(result.won, result.plan.pair);
        if let Some(fault) = result.fault(Contestant::B) {
            self.trial.faults += 1;
            self.first_fault.get_or_insert_with(|| (result.plan.number, faults::in_words(fault)));
        }
    }

    fn verdict(&self) -> Verdict {
        Verdict::of(self.trial.pass())
    }

    /// Whether it is required, and the bot more likely fails than passes.
    fn is_missed(&self) -> bool {
        self.opponent.required && !self.verdict().is_yes()
    }
}

pub fn run(args: &AuditArgs) -> Result<ExitCode, Failure> {
    let games = args.games as usize;
    let schedule = Schedule { seed: args.seed.unwrap_or_else(new_seed), games, swap: true };
    let time = args.time.map(|ms| Duration::from_millis(ms.into()));
    let interrupt = Interrupt::default();
    let bot = PlayerArg::parse(&args.bot, args.sandbox, &interrupt)?;
    let challenges = OPPONENTS.iter().map(|opponent| Challenge::new(opponent, &bot, time, &interrupt));
    let challenges = challenges.collect::<Result<Vec<_>, _>>()?;
    raise_on_ctrl_c(&interrupt)?;

    let report = Report { args, seed: schedule.seed, level: bot.level() };
    if !args.json {
        io::stdout().write_all(report.head().as_bytes())?;
    }
    let progress = progress_bar(games * OPPONENTS.len(), "games");
    let mut audited = OPPONENTS.map(Audited::new);
    let played = Match::run_all(
        &mut OPPONENTS.map(|_| Match::new(schedule)),
        args.jobs.map_or_else(cores, |jobs| jobs as usize),
        |index, plan| challenges[index].play(plan).map(|result| result.map(|result| (result, ()))),
        |counted| {
            progress.inc(1);
            let audited = &mut audited[counted.index];
            audited.add(&counted.result);
            if !counted.standing.is_complete() {
                return Ok(ControlFlow::Continue(()));
            }
            // The bar and the table may share a terminal.
            progress.suspend(|| {
                if args.json {
                    return print_json(&report::json(audited));
                }
                Ok(io::stdout().write_all(report.row(audited).as_bytes())?)
            })?;
            Ok(ControlFlow::Continue(()))
        },
    );
    progress.finish_and_clear();
    played?;
    let finished: Vec<Audited> = audited.into_iter().filter(|audited| audited.trial.games() == games).collect();
    if args.json {
        print_json(&report.summary_json(&finished))?;
    } else {
        io::stdout().write_all(report.summary(&finished).as_bytes())?;
    }
    if interrupt.is_raised() {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::from(u8::from(finished.iter().any(Audited::is_missed))))
}

/// The audit as a school holds it: so many games against each required robot. Returns the robot and the map, and how many
/// games the bot won; `None` when interrupted.
#[cfg(feature = "arena")]
pub fn held(
    bot: &PlayerArg,
    time: Option<Duration>,
    games: usize,
    seed: i64,
    interrupt: &Interrupt,
) -> Result<Option<Vec<(String, usize)>>, Failure> {
    let mut all = Vec::new();
    for opponent in OPPONENTS.iter().filter(|opponent| opponent.required) {
        let challenge = Challenge::new(opponent, bot, time, interrupt)?;
        let schedule = Schedule { seed, games, swap: true };
        let mut won = 0;
        for game in 0..games {
            let Some(result) = challenge.play(schedule.plan(game))? else { return Ok(None) };
            won += usize::from(result.won == Some(Contestant::B));
        }
        all.push((opponent.to_string(), won));
    }
    Ok(Some(all))
}

/// The map and the players of the games against one opponent: the robot is A, the bot is B.
struct Challenge<'a> {
    setup: AnySetup,
    pairing: Pairing,
    interrupt: &'a Interrupt,
}

impl<'a> Challenge<'a> {
    fn new(
        opponent: &Opponent,
        bot: &PlayerArg,
        time: Option<Duration>,
        interrupt: &'a Interrupt,
    ) -> Result<Self, Failure> {
        let setup = AnySetup::Pieces(Setup::named(opponent.map, Dialect::Anfield).expect("a school map"));
        let robot = PlayerArg::parse(opponent.robot, None, interrupt)?;
        let pairing = Pairing { a: robot, b: bot.clone(), time, opening_plies: 0 };
        pairing.check(&setup)?;
        Ok(Self { setup, pairing, interrupt })
    }

    /// Plays one game; `None` when it was stopped.
    fn play(&self, plan: Plan) -> Result<Option<GameResult>, Failure> {
        let header = self.pairing.header(self.setup.clone(), &plan);
        with_game!(&header.setup, |G, setup| {
            let fixture = Fixture::<G> { plan, header: &header, setup, interrupt: self.interrupt };
            fixture.play(&self.pairing, &mut [])
        })
    }
}
