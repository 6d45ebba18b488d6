//! The results of a match as lines of JSON: one for each game, then a summary.

use crate::cli::MatchArgs;
use crate::json::rounded;
use crate::pairing::Pairing;
use league::{Contestant, GameResult, Plan, Schedule, Tally};
use referee::sandbox::Level;
use rules::catalogue::AnySetup;
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
    players: ByName<String>,
    setup: SetupLine,
}

/// The game and its board.
#[derive(Serialize)]
struct SetupLine {
    game: &'static str,
    rules: Option<&'static str>,
    map: Option<String>,
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    colours: Option<usize>,
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
    turn: Option<u32>,
    /// The line that the player wrote, escaped.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrote: Option<String>,
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
    /// `null` while no game is finished, like the interval.
    score_b: Option<f64>,
    interval_b: Option<(f64, f64)>,
    score_a: Option<f64>,
    interval_a: Option<(f64, f64)>,
    players: ByName<String>,
    setup: SetupLine,
    options: Options,
}

/// How the match was asked for: with the players and the setup, enough to play it again.
#[derive(Serialize)]
struct Options {
    games: usize,
    seed: i64,
    swap: bool,
    /// Milliseconds a move that were set for both players.
    time: Option<u32>,
    opening_plies: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<ByName<Option<u8>>>,
}

impl SetupLine {
    fn of(args: &MatchArgs, setup: &AnySetup) -> Self {
        let file = || args.setup.map.as_ref().map(|path| path.display().to_string());
        match setup {
            AnySetup::Pieces(setup) => Self {
                game: "pieces",
                rules: Some(setup.dialect().name()),
                map: Some(setup.map().name().to_owned()),
                size: setup.map().size().to_string(),
                colours: None,
            },
            AnySetup::Colours(setup) => Self {
                game: "colours",
                rules: None,
                map: file(),
                size: setup.size().to_string(),
                colours: Some(setup.colours()),
            },
            AnySetup::Stop(setup) => Self {
                game: "stop",
                rules: Some(setup.start().reading().name()),
                map: file(),
                size: setup.start().size().to_string(),
                colours: None,
            },
        }
    }
}

/// A game as one line.
pub fn json(result: &GameResult, args: &MatchArgs, pairing: &Pairing, setup: &AnySetup) -> GameLine {
    let plan = &result.plan;
    let fault_line = |who: Contestant, fault: &Fault| FaultLine {
        player: who.name(),
        kind: fault.kind().name(),
        detail: view::fault::in_words(fault),
        turn: view::fault::turn(fault),
        wrote: view::fault::wrote(fault),
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
        players: players(pairing),
        setup: SetupLine::of(args, setup),
    }
}

fn players(pairing: &Pairing) -> ByName<String> {
    ByName { a: pairing.a.name(), b: pairing.b.name() }
}

/// The levels that programs ran in, when there were any.
fn sandboxes(pairing: &Pairing) -> Option<ByName<Option<u8>>> {
    let level = |who| pairing.of(who).level().map(Level::number);
    let both = ByName { a: level(Contestant::A), b: level(Contestant::B) };
    (both.a.is_some() || both.b.is_some()).then_some(both)
}

/// All games in one line. The setup is that of the first game: a seed decides nothing of it that is listed.
pub fn summary_json(
    tally: &Tally,
    args: &MatchArgs,
    pairing: &Pairing,
    schedule: &Schedule,
    setup: &AnySetup,
) -> SummaryLine {
    let (low, high) = tally.interval_b();
    let is_any = tally.games > 0;
    SummaryLine {
        summary: Summary {
            games: tally.games,
            won: ByName { a: tally.won_a, b: tally.won_b },
            ties: tally.ties(),
            faults: ByName { a: tally.faults_a, b: tally.faults_b },
            score_b: is_any.then(|| rounded(tally.score_b())),
            interval_b: is_any.then(|| (rounded(low), rounded(high))),
            score_a: is_any.then(|| rounded(1.0 - tally.score_b())),
            interval_a: is_any.then(|| (rounded(1.0 - high), rounded(1.0 - low))),
            players: players(pairing),
            setup: SetupLine::of(args, setup),
            options: Options {
                games: schedule.games,
                seed: schedule.seed,
                swap: schedule.swap,
                time: args.time,
                opening_plies: args.opening_plies,
                sandbox: sandboxes(pairing),
            },
        },
    }
}
