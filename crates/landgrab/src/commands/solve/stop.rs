//! `landgrab solve stop`: what a position is worth and the moves that keep it. What cannot be proven in the time is
//! searched, and said to be a guess.

#[path = "../../../../analysis/src/solve/stop.rs"]
mod json;

use super::think;
use crate::cli::SolveStopArgs;
use crate::commands::{colour, print_json};
use crate::failure::Failure;
use crate::input;
use crate::interrupt::{exit_code, raise_on_ctrl_c};
use engine::budget::Budget;
use engine::stop::evaluation::STONE;
use engine::stop::search::{DEEPEST, Report, Searcher, Tactics};
use engine::stop::solver::{Bounds, Ranked, Solver};
use referee::Interrupt;
use rules::stop::{Placing, Reading, Setup, Stop, letter};
use rules::{Game, Side, Turn};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use view::Depict;

/// Positions that the solver remembers: `2^24` of 32 bytes where much is contested, less elsewhere.
const TABLE_BITS: (u32, u32) = (20, 24);
/// With more contested cells than this a solve is a long one.
const LONG: usize = 32;
/// The part of the budget for proving what the position is worth; what is left ranks the moves, or guesses.
const SHARE_FOR_VALUE: f64 = 0.75;
/// With more contested cells than this a proof would take days: it gets a smaller part.
const HOPELESS: (usize, f64) = (45, 0.25);

pub fn run(args: &SolveStopArgs) -> Result<ExitCode, Failure> {
    let position = position(args)?;
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    let mut out = io::stdout();
    if !args.json {
        out.write_all(view::text(&position.scene(None), colour()).as_bytes())?;
        out.flush()?;
    }
    let begun = Instant::now();
    let answer = think(args.time, args.nodes, &interrupt, |budget| answer(&position, args.value, budget));
    let took = begun.elapsed();
    if args.json {
        print_json(&json::answer(&position, &answer, took))?;
    } else {
        out.write_all(in_words(&position, &answer, took).as_bytes())?;
    }
    Ok(exit_code(&interrupt))
}

/// What was found out about a position.
struct Answer {
    /// What is proven; `None` if the game is over.
    value: Option<Bounds>,
    best: Option<Placing>,
    /// Every move, the best first, if there was time for more than the best.
    ranked: Vec<Ranked>,
    /// What a search thinks where nothing is proven.
    guess: Option<Report>,
    nodes: u64,
}

/// The position that was asked for.
fn position(args: &SolveStopArgs) -> Result<Stop, Failure> {
    let reading = args.reading;
    let Some(source) = &args.position else {
        let size = args.board.unwrap_or(rules::Size::new(8, 8));
        return Ok(*Setup::new(size, reading.unwrap_or_default())?.start());
    };
    let is_text = source.contains('/') && !Path::new(source).exists();
    let text = if is_text { source.clone() } else { input::text(Path::new(source))? };
    let text = text.trim();
    let named = match reading {
        Some(reading) if !text.contains("rules=") => format!("{text} rules={reading}"),
        _ => text.into(),
    };
    named.parse().map_err(|error| match is_text {
        true => Failure::Text(error),
        false => Failure::Content { path: source.into(), error },
    })
}

fn answer(position: &Stop, only_value: bool, budget: &mut Budget<'_>) -> Answer {
    let is_long = (LONG..HOPELESS.0).contains(&position.contested().len());
    let mut solver = Solver::new(if is_long { TABLE_BITS.1 } else { TABLE_BITS.0 });
    budget.limit(match () {
        () if only_value => 1.0,
        () if position.contested().len() > HOPELESS.0 => HOPELESS.1,
        () => SHARE_FOR_VALUE,
    });
    let Some(valued) = solver.value(position, budget) else {
        return Answer { value: None, best: None, ranked: vec![], guess: None, nodes: 0 };
    };
    let mut answer = Answer { value: Some(valued.value), best: valued.best, ranked: vec![], guess: None, nodes: 0 };
    budget.limit(1.0);
    if valued.best.is_none() {
        let tactics = Tactics { solved_at_root: 0, ..Tactics::default() };
        answer.guess = Searcher::new(TABLE_BITS.0, tactics).search(position, DEEPEST, budget);
        answer.best = answer.guess.map(|guess| guess.best);
    } else if !only_value {
        answer.ranked = solver.solve(position, budget).ranked;
        answer.best = answer.ranked.first().map(|ranked| ranked.played);
    }
    answer.nodes = budget.spent();
    answer
}

fn in_words(position: &Stop, answer: &Answer, took: Duration) -> String {
    let (Turn::Move(mover), Some(value)) = (position.turn(), answer.value) else {
        let score = position.score();
        return format!("\nthe game is over: X has {} stones, O {}\n", score.first, score.second);
    };
    let mut out = format!("\n{}\n", verdict(position.reading(), mover, value));
    if let Some(guess) = answer.guess {
        let stones = f64::from(guess.value) / f64::from(STONE);
        out += &format!(
            "{} looks best, about {stones:+.1} after looking {} moves ahead: a guess, not proven\n",
            guess.best, guess.depth
        );
    } else if answer.ranked.is_empty() {
        out += &answer.best.map(|best| format!("{best} keeps it\n")).unwrap_or_default();
    } else {
        out += "\n";
        out += &ranking(&answer.ranked);
    }
    out += &format!("\n{} positions in {:.3} s", answer.nodes, took.as_secs_f64());
    out += match (value.is_exact(), answer.ranked.iter().all(|ranked| ranked.value.is_exact())) {
        (true, true) => ", proven\n",
        (true, false) => "; for moves that are not proven there is an interval (try a longer --time)\n",
        (false, _) => "; not proven (try a longer --time)\n",
    };
    out
}

/// The moves by what they lead to, those that are worth the same together.
fn ranking(ranked: &[Ranked]) -> String {
    let mut out = String::new();
    for group in ranked.chunk_by(|a, b| a.value == b.value) {
        let moves: Vec<String> = group.iter().map(|ranked| ranked.played.to_string()).collect();
        out += &format!("{:>9}  {}\n", margin(group[0].value), moves.join(" "));
    }
    out
}

fn margin(Bounds { low, high }: Bounds) -> String {
    if low == high { format!("{low:+}") } else { format!("{low:+} to {high:+}") }
}

/// What the position is worth, in a sentence.
fn verdict(reading: Reading, mover: Side, value: Bounds) -> String {
    let (us, them) = (letter(mover), letter(mover.other()));
    let with = match reading {
        Reading::FillOut => "",
        Reading::FirstBlocked => " under first-blocked",
        Reading::FirstStop => " under first-stop",
    };
    let by = |margin: i32| match reading {
        Reading::FirstBlocked => String::new(),
        Reading::FillOut | Reading::FirstStop => format!(" by {margin}"),
    };
    match (value.low, value.high) {
        (0, 0) => format!("a tie with best play{with}"),
        (low, high) if low == high && low > 0 => format!("{us} to move wins{}{with}", by(low)),
        (low, high) if low == high => format!("{us} to move loses{} at best{with}", by(-low)),
        (low, _) if low > 0 => format!("{us} to move wins{with}, by {}", margin(value)),
        (_, high) if high < 0 => format!("{them} wins{with}: {us} ends {}", margin(value)),
        _ => format!("who wins is not proven{with}: {us} ends {}", margin(value)),
    }
}
