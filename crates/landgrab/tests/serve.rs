//! `serve`, `work` and `submit` as processes: workers that are killed, bots that are sent, a class that registers.

#![cfg(all(unix, feature = "arena"))]
// All of it is tests.
#![allow(clippy::unwrap_used)]

use arena::client::{Client, HttpDispatcher};
use arena::{Dispatcher, Taken};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Far above what anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

fn landgrab(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landgrab"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command.env("LANDGRAB_STORE", format!("sqlite:{}", folder.join("store.db").display())).env_remove("LANDGRAB_TOKEN");
    command.env("XDG_CACHE_HOME", folder.join("cache")).env("XDG_DATA_HOME", folder.join("data"));
    command
}

fn output(folder: &Path, args: &[&str]) -> Output {
    landgrab(folder, args).output().unwrap()
}

/// That it did what it was asked to; what it printed.
fn succeeds(folder: &Path, args: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(folder, args);
    assert_eq!(status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// A process that is ended with the test.
struct Running(Child);

impl Running {
    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// How it ended after a polite signal, and how long that took.
    fn ends(mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        self.signal(Signal::TERM);
        (self.0.wait().unwrap(), begun.elapsed())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server on a port of its own: the process, its address, and the rest of what it says.
fn serve(folder: &Path, more: &[&str]) -> (Running, String, BufReader<ChildStdout>) {
    let args = [&["serve", "--listen", "127.0.0.1:0"], more].concat();
    let mut child = landgrab(folder, &args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let running = Running(child);
    let address = line(&mut lines).strip_prefix("serving ").unwrap().trim_end_matches('/').to_string();
    (running, address, lines)
}

fn line(lines: &mut impl BufRead) -> String {
    let mut line = String::new();
    lines.read_line(&mut line).unwrap();
    line.trim_end().into()
}

fn work(folder: &Path, address: &str, token: &str) -> Running {
    let args = ["work", address, "--token", token, "--jobs", "1"];
    Running(landgrab(folder, &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "it did not come to this: {what}");
        thread::sleep(Duration::from_millis(50));
    }
}

fn pairs(folder: &Path, league: &str) -> u64 {
    let listed = succeeds(folder, &["league", "list", "--json"]);
    let lines = listed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.into_iter().find(|line| line["league"] == league).unwrap()["pairs"].as_u64().unwrap()
}

#[test]
fn two_workers_one_of_them_killed_complete_a_league() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    succeeds(
        folder,
        &["league", "new", "cup", "--game", "stop", "--size", "5x5", "--format", "knock-out", "--best-of", "41"],
    );
    succeeds(folder, &["league", "add", "cup", "random", "greedy", "first", "champion@1"]);
    let token = succeeds(folder, &["league", "token", "lab", "--role", "worker"]);
    let (server, address, mut said) = serve(folder, &["--jobs", "0"]);
    assert!(line(&mut said).starts_with("token of an admin, shown this once: "));
    let (first, second) = (work(folder, &address, token.trim()), work(folder, &address, token.trim()));
    until("games are played", || pairs(folder, "cup") > 0);
    // SIGKILL, and nobody is left of it: the server sees that its process is gone.
    drop(first);
    let probe = HttpDispatcher::new(Client::new(&address, Some(&token)).unwrap(), "probe".into(), None);
    until("nothing is left", || match probe.take(1).unwrap() {
        Taken::Done => true,
        Taken::Wait => false,
        // It was not meant for us.
        Taken::Batch(batch) => probe.finish(&batch.lease, &[]).is_err(),
    });
    // Each of the three meetings needs 21 pairs at least.
    assert!(pairs(folder, "cup") >= 63);
    succeeds(folder, &["league", "export", "cup", "out"]);
    assert_eq!(second.ends().0.code(), Some(130));
    let (status, took) = server.ends();
    assert!(status.code() == Some(130) && took < Duration::from_secs(10), "{status}, {took:?}");
}

#[test]
fn the_second_start_shows_no_token_and_the_server_plays_by_itself() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    succeeds(folder, &["league", "new", "spring", "--game", "stop", "--size", "4x4"]);
    succeeds(folder, &["league", "add", "spring", "random", "first"]);
    let (first, _, _said) = serve(folder, &["--jobs", "1"]);
    until("it plays", || pairs(folder, "spring") > 10);
    drop(first);
    let (second, _, mut said) = serve(folder, &["--jobs", "0"]);
    assert_eq!(second.ends().0.code(), Some(130));
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn a_student_registers_sends_a_bot_and_reads_what_the_doctor_says() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let (_server, address, said) = serve(folder, &["--jobs", "0", "--class"]);
    let sheet: Vec<String> =
        said.lines().map_while(Result::ok).take_while(|line| !line.contains("entrants/mine")).collect();
    assert!(sheet.iter().any(|line| line.contains("--register YOURNAME")), "{sheet:?}");
    fs::create_dir(folder.join("bad")).unwrap();
    fs::write(folder.join("bad/bot.toml"), "run = \"sh bot.sh\"\n").unwrap();
    fs::write(folder.join("bad/bot.sh"), "exit 3\n").unwrap();
    let submit = |more: &[&str]| output(folder, &[&["submit", &address, "bad", "--league", "class"], more].concat());
    let sent = submit(&["--register", "anna"]);
    let text = String::from_utf8(sent.stdout).unwrap();
    assert_eq!(sent.status.code(), Some(1), "{text}{}", String::from_utf8_lossy(&sent.stderr));
    let token = text.lines().next().unwrap().strip_prefix("token of anna, for the next time: ").unwrap();
    assert!(text.contains("FAIL") && text.contains("bad version 1 is not in class: failed"), "{text}");
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/python/bot.py");
    fs::write(folder.join("bad/bot.toml"), "run = \"python3 bot.py\"\n").unwrap();
    fs::copy(good, folder.join("bad/bot.py")).unwrap();
    let again = submit(&["--token", token]);
    let text = String::from_utf8(again.stdout).unwrap();
    assert!(text.contains("bad version 2 is in class"), "{text}{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(again.status.code(), Some(0));
    let taken = submit(&["--register", "anna"]);
    assert_eq!(taken.status.code(), Some(2));
}

#[test]
fn what_cannot_be_is_told_in_one_line() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let (_server, address, _said) = serve(folder, &["--jobs", "0"]);
    let listening = address.strip_prefix("http://").unwrap();
    for args in [
        vec!["work", &address, "--token", "wrong"],
        vec!["work", "ftp://nowhere", "--token", "x"],
        vec!["submit", &address, "none", "--league", "spring", "--token", "x"],
        vec!["submit", &address, "store.db", "--league", "spring", "--register", "anna"],
        vec!["submit", "http://127.0.0.1:9", env!("CARGO_BIN_EXE_landgrab"), "--league", "spring", "--token", "x"],
        vec!["serve", "--listen", listening],
    ] {
        let Output { status, stderr, .. } = output(folder, &args);
        let said = String::from_utf8(stderr).unwrap();
        let last = said.lines().last().unwrap_or_default();
        assert!(status.code() == Some(2) && last.starts_with("landgrab: "), "{args:?}: {status} {said}");
    }
}
