//! `landgrab replay`: steps through records, or checks them against the rules.

use super::{colour, is_interactive, look, print_json};
use crate::cli::ReplayArgs;
use crate::failure::Failure;
use crate::input;
use crate::interrupt::raise_on_ctrl_c;
use analysis::overlay::{self, SuggestMoves};
use referee::Interrupt;
use rules::notation::printable;
use rules::record::{Disagreement, Replay};
use rules::{Clock, with_game};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use view::app::{replay::Viewer, terminal};
use view::{Depict, Film};

pub fn run(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    if args.check {
        return check(args);
    }
    let interrupt = Interrupt::default();
    if is_interactive() {
        raise_on_ctrl_c(&interrupt)?;
    }
    for path in &args.files {
        let record = input::record(path)?;
        with_game!(&record.header.setup, |G, setup| {
            let film = Film::<G>::new(&record, setup);
            if is_interactive() { watch(film, &interrupt)? } else { print(film, path)? }
        });
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct Checked<'a> {
    file: &'a Path,
    agrees: bool,
    complete: bool,
    lines: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

/// Exit status 1 when a record disagrees. One that only ends early agrees as far as it goes, and we say so.
fn check(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::SUCCESS;
    for path in &args.files {
        let record = input::record(path)?;
        let (result, complete) = with_game!(&record.header.setup, |G, setup| {
            let mut replay = Replay::<G>::new(&record, setup);
            (replay.finish(), replay.ended().is_some())
        });
        if result.is_err() {
            code = ExitCode::from(1);
        }
        if args.json {
            let (line, detail) = match &result {
                Ok(()) => (None, None),
                Err(Disagreement { line, what }) => (Some(*line), Some(what.clone())),
            };
            let lines = record.lines.len() + 1;
            print_json(&Checked { file: path, agrees: result.is_ok(), complete, lines, line, detail })?;
        } else {
            let verdict = match &result {
                Ok(()) if complete => "agrees with the rules".into(),
                Ok(()) => format!("agrees as far as it goes: it ends early, after line {}", record.lines.len() + 1),
                Err(disagreement) => format!("disagrees with the rules: {disagreement}"),
            };
            writeln!(io::stdout(), "{}: {verdict}", printable(&path.display().to_string()))?;
        }
    }
    Ok(code)
}

/// The terminal app.
fn watch<G: SuggestMoves>(film: Film<'_, G>, interrupt: &Interrupt) -> Result<(), Failure> {
    let mut viewer = Viewer::new(
        film,
        Box::new(|position, overlay, side| overlay::layer(position, overlay, side, Clock::default())),
        look(),
    );
    Ok(terminal::run(&mut viewer, || interrupt.is_raised())?)
}

/// All frames, one after the other.
fn print<G: Depict>(mut film: Film<'_, G>, path: &Path) -> Result<(), Failure> {
    let (mut turn, mut trouble) = (0, None);
    loop {
        // The turns before a wrong line are good, and shown.
        trouble = film.read(turn).err().or(trouble);
        if turn > film.last() {
            return match trouble {
                Some(error) => Err(Failure::Disagreement { path: path.into(), error }),
                None => Ok(writeln!(io::stdout(), "{}", film.ending())?),
            };
        }
        writeln!(io::stdout(), "{}", view::text(&film.scene(turn), colour()))?;
        turn += 1;
    }
}
