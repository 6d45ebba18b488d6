//! Reading a record as a stream. Each line is checked by the rules as it is read, so that reading stops at the first
//! line that is wrong.

use super::replay::Followed;
use super::{Header, VERSION};
use crate::notation::quoted;
use crate::{Game, with_game};
use serde_json::{Map, Value};
use std::io::{self, BufRead, Read};

/// The limit of a line, in bytes: four times the header of the largest map.
pub const LONGEST_LINE: u64 = 4 << 20;
/// The limit of a record, in bytes: a game of 5,000 turns on a map of 200x200 takes about 10 MB.
pub const LONGEST_RECORD: u64 = 64 << 20;

/// A record as far as it could be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The other lines, without their line feeds: up to the end of the file, or to the first line that disagrees with
    /// the rules. [`Replay`](super::Replay) says what is wrong with that line; the lines after it were not read.
    pub lines: Vec<String>,
    /// The last line has no line feed and is no JSON, because the writer died. It is not among the lines.
    pub cut_short: bool,
}

/// A file that is no record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Reading failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The first line is no header.
    #[error("line 1: expected a record's header such as {{\"record\":1,\"game\":\"stop\",...}}, found {0}")]
    NoHeader(String),
    /// The header has a key with a value of the wrong kind.
    #[error("line 1: {0}")]
    Header(String),
    /// The record has another version.
    #[error("line 1: expected a record of version {VERSION}, found version {0} (a newer landgrab may read it)")]
    Version(String),
    /// A line is longer than [`LONGEST_LINE`].
    #[error("line {0}: expected at most {LONGEST_LINE} bytes in a line, found more")]
    LongLine(usize),
    /// The file is longer than [`LONGEST_RECORD`].
    #[error("line {0}: expected at most {LONGEST_RECORD} bytes in a record, found more")]
    LongRecord(usize),
    /// A line is no UTF-8.
    #[error("line {0}: expected text in UTF-8, found other bytes")]
    NotText(usize),
}

impl Record {
    /// Reads a record to its end, or to the first line that disagrees with the rules.
    pub fn read(mut input: impl BufRead) -> Result<Self, RecordError> {
        let Some((first, _)) = next_line(&mut input, 1)? else {
            return Err(RecordError::NoHeader("an empty file".into()));
        };
        let mut record = Self { header: header(&first)?, lines: vec![], cut_short: false };
        let setup = record.header.setup.clone();
        with_game!(&setup, |G, start| record.read_lines::<G>(start, input, first.len() as u64))?;
        Ok(record)
    }

    /// Reads what follows the header, which took so many bytes.
    fn read_lines<G: Game>(
        &mut self,
        setup: &G::Setup,
        mut input: impl BufRead,
        mut bytes: u64,
    ) -> Result<(), RecordError> {
        // Check numbers are left to `Replay`: they cost more than all other checks together.
        let mut game = Followed::<G>::new(setup, self.header.seed, false);
        while let Some((line, complete)) = next_line(&mut input, self.lines.len() + 2)? {
            bytes += line.len() as u64 + 1;
            if bytes > LONGEST_RECORD {
                return Err(RecordError::LongRecord(self.lines.len() + 2));
            }
            if !complete && serde_json::from_str::<Value>(&line).is_err() {
                self.cut_short = true;
                break;
            }
            let is_wrong = game.follow(&line).is_err();
            self.lines.push(line);
            if is_wrong {
                break;
            }
        }
        Ok(())
    }
}

fn header(line: &str) -> Result<Header, RecordError> {
    let object: Map<String, Value> = serde_json::from_str(line).map_err(|_| RecordError::NoHeader(quoted(line)))?;
    match object.get("record") {
        None => return Err(RecordError::NoHeader(quoted(line))),
        Some(version) if *version != VERSION => return Err(RecordError::Version(version.to_string())),
        Some(_) => {}
    }
    serde_json::from_value(Value::Object(object)).map_err(|error| RecordError::Header(error.to_string()))
}

/// The next line without its line feed, and whether it had one.
fn next_line(input: &mut impl BufRead, number: usize) -> Result<Option<(String, bool)>, RecordError> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes)?;
    let complete = bytes.last() == Some(&b'\n');
    if complete {
        bytes.pop();
    } else if bytes.len() as u64 > LONGEST_LINE {
        return Err(RecordError::LongLine(number));
    } else if bytes.is_empty() {
        return Ok(None);
    }
    let cut = !complete && String::from_utf8(bytes.clone()).is_err();
    // A last line without a line feed may be cut inside a character: then the file is cut short, and still a record.
    let text = if cut { String::new() } else { String::from_utf8(bytes).map_err(|_| RecordError::NotText(number))? };
    Ok(Some((text, complete)))
}
