//! Reading a record from a file: the header at once, the rest as text that [`Replay`](super::Replay) reads with the
//! game's own eyes.

use super::{Header, VERSION};
use crate::notation::quoted;
use serde_json::{Map, Value};
use std::io::{self, BufRead, Read};

/// No line of a record is longer: the header of the largest map is about a quarter of it.
pub const LONGEST_LINE: u64 = 4 << 20;

/// A record as far as it could be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The other lines, without their line feeds.
    pub lines: Vec<String>,
    /// The last line has no line feed and is no JSON: whoever wrote it died over it. It is not among the lines.
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
    /// The header says something that we cannot use.
    #[error("line 1: {0}")]
    Header(String),
    /// A version that we do not know.
    #[error("line 1: expected a record of version {VERSION}, found version {0} (a newer landgrab may read it)")]
    Version(String),
    /// A line that no record has.
    #[error("line {0}: expected at most {LONGEST_LINE} bytes in a line, found more")]
    LongLine(usize),
    /// Bytes that are no text.
    #[error("line {0}: expected text in UTF-8, found other bytes")]
    NotText(usize),
}

impl Record {
    /// Reads a record to its end.
    pub fn read(mut input: impl BufRead) -> Result<Self, RecordError> {
        let Some((first, _)) = next_line(&mut input, 1)? else {
            return Err(RecordError::NoHeader("an empty file".into()));
        };
        let mut record = Self { header: header(&first)?, lines: vec![], cut_short: false };
        while let Some((line, complete)) = next_line(&mut input, record.lines.len() + 2)? {
            if !complete && serde_json::from_str::<Value>(&line).is_err() {
                record.cut_short = true;
                break;
            }
            record.lines.push(line);
        }
        Ok(record)
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
    // A file cut inside a character is cut short, not foreign.
    let text = if cut { String::new() } else { String::from_utf8(bytes).map_err(|_| RecordError::NotText(number))? };
    Ok(Some((text, complete)))
}
