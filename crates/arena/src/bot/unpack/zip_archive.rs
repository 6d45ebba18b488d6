//! Zip archives, read by their list of files at the end, one entry at a time.

use super::super::entry_name::EntryName;
use super::super::{BotError, Mismatch};
use super::{Target, damaged};
use std::io::Cursor;
use zip::read::{Config, ZipFileEntry};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, ZipReadOptions};

/// The kind of file in a mode of Unix, and the kinds that a zip may have.
const KIND: u32 = 0o170_000;
const FILE: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;
const LINK: u32 = 0o120_000;

/// Unpacks a zip archive.
pub(super) fn unpack(bytes: &[u8], target: &mut Target<'_>) -> Result<(), BotError> {
    let archive = ZipIterable::try_new(Cursor::new(bytes), Config::default()).map_err(|error| refused(&error))?;
    // Two lists that differ would show one archive to us and another to the next program.
    let mut archive = archive.enforce_header_consistency(true);
    if archive.is_empty() {
        return Err(damaged("an archive without files"));
    }
    for entry in archive.files().map_err(|error| refused(&error))? {
        take(entry.map_err(|error| refused(&error))?, bytes, target)?;
    }
    Ok(())
}

fn take(entry: ZipFileEntry<'_>, bytes: &[u8], target: &mut Target<'_>) -> Result<(), BotError> {
    let limits = target.tally.limits();
    // Some programs on Windows write their own separator.
    let written = entry.name().map_err(|error| refused(&error))?.replace('\\', "/");
    let Some(name) = EntryName::read(written.as_bytes(), limits)? else { return Ok(()) };
    let mode = entry.unix_mode().filter(|mode| *mode != 0);
    let expected = || "files and folders".to_string();
    match mode.map_or(0, |mode| mode & KIND) {
        LINK => {
            let found = format!("the symbolic link {}", name.quoted());
            return Err(BotError::Link(Mismatch { found, expected: expected() }));
        }
        0 | FILE | FOLDER => {}
        _ => return Err(BotError::SpecialFile(Mismatch { found: name.quoted(), expected: expected() })),
    }
    if written.ends_with('/') || entry.is_dir() {
        return target.folder(&name);
    }
    let is_made_on_unix = entry.system() == zip::System::Unix;
    let executable = mode.filter(|_| is_made_on_unix).map(|mode| mode & 0o111 != 0);
    if entry.encrypted() {
        let found = format!("{}, which has a password", name.quoted());
        return Err(BotError::Unsupported(Mismatch { found, expected: "an archive without passwords".into() }));
    }
    if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
        let found = format!("{}, packed by {}", name.quoted(), entry.compression());
        return Err(BotError::Unsupported(Mismatch { found, expected: "the usual method, deflate".into() }));
    }
    let mut source = Cursor::new(bytes);
    let content = entry.with_reader(&mut source, ZipReadOptions::new()).map_err(|error| refused(&error))?;
    target.file(&name, executable, content)
}

fn refused(error: &ZipError) -> BotError {
    damaged(&error.to_string())
}
