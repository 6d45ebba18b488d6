//! A program as a player: it starts with a game, is asked in its game's protocol, and ends with the game.

use super::child::{Child, MOST_WAITING, Trouble};
use super::{grace, milliseconds};
use crate::protocol::{Answer, BotGame, Protocol};
use crate::sandbox::Sandbox;
use crate::{Interrupt, evidence};
use rules::{Cause, Clock, Event, Evidence, Fault, Game, NoMove, Player, Side};
use std::ffi::OsString;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A program and how to run it.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments, as given.
    pub argv: Vec<OsString>,
    /// The name that it is told as its own.
    pub name: String,
    /// The sandbox that it runs in.
    pub sandbox: Sandbox,
    /// Stops every wait for it.
    pub interrupt: Interrupt,
}

/// The bytes of a program's last answer, shared with a front end that prints them.
pub type LastAnswer = Arc<Mutex<Vec<u8>>>;

/// A program as a player.
///
/// ```no_run
/// use landgrab_referee::rules::{Game, Player, Side, stop::{Setup, Stop}};
/// use landgrab_referee::sandbox::Sandbox;
/// use landgrab_referee::seat::{ProcessSeat, Program};
/// use landgrab_referee::{Interrupt, clock};
/// use std::time::Duration;
///
/// let program = Program {
///     argv: vec!["./mine".into()],
///     name: "./mine".into(),
///     sandbox: Sandbox::new(None)?,
///     interrupt: Interrupt::default(),
/// };
/// let mut seat = ProcessSeat::<Stop>::new(program);
/// let setup = Setup::default();
/// seat.begin(&setup, Side::First).map_err(|fault| fault.to_string())?;
/// let played = seat.choose(&Stop::new(&setup), clock::per_move(Some(Duration::from_secs(2))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProcessSeat<G: Game> {
    program: Program,
    talk: Option<Box<dyn Protocol<G>>>,
    child: Option<Child>,
    side: Side,
    message: Vec<u8>,
    last: LastAnswer,
}

impl<G: BotGame> ProcessSeat<G> {
    /// A seat for a program, which starts when a game begins.
    pub fn new(program: Program) -> Self {
        let last = LastAnswer::default();
        Self { program, talk: None, child: None, side: Side::First, message: vec![], last }
    }

    /// The bytes of its last answer; they change with every turn.
    pub fn last_answer(&self) -> LastAnswer {
        self.last.clone()
    }

    fn remember(&self, raw: &[u8]) {
        if let Ok(mut last) = self.last.lock() {
            last.clear();
            last.extend_from_slice(raw);
        }
    }
}

/// The start of an answer, escaped; the evidence holds more of it.
fn start_of(raw: &[u8]) -> String {
    const SHOWN: usize = 60;
    let more = if raw.len() > SHOWN { "..." } else { "" };
    format!("{}{more}", raw[..raw.len().min(SHOWN)].escape_ascii())
}

/// The fault of a program that sent more than any answer has.
fn flooded(received: &[u8]) -> Fault {
    let expected = format!("a line feed within {} KiB", MOST_WAITING >> 10);
    Cause::Unreadable { answer: start_of(received), expected }.into()
}

impl<G: BotGame> Player<G> for ProcessSeat<G> {
    fn begin(&mut self, setup: &G::Setup, side: Side) -> Result<(), Fault> {
        // The program of the last game ends before the next one starts.
        self.child = None;
        let talk = G::protocol(setup);
        let started = Child::start(&self.program.argv, &self.program.sandbox);
        let mut child = started.map_err(|error| {
            let status = format!("it could not be started: {error}");
            Fault::from(Cause::Crashed { status })
        })?;
        let hello = talk.hello(side, &self.program.name);
        // A line fits into any pipe; a program that is gone already is noticed when it is asked.
        let _ = child.send(&hello, Some(Instant::now() + Duration::from_secs(1)), &self.program.interrupt);
        (self.talk, self.child, self.side) = (Some(talk), Some(child), side);
        Ok(())
    }

    fn watch(&mut self, event: &Event<G>) -> Result<(), Fault> {
        if let Some(talk) = &mut self.talk {
            talk.watch(event);
        }
        if matches!(event, Event::Out { side, .. } if *side == self.side) {
            self.child = None;
        }
        Ok(())
    }

    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, NoMove> {
        self.remember(&[]);
        let (Some(talk), Some(child)) = (&mut self.talk, &mut self.child) else {
            return Err(Cause::Crashed { status: "it is not running".into() }.into());
        };
        let interrupt = &self.program.interrupt;
        let limit = clock.limit();
        self.message.clear();
        talk.ask(position, &mut self.message);
        let limit_ms = milliseconds(limit.unwrap_or_default());
        match child.send(&self.message, limit.and_then(|limit| Instant::now().checked_add(limit)), interrupt) {
            Ok(()) => {}
            Err(Trouble::Gone(fault)) => return Err(fault.into()),
            Err(Trouble::Flooded) => return Err(flooded(&child.received).into()),
            Err(Trouble::Late) => return Err(Cause::Silent { limit_ms, unread: true }.into()),
            Err(Trouble::Interrupted) => return Err(NoMove::Interrupted),
        }
        let asked = Instant::now();
        let mut listen = |received: &mut Vec<u8>, is_all: bool| match talk.answer(received, is_all) {
            Answer::Incomplete => None,
            heard => Some(heard),
        };
        let heard = child.wait_for(limit.and_then(|limit| asked.checked_add(limit)), interrupt, &mut listen);
        if let (Err(Trouble::Late), Some(limit)) = (&heard, limit) {
            let came = child.wait_for(asked.checked_add(limit + grace(limit)), interrupt, &mut listen);
            let took_ms = milliseconds(asked.elapsed());
            let raw = match came {
                Ok(Answer::Move { raw, .. } | Answer::Unreadable { raw, .. }) => raw,
                Err(Trouble::Interrupted) => return Err(NoMove::Interrupted),
                Ok(Answer::Incomplete) | Err(_) => return Err(Cause::Silent { limit_ms, unread: false }.into()),
            };
            self.remember(&raw);
            return Err(Cause::TooSlow { limit_ms, took_ms }.into());
        }
        match heard {
            Ok(Answer::Move { played, raw }) => {
                self.remember(&raw);
                Ok(played)
            }
            Ok(Answer::Unreadable { raw, expected }) => {
                self.remember(&raw);
                Err(Cause::Unreadable { answer: start_of(&raw), expected: expected.into() }.into())
            }
            Ok(Answer::Incomplete) => unreachable!("the wait goes on until an answer is complete"),
            Err(Trouble::Gone(fault)) => Err(fault.into()),
            Err(Trouble::Flooded) => Err(flooded(&child.received).into()),
            Err(Trouble::Late) => Err(Cause::Silent { limit_ms, unread: false }.into()),
            Err(Trouble::Interrupted) => Err(NoMove::Interrupted),
        }
    }

    fn evidence(&mut self) -> Evidence {
        let waiting = self.child.as_ref().map(|child| child.received.as_slice()).unwrap_or_default();
        let mut bytes = self.last.lock().map(|last| last.clone()).unwrap_or_default();
        if bytes.is_empty() {
            bytes = waiting.to_vec();
        }
        bytes.truncate(1024);
        let stderr = self.child.as_mut().map(Child::stderr_text).filter(|text| !text.is_empty());
        let mut evidence = Evidence::default();
        if !bytes.is_empty() {
            evidence.add(evidence::BYTES, &bytes.escape_ascii().to_string());
        }
        if let Some(stderr) = stderr {
            evidence.add(evidence::STDERR, &stderr);
        }
        evidence
    }
}
