//! A person at a terminal: types a move, is told why it is refused, and may try again.

use super::milliseconds;
use rules::{Cause, Clock, Fault, Game, NoMove, Player};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// A person as a player: moves come from one stream, and prompts go to another.
///
/// ```
/// use landgrab_referee::rules::{Clock, Game, Player, stop::{Setup, Stop}};
/// use landgrab_referee::seat::Person;
///
/// let position = Stop::new(&Setup::default());
/// let first = position.moves().next().expect("the game has just begun");
/// let typed = format!("no move\n{first}\n");
/// let mut person = Person::new(typed.as_bytes(), Vec::new());
/// assert_eq!(person.choose(&position, Clock::default()), Ok(first));
/// ```
pub struct Person<R, W> {
    input: R,
    output: W,
}

impl<R: BufRead + Send, W: Write + Send> Person<R, W> {
    /// A person who types into `input` and reads `output`.
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
    /// A move that came too late is a fault after it is typed: typing is not interrupted.
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
