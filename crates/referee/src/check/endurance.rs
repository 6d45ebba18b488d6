//! Steps about size and length: large boards within the time limit, and memory over a long game.

use super::case;
use super::failed::Failed;
use super::practice::{self, Practice, midgame, school_map};
use super::usage;
use super::visit::Visit;
use super::{Patient, StepResult};
use rules::Side;
use std::time::{Duration, Instant};

/// Turns over which memory is watched, and the least that say anything.
const LONG: usize = 200;
const ENOUGH: usize = 60;
/// Turns between two looks at it.
const EVERY: usize = 5;
/// A slow bot is not watched longer than this.
const PATIENCE: Duration = Duration::from_secs(5);
/// Growth that is no accident of an allocator.
const MUCH: u64 = 24 << 20;

/// The middle of a game on the largest map that a school plays.
pub fn largest_school_map(patient: &mut Patient) -> StepResult {
    let setup = midgame(&school_map("map02", patient.dialect), 120);
    let answers = practice::play(patient, &setup, Side::First, 6)?;
    let slowest = practice::slowest(&answers);
    Ok(format!("{} turns on map02, {slowest} of {} allowed", answers.len(), patient.time.as_millis()))
}

/// The same on a board of four times that size, such as students make for themselves.
pub fn map_of_200(patient: &mut Patient) -> StepResult {
    let rows = case::board(200, 200, &[(140, 140, 'O'), (60, 60, 'X')]);
    let setup = midgame(&case::setup(&rows, patient.dialect), 60);
    let answers = practice::play(patient, &setup, Side::First, 3)?;
    Ok(format!("{} turns, {}", answers.len(), practice::slowest(&answers)))
}

/// The memory of a bot that plays alone for a long time.
pub fn memory_growth(patient: &mut Patient) -> StepResult {
    let setup = school_map("map01", patient.dialect);
    let mut visit = Visit::begin(patient, &setup, Side::First)?;
    let mut practice = Practice::new(&setup, Side::First).alone();
    let (mut turns, mut resident) = (0, Vec::new());
    let started = Instant::now();
    while turns < LONG && started.elapsed() < PATIENCE {
        let Some(turn) = practice.turn(&mut visit) else { break };
        turn?;
        turns += 1;
        if turns % EVERY == 0 {
            let Some(usage) = usage::of(visit.child().id()) else {
                return Ok("not measured: this system does not tell".into());
            };
            resident.push(usage.resident);
        }
    }
    let last = resident.last().copied().unwrap_or_default();
    if turns < ENOUGH {
        return Ok(format!("{} in use after {turns} turns, too few to tell", in_mebibytes(last)));
    }
    match growth(&resident) {
        Some(growth) => Err(Failed::new(
            format!(
                "its memory grew by {} in {turns} turns, to {}, without a pause",
                in_mebibytes(growth),
                in_mebibytes(last)
            ),
            "free what a turn allocated (board, piece, lines read) before the next one; a garbage collector that has \
             not run yet looks the same",
        )),
        None => Ok(format!("{} in use after {turns} turns", in_mebibytes(last))),
    }
}

/// How much the memory grew, when it grew much, and in every part of the game: starting up is not counted.
fn growth(resident: &[u64]) -> Option<u64> {
    let quarter = (resident.len() / 4).max(1);
    let marks: Vec<u64> = resident.iter().skip(quarter - 1).step_by(quarter).copied().collect();
    let (first, last) = (*marks.first()?, *marks.last()?);
    let growth = last.saturating_sub(first);
    let grows_on = marks.windows(2).all(|pair| pair[1].saturating_sub(pair[0]) > MUCH / 8);
    (growth > MUCH && grows_on).then_some(growth)
}

fn in_mebibytes(bytes: u64) -> String {
    format!("{:.0} MiB", bytes as f64 / f64::from(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(turns: usize, resident: impl Fn(u64) -> u64) -> Option<u64> {
        growth(&(0..turns as u64).map(|turn| resident(turn) << 20).collect::<Vec<_>>())
    }

    #[test]
    fn only_growth_without_end_is_growth() {
        assert_eq!(after(200, |_| 100), None);
        assert_eq!(after(200, |turn| 10 + turn), Some(150 << 20));
        assert_eq!(after(200, |turn| 10 + turn.min(60)), None, "it filled its pools");
        assert_eq!(after(200, |turn| 10 + turn % 50), None, "it collects its garbage");
        assert_eq!(after(200, |turn| 100 + turn / 20), None, "too little to matter");
    }
}
