//! A person at a terminal: types a move, is told what is wrong with it, and may try again.

use super::milliseconds;
use rules::{Cause, Clock, Fault, Game, NoMove, Player};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// A person who reads from one place and is talked to in another.
pub struct Person<R, W> {
    input: R,
    output: W,
}

impl<R: BufRead + Send, W: Write + Send> Person<R, W> {
    /// A person at these two ends of a terminal.
    pub fn new(input: R, output: W) -> Self {
        Self { input, output }
    }

    fn ask<G: Game>(&mut self, position: &G) -> std::io::Result<Option<G::Move>> {
        loop {
            write!(self.output, "your move: ")?;
            self.output.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
            match words.parse::<G::Move>() {
                Err(error) => writeln!(self.output, "{error}")?,
                Ok(played) => match position.resolve(played) {
                    Err(refusal) => writeln!(self.output, "not there: {refusal}")?,
                    Ok(played) => return Ok(Some(played)),
                },
            }
        }
    }
}

impl<G: Game, R: BufRead + Send, W: Write + Send> Player<G> for Person<R, W> {
    /// Who thought too long is told so after the answer: nobody is interrupted while typing.
    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, NoMove> {
        let gone = || Cause::Crashed { status: "the input ended".into() };
        let started = Instant::now();
        let played = self.ask(position).ok().flatten().ok_or_else(|| Fault::from(gone()))?;
        let (took, limit) = (started.elapsed(), clock.limit().unwrap_or(Duration::MAX));
        if took > limit {
            return Err(Cause::TooSlow { limit_ms: milliseconds(limit), took_ms: milliseconds(took) }.into());
        }
        Ok(played)
    }
}
