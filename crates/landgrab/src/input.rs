//! Reading strangers' files: with a limit, and with errors that name the file.

use crate::failure::Failure;
use rules::record::Record;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

/// The text of the largest map is about a megabyte.
const LARGEST_TEXT: u64 = 4 << 20;

/// A picture with more bytes than this is none that a phone made.
const LARGEST_PICTURE: u64 = 64 << 20;

/// Opens a file, or standard input for `-`.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let failure = |error| Failure::File { path: path.into(), error };
    let file = File::open(path).map_err(failure)?;
    if file.metadata().map_err(failure)?.is_dir() {
        return Err(failure(io::Error::new(ErrorKind::IsADirectory, "expected a file, found a folder")));
    }
    Ok(Box::new(BufReader::new(file)))
}

/// What a file holds.
pub enum Content {
    Record(Record),
    Text(String),
}

/// A record, told by its first character, or any other text.
pub fn content(path: &Path) -> Result<Content, Failure> {
    let mut file = open(path)?;
    let start = file.fill_buf().map_err(|error| Failure::File { path: path.into(), error })?;
    if start.first() == Some(&b'{') {
        return Ok(Content::Record(record_of(path, file)?));
    }
    Ok(Content::Text(text_of(path, file)?))
}

/// The bytes of a picture or a short text.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    bytes_of(path, open(path)?, LARGEST_PICTURE, "a picture")
}

/// The whole text of a file.
pub fn text(path: &Path) -> Result<String, Failure> {
    text_of(path, open(path)?)
}

/// The whole text of a file that is open already; the path is for messages.
fn text_of(path: &Path, file: impl Read) -> Result<String, Failure> {
    let failure = |error| Failure::File { path: path.into(), error };
    String::from_utf8(bytes_of(path, file, LARGEST_TEXT, "text")?)
        .map_err(|_| failure(io::Error::new(ErrorKind::InvalidData, "expected text in UTF-8, found other bytes")))
}

fn bytes_of(path: &Path, file: impl Read, most: u64, what: &str) -> Result<Vec<u8>, Failure> {
    let failure = |error| Failure::File { path: path.into(), error };
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(failure)?;
    if bytes.len() as u64 > most {
        let words = format!("expected at most {most} bytes of {what}, found more");
        return Err(failure(io::Error::new(ErrorKind::FileTooLarge, words)));
    }
    Ok(bytes)
}

/// A record.
pub fn record(path: &Path) -> Result<Record, Failure> {
    record_of(path, open(path)?)
}

/// A record in a file that is open already; the path is for messages.
fn record_of(path: &Path, file: impl BufRead) -> Result<Record, Failure> {
    Record::read(file).map_err(|error| Failure::Record { path: path.into(), error })
}
