//! The report of a match: a line of JSON for each game, or a summary for people.

use super::pictures::Pictures;
use crate::cli::MatchArgs;
use crate::json::rounded;
use crate::pairing::Pairing;
use league::{Contestant, GameResult, Plan, Tally};
use referee::evidence;
use referee::sandbox::Level;
use rules::notation::printable;
use rules::{BySide, Ending, Fault, Side};
use serde::Serialize;
use std::time::Instant;

/// Lines of a failed program's stderr that are shown; the record has more.
const STDERR_SHOWN: usize = 10;

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

/// The summary for people, gathered game by game.
pub struct Report<'a> {
    args: &'a MatchArgs,
    pairing: &'a Pairing,
    seed: i64,
    started: Instant,
    turns: u64,
    /// Games and wins of A, by the seat it had.
    seats_of_a: BySide<(usize, usize)>,
    last: Option<(GameResult, Pictures)>,
    /// The number of the first game that each of A and B failed in, and what to say of it.
    first_faults: [Option<(usize, String)>; 2],
}

impl<'a> Report<'a> {
    pub fn new(args: &'a MatchArgs, seed: i64, pairing: &'a Pairing) -> Self {
        let (started, seats_of_a) = (Instant::now(), BySide::default());
        Self { args, pairing, seed, started, turns: 0, seats_of_a, last: None, first_faults: [None, None] }
    }

    pub fn add(&mut self, result: GameResult, pictures: Pictures) {
        self.turns += u64::from(result.turns);
        let (games, wins) = &mut self.seats_of_a[result.plan.side(Contestant::A)];
        *games += 1;
        *wins += usize::from(result.won == Some(Contestant::A));
        for (who, first) in [Contestant::A, Contestant::B].into_iter().zip(&mut self.first_faults) {
            if let (None, Some(fault)) = (&first, result.fault(who)) {
                *first = Some((result.plan.number, in_lines(fault, &pictures, result.plan.side(who))));
            }
        }
        self.last = Some((result, pictures));
    }

    pub fn in_words(&self, tally: &Tally) -> String {
        let mut out = String::new();
        let MatchArgs { first: a, second: b, .. } = self.args;
        if let Some((result, pictures @ Pictures { last: Some(picture), .. })) = &self.last {
            out += picture;
            out += &self.single_game(result, pictures);
            return out;
        }
        let wide = a.chars().count().max(b.chars().count());
        let (low, high) = tally.interval_b();
        let percent = |share: f64| format!("{:5.1} %", 100.0 * share);
        let line = |name: &str, player: &str, won: usize, share: f64, low: f64, high: f64| {
            let (share, low, high) = (percent(share), percent(low), percent(high));
            format!("  {name}  {player:wide$}  {won:>6} won  {share}  (95 %: {} to {})\n", low.trim(), high.trim())
        };
        let games = if tally.games == 1 { "game" } else { "games" };
        out += &format!("{} {games}, seed {}\n", tally.games, self.seed);
        out += &line("A", a, tally.won_a, 1.0 - tally.score_b(), 1.0 - high, 1.0 - low);
        out += &line("B", b, tally.won_b, tally.score_b(), low, high);
        if tally.ties() > 0 {
            out += &format!("  {} ties, half a point each\n", tally.ties());
        }
        let BySide { first, second } = self.seats_of_a;
        if first.0 > 0 && second.0 > 0 {
            out += &format!(
                "  A won {} of {} moving first, {} of {} moving second\n",
                first.1, first.0, second.1, second.0
            );
        }
        let counts = [("A", tally.faults_a), ("B", tally.faults_b)];
        for ((name, count), fault) in counts.into_iter().zip(&self.first_faults) {
            if let Some((game, detail)) = fault {
                let games = if count == 1 { "game" } else { "games" };
                out += &format!("  {name} failed in {count} {games}, first in game {game}: {detail}");
            }
        }
        out += &self.sandboxes();
        let seconds = self.started.elapsed().as_secs_f64().max(1e-9);
        if tally.games > 1 {
            let (pace, length) = (tally.games as f64 / seconds, self.turns as f64 / tally.games as f64);
            out += &format!("  {pace:.0} games a second, {length:.0} turns a game\n");
        }
        out
    }

    /// The sandboxes of the programs.
    fn sandboxes(&self) -> String {
        let mut out = String::new();
        for who in [Contestant::A, Contestant::B] {
            if let Some(level) = self.pairing.of(who).level() {
                out += &format!("  {} ran in sandbox {level}\n", who.name());
            }
        }
        out
    }

    /// One game proves nothing about the players: it is told as a story.
    fn single_game(&self, result: &GameResult, pictures: &Pictures) -> String {
        let name = |who: Contestant| match who {
            Contestant::A => &self.args.first,
            Contestant::B => &self.args.second,
        };
        let player = |side: Side| format!("{} ({})", name(result.plan.seats[side]), pictures.sides[side]);
        let BySide { first, second } = result.score;
        let (mover, other) = (player(Side::First), player(Side::Second));
        let story = match result.won.map(|who| result.plan.side(who)) {
            Some(Side::First) => format!("{mover} beat {other} {first}:{second}"),
            Some(Side::Second) => format!("{other} beat {mover} {second}:{first}"),
            None => format!("{mover} and {other} tied {first}:{second}"),
        };
        let mut out = format!("{story} in {} turns, seed {}\n", result.turns, self.seed);
        for side in Side::BOTH {
            if let Some(fault) = &result.faults[side] {
                out += &format!("{} failed: {}", player(side), in_lines(fault, pictures, side));
            }
        }
        out + &self.sandboxes()
    }
}

/// A fault in lines: what happened, the picture if there is one, the end of stderr.
fn in_lines(fault: &Fault, pictures: &Pictures, side: Side) -> String {
    let mut out = format!("{fault}\n");
    if let Some(picture) = &pictures.refusals[side] {
        out += picture;
    }
    if let Some(stderr) = fault.evidence.get::<String>(evidence::STDERR) {
        let lines: Vec<&str> = stderr.lines().collect();
        out += "    its stderr ended in:\n";
        for line in &lines[lines.len().saturating_sub(STDERR_SHOWN)..] {
            out += &format!("    | {}\n", printable(line));
        }
    }
    out
}
