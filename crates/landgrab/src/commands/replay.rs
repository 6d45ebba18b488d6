//! `landgrab replay`: through a record step by step, or against the rules.

use super::{colour, is_interactive, print_json};
use crate::cli::ReplayArgs;
use crate::failure::Failure;
use crate::input;
use rules::notation::printable;
use rules::record::{Disagreement, Replay};
use rules::with_game;
use serde::Serialize;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;
use view::{Draw, Film, Frame};

pub fn run(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    if args.check {
        return check(args);
    }
    for path in &args.files {
        let record = input::record(path)?;
        with_game!(&record.header.setup, |G, setup| watch(Film::<G>::new(&record, setup), path))?;
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

/// Shows the frames: a person steps through them, a pipe gets them all.
fn watch<G: Draw>(mut film: Film<'_, G>, path: &Path) -> Result<(), Failure> {
    let wrong = |error| Failure::Disagreement { path: path.into(), error };
    let mut frames = vec![film.first()];
    let interactive = is_interactive();
    let mut at = 0;
    print(&frames[0])?;
    loop {
        let target = if interactive { ask(at)? } else { Some(at + 1) };
        let Some(target) = target else { return Ok(()) };
        while frames.len() <= target {
            match film.advance().map_err(wrong)? {
                Some(frame) => frames.push(frame),
                None => break,
            }
        }
        let is_past_the_end = target >= frames.len();
        at = target.min(frames.len() - 1);
        if !is_past_the_end || interactive {
            print(&frames[at])?;
        }
        if is_past_the_end {
            writeln!(io::stdout(), "{}", film.ending())?;
            if !interactive {
                return Ok(());
            }
        }
    }
}

fn print(frame: &Frame) -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{}", view::text(&frame.scene, colour()))
}

/// The turn that a person wants to see next; `None` to quit.
fn ask(at: usize) -> io::Result<Option<usize>> {
    loop {
        write!(io::stdout(), "[Enter] next, b back, a number: that turn, e end, q quit: ")?;
        io::stdout().flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim() {
            "" => return Ok(Some(at + 1)),
            "b" => return Ok(Some(at.saturating_sub(1))),
            "e" => return Ok(Some(usize::MAX)),
            "q" => return Ok(None),
            turn => match turn.parse() {
                Ok(turn) => return Ok(Some(turn)),
                Err(_) => writeln!(io::stdout(), "expected Enter, b, e, q or a turn's number")?,
            },
        }
    }
}
