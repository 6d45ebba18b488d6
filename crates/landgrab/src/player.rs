//! Players as they are asked for on the command line: a built-in name, or a program (anything with a `/`, or `cmd:` and
//! a command line).

use crate::failure::Failure;
use engine::roster::{self, PlayerSpec, Roster};
use referee::Interrupt;
use referee::protocol::BotGame;
use referee::sandbox::{Level, Sandbox};
use referee::seat::{ProcessSeat, Program};
use rules::{Clock, Player};
use std::ffi::OsString;
use std::time::Duration;

/// What a program may take for a move when nobody says otherwise: as the schools' own referees allow.
pub const PROGRAM_TIME: Duration = Duration::from_secs(10);

/// A player of some match.
#[derive(Clone, Debug)]
pub enum PlayerArg {
    BuiltIn(PlayerSpec),
    Program(Program),
}

impl PlayerArg {
    /// Reads what was typed. `sandbox` is made only when a program is asked for, so that nothing is refused without need.
    pub fn parse(text: &str, sandbox: Option<Level>, interrupt: &Interrupt) -> Result<Self, Failure> {
        let command = text.strip_prefix("cmd:");
        if command.is_none() && !text.contains('/') {
            return Ok(Self::BuiltIn(text.parse()?));
        }
        let argv: Vec<OsString> = match command {
            Some(command) => command.split_whitespace().map(OsString::from).collect(),
            None => vec![text.into()],
        };
        if argv.is_empty() {
            return Err(Failure::Usage("`cmd:` needs a program, such as `cmd:python3 bot.py`".into()));
        }
        let sandbox = Sandbox::new(sandbox)?;
        // A program that cannot be started is found out before a game begins.
        sandbox
            .command(&argv, &std::env::temp_dir())
            .map_err(|error| Failure::Usage(format!("cannot start {}: {error}", rules::notation::quoted(text))))?;
        Ok(Self::Program(Program { argv, name: command.unwrap_or(text).into(), sandbox, interrupt: interrupt.clone() }))
    }

    /// The time for a move: a program never gets all the time in the world.
    pub fn clock(both: [&Self; 2], ms: Option<u32>) -> Clock {
        let has_program = both.iter().any(|player| matches!(player, Self::Program(_)));
        let usual = has_program.then_some(PROGRAM_TIME);
        referee::clock::per_move(ms.map(|ms| Duration::from_millis(ms.into())).or(usual))
    }

    /// The player for one game.
    pub fn player<G: Roster + BotGame>(&self, seed: u64) -> Result<Box<dyn Player<G>>, Failure> {
        match self {
            Self::BuiltIn(spec) => Ok(roster::player::<G>(spec, seed)?),
            Self::Program(program) => Ok(Box::new(ProcessSeat::<G>::new(program.clone()))),
        }
    }

    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Self::BuiltIn(spec) => spec.to_string(),
            Self::Program(program) => program.name.clone(),
        }
    }

    /// The level of the sandbox that it runs in, if it is a program.
    pub fn level(&self) -> Option<Level> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Program(program) => Some(program.sandbox.level()),
        }
    }
}
