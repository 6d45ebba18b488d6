//! The children of a bot end with it, and a bot ends with its referee.

use super::{Place, sandboxes, text, wait_until};
use referee::sandbox::{Level, MOST_PROCESSES, Sandbox, group_size};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

/// Kills a process group, with the program that every Unix has for it.
fn kill_group(child: &Child, signal: &str) {
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args([signal, "--", &group]).status().unwrap().success());
}

/// Whether anybody of a process group still runs. Orphans that are dead wait for the system to bury them, which may take
/// it seconds.
fn is_alive(group: u32) -> bool {
    let stats = fs::read_dir("/proc").unwrap().filter_map(|entry| fs::read(entry.ok()?.path().join("stat")).ok());
    stats.into_iter().any(|stat| {
        let stat = String::from_utf8_lossy(&stat);
        let mut words = stat.rsplit(')').next().unwrap().split_whitespace();
        let (state, group_of) = (words.next(), words.nth(1));
        state != Some("Z") && group_of == Some(group.to_string().as_str())
    })
}

/// A bot that has said its first line, and the rest of what it says.
fn ready(child: &mut Child) -> BufReader<ChildStdout> {
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    lines.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    lines
}

/// The signal that ended a bot. At level 3 it comes as a status, as shells do it.
fn signal(sandbox: &Sandbox, status: ExitStatus) -> Option<i32> {
    let told = status.code().filter(|&code| sandbox.level() == Level::Isolated && code > 128);
    status.signal().or(told.map(|code| code - 128))
}

#[test]
fn a_group_is_counted_and_ended_as_one() {
    let place = Place::new();
    let bot = place.file("family", "#!/bin/sh\nsleep 600 &\n(sleep 600 & sleep 600; :) &\necho ready\nwait\n");
    for sandbox in sandboxes(Level::None) {
        let mut child = place.start(&sandbox, &[text(&bot)]);
        let _lines = ready(&mut child);
        // The script, its subshell and three sleepers; at level 3 also those that made the namespaces.
        let group = child.id();
        wait_until("all are there", || (5..=7).contains(&group_size(group)));
        kill_group(&child, "-KILL");
        child.wait().unwrap();
        wait_until("none is left", || !is_alive(group));
    }
}

#[test]
fn a_polite_signal_reaches_everyone_too() {
    let place = Place::new();
    let bot = place.file("pair", "#!/bin/sh\nsleep 600 &\necho ready\nwait\n");
    for sandbox in sandboxes(Level::None) {
        let mut child = place.start(&sandbox, &[text(&bot)]);
        let _lines = ready(&mut child);
        kill_group(&child, "-TERM");
        let status = child.wait().unwrap();
        assert_eq!(signal(&sandbox, status), Some(15), "{status} at level {}", sandbox.level());
        let group = child.id();
        wait_until("none is left", || !is_alive(group));
    }
}

#[test]
fn a_fork_bomb_is_seen_before_it_hurts() {
    let place = Place::new();
    // Bounded, in case nobody looks.
    let bomb = "i=0; while [ $i -lt 400 ]; do sleep 600 & i=$((i+1)); done; echo ready; wait";
    let bot = place.file("bomb", &format!("#!/bin/sh\n{bomb}\n"));
    for sandbox in sandboxes(Level::Limits) {
        let mut child = place.start(&sandbox, &[text(&bot)]);
        let group = child.id();
        wait_until("it is too many", || group_size(group) > MOST_PROCESSES);
        kill_group(&child, "-KILL");
        child.wait().unwrap();
        wait_until("none is left", || !is_alive(group));
    }
}

/// Not a test by itself: the referee of the test below, in a process of its own that can be killed.
#[test]
fn referee_to_be_killed() {
    let Ok(level) = std::env::var("REFEREE_TO_BE_KILLED") else { return };
    let sandbox = Sandbox::new(Some(level.parse().unwrap())).unwrap().with_shim(env!("CARGO_BIN_EXE_landgrab"));
    let place = Place::new();
    let mut child = place.start(&sandbox, &["sh", "-c", "echo ready; exec sleep 600"]);
    let _lines = ready(&mut child);
    eprintln!("started {}", child.id());
    child.wait().unwrap();
}

#[test]
fn a_bot_dies_with_its_referee() {
    for sandbox in sandboxes(Level::Limits) {
        let mut referee = Command::new(std::env::current_exe().unwrap());
        referee.args(["--exact", "processes::referee_to_be_killed", "--nocapture"]);
        referee.env("REFEREE_TO_BE_KILLED", sandbox.level().number().to_string());
        let mut referee = referee.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(referee.stderr.take().unwrap()).lines().map(Result::unwrap);
        let group = lines.filter_map(|line| line.strip_prefix("started ")?.parse().ok()).next().unwrap();
        assert!(group_size(group) > 0);
        // SIGKILL: it can do nothing for its bots.
        referee.kill().unwrap();
        referee.wait().unwrap();
        wait_until("the bot is dead", || !is_alive(group));
    }
}

#[test]
fn how_a_bot_ended_can_be_told() {
    let place = Place::new();
    for sandbox in sandboxes(Level::None) {
        let ended = |script: &str| place.told(&sandbox, &["sh", "-c", script], "").status;
        assert_eq!(signal(&sandbox, ended("kill -SEGV $$")), Some(11), "level {}", sandbox.level());
        let status = ended("exit 3");
        assert_eq!((signal(&sandbox, status), status.code()), (None, Some(3)));
    }
}

#[test]
fn no_descriptor_is_inherited() {
    let place = Place::new();
    let bot = place.file("mine", "#!/bin/sh\n(: <&7) 2> /dev/null && echo open || echo closed\n");
    for sandbox in sandboxes(Level::None) {
        let command = place.command(&sandbox, &[text(&bot)]);
        // Rust opens nothing that could be inherited, so a shell does, and becomes our command.
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec 7< /dev/null; exec \"$@\"", "sh"]).arg(command.get_program()).args(command.get_args());
        let output = shell.output().unwrap();
        let expected = if sandbox.level() == Level::None { "open\n" } else { "closed\n" };
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "level {}", sandbox.level());
    }
}
