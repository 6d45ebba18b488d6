//! One stop token for games and for the programs in them: an interrupted wait is no fault of anybody.

#![cfg(unix)]
// All of it is tests.
#![allow(clippy::unwrap_used)]

use landgrab_referee::sandbox::{Level, Sandbox};
use landgrab_referee::seat::{Person, ProcessSeat, Program};
use landgrab_referee::{Interrupt, Referee};
use rules::stop::{Setup, Stop};
use rules::{BySide, Clock, Ending, Game, NoMove, Player, Side};
use std::fs;
use std::path::Path;
use std::thread;

/// A program that reads the first line and one question, says so in a file, and never answers.
fn silent(asked: &Path, interrupt: &Interrupt) -> ProcessSeat<Stop> {
    let script = "read hello; read question; echo \"$question\" > \"$0\"; while read more; do :; done";
    ProcessSeat::new(Program {
        argv: ["sh", "-c", script].map(Into::into).into_iter().chain([asked.into()]).collect(),
        name: "silent".into(),
        sandbox: Sandbox::new(Some(Level::None)).unwrap(),
        interrupt: interrupt.clone(),
    })
}

/// Raises the interrupt once the program has been asked, which is while the referee waits for its answer.
fn raise_when_asked(asked: &Path, interrupt: &Interrupt) {
    while !fs::read_to_string(asked).is_ok_and(|text| text.ends_with('\n')) {
        thread::yield_now();
    }
    interrupt.raise();
}

#[test]
fn an_interrupted_wait_for_a_program_is_no_fault() {
    let folder = tempfile::tempdir().unwrap();
    let asked = folder.path().join("asked");
    let interrupt = Interrupt::default();
    let mut seat = silent(&asked, &interrupt);
    seat.begin(&Setup::default(), Side::First).unwrap();
    let answer = thread::scope(|threads| {
        threads.spawn(|| raise_when_asked(&asked, &interrupt));
        // Without a limit only the interrupt can end this wait.
        seat.choose(&Stop::new(&Setup::default()), Clock::default())
    });
    assert_eq!(answer, Err(NoMove::Interrupted));
    assert_eq!(fs::read_to_string(&asked).unwrap().trim(), Stop::new(&Setup::default()).to_string().replace('\n', "/"));
}

#[test]
fn a_program_is_not_waited_for_when_the_interrupt_was_raised_before() {
    let folder = tempfile::tempdir().unwrap();
    let interrupt = Interrupt::default();
    let mut seat = silent(&folder.path().join("asked"), &interrupt);
    seat.begin(&Setup::default(), Side::First).unwrap();
    interrupt.raise();
    assert_eq!(seat.choose(&Stop::new(&Setup::default()), Clock::default()), Err(NoMove::Interrupted));
}

#[test]
fn the_same_token_stops_the_game_and_blames_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let asked = folder.path().join("asked");
    let interrupt = Interrupt::default();
    let mut first = silent(&asked, &interrupt);
    let mut second = Person::new(&b""[..], Vec::new());
    let setup = Setup::default();
    let referee = Referee::<Stop> {
        setup: &setup,
        seed: 1,
        clocks: BySide::new(Clock::default(), Clock::default()),
        interrupt: &interrupt,
    };
    let finished = thread::scope(|threads| {
        threads.spawn(|| raise_when_asked(&asked, &interrupt));
        referee.play(BySide::new(&mut first, &mut second), |_, _, _| Ok(()))
    })
    .unwrap();
    assert_eq!((finished.ended.ending, finished.ended.won), (Ending::Stopped, None));
    assert_eq!(finished.faults, BySide::default());
    assert_eq!(finished.turns, 0, "the turn that was broken off does not count");
}
