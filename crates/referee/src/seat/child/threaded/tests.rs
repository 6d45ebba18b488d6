//! The threaded form with real programs, on a system that has a shell.

#![cfg(unix)]

use super::*;
use crate::sandbox::Level;
use rules::{Cause, FaultKind};
use std::fs;

fn start(script: &str) -> Child {
    let sandbox = Sandbox::new(Some(Level::None)).unwrap();
    Child::start(&["sh".into(), "-c".into(), script.into()], &sandbox).unwrap()
}

fn line(received: &mut Vec<u8>, _: bool) -> Option<String> {
    let end = received.iter().position(|byte| *byte == b'\n')?;
    let rest = received.split_off(end + 1);
    Some(String::from_utf8(std::mem::replace(received, rest)).unwrap())
}

fn asked(child: &mut Child, message: &str) -> Result<String, Trouble> {
    let none = Interrupt::default();
    child.send(message.as_bytes(), None, &none)?;
    child.wait_for(None, &none, line)
}

/// A deadline that has passed.
fn now() -> Option<Instant> {
    Some(Instant::now())
}

fn fault<T>(result: Result<T, Trouble>) -> Fault {
    match result {
        Err(Trouble::Gone(fault)) => fault,
        _ => panic!("it is not gone"),
    }
}

#[test]
fn a_program_answers_line_by_line() {
    let mut child = start("while read word; do echo \"$word!\"; done");
    assert_eq!(asked(&mut child, "one\n").ok().unwrap(), "one!\n");
    assert_eq!(asked(&mut child, "two\n").ok().unwrap(), "two!\n");
    assert!(child.see_out(KILLING).unwrap().success());
}

#[test]
fn a_silent_program_is_late_and_an_interrupt_is_told_apart() {
    let mut child = start("while read word; do :; done");
    let interrupt = Interrupt::default();
    assert!(matches!(child.wait_for(now(), &interrupt, line), Err(Trouble::Late)));
    interrupt.raise();
    assert!(matches!(child.wait_for(None, &interrupt, line), Err(Trouble::Interrupted)));
}

#[test]
fn a_program_that_does_not_read_is_late_too() {
    let mut child = start("exec sleep 600");
    // More than any pipe holds.
    let result = child.send(&vec![b'x'; 4 << 20], now(), &Interrupt::default());
    assert!(matches!(result, Err(Trouble::Late)));
    // Its end also ends the thread that writes to it.
    child.end();
    assert!(child.status.is_some());
}

#[test]
fn a_flood_is_noticed_and_kept_short() {
    let mut child = start("exec yes | tr -d '\\n'");
    let flooded = child.wait_for(None, &Interrupt::default(), line);
    assert!(matches!(flooded, Err(Trouble::Flooded)));
    assert!((MOST_WAITING..MOST_WAITING + CHUNK).contains(&child.received.len()), "{}", child.received.len());
}

#[test]
fn the_last_words_and_the_end_of_a_program_are_told() {
    let mut child = start("echo oh >&2; read word; printf %s \"$word\"; exit 3");
    let none = Interrupt::default();
    child.send(b"last\n", None, &none).ok().unwrap();
    let all = child.wait_for(None, &none, |received, is_all| is_all.then(|| std::mem::take(received)));
    assert_eq!(all.ok().unwrap(), b"last");
    let fault = fault(child.wait_for(None, &none, line));
    assert_eq!((fault.kind(), &fault.cause), (FaultKind::Crashed, &Cause::Crashed { status: "exit status 3".into() }));
    assert_eq!((child.stderr_text().as_str(), child.stderr_bytes()), ("oh\n", 3));
    // Nobody is there to read it, and that is no error.
    assert!(child.send(b"more\n", None, &none).is_ok());
}

#[test]
fn a_program_whose_output_another_one_holds_open_has_ended_all_the_same() {
    let mut child = start("(read rest; exec sleep 600) & echo $!; exit 4");
    let none = Interrupt::default();
    let other = child.wait_for(None, &none, line).ok().unwrap();
    let fault = fault(child.wait_for(None, &none, line));
    assert_eq!(fault.cause, Cause::Crashed { status: "exit status 4".into() });
    let mut kill = std::process::Command::new("kill");
    assert!(kill.arg(other.trim()).status().unwrap().success());
}

#[test]
fn writes_are_counted_where_they_come_apart() {
    let sandbox = Sandbox::new(Some(Level::None)).unwrap();
    let script = "read a; printf 1; read b; printf '2\\n'";
    let mut child = Child::start_telling_writes_apart(&["sh".into(), "-c".into(), script.into()], &sandbox).unwrap();
    let none = Interrupt::default();
    child.send(b"a\n", None, &none).ok().unwrap();
    child.wait_for(None, &none, |received, _| (received == b"1").then_some(())).ok().unwrap();
    assert_eq!(asked(&mut child, "b\n").ok().unwrap(), "12\n");
    assert_eq!(child.take_writes(), [1, 2]);
    assert_eq!(child.take_writes(), [0; 0]);
}

#[test]
fn a_dropped_program_is_killed_and_its_scratch_folder_removed() {
    let mut child = start("echo \"$TMPDIR\"; trap '' TERM; exec sleep 600");
    let scratch = child.wait_for(None, &Interrupt::default(), line).ok().unwrap();
    let process = child.id();
    assert!(fs::exists(scratch.trim()).unwrap());
    drop(child);
    assert!(!fs::exists(scratch.trim()).unwrap());
    let mut signal = std::process::Command::new("kill");
    assert!(!signal.args(["-0", &process.to_string()]).output().unwrap().status.success());
}

#[test]
fn there_are_no_terminals() {
    let sandbox = Sandbox::new(Some(Level::None)).unwrap();
    let refused = Child::start_on_terminal(&["sh".into()], &sandbox).err().map(|error| error.kind());
    assert_eq!(refused, Some(io::ErrorKind::Unsupported));
}
