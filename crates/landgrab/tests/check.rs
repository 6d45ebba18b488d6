//! `landgrab check` finds the one defect that a bot has, and passes a bot without any. The bots are one Python script
//! with a defect by name.

use serde_json::Value;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bots that are examined at the same time. Most of their time they start up or sleep.
const AT_ONCE: usize = 4;

/// A defect, the dialect, the steps that must fail, and whether none of them is required.
#[derive(Clone, Copy)]
struct Expected {
    defect: &'static str,
    dialect: &'static str,
    fails: &'static [&'static str],
    is_fit: bool,
    /// A part of the first failing step's detail.
    says: &'static str,
}

const fn plateau(defect: &'static str, fails: &'static [&'static str], says: &'static str) -> Expected {
    Expected { defect, dialect: "plateau", fails, is_fit: false, says }
}

const fn anfield(defect: &'static str, fails: &'static [&'static str], says: &'static str) -> Expected {
    Expected { dialect: "anfield", ..plateau(defect, fails, says) }
}

/// Nothing that a referee punishes.
const fn harmless(expected: Expected) -> Expected {
    Expected { is_fit: true, ..expected }
}

const STARTS: &[&str] = &["starts and reads its player line"];
const STUCK: &[&str] = &["no legal move"];
const END: &[&str] = &["end of input"];

/// Slow ones first, so that none of them is left for the end.
const EXPECTED: [Expected; 39] = [
    // The clock runs out in both.
    plateau("slow-on-large", &["largest school map", "200x200 map"], "no answer within 3000 ms"),
    plateau("hangs-when-stuck", STUCK, "by convention `0 0`"),
    harmless(plateau("none", &[], "")),
    harmless(anfield("none", &[], "")),
    harmless(plateau("leaks-memory", &["memory growth"], "its memory grew by")),
    harmless(plateau("logs-a-megabyte", &[], "")),
    harmless(anfield("logs-a-megabyte", &[], "")),
    plateau("crashes-at-start", STARTS, "exit status 1"),
    plateau("no-player-line", STARTS, "exit status 1"),
    plateau("greets", STARTS, "came back `hello, world of filler\\n`"),
    plateau("never-flushes", STARTS, "flush standard output"),
    plateau("reads-to-the-end", STARTS, "came only when its input ended"),
    plateau("no-line-feed", STARTS, "end every answer with a line feed"),
    plateau("extra-line", &["one line a turn"], "10 lines in 5 turns"),
    anfield("extra-line", &["one line a turn"], "10 lines in 5 turns"),
    // The first line that comes is not the answer.
    plateau("talks-first", STARTS, "messages to stderr"),
    harmless(plateau("crlf", &[], "")),
    anfield("crlf", &["answer format"], "a line feed alone"),
    plateau("swaps-coordinates", &["coordinates in order"], "write row first"),
    anfield("swaps-coordinates", &["coordinates in order"], "write X (the column) first"),
    plateau("wrong-side", &["answers as player 2"], "`$$$ exec p2` means that its cells are `X`"),
    anfield("wrong-side", &["answers as player 2"], "`$$$ exec p2` means that its cells are `$`"),
    harmless(plateau("two-writes", &["one write per answer"], "came in 2 writes")),
    anfield("two-writes", &["one write per answer"], "game_engine reads once"),
    plateau("ignores-margins", &["empty margins"], "empty places of its box may lie on anything"),
    plateau("no-overhang", &["overhanging anchor"], "over the right edge"),
    anfield("no-overhang", &["overhanging anchor"], "over the right edge"),
    plateau("no-negative", &["negative anchor"], "never tries negative columns"),
    anfield("no-negative", &["negative anchor"], "a right answer is `-1 "),
    plateau("small-buffer", &["huge piece box"], "exit status 1"),
    plateau("one-start", &["several start cells"], "on every own cell"),
    plateau("upper-case-only", &["lower-case marks"], "take `o` like `O`"),
    // There every piece is in lower case at first, so that the second turn of any game goes wrong.
    anfield("upper-case-only", &["answers as player 1", "answers as player 2", "lower-case marks"], "turn 2"),
    plateau("crashes-when-stuck", STUCK, "exit status 1"),
    anfield("prose-when-stuck", STUCK, "came back `legal move no\\n`"),
    harmless(plateau("crashes-on-small", &["smallest map"], "exit status 1")),
    harmless(plateau("nondeterministic", &["deterministic"], "on the same input")),
    plateau("spins-on-eof", END, "and spins"),
    anfield("waits-on-eof", END, "and waits"),
];

/// Python itself, without the shims that some put before it; `None` when there is none.
fn python() -> Option<String> {
    let output = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The steps that failed, the first one's detail, and the exit status.
fn examine(python: &str, defect: &str, dialect: &str) -> (Vec<String>, String, Option<i32>) {
    let bot = format!("cmd:{python} -S -E doctor_bot.py {defect}");
    let output = Command::new(env!("CARGO_BIN_EXE_landgrab"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots"))
        .args(["check", &bot, "--dialect", dialect, "--time", "3000", "--json"])
        .output()
        .expect("landgrab starts");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("it writes JSON")).collect();
    let (summary, steps) = lines.split_last().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let failed: Vec<&Value> = steps.iter().filter(|step| step["passed"] == false).collect();
    assert_eq!(summary["summary"]["failed"], failed.len(), "{text}");
    assert_eq!(summary["summary"]["passed"], steps.len() - failed.len(), "{text}");
    let word = |step: &Value, key: &str| step[key].as_str().expect("every step has it").to_string();
    let detail = failed.first().map(|step| word(step, "detail")).unwrap_or_default();
    (failed.iter().map(|step| word(step, "step")).collect(), detail, output.status.code())
}

#[test]
fn each_planted_defect_fails_its_own_step_and_a_good_bot_none() {
    let Some(python) = python() else {
        return xtask::skipped("the bots are written in Python, and no python3 was found in PATH");
    };
    let next = AtomicUsize::new(0);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let work = || {
            let mut wrong = Vec::new();
            while let Some(expected) = EXPECTED.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (failed, detail, status) = examine(&python, expected.defect, expected.dialect);
                let is_right = failed == expected.fails && detail.contains(expected.says);
                if !is_right || status != Some(i32::from(!expected.is_fit)) {
                    let Expected { defect, dialect, fails, .. } = expected;
                    wrong.push(format!("{defect}, {dialect}: {failed:?} for {fails:?}, status {status:?}, {detail}"));
                }
            }
            wrong
        };
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
