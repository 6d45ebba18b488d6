//! `landgrab review`: every move of a game beside the best one. A game joins by saying what each of its moves is worth
//! ([`Worth`]); what is made of that is the same for all.

mod colours;
mod report;
mod stop;

use crate::cli::ReviewArgs;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::input;
use crate::interrupt::{exit_code, raise_on_ctrl_c};
use crate::progress::progress_bar;
use engine::budget::Budget;
use engine::colours::solver::Bounds;
use league::cores;
use league::run_in_order;
use referee::Interrupt;
use rules::catalogue::AnySetup;
use rules::colours::Colours;
use rules::record::{Line, Record, Replay};
use rules::stop::Stop;
use rules::{Event, Game, Side};
use std::cmp::Ordering;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use view::{Depict, Film};

pub fn run(args: &ReviewArgs) -> Result<ExitCode, Failure> {
    let record = input::record(&args.file)?;
    match &record.header.setup {
        AnySetup::Colours(setup) if Colours::<u64>::can_hold(setup.size()) => {
            review::<Colours<u64>>(&record, setup, args)
        }
        AnySetup::Colours(setup) => review::<Colours<u128>>(&record, setup, args),
        AnySetup::Pieces(_) => {
            let found = "expected a game of colours or stop, found one of pieces (try landgrab explain)";
            Err(Failure::Usage(format!("{}: {found}", args.file.display())))
        }
        AnySetup::Stop(setup) => review::<Stop>(&record, setup, args),
    }
}

/// A game whose moves can be judged.
pub trait Worth: Depict {
    /// What the margin is counted in.
    const POINTS: &'static str;

    /// The final margin that each legal move leads to, for the side that moves.
    fn worth(&self, budget: &mut Budget<'_>) -> Vec<(Self::Move, Bounds)>;

    /// What a move brings at once, in words.
    fn gain(&self, played: Self::Move) -> String;

    /// A move as it is shown in a table.
    fn painted(played: Self::Move, colour: view::Colour) -> String {
        let _ = colour;
        played.to_string()
    }
}

/// A move of the record.
struct Move<G: Game> {
    turn: usize,
    side: Side,
    before: G,
    played: G::Move,
}

/// A move beside the others that were legal.
struct Judged<G: Game> {
    turn: usize,
    side: Side,
    played: G::Move,
    gain: String,
    /// The moves that lead to the largest margin, as far as known.
    best: Vec<G::Move>,
    /// The margin of the side that moved, with the best move and with its own.
    before: Bounds,
    after: Bounds,
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Best,
    /// It threw away points, and no more.
    Slip,
    /// It threw away a win or a tie.
    Blunder,
    /// That is not proven.
    Unknown,
}

impl<G: Game> Judged<G> {
    /// What it threw away, if that is proven.
    fn lost(&self) -> Option<i32> {
        (self.before.is_exact() && self.after.is_exact()).then(|| self.before.low - self.after.low)
    }

    fn mark(&self) -> Mark {
        match (result(self.before), result(self.after), self.lost()) {
            (_, _, Some(0)) => Mark::Best,
            (Some(before), Some(after), _) if after < before => Mark::Blunder,
            (_, _, Some(_)) => Mark::Slip,
            _ => Mark::Unknown,
        }
    }
}

/// Whether a margin is a win, a tie or a loss, if that is proven.
fn result(value: Bounds) -> Option<Ordering> {
    let low = value.low.cmp(&0);
    (low == value.high.cmp(&0)).then_some(low)
}

fn review<G: Worth>(record: &Record, setup: &G::Setup, args: &ReviewArgs) -> Result<ExitCode, Failure> {
    let moves = moves::<G>(record, setup, &args.file)?;
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    let progress = progress_bar(moves.len(), "moves");
    let mut judged = vec![];
    run_in_order(
        moves.len(),
        args.jobs.map_or_else(cores, |jobs| jobs as usize),
        |index| Ok(judge(&moves[index], Duration::from_millis(args.time.into()), &interrupt)),
        |_, one: Judged<G>| {
            progress.inc(1);
            if args.json {
                print_json(&report::line(&one))?;
            }
            judged.push(one);
            Ok::<(), Failure>(())
        },
    )?;
    progress.finish_and_clear();
    if args.json {
        print_json(&report::summary(&judged))?;
    } else {
        let mut film = Film::<G>::new(record, setup);
        let wrong = |error| Failure::Disagreement { path: args.file.clone(), error };
        film.read(usize::MAX).map_err(wrong)?;
        let text = report::in_words(&judged, &G::new(setup), record, &film.ending());
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(exit_code(&interrupt))
}

/// The moves of a record; draws and failures are left out.
fn moves<G: Game>(record: &Record, setup: &G::Setup, path: &Path) -> Result<Vec<Move<G>>, Failure> {
    let mut replay = Replay::<G>::new(record, setup);
    let mut moves = vec![];
    let mut turn = 0;
    loop {
        let before = replay.position().clone();
        let wrong = |error| Failure::Disagreement { path: path.into(), error };
        match replay.step().map_err(wrong)? {
            None => return Ok(moves),
            Some(Line::Event { event: Event::Played { side, played, .. }, .. }) => {
                turn += 1;
                moves.push(Move { turn, side, before, played });
            }
            // As replay and show count.
            Some(Line::Event { event: Event::Out { .. }, .. }) => turn += 1,
            Some(Line::Event { event: Event::Drew(_), .. } | Line::Ended(_)) => {}
        }
    }
}

/// Judges a move; `None` when somebody stopped it.
fn judge<G: Worth>(one: &Move<G>, time: Duration, interrupt: &Interrupt) -> Option<Judged<G>> {
    let begun = Instant::now();
    let mut share = || if interrupt.is_raised() { 1.0 } else { begun.elapsed().as_secs_f64() / time.as_secs_f64() };
    let worth = one.before.worth(&mut Budget::new(u64::MAX, &mut share));
    if interrupt.is_raised() {
        return None;
    }
    let both = |a: Bounds, b: Bounds| Bounds { low: a.low.max(b.low), high: a.high.max(b.high) };
    let before = worth.iter().map(|(_, value)| *value).reduce(both)?;
    let after = worth.iter().find(|(played, _)| *played == one.played)?.1;
    let is_best = |value: &Bounds| value.low == before.low && (value.is_exact() || !before.is_exact());
    let mut best: Vec<G::Move> = worth.iter().filter(|(_, value)| is_best(value)).map(|(played, _)| *played).collect();
    if !before.is_exact() && best.len() == worth.len() {
        // Nothing tells them apart.
        best.clear();
    }
    Some(Judged {
        turn: one.turn,
        side: one.side,
        played: one.played,
        gain: one.before.gain(one.played),
        best,
        before,
        after,
    })
}
