//! Reading strangers' files: with a limit, and with errors that name the file.

use crate::failure::Failure;
use rules::record::Record;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The text of the largest map is about a megabyte.
const LARGEST_TEXT: u64 = 4 << 20;

/// Pictures from phones are smaller than this.
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

/// The content of a file.
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

/// The records in a folder, in natural order. There is at least one.
pub fn records_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failure = |error| Failure::File { path: folder.into(), error };
    let entries = fs::read_dir(folder).map_err(failure)?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    if paths.is_empty() {
        let words = "expected records (*.jsonl), found none (landgrab match --record DIR writes them)";
        return Err(failure(io::Error::new(ErrorKind::NotFound, words)));
    }
    paths.sort_by_cached_key(|path| {
        let name = path.to_string_lossy().into_owned();
        (natural_key(&name), name)
    });
    Ok(paths)
}

/// The key of natural order, in which digits compare as numbers: `game-9999` comes before `game-10000`. Each part is
/// some text, then a number as the count of its digits and the digits themselves, which no number is too large for.
fn natural_key(name: &str) -> Vec<(String, usize, String)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let (text, numbered) = rest.split_at(rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len()));
        let end = numbered.find(|c: char| !c.is_ascii_digit()).unwrap_or(numbered.len());
        let digits = numbered[..end].trim_start_matches('0');
        parts.push((text.into(), digits.len(), digits.into()));
        rest = &numbered[end..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_records_of_a_folder_come_in_the_order_of_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let ordered = ["final.jsonl", "game-0002.jsonl", "game-9999.jsonl", "game-10000.jsonl", "game-x.jsonl"];
        for name in ordered.iter().rev().chain(&["notes.txt"]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(records_in(folder.path()).unwrap(), ordered.map(|name| folder.path().join(name)));
    }

    #[test]
    fn a_number_of_any_length_is_compared_by_its_value() {
        let names = ["9", "10", "011", "99999999999999999999998", "99999999999999999999999", "a1b2", "a1b10", "a02b1"];
        assert!(names.iter().map(|name| natural_key(name)).is_sorted());
        assert_eq!(natural_key("007"), natural_key("7"));
    }
}
