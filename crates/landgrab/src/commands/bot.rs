//! `landgrab bot`: a built-in player as a program that a referee can run. It hears from the first line what is played:
//! piece Filler in either school's protocol ([`pieces`]), or another game in ours ([`lines`]).

mod lines;
mod pieces;

use crate::cli::BotArgs;
use crate::failure::Failure;
use crate::player::BuiltIn;
use engine::roster::{NoSuchPlayer, Roster};
use referee::protocol::request::RequestError;
use rules::colours::Colours;
use rules::pieces::{Pieces, class};
use rules::stop::Stop;
use rules::{Clock, Fault, Game, NoMove, Player, Side};
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

pub fn run(args: &BotArgs) -> Result<ExitCode, Failure> {
    let built_in: BuiltIn = args.name.parse()?;
    let clock = built_in.clock(args.time.map(|ms| Duration::from_millis(ms.into())));
    let bot = Bot { built_in, seed: args.seed as u64, clock };
    bot.check()?;
    if io::stdin().is_terminal() {
        say("waits for a referee to speak on standard input (see landgrab bot --help)");
    }
    let mut input = io::stdin().lock();
    // The schools' referees begin with `$$$`, ours with `landgrab`.
    if input.fill_buf()?.first() == Some(&b'l') {
        lines::run(&bot, input)?;
    } else {
        pieces::run(&bot, input)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The player that was asked for, and its clock.
struct Bot {
    built_in: BuiltIn,
    seed: u64,
    clock: Clock,
}

impl Bot {
    /// Refuses a player that no game has, before anybody speaks.
    fn check(&self) -> Result<(), Failure> {
        let errors = [
            self.player::<Pieces<class::Any>>().err(),
            self.player::<Colours<u64>>().err(),
            self.player::<Stop>().err(),
        ];
        if errors.iter().any(Option::is_none) {
            return Ok(());
        }
        // A game that has the name says what is wrong with its options.
        let is_unknown = |error: &NoSuchPlayer| matches!(error, NoSuchPlayer::Unknown { .. });
        match errors.into_iter().flatten().find(|error| !is_unknown(error)) {
            Some(error) => Err(error.into()),
            None => {
                let name = &self.built_in.spec.name;
                Err(Failure::Usage(format!("unknown player `{name}`: no game has it (`landgrab games` lists all)")))
            }
        }
    }

    fn player<G: Roster>(&self) -> Result<Box<dyn Player<G>>, NoSuchPlayer> {
        self.built_in.player::<G>(self.seed)
    }

    /// A player at the start of a game.
    fn begin<G: Roster>(&self, setup: &G::Setup, side: Side) -> Result<Box<dyn Player<G>>, Failure> {
        let mut player = self.player::<G>()?;
        player.begin(setup, side).map_err(|fault| self.failure(&fault))?;
        Ok(player)
    }

    /// Its move; `None` when the wait for it was interrupted.
    fn choose<G: Game>(&self, player: &mut dyn Player<G>, position: &G) -> Result<Option<G::Move>, Failure> {
        match player.choose(position, self.clock) {
            Ok(played) => Ok(Some(played)),
            Err(NoMove::Interrupted) => Ok(None),
            Err(NoMove::Fault(fault)) => Err(self.failure(&fault)),
        }
    }

    fn failure(&self, fault: &Fault) -> Failure {
        Failure::Usage(format!("{}: {fault}", self.built_in))
    }
}

/// Sends an answer to the referee.
fn answer(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn cannot_read(error: &RequestError) -> Failure {
    Failure::Usage(format!("standard input, {error} (see landgrab bot --help)"))
}

/// A line for people. A bot's standard output belongs to the referee.
fn say(what: &str) {
    let _ = writeln!(io::stderr(), "landgrab bot: {what}");
}
