//! A bot for both dialects that plays well, the first placement that fits, and does one thing wrong: `misbehave WHAT
//! MARKER`, or by a link of that name without any words. The marker is there to be found in the list of processes.
//! Built by `workshop.rs` with a bare `rustc`.

use std::io::{self, BufRead, Read, StdinLock, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The turn of its own in which it does what it does once.
const WHEN: usize = 5;

/// Longer than any test waits, and yet an end should all of them fail.
const FOREVER: Duration = Duration::from_secs(60);

unsafe extern "C" {
    fn raise(signal: i32) -> i32;
    fn signal(signal: i32, action: usize) -> usize;
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let what = words.get(1).unwrap_or(&words[0]).rsplit('/').next().unwrap_or_default();
    let further = words.get(3..).unwrap_or_default();
    let mut input = io::stdin().lock();
    match what {
        "sleeps" => return sleep(FOREVER),
        "exits-at-once" => exit(3),
        "never-reads" => return sleep(FOREVER),
        "dies-while-reading" => {
            let _ = input.read(&mut [0; 512]);
            exit(4);
        }
        "answers-ahead" => say(format!("{}\n", further.join(" ")).as_bytes()),
        "prints-help" => say(b"usage: misbehave WHAT MARKER, and nothing else\n"),
        "leaves-a-grandchild" | "dies-beside-a-grandchild" => drop(sleeper(&words).spawn()),
        "lets-a-grandchild-go" => drop(sleeper(&words).process_group(0).spawn()),
        "leaves-before-its-grandchild-runs" => {
            drop(sleeper(&words).process_group(0).spawn());
            exit(3);
        }
        "tells-its-limits" => {
            eprint!("{}", std::fs::read_to_string("/proc/self/limits").unwrap_or_default());
            exit(3);
        }
        "ignores-termination" => drop(unsafe { signal(15, 1) }),
        _ => {}
    }
    let Some(player_line) = line(&mut input) else { return };
    if what == "notes-what-it-hears" {
        eprintln!("{player_line}\n{}", line(&mut input).unwrap_or_default());
        return say(b"?\n");
    }
    let is_first = player_line.contains(" p1 ");
    if what == "leaves-after-the-player-line" {
        return;
    }
    let mut turn = 0;
    while let Some(asked) = Asked::hear(&mut input, is_first) {
        turn += 1;
        let answer = asked.answer();
        if turn == WHEN {
            eprintln!("turn {turn}: {what}");
        }
        match (what, turn) {
            ("answers-ahead", 1) => {}
            ("answers-in-two-writes", _) => {
                let (start, end) = answer.split_at(answer.len() / 2);
                say(start.as_bytes());
                sleep(Duration::from_millis(10));
                say(end.as_bytes());
            }
            ("ends-lines-as-windows-does", _) => say(answer.replace('\n', "\r\n").as_bytes()),
            ("answers-with-nul-bytes", _) => say(answer.replace(' ', "\0 ").as_bytes()),
            ("logs-ten-megabytes", _) if turn <= WHEN => {
                log(10 << 20);
                say(answer.as_bytes());
            }
            (_, WHEN) => misbehave(what, &answer, further),
            _ => say(answer.as_bytes()),
        }
    }
    if what == "ignores-termination" {
        let started = Instant::now();
        while started.elapsed() < FOREVER {}
    }
}

/// The deed that it does once, in place of its answer.
fn misbehave(what: &str, answer: &str, further: &[String]) {
    match what {
        "answers-twice" => say(format!("{answer}99 99\n").as_bytes()),
        "answers-without-end" => {
            say("7".repeat(1 << 20).as_bytes());
            sleep(FOREVER);
        }
        "closes-its-output" => {
            drop(unsafe { OwnedFd::from_raw_fd(1) });
            sleep(FOREVER);
        }
        "dies-of-a-segmentation-fault" | "dies-beside-a-grandchild" => die_of(11),
        "dies-of-an-abort" => die_of(6),
        "kills-itself" => die_of(9),
        "logs-without-end" => log(usize::MAX),
        "answers-late" => {
            sleep(Duration::from_millis(further[0].parse().expect("milliseconds")));
            say(answer.as_bytes());
        }
        "never-answers" => sleep(FOREVER),
        "answers-in-half" => {
            say(&answer.as_bytes()[..1]);
            sleep(FOREVER);
        }
        "plays-off-the-board" => say(b"99 99\n"),
        "gives-up" => say(b"0 0\n"),
        "answers-an-empty-line" => say(b"\n"),
        "answers-in-another-script" => say(b"\xff\xfe\n"),
        _ => say(answer.as_bytes()),
    }
}

fn say(bytes: &[u8]) {
    // A listener that is gone has had enough of us.
    let _ = io::stdout().write_all(bytes).and_then(|()| io::stdout().flush());
}

fn log(bytes: usize) {
    let line = [b'x'; 1 << 10];
    let mut left = bytes;
    while left > 0 && io::stderr().write_all(&line).is_ok() {
        left = left.saturating_sub(line.len());
    }
}

/// The runtime swallows the first segmentation fault that nobody can explain.
fn die_of(number: i32) {
    loop {
        unsafe { raise(number) };
    }
}

/// A process that sleeps, with our stdout and stderr in its hands and the same marker.
fn sleeper(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.arg("sleeps").args(words.get(2)).stdin(Stdio::null());
    command
}

/// A line without its line feed.
fn line(input: &mut StdinLock<'_>) -> Option<String> {
    let mut line = String::new();
    let count = input.read_line(&mut line).unwrap_or(0);
    (count > 0).then(|| line.trim_end().to_string())
}

/// A turn as it was heard.
struct Asked {
    is_anfield: bool,
    own: [u8; 2],
    board: Vec<Vec<u8>>,
    piece: Vec<Vec<u8>>,
}

impl Asked {
    fn hear(input: &mut StdinLock<'_>, is_first: bool) -> Option<Self> {
        let header = line(input)?;
        let is_anfield = header.starts_with("Anfield");
        let own = match (is_anfield, is_first) {
            (true, true) => *b"@a",
            (true, false) => *b"$s",
            (false, true) => *b"Oo",
            (false, false) => *b"Xx",
        };
        // Rows before columns in one school, after them in the other.
        let rows = |header: &str| -> Option<usize> {
            let word = header.split(' ').nth(if is_anfield { 2 } else { 1 })?;
            word.trim_end_matches(':').parse().ok()
        };
        line(input)?;
        let board = (0..rows(&header)?).map(|_| Some(line(input)?.into_bytes().split_off(4))).collect::<Option<_>>()?;
        let header = line(input)?;
        let piece = (0..rows(&header)?).map(|_| Some(line(input)?.into_bytes())).collect::<Option<_>>()?;
        Some(Self { is_anfield, own, board, piece })
    }

    /// The first placement that fits, rows before columns, over the edges too; else `0 0`.
    fn answer(&self) -> String {
        let (rows, cols) = (self.board.len() as i64, self.board[0].len() as i64);
        let (high, wide) = (self.piece.len() as i64, self.piece[0].len() as i64);
        let filled: Vec<(i64, i64)> = (0..high)
            .flat_map(|row| (0..wide).map(move |col| (row, col)))
            .filter(|(row, col)| self.piece[*row as usize][*col as usize] != b'.')
            .collect();
        let fits = |row: i64, col: i64| {
            let mut on_own = 0;
            for (down, right) in &filled {
                let (row, col) = (row + down, col + right);
                if !(0..rows).contains(&row) || !(0..cols).contains(&col) {
                    return false;
                }
                let mark = self.board[row as usize][col as usize];
                if self.own.contains(&mark) {
                    on_own += 1;
                } else if mark != b'.' {
                    return false;
                }
            }
            on_own == 1
        };
        let mut anchors = (1 - high..rows).flat_map(|row| (1 - wide..cols).map(move |col| (row, col)));
        let (row, col) = anchors.find(|(row, col)| fits(*row, *col)).unwrap_or((0, 0));
        if self.is_anfield { format!("{col} {row}\n") } else { format!("{row} {col}\n") }
    }
}
