//! `landgrab match`: games between two players, all cores at work, results in order.

mod report;
mod watch;

use super::{colour, print_json};
use crate::cli::{GameName, MatchArgs};
use crate::failure::Failure;
use crate::interrupt::{exit_code, raise_on_ctrl_c};
use crate::player::{PROGRAM_TIME, PlayerArg};
use crate::setup::Setups;
use engine::roster::{RandomStart, Roster};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use league::{Contestant, Plan, Schedule, Tally, run_in_order};
use referee::protocol::BotGame;
use referee::sandbox::Level;
use referee::{Finished, Interrupt, Referee};
use report::Report;
pub use report::{GameResult, rounded};
use rules::catalogue::AnySetup;
use rules::record::{Header, Writer};
use rules::{BySide, Clock, Ending, Event, SplitMix, with_game};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use view::Depict;
use watch::Spectator;

pub fn run(args: &MatchArgs) -> Result<ExitCode, Failure> {
    let setups = Setups::of(&args.setup)?;
    let interrupt = Interrupt::default();
    let player = |text: &str| PlayerArg::parse(text, args.sandbox, &interrupt);
    let pairing = Pairing { a: player(&args.first)?, b: player(&args.second)?, interrupt: interrupt.clone() };
    let schedule =
        Schedule { seed: args.seed.unwrap_or_else(new_seed), games: args.games as usize, swap: !args.no_swap };
    pairing.check(&setups.for_seed(schedule.seed)?)?;
    if let Some(folder) = &args.record {
        prepare(folder, schedule.games)?;
    }
    if args.opening_plies > 0 && args.setup.game == GameName::Pieces {
        return Err(Failure::Usage("--opening-plies: pieces come by chance anyway; it is for colours and stop".into()));
    }
    raise_on_ctrl_c(&interrupt)?;

    if args.watch {
        return watch::run(args, &interrupt, |spectator| play(args, &setups, &pairing, &schedule, Some(spectator)));
    }
    let (words, code) = play(args, &setups, &pairing, &schedule, None)?;
    io::stdout().write_all(words.as_bytes())?;
    Ok(code)
}

/// Plays all games; what there is to say at the end, and how to exit.
fn play(
    args: &MatchArgs,
    setups: &Setups,
    pairing: &Pairing,
    schedule: &Schedule,
    spectator: Option<&Spectator>,
) -> Result<(String, ExitCode), Failure> {
    let progress = if spectator.is_some() { ProgressBar::hidden() } else { progress_bar(schedule.games, "games") };
    let mut report = Report::new(args, schedule.seed, pairing);
    let mut tally = Tally::default();
    let clock = pairing.clock(args.time);
    let played = run_in_order(
        schedule.games,
        args.jobs.map_or_else(cores, |jobs| jobs as usize),
        |index| {
            let plan = schedule.plan(index);
            let record = args.record.as_ref().map(|folder| record_path(folder, plan.number));
            let pair = if schedule.swap { index / 2 } else { index };
            let opening_plies = if pair % 2 == 1 { args.opening_plies } else { 0 };
            let game =
                Game { plan, clock, record, is_drawn: schedule.games == 1 && !args.json, opening_plies, spectator };
            pairing.play(&setups.for_seed(plan.seed)?, game)
        },
        |_, result: GameResult| {
            progress.inc(1);
            tally.add(result.won, schedule.swap.then_some((result.plan.number - 1) / 2));
            tally.faults_a += usize::from(result.fault(Contestant::A).is_some());
            tally.faults_b += usize::from(result.fault(Contestant::B).is_some());
            let standing = format!("A {} B {} ties {}", tally.won_a, tally.won_b, tally.ties());
            if let Some(spectator) = spectator {
                spectator.tell(format!("{}/{} games: {standing}", tally.games, schedule.games));
            }
            progress.set_message(standing);
            if args.json {
                print_json(&result.to_json(pairing))?;
            }
            report.add(result);
            Ok::<(), Failure>(())
        },
    );
    progress.finish_and_clear();
    played?;
    let code = exit_code(&pairing.interrupt);
    if args.json {
        print_json(&report::summary_json(&tally))?;
        return Ok((String::new(), code));
    }
    Ok((report.in_words(&tally), code))
}

/// The purpose of the numbers that random first moves are made with.
const OPENING: u64 = 0x0be6;

/// The two players of a match.
pub struct Pairing {
    pub a: PlayerArg,
    pub b: PlayerArg,
    /// Stops the games.
    pub interrupt: Interrupt,
}

/// One game of a match, before it is played.
pub struct Game<'a> {
    pub plan: Plan,
    pub clock: Clock,
    /// Where to write the record.
    pub record: Option<PathBuf>,
    /// Whether the last position is drawn.
    pub is_drawn: bool,
    /// Moves at the start that are left to chance.
    pub opening_plies: u32,
    /// Who watches.
    pub spectator: Option<&'a Spectator>,
}

impl Pairing {
    pub fn of(&self, who: Contestant) -> &PlayerArg {
        match who {
            Contestant::A => &self.a,
            Contestant::B => &self.b,
        }
    }

    fn names(&self, plan: &Plan) -> BySide<String> {
        plan.seats.map(|who| self.of(who).name())
    }

    /// A name that nobody has is found out here, before anything is written.
    pub fn check(&self, setup: &AnySetup) -> Result<(), Failure> {
        for who in [Contestant::A, Contestant::B] {
            with_game!(setup, |G, _setup| self.of(who).seat::<G>(0).map(drop))?;
        }
        Ok(())
    }

    /// The time for a move: a program never gets all the time in the world.
    pub fn clock(&self, ms: Option<u32>) -> Clock {
        let has_program = [&self.a, &self.b].iter().any(|player| matches!(player, PlayerArg::Program(_)));
        let usual = has_program.then_some(PROGRAM_TIME);
        referee::clock::per_move(ms.map(|ms| Duration::from_millis(ms.into())).or(usual))
    }

    /// Plays one game; `None` when it was stopped.
    pub fn play(&self, setup: &AnySetup, game: Game<'_>) -> Result<Option<GameResult>, Failure> {
        let header = Header::new(setup.clone(), Some(game.plan.seed), self.names(&game.plan));
        let header = header.with_sandboxes(game.plan.seats.map(|who| self.of(who).level().map(Level::number)));
        with_game!(setup, |G, start| self.play_as::<G>(start, &header, game))
    }

    fn play_as<G: Roster + BotGame + Depict>(
        &self,
        setup: &G::Setup,
        header: &Header,
        game: Game<'_>,
    ) -> Result<Option<GameResult>, Failure> {
        let Game { plan, clock, record, is_drawn, opening_plies, spectator } = game;
        let failure = |error| match &record {
            Some(path) => Failure::File { path: path.clone(), error },
            None => Failure::Io(error),
        };
        let seat = |who| {
            let player = self.of(who).seat::<G>(plan.player_seed(who))?;
            let chance = SplitMix::for_purpose(plan.seed as u64, OPENING).bits();
            Ok::<_, Failure>(Box::new(RandomStart::new(player, opening_plies, chance)))
        };
        let (mut first, mut second) = (seat(plan.seats.first)?, seat(plan.seats.second)?);
        let mut writer = match &record {
            None => None,
            Some(path) => {
                let file = File::create_new(path).map_err(failure)?;
                Some(Writer::new(file, header).map_err(failure)?)
            }
        };
        let referee = Referee { setup, seed: plan.seed, clocks: BySide::new(clock, clock), interrupt: &self.interrupt };
        let mut refusals = BySide::default();
        let mut seen = spectator.map(|spectator| spectator.game::<G>(&plan, setup, header));
        let finished = referee.play(BySide::new(first.as_mut(), second.as_mut()), |event, after, ms| {
            if let Event::Out { side, fault, .. } = event {
                refusals[*side] = after.refusal(*side, fault).map(|scene| view::text(&scene, colour()));
            }
            if let Some(writer) = &mut writer {
                writer.event(event, after, ms)?;
            }
            if let Some(seen) = &mut seen {
                seen.show(event, after)?;
            }
            Ok(())
        });
        let Finished { ended, position, turns, ms, faults } = finished.map_err(failure)?;
        if let Some(writer) = &mut writer {
            writer.ended(&ended).map_err(failure)?;
        }
        if let Some(seen) = seen {
            seen.end(&ended);
        }
        if ended.ending == Ending::Stopped {
            return Ok(None);
        }
        Ok(Some(GameResult {
            plan,
            won: ended.won.map(|side| plan.seats[side]),
            score: ended.score,
            ending: ended.ending,
            turns,
            ms,
            faults,
            refusals,
            sides: BySide::from_fn(|side| position.side_name(side)),
            picture: is_drawn.then(|| view::text(&position.scene(None), colour())),
        }))
    }
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

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A seed that nobody guesses, short enough to type again.
pub fn new_seed() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (SplitMix::new(now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40).bits() >> 11) as i64
}

/// A bar on a terminal's stderr; nothing elsewhere, nor for what is over before it is read.
pub fn progress_bar(count: usize, what: &str) -> ProgressBar {
    let target = if count > 1 { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let style = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left   {{msg}}");
    ProgressBar::with_draw_target(Some(count as u64), target)
        .with_style(ProgressStyle::with_template(&style).expect("the template is right"))
}
