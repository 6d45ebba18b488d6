//! `landgrab bot`: a built-in player of piece Filler as a program that either school's referee can run.

use crate::cli::BotArgs;
use crate::failure::Failure;
use engine::roster::{PlayerSpec, player};
use referee::protocol::request::{Request, RequestError, RequestReader};
use rules::pieces::{Pieces, class};
use rules::{CellSet, Clock, NoMove, with_pieces};
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

pub fn run(args: &BotArgs) -> Result<ExitCode, Failure> {
    let bot = Bot {
        spec: args.name.parse()?,
        seed: args.seed as u64,
        clock: referee::clock::per_move(args.time.map(|ms| Duration::from_millis(ms.into()))),
    };
    // A name that nobody has is found out before anybody speaks.
    player::<Pieces<class::Any>>(&bot.spec, bot.seed)?;
    if io::stdin().is_terminal() {
        say("waits for a referee to speak on standard input (see landgrab bot --help)");
    }
    let mut listener = RequestReader::new(io::stdin().lock());
    let mut asked = listener.next_request().map_err(|misheard| failure(&misheard))?;
    while let Some(turn) = asked {
        asked = with_pieces!(turn.setup, |S| bot.play::<S>(turn, &mut listener))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What was asked for on the command line.
struct Bot {
    spec: PlayerSpec,
    seed: u64,
    clock: Clock,
}

impl Bot {
    /// Answers turn after turn of one game, with one player, who may remember. The turn that begins another game, which
    /// may be of another size, goes back to the caller; `None` when there are no more.
    fn play<S: CellSet>(
        &self,
        mut asked: Request,
        listener: &mut RequestReader<impl BufRead>,
    ) -> Result<Option<Request>, Failure> {
        let mut player = player::<Pieces<S>>(&self.spec, self.seed)?;
        let fault = |fault: rules::Fault| Failure::Usage(format!("{}: {fault}", self.spec));
        player.begin(&asked.setup, asked.side).map_err(fault)?;
        loop {
            let played = match player.choose(&asked.position(), self.clock) {
                Ok(played) => played,
                Err(NoMove::Fault(found)) => return Err(fault(found)),
                Err(NoMove::Interrupted) => return Ok(None),
            };
            let mut out = io::stdout().lock();
            out.write_all(asked.answer(played).as_bytes())?;
            out.flush()?;
            let Some(next) = listener.next_request().map_err(|misheard| failure(&misheard))? else { return Ok(None) };
            let (size, next_size) = (asked.setup.map().size(), next.setup.map().size());
            if size != next_size {
                say(&format!("the board was {size} and is {next_size} now: a new game, then"));
            }
            if (size, asked.side, asked.setup.dialect()) != (next_size, next.side, next.setup.dialect()) {
                return Ok(Some(next));
            }
            asked = next;
        }
    }
}

fn failure(misheard: &RequestError) -> Failure {
    Failure::Usage(format!("standard input, {misheard} (see landgrab bot --help)"))
}

/// A line for people. A bot's standard output belongs to the referee.
fn say(what: &str) {
    let _ = writeln!(io::stderr(), "landgrab bot: {what}");
}
