//! `landgrab heat`: the numbers that a heat player sees in a position, and what it makes of them.

use super::{colour, print_json};
use crate::cli::{GameName, HeatArgs, HeatMetric};
use crate::failure::Failure;
use crate::input::{self, Content};
use crate::setup;
use engine::pieces::explain::{Measure, distances, sums};
use engine::pieces::heat::Metric;
use rules::catalogue::AnySetup;
use rules::notation::quoted;
use rules::pieces::{Pieces, Placement, board_of};
use rules::record::{Line, Replay};
use rules::{CellSet, Event, Game, Side, Turn, with_pieces};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
use view::{Depict, Layer, Overlay};

/// How many placements people see: the best, and what they were better than.
const SHOWN: usize = 5;

pub fn run(args: &HeatArgs) -> Result<ExitCode, Failure> {
    let path = &args.file;
    if let Some(setup) = setup::built_in_map(path, args.dialect.unwrap_or_default())? {
        if args.at.is_some() {
            return Err(Failure::NoRecord(path.clone()));
        }
        return with_pieces!(setup, |S| print(&Pieces::<S>::new(&setup), args));
    }
    if args.dialect.is_some() {
        return Err(Failure::Usage(format!("--dialect is for built-in maps; {} says its own", path.display())));
    }
    let foreign = |game| Failure::NotPieces { path: path.clone(), game };
    match input::content(path)? {
        Content::Record(record) => match &record.header.setup {
            AnySetup::Pieces(setup) => with_pieces!(setup, |S| {
                let mut replay = Replay::<Pieces<S>>::new(&record, setup);
                print(at_turn(&mut replay, args)?, args)
            }),
            AnySetup::Colours(_) => Err(foreign("colours")),
            AnySetup::Stop(_) => Err(foreign("stop")),
        },
        Content::Text(_) if args.at.is_some() => Err(Failure::NoRecord(path.clone())),
        Content::Text(text) => {
            let wrong = |error| Failure::Content { path: path.clone(), error };
            match setup::looks_like(&text) {
                GameName::Pieces => {}
                GameName::Colours => return Err(foreign("colours")),
                GameName::Stop => return Err(foreign("stop")),
            }
            let setup = board_of(&text).map_err(wrong)?;
            with_pieces!(setup, |S| print(&text.parse::<Pieces<S>>().map_err(wrong)?, args))
        }
    }
}

/// The position after the turn that was asked for, with the piece that was drawn next.
fn at_turn<'a, G: Game>(replay: &'a mut Replay<'_, G>, args: &HeatArgs) -> Result<&'a G, Failure> {
    let mut turn = 0;
    while args.at != Some(turn) || replay.position().turn() == Turn::Draw {
        let wrong = |error| Failure::Disagreement { path: args.file.clone(), error };
        match replay.step().map_err(wrong)? {
            Some(Line::Event { event: Event::Played { .. } | Event::Out { .. }, .. }) => turn += 1,
            Some(_) => {}
            None => break,
        }
    }
    match args.at {
        Some(at) if at != turn => Err(Failure::NoTurn { option: "--at", at, last: turn }),
        _ => Ok(replay.position()),
    }
}

#[derive(Serialize)]
struct Numbered {
    size: [usize; 2],
    metric: &'static str,
    side: Side,
    heat: Vec<Vec<Option<u32>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placements: Option<Vec<Ranked>>,
}

#[derive(Serialize)]
struct Ranked {
    row: i32,
    col: i32,
    sum: u64,
}

fn print<S: CellSet>(position: &Pieces<S>, args: &HeatArgs) -> Result<ExitCode, Failure> {
    let side = side(position, args)?;
    let enemy = position.side_name(side.other());
    if position.own(side.other()).is_empty() {
        let found = format!("{}: expected cells of {enemy} to count from, found none", args.file.display());
        return Err(Failure::Usage(found));
    }
    let (metric, measure, words) = match args.metric {
        HeatMetric::Rings => ("rings", Measure::Heat(Metric::Rings), "rings to the nearest"),
        HeatMetric::L1 => ("l1", Measure::Heat(Metric::L1), "steps to the nearest"),
        HeatMetric::Bfs => ("bfs", Measure::Walk, "steps through free cells from the nearest"),
    };
    let numbers = distances(position, side, measure);
    let sums = (position.turn() == Turn::Move(side)).then(|| sums(position, measure));
    if args.json {
        let size = position.size();
        let ranked = |(placement, sum)| match placement {
            Placement::At { row, col } => Some(Ranked { row, col, sum }),
            Placement::Stuck => None,
        };
        print_json(&Numbered {
            size: [size.rows, size.cols],
            metric,
            side,
            heat: numbers.chunks(size.cols).map(<[Option<u32>]>::to_vec).collect(),
            placements: sums.map(|sums| sums.into_iter().filter_map(ranked).collect()),
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut scene = position.scene(None);
    scene.above.push(format!("for {}: {words} {enemy}", position.side_name(side)));
    let mut layer = Layer::of_distances(Overlay::Heat, &numbers, String::new());
    layer.notes.clear();
    scene.lay(layer);
    match sums {
        Some(sums) => scene.below.extend(in_words(&sums)),
        None if position.piece().is_some() => scene.below.push(format!("it is for {enemy} to place")),
        None => {}
    }
    io::stdout().write_all(view::text(&scene, colour()).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The side that was asked for: by its letter or its number.
fn side<S: CellSet>(position: &Pieces<S>, args: &HeatArgs) -> Result<Side, Failure> {
    let Some(text) = &args.side else { return Ok(position.side()) };
    let is_meant = |side: &Side| *text == position.side_name(*side) || *text == side.number().to_string();
    Side::BOTH.into_iter().find(is_meant).ok_or_else(|| {
        let [first, second] = Side::BOTH.map(|side| position.side_name(side));
        Failure::Usage(format!("--for: expected {first} or {second}, or 1 or 2, found {}", quoted(text)))
    })
}

/// The placements with the smallest sums.
fn in_words(sums: &[(Placement, u64)]) -> Vec<String> {
    let Some((_, best)) = sums.first() else { return vec!["it fits nowhere: stuck".into()] };
    let mut lines = vec![format!("legal placements: {}; the smallest sums, at row and column:", sums.len())];
    let width = sums.iter().take(SHOWN).map(|(_, sum)| sum.to_string().len()).max().unwrap_or(1);
    lines.extend(sums.iter().take(SHOWN).map(|(placement, sum)| format!("  {sum:>width$}  at {placement}")));
    let unseen = sums.iter().skip(SHOWN).filter(|(_, sum)| sum == best).count();
    if unseen > 0 {
        lines.push(format!("  {best:>width$}  at {unseen} more"));
    }
    lines
}
