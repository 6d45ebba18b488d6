//! `landgrab explain`: what the champion would have done instead of a move, and why.

mod bar;
mod fault;
mod game;
mod turn;

use crate::cli::ExplainArgs;
use crate::failure::Failure;
use crate::input;
use analysis::decision::{NoSuchTurn, decision_at};
use analysis::explain::Effort;
use rules::catalogue::AnySetup;
use rules::notation::printable;
use rules::pieces::Pieces;
use rules::record::Record;
use rules::{BySide, CellSet, Side, with_pieces};
use std::process::ExitCode;
use std::time::Duration;
use view::Depict;

pub fn run(args: &ExplainArgs) -> Result<ExitCode, Failure> {
    let path = &args.file;
    let record = input::record(path)?;
    let foreign = |game| Err(Failure::NotPieces { path: path.clone(), game });
    let wrong = |error| match error {
        NoSuchTurn::Disagreement(error) => Failure::Disagreement { path: path.clone(), error },
        NoSuchTurn::TooLate { at, last } => Failure::NoMove { at, last },
    };
    match &record.header.setup {
        AnySetup::Colours(_) => foreign("colours"),
        AnySetup::Stop(_) => foreign("stop"),
        AnySetup::Pieces(setup) => with_pieces!(setup, |S| match args.at {
            Some(at) => {
                let decision = decision_at::<Pieces<S>>(&record, setup, at).map_err(wrong)?;
                turn::print(&decision, &names(&record), args)
            }
            None => game::print::<S>(&record, setup, args),
        }),
    }
}

fn effort(args: &ExplainArgs) -> Effort {
    let time = args.time.map(|ms| Duration::from_millis(ms.into()));
    Effort { nodes: args.nodes, breadth: args.top, clock: referee::clock::per_move(time) }
}

/// The players' names, which are strangers' text.
fn names(record: &Record) -> BySide<String> {
    record.header.names().map(printable)
}

/// A player by its letter on the board and its name.
fn player<S: CellSet>(position: &Pieces<S>, names: &BySide<String>, side: Side) -> String {
    format!("{} {}", position.side_name(side), names[side])
}
