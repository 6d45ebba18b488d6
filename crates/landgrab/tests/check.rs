//! `landgrab check` finds the one defect that a bot has, and passes a bot without any. The bots are one Python script
//! with a defect by name.

use referee::check::STEPS;
use referee::sandbox::{Level, Sandbox};
use serde_json::Value;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Bots that are examined at the same time. Most of their time they start up or sleep.
const AT_ONCE: usize = 6;

const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots");

/// A defect, the dialect, the step that must fail first, and the diagnosis. Every other step that fails must fail for
/// the same reason as that one.
#[derive(Clone, Copy)]
struct Expected {
    defect: &'static str,
    dialect: &'static str,
    /// Empty if none may fail.
    step: &'static str,
    /// Whether no step that fails is required.
    is_fit: bool,
    /// A part of the failing step's detail.
    says: &'static str,
}

const fn plateau(defect: &'static str, step: &'static str, says: &'static str) -> Expected {
    Expected { defect, dialect: "plateau", step, is_fit: false, says }
}

const fn anfield(defect: &'static str, step: &'static str, says: &'static str) -> Expected {
    Expected { dialect: "anfield", ..plateau(defect, step, says) }
}

/// Nothing that a referee punishes.
const fn harmless(expected: Expected) -> Expected {
    Expected { is_fit: true, ..expected }
}

const STARTS: &str = "starts and reads its player line";
const ORDER: &str = "coordinates in order";
const FIRST: &str = "answers as player 1";
const SECOND: &str = "answers as player 2";
const STUCK: &str = "no legal move";
const END: &str = "end of input";

/// Slow ones first, so that none of them is left for the end.
const EXPECTED: [Expected; 84] = [
    // The clock runs out, more than once in some.
    plateau("slow-on-large", "largest school map", "it neither reads nor computes"),
    plateau("hangs-when-stuck", STUCK, "by convention `0 0`"),
    plateau("swaps-board-header", STARTS, "header of the board the other way round: rows come first"),
    anfield("swaps-board-header", STARTS, "header of the board the other way round: width comes first"),
    plateau("swaps-piece-header", STARTS, "header of the piece the other way round: rows come first"),
    anfield("swaps-piece-header", STARTS, "header of the piece the other way round: width comes first"),
    plateau("reads-to-the-end", STARTS, "it reads to the end of its input"),
    plateau("never-flushes", STARTS, "flush standard output after every answer: it answers at once if"),
    plateau("no-line-feed", STARTS, "end every answer with a line feed"),
    plateau("anfield-only", STARTS, "run landgrab check again with --dialect anfield"),
    anfield("plateau-only", STARTS, "run landgrab check again with --dialect plateau"),
    plateau("sleeps", STARTS, "it neither reads nor computes"),
    plateau("spins", STARTS, "it still computes"),
    harmless(plateau("none", "", "")),
    harmless(anfield("none", "", "")),
    harmless(plateau("writes-log", "", "")),
    harmless(plateau("leaks-memory", "memory growth", "its memory grew by")),
    harmless(plateau("logs-a-megabyte", "", "")),
    harmless(anfield("logs-a-megabyte", "", "")),
    plateau("crashes-at-start", STARTS, "exit status 1"),
    plateau("no-player-line", STARTS, "exit status 1"),
    plateau("crashes-on-turn-3", "one line a turn", "turn 3: the program ended: exit status 1"),
    plateau("writes-elsewhere", STARTS, "the sandbox refused it something"),
    plateau("greets", STARTS, "came back `hello, world of filler\\n`"),
    plateau("talks-first", STARTS, "messages to stderr"),
    plateau("empty-line", STARTS, "messages to stderr"),
    plateau("comma", STARTS, "write `ROW COLUMN` and a line feed, nothing else"),
    plateau("three-numbers", STARTS, "write `ROW COLUMN` and a line feed, nothing else"),
    plateau("extra-line", "one line a turn", "10 lines in 5 turns"),
    anfield("extra-line", "one line a turn", "10 lines in 5 turns"),
    harmless(plateau("crlf", "", "")),
    anfield("crlf", "answer format", "a line feed alone"),
    harmless(plateau("plus-sign", "", "")),
    anfield("plus-sign", "answer format", "write `X Y` with one blank between"),
    harmless(plateau("two-writes", "one write per answer", "came in 2 writes")),
    anfield("two-writes", "one write per answer", "game_engine reads once"),
    plateau("swaps-coordinates", ORDER, "write row first"),
    anfield("swaps-coordinates", ORDER, "write X (the column) first"),
    plateau("counts-from-1", ORDER, "it counts from 1"),
    anfield("counts-from-1", ORDER, "it counts from 1"),
    plateau("counts-rows-from-1", FIRST, "it counts rows from 1"),
    plateau("counts-columns-from-1", ORDER, "it counts columns from 1"),
    plateau("counts-row-numbers", ORDER, "before each row as four columns"),
    plateau("trims-piece", FIRST, "top left corner of the box as sent"),
    anfield("trims-piece", FIRST, "top left corner of the box as sent"),
    plateau("turns-piece", FIRST, "it takes the piece's rows for columns"),
    plateau("always-player-2", ORDER, "`$$$ exec p1` means that its cells are `O`"),
    anfield("always-player-2", ORDER, "`$$$ exec p1` means that its cells are `@`"),
    plateau("wrong-side", SECOND, "`$$$ exec p2` means that its cells are `X`"),
    anfield("wrong-side", SECOND, "`$$$ exec p2` means that its cells are `$`"),
    plateau("covers-two-own", SECOND, "it covers more than one own cell"),
    anfield("covers-two-own", SECOND, "it covers more than one own cell"),
    plateau("covers-no-own", ORDER, "it places the piece where it touches no own cell"),
    plateau("ignores-own", ORDER, "it does not count the own cells"),
    plateau("ignores-enemy", "no enemy cell", "it covers enemy cells"),
    anfield("ignores-enemy", "no enemy cell", "it covers enemy cells"),
    plateau("ignores-edges", SECOND, "filled cells leave the board"),
    plateau("first-cell", FIRST, "it tries the piece on one own cell only"),
    anfield("first-cell", FIRST, "it tries the piece on one own cell only"),
    plateau("last-cell", SECOND, "it tries the piece on one own cell only"),
    plateau("ignores-margins", "empty margins", "empty places of its box may lie on anything"),
    plateau("margins-count", ORDER, "it lets empty places of the box count"),
    plateau("no-overhang", "overhanging anchor", "over the bottom and the right edge"),
    anfield("no-overhang", "overhanging anchor", "over the bottom and the right edge"),
    plateau("no-right", "overhanging anchor", "over the right edge"),
    plateau("no-bottom", "overhanging anchor", "over the bottom edge"),
    plateau("stays-inside", "overhanging anchor", "over any edge"),
    plateau("no-negative", "negative anchor", "over the top and the left edge"),
    anfield("no-negative", "negative anchor", "a right answer is `-1 "),
    plateau("no-top", "negative anchor", "over the top edge"),
    plateau("no-left", "negative anchor", "over the left edge"),
    plateau("small-buffer", "huge piece box", "exit status 1"),
    plateau("one-start", "several start cells", "own cells that hang together"),
    plateau("upper-case-only", "lower-case marks", "take `o` like `O`"),
    // There every piece is in lower case at first, so that the second turn of any game goes wrong.
    anfield("upper-case-only", FIRST, "take `a` like `@`"),
    plateau("lower-case-is-free", "lower-case marks", "take `o` like `O`, and `x` like `X`"),
    harmless(plateau("gives-up-with-1-1", "", "")),
    plateau("crashes-when-stuck", STUCK, "exit status 1"),
    anfield("prose-when-stuck", STUCK, "came back `legal move no\\n`"),
    harmless(plateau("crashes-on-small", "smallest map", "exit status 1")),
    plateau("gives-up-on-turn-10", "whole games", "it gives up although the piece fits"),
    harmless(plateau("nondeterministic", "deterministic", "on the same input")),
    plateau("spins-on-eof", END, "and spins"),
    anfield("waits-on-eof", END, "and waits"),
];

/// Python itself, without the shims that some put before it; `None` when there is none.
fn python() -> Option<String> {
    let output = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// A step that failed: its number, its name and its detail.
struct FailedStep {
    number: u64,
    name: String,
    detail: String,
}

/// The steps that failed with so many milliseconds for an answer, and the exit status.
fn examine(python: &str, defect: &str, dialect: &str, ms: &str) -> (Vec<FailedStep>, Option<i32>) {
    let bot = format!("cmd:{python} -S -E doctor_bot.py {defect}");
    let output = Command::new(env!("CARGO_BIN_EXE_landgrab"))
        .current_dir(BOTS)
        .args(["check", &bot, "--dialect", dialect, "--time", ms, "--json"])
        .output()
        .expect("landgrab starts");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("it writes JSON")).collect();
    let (summary, steps) = lines.split_last().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let failed: Vec<&Value> = steps.iter().filter(|step| step["passed"] == false).collect();
    assert_eq!(summary["summary"]["failed"], failed.len(), "{text}");
    assert_eq!(summary["summary"]["passed"], steps.len() - failed.len(), "{text}");
    let word = |step: &Value, key: &str| step[key].as_str().expect("every step has it").to_string();
    let failed = failed.into_iter().map(|step| FailedStep {
        number: step["number"].as_u64().expect("every step has it"),
        name: word(step, "step"),
        detail: word(step, "detail"),
    });
    (failed.collect(), output.status.code())
}

/// Why the findings are not as expected, if they are not.
fn difference(expected: &Expected, failed: &[FailedStep], status: Option<i32>) -> Option<String> {
    if status != Some(i32::from(!expected.is_fit)) {
        return Some(format!("status {status:?}"));
    }
    let Some((first, others)) = failed.split_first() else {
        return (!expected.step.is_empty()).then(|| "nothing failed".into());
    };
    if first.name != expected.step || !first.detail.contains(expected.says) {
        return Some(format!("{}: {}", first.name, first.detail));
    }
    let reference = format!("what to change: for the same reason as step {}", first.number);
    let other = others.iter().find(|step| !step.detail.ends_with(&reference))?;
    Some(format!("besides, {}: {}", other.name, other.detail))
}

#[test]
fn each_planted_defect_has_one_diagnosis_the_right_one_and_a_good_bot_none() {
    let Some(python) = python() else {
        return xtask::skipped("the bots are written in Python, and no python3 was found in PATH");
    };
    let next = AtomicUsize::new(0);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let work = || {
            let mut wrong = Vec::new();
            while let Some(expected) = EXPECTED.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Expected { defect, dialect, .. } = expected;
                if needs_confinement(defect) && !is_confined() {
                    xtask::skipped("this machine does not confine bots");
                    continue;
                }
                let (failed, status) = examine(&python, defect, dialect, "3000");
                let difference = difference(expected, &failed, status);
                wrong.extend(difference.map(|difference| format!("{defect}, {dialect}: {difference}")));
            }
            wrong
        };
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_end_of_the_input_is_judged_rightly_beside_eight_busy_threads() {
    let Some(python) = python() else {
        return xtask::skipped("the bots are written in Python, and no python3 was found in PATH");
    };
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let bots = [("spins-on-eof", Some("and spins")), ("waits-on-eof", Some("and waits")), ("none", None)];
        let examined = bots.map(|(defect, _)| scope.spawn(|| examine(&python, defect, "plateau", "30000").0));
        let examined = examined.map(std::thread::ScopedJoinHandle::join);
        is_done.store(true, Ordering::Relaxed);
        for ((defect, says), failed) in bots.into_iter().zip(examined) {
            let failed = failed.expect("no worker panics");
            let said = failed.iter().find(|step| step.name == END).map(|step| step.detail.as_str());
            assert_eq!(said.is_some(), says.is_some(), "{defect}: {said:?}");
            assert!(said.unwrap_or_default().contains(says.unwrap_or_default()), "{defect}: {said:?}");
        }
    });
}

/// Defects that show only in a sandbox, and one that would leave a file behind without one.
fn needs_confinement(defect: &str) -> bool {
    ["writes-elsewhere", "writes-log"].contains(&defect)
}

fn is_confined() -> bool {
    Sandbox::new(None).is_ok_and(|sandbox| sandbox.level() >= Level::Confined)
}

/// The table of planted defects, as the page about the doctor has it.
fn table() -> String {
    let mut out = String::from("| planted defect | school | step | the doctor says |\n|---|---|---|---|\n");
    let mut rows: Vec<&Expected> = EXPECTED.iter().collect();
    let place = |row: &Expected| STEPS.iter().position(|step| step.name == row.step).map_or(0, |place| place + 1);
    rows.sort_by_key(|row| (place(row), row.defect, row.dialect));
    for row in rows {
        let (defect, says) = (row.defect.replace('-', " "), row.says.replace('|', "\\|"));
        let step = match place(row) {
            0 => "-".into(),
            number => format!("{number}"),
        };
        let says = if says.is_empty() { "nothing" } else { &says };
        out += &format!("| {defect} | {} | {step} | {says} |\n", row.dialect);
    }
    out
}

/// `DOCTOR=overwrite cargo test -p landgrab --test check` writes the table anew.
#[test]
fn the_page_about_the_doctor_has_this_table_and_every_step() {
    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/doctor.md");
    let text = std::fs::read_to_string(PAGE).expect("the page is there").replace("\r\n", "\n");
    for (number, step) in STEPS.iter().enumerate() {
        let is_there = text.lines().any(|line| line.starts_with('|') && line.contains(step.name));
        assert!(is_there || step.name.starts_with("answers as"), "step {}, {}", number + 1, step.name);
    }
    assert!(text.contains(&format!("in {} steps", STEPS.len())));
    let start = text.find("| planted defect |").expect("the table is there");
    let end = text[start..].find("\n\n").map_or(text.len(), |end| start + end + 1);
    if std::env::var("DOCTOR").is_ok_and(|word| word == "overwrite") {
        std::fs::write(PAGE, format!("{}{}{}", &text[..start], table(), &text[end..])).expect("it can be written");
        return;
    }
    assert_eq!(text[start..end], table(), "try DOCTOR=overwrite");
}

#[cfg(unix)]
#[test]
fn a_bot_that_writes_to_its_folder_plays_and_leaves_the_folder_alone() {
    let Some(python) = python().filter(|_| is_confined()) else {
        return xtask::skipped("it needs Python and a machine that confines bots");
    };
    let folder = tempfile::tempdir().expect("there is room");
    std::fs::copy(format!("{BOTS}/doctor_bot.py"), folder.path().join("doctor_bot.py")).expect("there is room");
    std::fs::write(folder.path().join("log.txt"), "old\n").expect("there is room");
    let bot = format!("cmd:{python} -S -E doctor_bot.py writes-log");
    for arguments in [
        &["match", &bot, "random", "--map", "map00", "--games", "2", "--json"][..],
        &["audit", &bot, "--games", "2", "--json"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_landgrab"))
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .expect("landgrab starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
        assert!(!said.contains("crashed") && !said.contains("exit status"), "{said}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("log.txt")).expect("it is there"), "old\n");
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_of_another_system_is_named_and_not_run_as_a_script() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("mine");
    for (start, name) in
        [(&b"\xcf\xfa\xed\xfe\x07\0\0\x01"[..], "macOS (Mach-O)"), (b"MZ\x90\0\x03\0\0\0", "Windows (PE)")]
    {
        std::fs::write(&path, start).expect("there is room");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        let mut command = Command::new(env!("CARGO_BIN_EXE_landgrab"));
        let output = command.arg("check").arg(&path).output().expect("landgrab starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("is a program for {name}")), "{said}");
    }
}
