//! The results of a match as lines of JSON: one for each game, then a summary.

use crate::json::rounded;
use crate::pairing::Pairing;
use league::{Contestant, GameResult, Plan, Tally};
use referee::sandbox::Level;
use rules::{BySide, Ending, Fault};
use serde::Serialize;

#[derive(Serialize)]
pub struct GameLine {
    game: usize,
    seed: i64,
    seats: Seats,
    score: ByName<u32>,
    won: Option<&'static str>,
    ended: Ended,
    turns: u32,
    ms: ByName<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<ByName<Option<u8>>>,
}

#[derive(Serialize)]
struct Seats {
    first: &'static str,
    second: &'static str,
}

#[derive(Serialize)]
struct ByName<T> {
    #[serde(rename = "A")]
    a: T,
    #[serde(rename = "B")]
    b: T,
}

impl<T: Copy> ByName<T> {
    /// Turns values by seat into values by contestant.
    fn of(plan: &Plan, both: BySide<T>) -> Self {
        Self { a: both[plan.side(Contestant::A)], b: both[plan.side(Contestant::B)] }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Ended {
    Rules,
    Stopped,
    Fault(FaultLine),
}

#[derive(Serialize)]
struct FaultLine {
    player: &'static str,
    kind: &'static str,
    detail: String,
}

#[derive(Serialize)]
pub struct SummaryLine {
    summary: Summary,
}

#[derive(Serialize)]
struct Summary {
    games: usize,
    won: ByName<usize>,
    ties: usize,
    faults: ByName<usize>,
    score_b: f64,
    interval_b: (f64, f64),
}

/// A game as one line.
pub fn json(result: &GameResult, pairing: &Pairing) -> GameLine {
    let plan = &result.plan;
    let fault_line = |who: Contestant, fault: &Fault| FaultLine {
        player: who.name(),
        kind: fault.kind().name(),
        detail: fault.to_string(),
    };
    let contestants = [Contestant::A, Contestant::B];
    let faults = contestants.iter().filter_map(|who| Some(fault_line(*who, result.fault(*who)?))).collect();
    GameLine {
        game: plan.number,
        seed: plan.seed,
        seats: Seats { first: plan.seats.first.name(), second: plan.seats.second.name() },
        score: ByName::of(plan, result.score),
        won: result.won.map(Contestant::name),
        ended: match &result.ending {
            Ending::Rules => Ended::Rules,
            Ending::Stopped => Ended::Stopped,
            Ending::Fault(side, fault) => Ended::Fault(fault_line(plan.seats[*side], fault)),
        },
        turns: result.turns,
        ms: ByName::of(plan, result.ms.map(rounded)),
        faults,
        sandbox: sandboxes(pairing),
    }
}

/// The levels that programs ran in, when there were any.
fn sandboxes(pairing: &Pairing) -> Option<ByName<Option<u8>>> {
    let level = |who| pairing.of(who).level().map(Level::number);
    let both = ByName { a: level(Contestant::A), b: level(Contestant::B) };
    (both.a.is_some() || both.b.is_some()).then_some(both)
}

pub fn summary_json(tally: &Tally) -> SummaryLine {
    let (low, high) = tally.interval_b();
    SummaryLine {
        summary: Summary {
            games: tally.games,
            won: ByName { a: tally.won_a, b: tally.won_b },
            ties: tally.ties(),
            faults: ByName { a: tally.faults_a, b: tally.faults_b },
            score_b: rounded(tally.score_b()),
            interval_b: (rounded(low), rounded(high)),
        },
    }
}
