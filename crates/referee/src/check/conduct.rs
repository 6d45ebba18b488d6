//! Steps about conduct: the bot's stderr, its reaction to the end of its input, and the same answers twice.

use super::doing::Doing;
use super::failed::{Failed, shown};
use super::practice::{self, Practice, school_map};
use super::visit::Visit;
use super::{Patient, StepResult};
use crate::seat::exit;
use rules::Side;
use rules::pieces::Dialect;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// Bytes that a pipe holds when nobody reads it.
const PIPE: u64 = 64 << 10;
/// How long a bot may take to leave when its input has ended.
const LEAVING: Duration = Duration::from_secs(1);

/// The bot answers, however much it logs.
pub fn stderr_noise(patient: &mut Patient) -> StepResult {
    let setup = school_map("map00", patient.dialect);
    let mut visit = Visit::begin(patient, &setup, Side::First)?;
    let turns = practice::play_on(&mut visit, &setup, Side::First, 10)?.len();
    let bytes = visit.child().stderr_bytes();
    let warning = match patient.dialect {
        _ if bytes <= PIPE => "",
        Dialect::Plateau => ": log less, it costs time",
        Dialect::Anfield => ": log less, 01-edu's game_engine does not read it and the bot would block after 64 KiB",
    };
    Ok(match bytes {
        0 => String::new(),
        bytes => format!("{bytes} bytes on stderr in {turns} turns{warning}"),
    })
}

/// The bot ends when its input ends.
pub fn end_of_input(patient: &mut Patient) -> StepResult {
    let setup = school_map("map00", patient.dialect);
    let mut visit = Visit::begin(patient, &setup, Side::First)?;
    practice::play_on(&mut visit, &setup, Side::First, 2)?;
    let ended = Instant::now();
    let advice = "leave when a read finds the end of the input (`read` gives 0, `getline` -1, `readline` an empty \
                  string): that is how a game ends, there is no other message";
    if let Some(status) = visit.see_out(LEAVING) {
        let took = ended.elapsed().as_millis();
        if has_crashed(status) {
            let mut failed = Failed::new(format!("it crashed when its input ended: {status}"), advice);
            failed.stderr = Some(visit.child().stderr_text()).filter(|text| !text.is_empty());
            return Err(failed);
        }
        return Ok(format!("left after {took} ms, {status}"));
    }
    let doing = match visit.doing() {
        Doing::Computes => " and spins",
        Doing::Reads | Doing::Waits | Doing::WaitsSomehow => " and waits",
        Doing::Unknown => "",
    };
    let consequence = match patient.dialect {
        Dialect::Plateau => "filler_vm waits for it without end",
        Dialect::Anfield => "game_engine leaves it running, and it slows down every game that follows",
    };
    Err(Failed::new(format!("after its input ended it still runs{doing}: {consequence}"), advice))
}

/// A shell, like a sandbox, reports a signal as a status above 128.
fn has_crashed(status: ExitStatus) -> bool {
    exit::signal(status).is_some() || status.code().is_some_and(|code| code > 128)
}

/// The same input gives the same answers.
pub fn deterministic(patient: &mut Patient) -> StepResult {
    let setup = school_map("map01", patient.dialect);
    let mut visit = Visit::begin(patient, &setup, Side::First)?;
    let answers = practice::play_on(&mut visit, &setup, Side::First, 8)?;
    drop(visit);
    let mut visit = Visit::begin(patient, &setup, Side::First)?;
    let mut again = Practice::new(&setup, Side::First);
    for (index, first) in answers.iter().enumerate() {
        let Some(position) = again.next(&mut visit) else { break };
        debug_assert_eq!(position, first.position);
        let second = visit.ask(&position)?;
        if visit.read(&second) != visit.read(&first.reply) {
            let (first, second) = (shown(&first.reply.line), shown(&second.line));
            return Err(Failed::new(
                format!("on the same input it answered {first} in turn {}, then {second} in a second run", index + 1),
                "start random numbers from a fixed seed, and do not depend on time or on addresses: what happened \
                 once can then be looked at again",
            ));
        }
        again.play(first.played, &mut visit);
    }
    Ok(format!("{} turns on map01, twice", answers.len()))
}
