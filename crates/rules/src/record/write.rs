//! Writing a record as the game goes: every line reaches the file before the game goes on.

use super::{Ended, Header, Line};
use crate::{Event, Game};
use std::io::{self, Write};
use std::marker::PhantomData;

/// Writes the record of one game. The [module](super) has an example.
#[derive(Debug)]
pub struct Writer<G, W> {
    out: W,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, W: Write> Writer<G, W> {
    /// Starts a record.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let line = serde_json::to_string(header)?;
        put(&mut out, line)?;
        Ok(Self { out, game: PhantomData })
    }

    /// Adds an event and the position it led to, with the time a move took.
    pub fn event(&mut self, event: &Event<G>, after: &G, ms: Option<f64>) -> io::Result<()> {
        let check = match event {
            Event::Played { played, .. } => Some(after.fingerprint_after(*played)),
            Event::Drew(_) | Event::Out { .. } => None,
        };
        self.line(&Line::Event { event: event.clone(), ms, check })
    }

    /// Adds the end.
    pub fn ended(&mut self, ended: &Ended) -> io::Result<()> {
        self.line(&Line::Ended(ended.clone()))
    }

    /// What the record was written to.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn line(&mut self, line: &Line<G>) -> io::Result<()> {
        put(&mut self.out, line.to_json()?)
    }
}

/// One write a line, so that a reader sees half a line only if this program dies while writing.
fn put(out: &mut impl Write, mut line: String) -> io::Result<()> {
    line.push('\n');
    out.write_all(line.as_bytes())?;
    out.flush()
}
