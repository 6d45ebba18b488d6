//! `landgrab match`: games between two players, all cores at work, results in order.

mod report;

use super::{colour, print_json};
use crate::cli::MatchArgs;
use crate::failure::Failure;
use crate::setup::Setups;
use engine::players::{PlayerSpec, Roster, player};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use league::{Contestant, Plan, Schedule, Tally, run_in_order};
use referee::{Finished, Table};
use report::{GameResult, Report};
use rules::record::{Header, Writer};
use rules::{BySide, Clock, Ending, Player, SplitMix, with_game};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use view::Draw;

/// Set by Ctrl-C, read by the games that run. The one global that a signal needs.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Exit status after Ctrl-C.
const INTERRUPTED: u8 = 130;

pub fn run(args: &MatchArgs) -> Result<ExitCode, Failure> {
    let setups = Setups::of(&args.setup)?;
    let specs = Specs { a: spec(&args.first)?, b: spec(&args.second)? };
    let schedule =
        Schedule { seed: args.seed.unwrap_or_else(new_seed), games: args.games as usize, swap: !args.no_swap };
    // A name that nobody has is found out before anything is written.
    with_game!(&setups.for_seed(schedule.seed)?, |G, _setup| specs.check::<G>())?;
    if let Some(folder) = &args.record {
        prepare(folder, schedule.games)?;
    }
    ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed))
        .map_err(|error| Failure::Usage(format!("cannot listen for Ctrl-C: {error}")))?;

    let progress = progress_bar(schedule.games);
    let mut report = Report::new(args, schedule.seed);
    let mut tally = Tally::default();
    let clock = Clock { per_move: args.time.map(|ms| Duration::from_millis(ms.into())) };
    let played = run_in_order(
        schedule.games,
        args.jobs.map_or_else(cores, |jobs| jobs as usize),
        |index| {
            let plan = schedule.plan(index);
            let record = args.record.as_ref().map(|folder| record_path(folder, plan.number));
            let setup = setups.for_seed(plan.seed)?;
            let last = schedule.games == 1 && !args.json;
            with_game!(&setup, |G, start| {
                play::<G>(
                    start,
                    Header::new(setup.clone(), Some(plan.seed), specs.names(&plan)),
                    &plan,
                    &specs,
                    clock,
                    record,
                    last,
                )
            })
        },
        |_, result: GameResult| {
            progress.inc(1);
            tally.add(result.won, schedule.swap.then_some((result.plan.number - 1) / 2));
            tally.faults_a += usize::from(result.fault(Contestant::A).is_some());
            tally.faults_b += usize::from(result.fault(Contestant::B).is_some());
            progress.set_message(format!("A {} B {} ties {}", tally.won_a, tally.won_b, tally.ties()));
            if args.json {
                print_json(&result.to_json())?;
            }
            report.add(result);
            Ok::<(), Failure>(())
        },
    );
    progress.finish_and_clear();
    played?;
    if args.json {
        print_json(&report::summary_json(&tally))?;
    } else {
        io::stdout().write_all(report.in_words(&tally).as_bytes())?;
    }
    Ok(if STOPPED.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// The two players as asked for.
struct Specs {
    a: PlayerSpec,
    b: PlayerSpec,
}

impl Specs {
    fn of(&self, who: Contestant) -> &PlayerSpec {
        match who {
            Contestant::A => &self.a,
            Contestant::B => &self.b,
        }
    }

    fn names(&self, plan: &Plan) -> BySide<String> {
        plan.seats.map(|who| self.of(who).to_string())
    }

    fn check<G: Roster>(&self) -> Result<(), Failure> {
        for who in [Contestant::A, Contestant::B] {
            player::<G>(self.of(who), 0)?;
        }
        Ok(())
    }
}

fn spec(text: &str) -> Result<PlayerSpec, Failure> {
    if text.contains('/') || text.starts_with("cmd:") {
        let found = rules::notation::quoted(text);
        return Err(Failure::Usage(format!(
            "{found} is a program; so far only built-in players play (landgrab games lists them)"
        )));
    }
    Ok(text.parse()?)
}

/// Plays one game; `None` when it was stopped.
fn play<G: Roster + Draw>(
    setup: &G::Setup,
    header: Header,
    plan: &Plan,
    specs: &Specs,
    clock: Clock,
    record: Option<PathBuf>,
    draw_last: bool,
) -> Result<Option<GameResult>, Failure> {
    let seat = |who| player::<G>(specs.of(who), plan.player_seed(who));
    let (mut first, mut second): (Box<dyn Player<G>>, _) = (seat(plan.seats.first)?, seat(plan.seats.second)?);
    let mut writer = match &record {
        None => None,
        Some(path) => {
            let failure = |error| Failure::File { path: path.clone(), error };
            let file = File::create_new(path).map_err(failure)?;
            Some(Writer::new(file, &header).map_err(failure)?)
        }
    };
    let failure = |error| match &record {
        Some(path) => Failure::File { path: path.clone(), error },
        None => Failure::Io(error),
    };
    let table = Table { setup, seed: plan.seed, clock, stop: &|| STOPPED.load(Ordering::Relaxed) };
    let finished = table.play(BySide::new(first.as_mut(), second.as_mut()), |event, after, ms| match &mut writer {
        Some(writer) => writer.event(event, after, ms),
        None => Ok(()),
    });
    let Finished { ended, position, turns, ms, faults } = finished.map_err(failure)?;
    if let Some(writer) = &mut writer {
        writer.ended(&ended).map_err(failure)?;
    }
    if ended.ending == Ending::Stopped {
        return Ok(None);
    }
    let picture = draw_last.then(|| view::text(&position.scene(None), colour()));
    Ok(Some(GameResult {
        plan: *plan,
        won: ended.won.map(|side| plan.seats[side]),
        score: ended.score,
        ending: ended.ending,
        turns,
        ms,
        faults,
        sides: BySide::from_fn(|side| position.side_name(side)),
        picture,
    }))
}

fn record_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("game-{number:04}.jsonl"))
}

/// Makes the folder, and refuses to write over records that are there.
fn prepare(folder: &Path, games: usize) -> Result<(), Failure> {
    let failure = |error| Failure::File { path: folder.into(), error };
    fs::create_dir_all(folder).map_err(failure)?;
    match (1..=games).map(|number| record_path(folder, number)).find(|path| path.exists()) {
        None => Ok(()),
        Some(path) => {
            let words = "there is a record already; choose another folder, or move it away";
            Err(Failure::File { path, error: io::Error::new(ErrorKind::AlreadyExists, words) })
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A seed that nobody guesses, short enough to type again.
fn new_seed() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (SplitMix::new(now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40).bits() >> 11) as i64
}

/// A bar on a terminal's stderr; nothing elsewhere, nor for what is over before it is read.
fn progress_bar(games: usize) -> ProgressBar {
    let target = if games > 1 { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let style = "{bar:30} {pos}/{len} games, {per_sec}, {eta} left   {msg}";
    ProgressBar::with_draw_target(Some(games as u64), target)
        .with_style(ProgressStyle::with_template(style).expect("the template is right"))
}
