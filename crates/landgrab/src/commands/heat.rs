//! `landgrab heat`: the numbers that a heat player sees in a position, and the placements that they favour.

use super::{colour, print_json};
use crate::cli::{GameName, HeatArgs, HeatMetric};
use crate::failure::Failure;
use crate::input::{self, Content};
use crate::setup;
use analysis::decision::{NoSuchTurn, position_at};
use analysis::heat::{HeatMap, Metric, PlacementSum, side_called};
use rules::catalogue::AnySetup;
use rules::notation::quoted;
use rules::pieces::{Pieces, board_of};
use rules::{CellSet, Game, Side, with_pieces};
use std::io::{self, Write};
use std::process::ExitCode;
use view::{Depict, Layer, Overlay};

/// How many placements people see.
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
    let no_position = |error| match error {
        NoSuchTurn::Disagreement(error) => Failure::Disagreement { path: path.clone(), error },
        NoSuchTurn::TooLate { at, last } => Failure::NoTurn { option: "--at", at, last },
    };
    match input::content(path)? {
        Content::Record(record) => match &record.header.setup {
            AnySetup::Pieces(setup) => with_pieces!(setup, |S| {
                print(&position_at::<Pieces<S>>(&record, setup, args.at).map_err(no_position)?, args)
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

fn print<S: CellSet>(position: &Pieces<S>, args: &HeatArgs) -> Result<ExitCode, Failure> {
    let side = side(position, args)?;
    let enemy = position.side_name(side.other());
    let metric = match args.metric {
        HeatMetric::Rings => Metric::Rings,
        HeatMetric::L1 => Metric::L1,
        HeatMetric::Bfs => Metric::Bfs,
    };
    let Some(map) = HeatMap::new(position, side, metric) else {
        let found = format!("{}: expected cells of {enemy} to count from, found none", args.file.display());
        return Err(Failure::Usage(found));
    };
    if args.json {
        print_json(&map)?;
        return Ok(ExitCode::SUCCESS);
    }
    let unit = match metric {
        Metric::Rings => "rings to the nearest",
        Metric::L1 => "steps to the nearest",
        Metric::Bfs => "steps through free cells from the nearest",
    };
    let mut scene = position.scene(None);
    scene.above.push(format!("for {}: {unit} {enemy}", position.side_name(side)));
    let mut layer = Layer::of_distances(Overlay::Heat, &map.heat.concat(), String::new());
    layer.notes.clear();
    scene.lay(layer);
    match &map.placements {
        Some(placements) => scene.below.extend(in_words(placements)),
        None if position.piece().is_some() => scene.below.push(format!("it is for {enemy} to place")),
        None => {}
    }
    io::stdout().write_all(view::text(&scene, colour()).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The side that was asked for, or the side to move.
fn side<S: CellSet>(position: &Pieces<S>, args: &HeatArgs) -> Result<Side, Failure> {
    let Some(name) = &args.side else { return Ok(position.side()) };
    side_called(position, name).ok_or_else(|| {
        let [first, second] = Side::BOTH.map(|side| position.side_name(side));
        Failure::Usage(format!("--for: expected {first} or {second}, or 1 or 2, found {}", quoted(name)))
    })
}

/// The placements with the smallest sums.
fn in_words(placements: &[PlacementSum]) -> Vec<String> {
    let Some(PlacementSum { sum: best, .. }) = placements.first() else { return vec!["it fits nowhere: stuck".into()] };
    let mut lines = vec![format!("legal placements: {}; the smallest sums, at row and column:", placements.len())];
    let width = placements.iter().take(SHOWN).map(|one| one.sum.to_string().len()).max().unwrap_or(1);
    let line = |PlacementSum { row, col, sum }: &PlacementSum| format!("  {sum:>width$}  at {row} {col}");
    lines.extend(placements.iter().take(SHOWN).map(line));
    let unseen = placements.iter().skip(SHOWN).filter(|one| one.sum == *best).count();
    if unseen > 0 {
        lines.push(format!("  {best:>width$}  at {unseen} more"));
    }
    lines
}
