//! A record in short, for stores that keep millions: the header, the moves and the end. The draws follow from the seed and
//! the check numbers from the positions, so [`in_full`] writes the very record that [`Writer`] would have written. Writing a
//! record in short costs a tenth of that.
//!
//! ```text
//! short record
//! {"record":1,"game":"pieces","rules":"plateau","map":"map01","seed":4711,"first":{"name":"greedy"},"second":{"name":"first"}}
//! 12 14;31
//! 3 9;12
//! check 9c1f03aa
//! {"ended":"rules","won":1,"score":[612,203]}
//! ```
//!
//! A move has its microseconds behind it. The check number is that of the last move and the last position.

use super::{Ended, Header, Line, Record, Writer};
use crate::{Ending, Event, Game, Turn, with_game};
use std::fmt::Write;
use std::io;

/// The first line.
const TITLE: &str = "short record";
/// Stands before the check number of the last move.
const CHECK: &str = "check ";

/// Writes the record of one game in short, into memory.
///
/// ```
/// use landgrab_rules::record::{Ended, Header, ShortWriter, in_full};
/// use landgrab_rules::{BySide, Ending, Event, Game, Side, catalogue::AnySetup, stop::{Setup, Stop}};
///
/// let setup = Setup::from("..X/O.. X".parse::<Stop>()?);
/// let header = Header::new(AnySetup::Stop(setup), None, BySide::new("mine".into(), "theirs".into()));
/// let mut writer = ShortWriter::<Stop>::new(&header)?;
/// let mut position = Stop::new(&setup);
/// let played = "1,0".parse()?;
/// position.play(played)?;
/// writer.event(&Event::Played { side: Side::First, drawn: None, played }, Some(12.5))?;
/// let short = writer.ended(&Ended { ending: Ending::Stopped, won: None, score: position.score() }, &position)?;
/// assert_eq!(in_full(&short)?.lines().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ShortWriter<G: Game> {
    text: String,
    /// Without a seed the draws follow from nothing, and are written.
    has_seed: bool,
    last: Option<G::Move>,
}

/// Why a short record cannot be written in full.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("short record, line {line}: {what}")]
pub struct ShortError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl<G: Game> ShortWriter<G> {
    /// Starts a record.
    pub fn new(header: &Header) -> io::Result<Self> {
        let mut text = String::with_capacity(4096);
        let _ = writeln!(text, "{TITLE}\n{}", serde_json::to_string(header)?);
        Ok(Self { text, has_seed: header.seed.is_some(), last: None })
    }

    /// Adds an event, with the time a move took.
    pub fn event(&mut self, event: &Event<G>, ms: Option<f64>) -> io::Result<()> {
        match event {
            Event::Drew(_) if self.has_seed => {}
            Event::Played { played, .. } => {
                self.last = Some(*played);
                let _ = write!(self.text, "{played}");
                if let Some(ms) = ms {
                    let _ = write!(self.text, ";{}", (ms * 1000.0).round() as u64);
                }
                self.text.push('\n');
            }
            Event::Drew(_) | Event::Out { .. } => {
                let line = Line::Event { event: event.clone(), ms: None, check: None };
                let _ = writeln!(self.text, "{}", line.to_json()?);
            }
        }
        Ok(())
    }

    /// Adds the end, in this position, and returns the text.
    pub fn ended(mut self, ended: &Ended, position: &G) -> io::Result<String> {
        if let Some(last) = self.last {
            let _ = writeln!(self.text, "{CHECK}{:08x}", position.fingerprint_after(last));
        }
        let _ = writeln!(self.text, "{}", Line::<G>::Ended(ended.clone()).to_json()?);
        Ok(self.text)
    }
}

/// The record in full. A record that is in full already is returned as it is.
pub fn in_full(text: &str) -> Result<String, ShortError> {
    let Some(short) = text.strip_prefix(TITLE).and_then(|rest| rest.strip_prefix('\n')) else {
        return Ok(text.into());
    };
    let refused = |line: usize, what: String| ShortError { line, what };
    let (first, _) = short.split_once('\n').unwrap_or((short, ""));
    let header = Record::read(first.as_bytes()).map_err(|error| refused(2, error.to_string()))?.header;
    let full = with_game!(&header.setup, |G, setup| expanded::<G>(&header, setup, short));
    full.map_err(|(line, what)| refused(line, what))
}

/// Plays the moves again, and writes what happens. Errors come with the number of the line.
fn expanded<G: Game>(header: &Header, setup: &G::Setup, short: &str) -> Result<String, (usize, String)> {
    let unwritten = |error: io::Error| (0, error.to_string());
    let mut writer = Writer::<G, Vec<u8>>::new(Vec::with_capacity(8 * short.len()), header).map_err(unwritten)?;
    let mut position = G::new(setup);
    let mut official = header.seed.map(|seed| G::official(setup, seed));
    let (mut drawn, mut last) = (None, None);
    for (number, line) in (3..).zip(short.lines().skip(1)) {
        let refused = |what: String| (number, what);
        let parsed = if line.starts_with('{') { Some(Line::<G>::from_json(line).map_err(refused)?) } else { None };
        let is_stopped = matches!(&parsed, Some(Line::Ended(ended)) if ended.ending == Ending::Stopped);
        while let Some(official) = official.as_mut().filter(|_| position.turn() == Turn::Draw && !is_stopped) {
            let draw = position.sample(official);
            position.take(draw.clone());
            drawn = Some(draw.clone());
            writer.event(&Event::Drew(draw), &position, None).map_err(unwritten)?;
        }
        match parsed {
            Some(Line::Ended(ended)) => writer.ended(&ended).map_err(unwritten)?,
            Some(Line::Event { event, .. }) => {
                match &event {
                    Event::Drew(draw) if position.turn() == Turn::Draw => {
                        position.take(draw.clone());
                        drawn = Some(draw.clone());
                    }
                    Event::Out { fault, .. } if position.withdraw(fault.kind()) => {}
                    _ => return Err(refused("expected a move, a side that is out, or the end".into())),
                }
                writer.event(&event, &position, None).map_err(unwritten)?;
            }
            None if line.starts_with(CHECK) => {
                let reached = last.map(|last| format!("{CHECK}{:08x}", position.fingerprint_after(last)));
                if reached.as_deref() != Some(line) {
                    let reached = reached.unwrap_or_else(|| "no move".into());
                    return Err(refused(format!("the moves lead to {reached}, the record says {line}")));
                }
            }
            None => {
                let (played, ms) = line.split_once(';').map_or((line, None), |(played, micros)| (played, Some(micros)));
                let ms = ms.map(|micros| micros.parse::<u64>().map(|micros| micros as f64 / 1000.0)).transpose();
                let ms = ms.map_err(|error| refused(format!("microseconds: {error}")))?;
                let played: G::Move = played.parse().map_err(|error| refused(format!("{error}")))?;
                let Turn::Move(side) = position.turn() else {
                    return Err(refused("expected the end, found a move".into()));
                };
                position.play(played).map_err(|refusal| refused(format!("`{played}` is illegal: {refusal}")))?;
                last = Some(played);
                let event = Event::Played { side, drawn: drawn.clone(), played };
                writer.event(&event, &position, ms).map_err(unwritten)?;
            }
        }
    }
    String::from_utf8(writer.into_inner()).map_err(|error| (0, error.to_string()))
}

/// A record in short. A record whose draws do not follow from its seed, or that was not finished, stays as it is.
pub fn in_short(full: &str) -> String {
    let Ok(record) = Record::read(full.as_bytes()) else { return full.into() };
    let short = with_game!(&record.header.setup, |G, setup| shortened::<G>(&record, setup));
    match short {
        // Only what comes back as it was is worth having.
        Some(short) if in_full(&short).as_deref() == Ok(full) => short,
        _ => full.into(),
    }
}

fn shortened<G: Game>(record: &Record, setup: &G::Setup) -> Option<String> {
    let mut writer = ShortWriter::<G>::new(&record.header).ok()?;
    let mut replay = super::Replay::<G>::new(record, setup);
    while let Some(line) = replay.step().ok()? {
        match line {
            Line::Event { event, ms, .. } => writer.event(&event, ms).ok()?,
            Line::Ended(ended) => return writer.ended(&ended, replay.position()).ok(),
        }
    }
    None
}
