//! The games of leagues: the arena says who plays, and this joins the engine's players and programs with the referee.

use crate::arena_store;
use crate::failure::Failure;
use crate::faults;
use crate::pairing::Pairing;
use crate::player::PlayerArg;
use arena::bot::{BotError, BuildLimits, Cache, Limits, Package, Ready, Workshop};
use arena::{ArenaError, Batch, Contender, EndedBy, FaultNote, Fetched, GameOrder, Kind, PlayedGame, Plays, Source};
use engine::roster::Roster;
use league::{Fixture, GameResult, Plan, Spectator};
use referee::Interrupt;
use referee::protocol::BotGame;
use referee::sandbox::{Level, Sandbox};
use referee::seat::Program;
use rules::record::{Ended, Header, ShortWriter};
use rules::{BySide, Ending, Event, Fault, Game, Side, with_game};
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Plays the games of leagues on this machine.
pub struct ArenaGames {
    /// Players by version and sandbox: a built-in name is parsed once, a bot unpacked once.
    players: Mutex<HashMap<i64, Arc<PlayerArg>>>,
    /// The bots that are unpacked and built on this machine.
    cache: Cache,
    interrupt: Interrupt,
}

impl ArenaGames {
    /// Players that stop when this token is raised. Bots are unpacked into the user's cache folder.
    pub fn new(interrupt: &Interrupt) -> Result<Self, Failure> {
        let folder = arena_store::cache_folder()?.join("bots");
        let cache = Cache::open(&folder, Limits::default()).map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(Self { players: Mutex::default(), cache, interrupt: interrupt.clone() })
    }

    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// A bot, unpacked and built.
    pub fn ready(&self, package: &Package, level: Option<u8>) -> Result<Ready, BotError> {
        let sandbox =
            self.sandbox(level).map_err(|error| BotError::machine("make a sandbox")(io::Error::other(error)))?;
        let workshop = Workshop { sandbox, limits: BuildLimits::default(), interrupt: self.interrupt.clone() };
        self.cache.ready(package, &workshop)
    }

    /// A bot as a program.
    pub fn program(&self, ready: &Ready, name: &str, level: Option<u8>) -> Result<Program, ArenaError> {
        ready.program(name, &self.sandbox(level)?, &self.interrupt).map_err(|error| ours(&error))
    }

    fn sandbox(&self, level: Option<u8>) -> Result<Sandbox, ArenaError> {
        let level = level.map(|level| level.to_string().parse::<Level>()).transpose();
        let level = level.map_err(|error| ArenaError::new(Kind::Invalid, error.to_string(), ""))?;
        Sandbox::new(level).map_err(|error| ArenaError::new(Kind::Unusable, error.to_string(), ""))
    }

    fn players(&self) -> MutexGuard<'_, HashMap<i64, Arc<PlayerArg>>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn player(&self, contender: &Contender) -> Result<PlayerArg, ArenaError> {
        let player = self.players().get(&contender.version).map(|player| PlayerArg::clone(player));
        player.ok_or_else(|| ArenaError::new(Kind::Invalid, format!("{} was not made ready", contender.name), ""))
    }
}

/// Something that went wrong with our machine: no memory, no processes, no room. It may pass.
pub fn ours(error: &dyn std::fmt::Display) -> ArenaError {
    ArenaError::new(Kind::Unavailable, error.to_string(), "")
}

impl Plays for ArenaGames {
    fn prepare(&self, contender: &Contender, batch: &Batch, fetch: &dyn Fn(&str) -> Fetched) -> Result<(), ArenaError> {
        if self.players().contains_key(&contender.version) {
            return Ok(());
        }
        let player = match &contender.source {
            Source::BuiltIn(text) => built_in(text)?,
            Source::Bot(hash) => {
                let (name, bytes) = fetch(hash)?;
                let package = Package::received(bytes, &name, &Limits::default()).map_err(|error| ours(&error))?;
                let ready = self.ready(&package, batch.sandbox).map_err(|error| ours(&error))?;
                PlayerArg::Program { program: self.program(&ready, &contender.name, batch.sandbox)?, time: None }
            }
        };
        self.players().insert(contender.version, Arc::new(player));
        Ok(())
    }

    fn play(&self, order: &GameOrder<'_>, interrupt: &Interrupt) -> Result<Option<(PlayedGame, String)>, ArenaError> {
        let pairing = Pairing {
            a: self.player(order.a)?,
            b: self.player(order.b)?,
            time: order.batch.time_ms.map(|ms| Duration::from_millis(ms.into())),
            opening_plies: order.batch.opening_plies,
        };
        let names = order.plan.seats.map(|who| match who {
            league::Contestant::A => order.a.name.clone(),
            league::Contestant::B => order.b.name.clone(),
        });
        let levels = order.plan.seats.map(|who| pairing.of(who).level().map(Level::number));
        let header = Header::new(order.setup.clone(), Some(order.plan.seed), names).with_sandboxes(levels);
        with_game!(&header.setup, |G, setup| play::<G>(&pairing, order.plan, &header, setup, interrupt))
    }
}

/// A built-in player, as it is written on the command line.
pub fn built_in(text: &str) -> Result<PlayerArg, ArenaError> {
    let built_in = text.parse().map_err(|failure: Failure| {
        ArenaError::new(Kind::Invalid, failure.to_string(), "a built-in player such as greedy")
    })?;
    Ok(PlayerArg::BuiltIn(built_in))
}

fn play<G: Roster + BotGame>(
    pairing: &Pairing,
    plan: Plan,
    header: &Header,
    setup: &G::Setup,
    interrupt: &Interrupt,
) -> Result<Option<(PlayedGame, String)>, ArenaError> {
    let mut record = Recording::<G>::Open(None);
    let fixture = Fixture { plan, header, setup, interrupt };
    // What goes wrong here is our machine's doing: no memory, no processes, no room for a folder.
    let result = fixture.play(pairing, &mut [&mut record]).map_err(|failure| ours(&failure))?;
    Ok(result.map(|result| (played(&result), record.text())))
}

fn played(result: &GameResult) -> PlayedGame {
    let seat = |side: Side| u8::from(side == Side::Second);
    let ended = match &result.ending {
        Ending::Fault(side, _) => EndedBy::Fault(seat(*side)),
        Ending::Rules | Ending::Stopped => EndedBy::Rules,
    };
    let note = |fault: &Fault| FaultNote {
        kind: fault.kind().name().into(),
        detail: faults::in_words(fault),
        turn: faults::turn(fault),
    };
    let BySide { first, second } = &result.faults;
    PlayedGame {
        won: result.won.map(|who| seat(result.plan.side(who))),
        score: [result.score.first, result.score.second],
        ended,
        turns: result.turns,
        ms: [result.ms.first, result.ms.second].map(|ms| (ms * 1000.0).round() / 1000.0),
        faults: [first, second].map(|fault| fault.as_ref().map(note)),
    }
}

/// The record of one game, in short and in memory.
enum Recording<G: Game> {
    Open(Option<ShortWriter<G>>),
    Done(String),
}

impl<G: Game> Recording<G> {
    fn text(self) -> String {
        match self {
            Self::Done(text) => text,
            Self::Open(_) => String::new(),
        }
    }
}

impl<G: Game> Spectator<G> for Recording<G> {
    fn begins(&mut self, _: &Plan, header: &Header, _: &G) -> io::Result<()> {
        *self = Self::Open(Some(ShortWriter::new(header)?));
        Ok(())
    }

    fn event(&mut self, event: &Event<G>, _: &G, ms: Option<f64>) -> io::Result<()> {
        match self {
            Self::Open(Some(writer)) => writer.event(event, ms),
            _ => Ok(()),
        }
    }

    fn ended(&mut self, ended: &Ended, last: &G) -> io::Result<()> {
        if let Self::Open(writer) = self
            && let Some(writer) = writer.take()
        {
            *self = Self::Done(writer.ended(ended, last)?);
        }
        Ok(())
    }
}
