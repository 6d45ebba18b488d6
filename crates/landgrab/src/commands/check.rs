//! `landgrab check`: the bot doctor's findings, for people or as JSON.

use super::{colour, print_json};
use crate::cli::CheckArgs;
use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, raise_on_ctrl_c};
use crate::player::PlayerArg;
use engine::roster::{PlayerSpec, player};
use referee::Interrupt;
use referee::check::{Cost, Failed, Patient, Report, STEPS, Sent, Summary};
use referee::seat::Program;
use rules::notation::{printable, quoted};
use rules::pieces::{Pieces, class};
use rules::{Cause, Fault};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use view::Depict;

/// Larger boards are not drawn whole.
const MOST_ROWS: usize = 24;
const MOST_COLS: usize = 64;

/// Lines of the bot's stderr that are shown, and how much of each.
const STDERR_LINES: usize = 10;
const LONGEST_LINE: usize = 100;

pub fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let interrupt = Interrupt::default();
    let (program, time) = program(args, &interrupt)?;
    let time = time.unwrap_or(Duration::from_millis(args.time.into()));
    raise_on_ctrl_c(&interrupt)?;
    if !args.json {
        let (name, level) = (quoted(&program.name), program.sandbox.level());
        let (dialect, ms) = (args.dialect, time.as_millis());
        writeln!(io::stdout(), "{name} as a bot for {dialect}, {ms} ms a move, sandbox {level}")?;
    }
    let mut failed = Vec::new();
    let patient = Patient::new(program, args.dialect, time);
    let summary = patient.examine(|report| {
        if report.result.is_err() {
            failed.push((report.number, report.cost));
        }
        if args.json {
            print_json(&Line::new(&report))
        } else {
            Ok(io::stdout().write_all(in_words(&report, colour()).as_bytes())?)
        }
    })?;
    if args.json {
        let Summary { passed, failed, skipped, .. } = summary;
        print_json(&SummaryLine { summary: Counts { passed, failed, skipped } })?;
    } else {
        writeln!(io::stdout(), "{}", conclusion(&summary, &failed))?;
    }
    Ok(match summary.is_fit {
        _ if interrupt.is_raised() => ExitCode::from(INTERRUPTED),
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

/// The program to examine, and its own time. A plain word is a program too: a built-in player has to be made one first.
fn program(args: &CheckArgs, interrupt: &Interrupt) -> Result<(Program, Option<Duration>), Failure> {
    let is_plain = !args.bot.starts_with("cmd:") && !args.bot.contains('/');
    let text = if is_plain { format!("cmd:{}", args.bot) } else { args.bot.clone() };
    match PlayerArg::parse(&text, args.sandbox, interrupt) {
        Ok(PlayerArg::Program { program, time }) => Ok((program, time)),
        Err(failure) if !is_built_in(&args.bot) => Err(failure),
        _ => Err(Failure::Usage(format!("{0} is built in (try landgrab check 'cmd:landgrab bot {0}')", args.bot))),
    }
}

fn is_built_in(name: &str) -> bool {
    let spec = name.parse::<PlayerSpec>();
    spec.is_ok_and(|spec| player::<Pieces<class::Any>>(&spec, 0).is_ok())
}

#[derive(Serialize)]
struct Line<'a> {
    number: usize,
    step: &'static str,
    required: bool,
    passed: bool,
    detail: String,
    /// The position in its text form.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// Everything that was sent to the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    sent: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<&'a str>,
}

#[derive(Serialize)]
struct SummaryLine {
    summary: Counts,
}

#[derive(Serialize)]
struct Counts {
    passed: usize,
    failed: usize,
    #[serde(skip_serializing_if = "is_zero")]
    skipped: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl<'a> Line<'a> {
    fn new(report: &'a Report) -> Self {
        let failed = report.result.as_ref().err();
        let sent = failed.and_then(|failed| failed.sent.as_ref());
        Self {
            number: report.number,
            step: report.name,
            required: report.cost.is_required(),
            passed: failed.is_none(),
            detail: report.result.as_ref().map_or_else(|failed| failed.in_one_line(), Clone::clone),
            position: sent.filter(|sent| is_small(sent)).map(|sent| sent.position.to_string()),
            sent: sent.and_then(|sent| sent.text.as_deref()),
            stderr: failed.and_then(|failed| failed.stderr.as_deref()),
        }
    }
}

/// A step's line, and all there is to say when it failed.
pub fn in_words(report: &Report, colour: view::Colour) -> String {
    let (number, name) = (report.number, report.name);
    match &report.result {
        Ok(seen) if seen.is_empty() => format!("ok    {number:>2}  {name}\n"),
        Ok(seen) => format!("ok    {number:>2}  {name}: {seen}\n"),
        Err(failed) => {
            let (label, cost) = match report.cost {
                Cost::Protocol => ("FAIL", "the referee punishes it"),
                Cost::Games => ("FAIL", "it loses games"),
                Cost::Nothing => ("warn", "it costs nothing on the schools' maps"),
            };
            let indented = |line: &str| format!("{}\n", format!("          {line}").trim_end());
            let story: String = story(failed, colour).lines().map(indented).collect();
            format!("{label}  {number:>2}  {name} ({cost})\n{story}")
        }
    }
}

/// A failed step in lines: the position sent, the answer, the reason, and what to change.
fn story(failed: &Failed, colour: view::Colour) -> String {
    let mut out = String::new();
    if let Some(sent) = &failed.sent {
        out += &format!("sent {}\n", sent.in_words());
        if is_small(sent) {
            let mut scene = sent.position.scene(sent.before.as_ref());
            // The piece is in the line above already, in one row.
            if sent.position.piece().is_some_and(|piece| piece.size().area() <= 40) {
                scene.aside = None;
            }
            out += &view::text(&scene, colour);
        }
    }
    if let Some(received) = &failed.received {
        out += &format!("came back: {received}\n");
    }
    out += &wrapped(&failed.because);
    if let (Some(sent), Some(fault)) = (&failed.sent, &failed.fault)
        && let Some(mut scene) = sent.position.refusal(sent.position.side(), fault).filter(|_| !gives_up(fault))
    {
        // The lines above have said the reason already, in the bot's own order of coordinates.
        scene.above.clear();
        out += &view::text(&scene, colour);
    }
    if let Some(stderr) = &failed.stderr {
        out += "its stderr ended in:\n";
        let lines: Vec<&str> = stderr.lines().collect();
        for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
            out += &format!("| {}\n", printable(line));
        }
    }
    out + &wrapped(&format!("what to change: {}", failed.advice))
}

/// A bot that answers `0 0` does not mean that place: a picture of it would explain nothing.
fn gives_up(fault: &Fault) -> bool {
    matches!(&fault.cause, Cause::Illegal { answer, .. } if answer == "0 0")
}

/// A long sentence in lines.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut long = 0;
    for word in text.split(' ') {
        let next = word.chars().count();
        if long > 0 && long + 1 + next > LONGEST_LINE {
            out.push('\n');
            long = 0;
        } else if long > 0 {
            out.push(' ');
            long += 1;
        }
        out += word;
        long += next;
    }
    out.push('\n');
    out
}

fn is_small(sent: &Sent) -> bool {
    let size = sent.position.size();
    size.rows <= MOST_ROWS && size.cols <= MOST_COLS
}

pub fn conclusion(summary: &Summary, failed: &[(usize, Cost)]) -> String {
    let mut out = format!("{} of {} steps passed", summary.passed, STEPS.len());
    let numbers = |required: bool| {
        let numbers = failed.iter().filter(|(_, cost)| cost.is_required() == required);
        numbers.map(|(number, _)| number.to_string()).collect::<Vec<_>>().join(", ")
    };
    for (required, words) in [(true, "required and failed"), (false, "worth a look")] {
        if failed.iter().any(|(_, cost)| cost.is_required() == required) {
            out += &format!("; {words}: {}", numbers(required));
        }
    }
    if summary.skipped > 0 {
        out += &format!("; {} not taken", summary.skipped);
    }
    out
}
