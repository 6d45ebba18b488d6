//! The schools' own referees, replaced: the same flags, the same output for well-behaved bots, and an explanation on
//! stderr where the originals say nothing.

mod filler_vm;
mod game_engine;
mod keyboard;

pub use filler_vm::filler_vm;
pub use game_engine::game_engine;

use crate::failure::Failure;
use anstream::AutoStream;
use referee::sandbox::{Level, Sandbox};
use referee::seat::Program;
use referee::{Interrupt, evidence};
use rules::notation::printable;
use rules::pieces::{Dialect, Map};
use rules::{Fault, SplitMix, TextError};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use view::{Colour, Depict};

/// Programs run as the schools' referees run them, but within limits and not beyond our own end. Another level can be
/// asked for by this variable.
const SANDBOX: &str = "LANDGRAB_SANDBOX";

/// The sandbox of a player's program.
fn sandbox() -> Result<Sandbox, String> {
    let Ok(level) = std::env::var(SANDBOX) else { return Ok(Sandbox::up_to(Level::Limits)) };
    let level = level.parse().map_err(|error| format!("{SANDBOX}: {error}"))?;
    Sandbox::new(Some(level)).map_err(|error| error.to_string())
}

/// A program to sit down.
fn program(argv: Vec<OsString>, name: &str, interrupt: &Interrupt) -> Result<Program, String> {
    let sandbox = sandbox()?;
    sandbox.check(&argv).map_err(|error| error.to_string())?;
    Ok(Program { argv, name: name.into(), sandbox, interrupt: interrupt.clone() })
}

/// Says on stderr what happened to a player, with a picture where one helps, and the last of what it wrote there.
fn explain<G: Depict>(dialect: Dialect, position: &G, side: rules::Side, name: &str, fault: &Fault) {
    let mut out = String::new();
    let turn = fault.evidence.get::<u32>(evidence::TURN).map(|turn| format!(" in turn {turn}")).unwrap_or_default();
    let words = view::fault::in_words(fault);
    out += &format!("{} {} failed{turn}: {words}\n", position.side_name(side), printable(name));
    if let Some(scene) = position.refusal(side, fault) {
        let colour = match AutoStream::choice(&io::stderr()) {
            anstream::ColorChoice::Never => Colour::Never,
            _ => Colour::Always,
        };
        out += &view::text(&scene, colour);
    }
    if let Some(answer) = legal_answer(dialect, fault) {
        out += &format!("a legal answer would have been `{answer}`\n");
    }
    if let Some(bytes) = fault.evidence.get::<String>(evidence::BYTES) {
        out += &format!("its last bytes: {}\n", rules::notation::quoted(&bytes));
    }
    if let Some(stderr) = fault.evidence.get::<String>(evidence::STDERR) {
        out += "its stderr ended in:\n";
        let lines: Vec<&str> = stderr.lines().collect();
        for line in &lines[lines.len().saturating_sub(20)..] {
            out += &format!("  | {}\n", printable(line));
        }
    }
    let _ = io::stderr().write_all(out.as_bytes());
}

/// A legal answer in place of an illegal one, with the numbers in the order that the school wants.
fn legal_answer(dialect: Dialect, fault: &Fault) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Reason {
        instead: Option<(i64, i64)>,
        example: Option<(i64, i64)>,
    }
    let reason: Reason = fault.evidence.get(evidence::REASON)?;
    let (row, col) = reason.instead.or(reason.example)?;
    Some(match dialect {
        Dialect::Plateau => format!("{row} {col}"),
        Dialect::Anfield => format!("{col} {row}"),
    })
}

/// A map file; where there is none, the school map of that name.
fn map(file: &str, dialect: Dialect) -> Result<Map, MapTrouble> {
    let built_in = Map::named(file, dialect).filter(|_| !Path::new(file).exists());
    if let Some(map) = built_in {
        return Ok(map);
    }
    let text = crate::input::text(Path::new(file)).map_err(MapTrouble::Unread)?;
    Map::parse(file, &text, dialect).map_err(MapTrouble::Wrong)
}

/// Why there is no map.
enum MapTrouble {
    Unread(Failure),
    Wrong(TextError),
}

/// A seed from the clock.
fn clock_seed() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_nanos()).unwrap_or_default()
}

/// A seed below 10000, as `filler_vm` picks them.
fn small_seed() -> i64 {
    (SplitMix::new(clock_seed() as u64).bits() % 10_000) as i64
}
