//! A program as a player: it is started for a game, asked in its protocol, and gone when the game is.

use super::child::{Child, MOST_WAITING, Trouble};
use super::{grace, milliseconds};
use crate::protocol::{BotGame, Heard, Protocol};
use crate::sandbox::Sandbox;
use rules::{Cause, Clock, Event, Evidence, Fault, Game, Player, Side};
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
    /// Asked during long waits: `true` ends them.
    pub stop: fn() -> bool,
}

/// The bytes of the last answer, for whoever prints them.
pub type Tap = Arc<Mutex<Vec<u8>>>;

/// A program's seat.
pub struct ProcessSeat<G: Game> {
    program: Program,
    talk: Option<Box<dyn Protocol<G>>>,
    child: Option<Child>,
    drawn: Option<G::Draw>,
    side: Side,
    message: Vec<u8>,
    last: Tap,
}

impl<G: BotGame> ProcessSeat<G> {
    /// A seat for a program, which starts when a game begins.
    pub fn new(program: Program) -> Self {
        let last = Tap::default();
        Self { program, talk: None, child: None, drawn: None, side: Side::First, message: vec![], last }
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
            Fault::from(Cause::Crashed { status, signal: None, code: None })
        })?;
        let hello = talk.hello(side, &self.program.name);
        // A line fits into any pipe; a program that is gone already is noticed when it is asked.
        let _ = child.send(&hello, Some(Instant::now() + Duration::from_secs(1)), self.program.stop);
        (self.talk, self.child, self.side) = (Some(talk), Some(child), side);
        Ok(())
    }

    fn watch(&mut self, event: &Event<G>) -> Result<(), Fault> {
        if let Some(talk) = &mut self.talk {
            talk.watch(event, self.drawn.as_ref());
        }
        match event {
            Event::Drew(draw) => self.drawn = Some(draw.clone()),
            Event::Out { side, .. } if *side == self.side => self.child = None,
            _ => {}
        }
        Ok(())
    }

    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, Fault> {
        self.remember(&[]);
        let (Some(talk), Some(child)) = (&mut self.talk, &mut self.child) else {
            return Err(Cause::Crashed { status: "it is not running".into(), signal: None, code: None }.into());
        };
        let stop = self.program.stop;
        let limit = clock.limit();
        self.message.clear();
        talk.ask(position, &mut self.message);
        let late = |unread| Fault::from(Cause::Silent { limit_ms: milliseconds(limit.unwrap_or_default()), unread });
        match child.send(&self.message, limit.and_then(|limit| Instant::now().checked_add(limit)), stop) {
            Ok(()) => {}
            Err(Trouble::Gone(cause)) => return Err(cause.into()),
            Err(Trouble::Flooded) => return Err(flooded(&child.received)),
            Err(Trouble::Late | Trouble::Stopped) => return Err(late(true)),
        }
        let asked = Instant::now();
        let mut listen = |received: &mut Vec<u8>, is_all: bool| match talk.answer(received, is_all) {
            Heard::Nothing => None,
            heard => Some(heard),
        };
        let heard = child.wait_for(limit.and_then(|limit| asked.checked_add(limit)), stop, &mut listen);
        if let (Err(Trouble::Late), Some(limit)) = (&heard, limit) {
            let came = child.wait_for(asked.checked_add(limit + grace(limit)), stop, &mut listen);
            let took_ms = milliseconds(asked.elapsed());
            let Ok(Heard::Move { raw, .. } | Heard::Nonsense { raw, .. }) = came else { return Err(late(false)) };
            self.remember(&raw);
            return Err(Cause::TooSlow { limit_ms: milliseconds(limit), took_ms }.into());
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
            Err(Trouble::Gone(cause)) => Err(cause.into()),
            Err(Trouble::Flooded) => Err(flooded(&child.received)),
            Err(Trouble::Late | Trouble::Stopped) => Err(late(false)),
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
        Evidence { bytes: (!bytes.is_empty()).then(|| bytes.escape_ascii().to_string()), stderr, ..Evidence::default() }
    }
}
