//! `landgrab explain`: what the champion would have done instead of a move, and why.

mod bar;
mod game;
mod json;
mod turn;

use crate::cli::ExplainArgs;
use crate::failure::Failure;
use crate::input;
use engine::budget::Budget;
use engine::pieces::packing;
use engine::pieces::{Champion, Opinion, Skill, Style};
use engine::race::RaceSettings;
use engine::roster::Limits;
use rules::catalogue::AnySetup;
use rules::notation::printable;
use rules::pieces::{Pieces, Placement, Setup};
use rules::record::{Line, Record, Replay};
use rules::{BySide, CellSet, Event, Game, Side, with_pieces};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use view::Depict;

pub fn run(args: &ExplainArgs) -> Result<ExitCode, Failure> {
    let path = &args.file;
    let record = input::record(path)?;
    let foreign = |game| Err(Failure::NotPieces { path: path.clone(), game });
    match &record.header.setup {
        AnySetup::Colours(_) => foreign("colours"),
        AnySetup::Stop(_) => foreign("stop"),
        AnySetup::Pieces(setup) => with_pieces!(setup, |S| match args.at {
            Some(at) => turn::print(&the_move::<S>(&record, setup, at, path)?, &names(&record), args),
            None => game::print::<S>(&record, setup, args),
        }),
    }
}

/// One move of a record, with the position that it was made in.
struct Move<S> {
    turn: usize,
    side: Side,
    before: Pieces<S>,
    answer: Answer,
}

/// What a side did in its turn.
#[derive(Clone, PartialEq, Debug)]
enum Answer {
    Placed(Placement),
    Stuck,
    /// It is out, and why.
    Failed(String),
}

impl Answer {
    fn placement(&self) -> Option<Placement> {
        match self {
            Self::Placed(placement) => Some(*placement),
            Self::Stuck | Self::Failed(_) => None,
        }
    }
}

/// A record, move by move; they are numbered as `replay` and `show` do.
struct Moves<'a, S: CellSet> {
    replay: Replay<'a, Pieces<S>>,
    path: &'a Path,
    turn: usize,
}

impl<'a, S: CellSet> Moves<'a, S> {
    fn new(record: &'a Record, setup: &Setup, path: &'a Path) -> Self {
        Self { replay: Replay::new(record, setup), path, turn: 0 }
    }

    /// The next move; `None` at the end of the record.
    fn next(&mut self) -> Result<Option<Move<S>>, Failure> {
        loop {
            let before = self.replay.position().clone();
            let wrong = |error| Failure::Disagreement { path: self.path.into(), error };
            let (side, answer) = match self.replay.step().map_err(wrong)? {
                None => return Ok(None),
                Some(Line::Event { event: Event::Played { side, played: Placement::Stuck, .. }, .. }) => {
                    (side, Answer::Stuck)
                }
                Some(Line::Event { event: Event::Played { side, played, .. }, .. }) => (side, Answer::Placed(played)),
                Some(Line::Event { event: Event::Out { side, fault, .. }, .. }) => {
                    (side, Answer::Failed(printable(&fault.to_string())))
                }
                Some(Line::Event { event: Event::Drew(_), .. } | Line::Ended(_)) => continue,
            };
            self.turn += 1;
            return Ok(Some(Move { turn: self.turn, side, before, answer }));
        }
    }
}

/// The move that was asked for.
fn the_move<S: CellSet>(record: &Record, setup: &Setup, at: usize, path: &Path) -> Result<Move<S>, Failure> {
    let mut moves = Moves::<S>::new(record, setup, path);
    while let Some(found) = moves.next()? {
        if found.turn == at {
            return Ok(found);
        }
    }
    Err(Failure::NoMove { at, last: moves.turn })
}

/// The players as they are called on the board and in the record.
fn names(record: &Record) -> BySide<String> {
    // Names are strangers' text.
    record.header.names().map(printable)
}

fn player<S: CellSet>(position: &Pieces<S>, names: &BySide<String>, side: Side) -> String {
    format!("{} {}", position.side_name(side), names[side])
}

/// What the champion makes of a position.
enum Judgement {
    /// The piece fits nowhere.
    Stuck,
    /// Both sides are after the same land: the placements by their chances, the best first.
    Contested(Vec<Opinion>),
    /// Land changes hands no more: all placements with what they part of the room that is left, the best first.
    Settled(Vec<(Placement, u32)>),
}

fn judgement<S: CellSet>(judged: &Move<S>, care: Care, args: &ExplainArgs) -> Judgement {
    let (before, mut champion) = (&judged.before, champion(care, args));
    if before.moves().next().is_none_or(|only| only == Placement::Stuck) {
        return Judgement::Stuck;
    }
    if champion.is_settled(before) {
        let mut packed: Vec<(Placement, u32)> = packing::packed(before, &mut Budget::unlimited())
            .into_iter()
            .map(|(spared, placement)| (placement, (-spared) as u32))
            .collect();
        packed.sort_by_key(|(_, parted)| *parted);
        return Judgement::Settled(packed);
    }
    let time = args.time.filter(|_| care == Care::Close).map(|ms| Duration::from_millis(ms.into()));
    Judgement::Contested(champion.opinions(before, judged.answer.placement(), referee::clock::per_move(time)))
}

/// How closely a move is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Care {
    /// The few best and what was played, a little way ahead: enough to tell where to look closely.
    Quick,
    /// All that was asked for.
    Close,
}

/// Positions for a quick look.
const QUICK_NODES: u64 = 3000;
/// A player cuts candidates that are a few standard errors behind, and stops when it knows the best. People want to know
/// how good the others are, too: nothing is cut.
const CUT_AT_SIGMAS: f64 = f64::INFINITY;
/// Rollouts that the network's evaluation counts for: few, so that people see what the rollouts said.
const PRIOR_WEIGHT: f64 = 1.0;

/// The same seed for every turn: a turn looks the same alone and among all others of its game.
fn champion<S: CellSet>(care: Care, args: &ExplainArgs) -> Champion<S> {
    let skill = Skill::default();
    let race = RaceSettings { cut_at_sigmas: CUT_AT_SIGMAS, prior_weight: PRIOR_WEIGHT, ..skill.race };
    let (nodes, skill) = match care {
        Care::Quick => (QUICK_NODES.min(args.nodes), Skill { breadth: 3, depth: 2, race, ..skill }),
        Care::Close => (args.nodes, Skill { breadth: skill.breadth.max(args.top), race, ..skill }),
    };
    let limits = if args.time.is_some() { Limits::default() } else { Limits::nodes(nodes) };
    Champion::new(Style { skill, limits, ..Style::default() }, 0)
}

/// A chance in whole points of a hundred: finer differences are noise.
fn points(chance: f64) -> i64 {
    (chance * 100.0).round() as i64
}
