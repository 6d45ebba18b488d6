//! Finds out how an unpacked bot is run: by its `bot.toml`, or by the only file that can be meant.

use super::{MANIFEST, Manifest};
use crate::bot::limits::bytes;
use crate::bot::{BotError, Limits, Mismatch};
use rules::notation::quoted;
use std::fs::{self, DirEntry, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Names that systems leave in archives.
const IGNORED: [&str; 2] = ["__MACOSX", ".DS_Store"];

/// Files that are run without a `bot.toml`, the first of them that is executable.
const OBVIOUS: [&str; 2] = ["bot", "run.sh"];

impl Manifest {
    /// Reads the manifest of an unpacked bot, and tells the folder that the bot works in. A folder that holds nothing
    /// but another one is entered.
    pub fn find(unpacked: &Path, limits: &Limits) -> Result<(PathBuf, Self), BotError> {
        let mut folder = unpacked.to_path_buf();
        let mut entries = entries(&folder)?;
        if let [only] = &entries[..]
            && only.path().is_dir()
        {
            folder = only.path();
            entries = self::entries(&folder)?;
        }
        let file = folder.join(MANIFEST);
        let manifest = if file.is_file() { read(&file, limits)? } else { Self::of_program(&obvious(&entries)?) };
        Ok((folder, manifest))
    }
}

fn entries(folder: &Path) -> Result<Vec<DirEntry>, BotError> {
    let listed = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = listed.map_err(BotError::with_path("read", folder))?;
    entries.retain(|entry| !IGNORED.iter().any(|name| entry.file_name() == *name));
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}

fn read(file: &Path, limits: &Limits) -> Result<Manifest, BotError> {
    let mut content = Vec::new();
    let read = File::open(file).and_then(|file| file.take(limits.manifest + 1).read_to_end(&mut content));
    read.map_err(BotError::with_path("read", file))?;
    if content.len() as u64 > limits.manifest {
        let expected = format!("at most {} of {MANIFEST}", bytes(limits.manifest));
        return Err(BotError::TooLarge(Mismatch::new("more", expected)));
    }
    let Ok(text) = str::from_utf8(&content) else {
        return Err(BotError::Manifest(Mismatch {
            found: "bytes that are no text".into(),
            expected: "text in UTF-8".into(),
        }));
    };
    Manifest::parse(text)
}

/// The name of the only file that can be meant.
fn obvious(entries: &[DirEntry]) -> Result<String, BotError> {
    let runnable: Vec<String> = entries
        .iter()
        .filter(|entry| is_executable(&entry.path()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    if let Some(name) = OBVIOUS.into_iter().find(|name| runnable.iter().any(|file| file == name)) {
        return Ok(name.into());
    }
    if let [only] = &runnable[..] {
        return Ok(only.clone());
    }
    let found = match (&runnable[..], entries.len()) {
        ([first, second, ..], _) => {
            format!("no {MANIFEST}, and {} programs such as {} and {}", runnable.len(), quoted(first), quoted(second))
        }
        (_, 0) => "no files".into(),
        (_, count) => format!("no {MANIFEST}, and no executable file among the {count} at the top"),
    };
    Err(BotError::NothingToRun(Mismatch { found, expected: super::EXAMPLE.into() }))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::symlink_metadata(file).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

/// Systems that have no such mark.
#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(8).read_to_end(&mut start));
    read.is_ok() && crate::bot::package::is_program(&start)
}
