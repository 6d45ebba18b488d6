//! Tar archives, read as a stream.

use super::super::entry_name::EntryName;
use super::super::{BotError, Mismatch};
use super::{Bounded, Target, damaged, unreadable};
use flate2::read::MultiGzDecoder;
use std::io::Read;
use tar::{Archive, Entry, EntryType};

/// Unpacks a tar.gz.
pub(super) fn unpack_compressed(bytes: &[u8], target: &mut Target<'_>) -> Result<(), BotError> {
    unpack(MultiGzDecoder::new(bytes), target)
}

/// Unpacks a tar archive.
pub(super) fn unpack(stream: impl Read, target: &mut Target<'_>) -> Result<(), BotError> {
    let limits = target.tally.limits();
    let mut archive = Archive::new(Bounded { stream, left: limits.stream() });
    let mut is_empty = true;
    for entry in archive.entries().map_err(|error| unreadable(&error, limits))? {
        let mut entry = entry.map_err(|error| unreadable(&error, limits))?;
        is_empty = false;
        take(&mut entry, target)?;
    }
    if is_empty { Err(damaged("an archive without files")) } else { Ok(()) }
}

fn take(entry: &mut Entry<'_, impl Read>, target: &mut Target<'_>) -> Result<(), BotError> {
    let kind = entry.header().entry_type();
    // Facts about the whole archive, which `git archive` writes.
    if kind.is_pax_global_extensions() {
        return target.tally.count_file();
    }
    let Some(name) = EntryName::read(&entry.path_bytes(), target.tally.limits())? else { return Ok(()) };
    let expected = || "files and folders".to_string();
    match kind {
        EntryType::Directory => target.folder(&name),
        EntryType::Regular => {
            let mode = entry.header().mode().map_err(|error| damaged(&error.to_string()))?;
            let size = entry.size();
            let before = target.tally.bytes;
            target.file(&name, Some(mode & 0o111 != 0), &mut *entry)?;
            // A stream that ends inside of a file is no error for the crate.
            if target.tally.bytes - before < size {
                return Err(damaged(&format!("an end within {}", name.quoted())));
            }
            Ok(())
        }
        EntryType::Symlink => Err(BotError::Link(Mismatch {
            found: format!("the symbolic link {}", name.quoted()),
            expected: expected(),
        })),
        EntryType::Link => {
            Err(BotError::Link(Mismatch { found: format!("the hard link {}", name.quoted()), expected: expected() }))
        }
        other => {
            let what = match other {
                EntryType::Char => "a character device",
                EntryType::Block => "a block device",
                EntryType::Fifo => "a named pipe",
                EntryType::GNUSparse => "a sparse file",
                _ => "an entry of an unknown kind",
            };
            Err(BotError::SpecialFile(Mismatch { found: format!("{what}, {}", name.quoted()), expected: expected() }))
        }
    }
}
