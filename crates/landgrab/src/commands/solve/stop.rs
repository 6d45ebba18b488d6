//! `landgrab solve stop`: what a position is worth and the moves that keep it. What cannot be proven in the time is
//! searched, and said to be a guess.

use super::think;
use crate::cli::SolveStopArgs;
use crate::commands::table::wrapped;
use crate::commands::{colour, print_json};
use crate::failure::Failure;
use crate::input;
use crate::interrupt::{exit_code, raise_on_ctrl_c};
use crate::width;
use analysis::Bounds;
use analysis::solve::stop::{Answer, Solved, solve};
use engine::stop::evaluation::STONE;
use engine::stop::solver::Ranked;
use referee::Interrupt;
use rules::stop::{Reading, Setup, Stop, letter};
use rules::{Game, Side, Turn};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use view::Depict;

/// Characters before the moves of a ranking.
const BESIDE_MOVES: usize = 11;

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
    let solved = think(args.time, args.nodes, &interrupt, |budget| solve(&position, args.value, budget));
    let took = begun.elapsed();
    if args.json {
        print_json(&Answer::new(&position, &solved, took))?;
    } else {
        out.write_all(in_words(&position, &solved, took, width::of_stdout()).as_bytes())?;
    }
    Ok(exit_code(&interrupt))
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

fn in_words(position: &Stop, solved: &Solved, took: Duration, columns: Option<usize>) -> String {
    let (Turn::Move(mover), Some(value)) = (position.turn(), solved.value) else {
        let score = position.score();
        return format!("\nthe game is over: X has {} stones, O {}\n", score.first, score.second);
    };
    let lines = |sentence: String| wrapped(&sentence, columns, 2).join("\n") + "\n";
    let mut out = "\n".to_owned() + &lines(verdict(position.reading(), mover, value));
    if let Some(guess) = solved.guess {
        let stones = f64::from(guess.value) / f64::from(STONE);
        let words =
            format!("{} looks best, about {stones:+.1}: an estimate at depth {}, not proven", guess.best, guess.depth);
        out += &lines(words);
    } else if solved.ranked.is_empty() {
        out += &solved.best.map(|best| format!("{best} keeps it\n")).unwrap_or_default();
    } else {
        out += "\n";
        out += &ranking(&solved.ranked, columns);
    }
    let result = match (value.is_exact(), solved.ranked.iter().all(|ranked| ranked.value.is_exact())) {
        (true, true) => ", proven",
        (true, false) => "; for moves that are not proven there is an interval (try a longer --time)",
        (false, _) => "; not proven (try a longer --time)",
    };
    let last = format!("{} positions in {:.3} s{result}", solved.nodes, took.as_secs_f64());
    out + "\n" + &lines(last)
}

/// The moves by their margins, moves of the same margin together.
fn ranking(ranked: &[Ranked], columns: Option<usize>) -> String {
    let mut out = String::new();
    for group in ranked.chunk_by(|a, b| a.value == b.value) {
        let moves: Vec<String> = group.iter().map(|ranked| ranked.played.to_string()).collect();
        let mut margin = margin(group[0].value);
        for line in wrapped(&moves.join(" "), columns.map(|columns| columns.saturating_sub(BESIDE_MOVES)), 0) {
            out += &format!("{margin:>9}  {line}\n");
            margin.clear();
        }
    }
    out
}

fn margin(Bounds { low, high }: Bounds) -> String {
    if low == high { format!("{low:+}") } else { format!("{low:+} to {high:+}") }
}

/// The value of the position, in a sentence.
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
