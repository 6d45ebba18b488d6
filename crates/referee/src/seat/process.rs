//! A program as a player: it is started for a game, asked in its protocol, and gone when the game is.

use super::child::{Child, MOST_WAITING, Trouble};
use super::{grace, milliseconds};
use crate::protocol::{BotGame, Heard, Protocol};
use crate::sandbox::Sandbox;
use crate::{Interrupt, evidence};
use rules::{Cause, Clock, Event, Evidence, Fault, Game, NoMove, Player, Side};
use std::ffi::OsString;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What a program needs to sit down.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments, as given.
    pub argv: Vec<OsString>,
    /// What it is told that it is called.
    pub name: String,
    /// What it runs in.
    pub sandbox: Sandbox,
    /// Ends waits for it.
    pub interrupt: Interrupt,
}

/// The bytes of the last answer, for whoever prints them.
pub type Tap = Arc<Mutex<Vec<u8>>>;

/// A program's seat.
pub struct ProcessSeat<G: Game> {
    program: Program,
    talk: Option<Box<dyn Protocol<G>>>,
    child: Option<Child>,
    side: Side,
    message: Vec<u8>,
    last: Tap,
}

impl<G: BotGame> ProcessSeat<G> {
    /// A seat for a program, which starts when a game begins.
    pub fn new(program: Program) -> Self {
        let last = Tap::default();
        Self { program, talk: None, child: None, side: Side::First, message: vec![], last }
    }

    /// Where the bytes of its last answer are to be found.
    pub fn tap(&self) -> Tap {
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

/// So much came that no answer can be in it.
fn flooded(received: &[u8]) -> Fault {
    let expected = format!("a line feed within {} KiB", MOST_WAITING >> 10);
    Cause::Unreadable { answer: start_of(received), expected }.into()
}

impl<G: BotGame> Player<G> for ProcessSeat<G> {
    fn begin(&mut self, setup: &G::Setup, side: Side) -> Result<(), Fault> {
        // The program of a game before this one goes before the next one comes.
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
            Heard::Nothing => None,
            heard => Some(heard),
        };
        let heard = child.wait_for(limit.and_then(|limit| asked.checked_add(limit)), interrupt, &mut listen);
        if let (Err(Trouble::Late), Some(limit)) = (&heard, limit) {
            let came = child.wait_for(asked.checked_add(limit + grace(limit)), interrupt, &mut listen);
            let took_ms = milliseconds(asked.elapsed());
            let raw = match came {
                Ok(Heard::Move { raw, .. } | Heard::Nonsense { raw, .. }) => raw,
                Err(Trouble::Interrupted) => return Err(NoMove::Interrupted),
                Ok(Heard::Nothing) | Err(_) => return Err(Cause::Silent { limit_ms, unread: false }.into()),
            };
            self.remember(&raw);
            return Err(Cause::TooSlow { limit_ms, took_ms }.into());
        }
        match heard {
            Ok(Heard::Move { played, raw }) => {
                self.remember(&raw);
                Ok(played)
            }
            Ok(Heard::Nonsense { raw, expected }) => {
                self.remember(&raw);
                Err(Cause::Unreadable { answer: start_of(&raw), expected: expected.into() }.into())
            }
            Ok(Heard::Nothing) => unreachable!("nothing is not listened for"),
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
