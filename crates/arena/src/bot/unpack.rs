//! Safe unpacking. Only plain files and folders are written, into a new folder beside the wanted one, which is then
//! renamed: a kill in the middle leaves no half bot, and of two at once one wins.

mod tar_archive;
mod zip_archive;

use super::entry_name::EntryName;
use super::limits::bytes;
use super::package::{self, Kind, Package};
use super::{BotError, Limits, Mismatch};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The name that a single program has in its folder.
pub(super) const PROGRAM: &str = "bot";

/// Unpacks a package into a folder that does not exist yet.
pub fn unpack(package: &Package, into: &Path, limits: &Limits) -> Result<(), BotError> {
    let above = into.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = into.file_name().unwrap_or_default().to_string_lossy();
    let made = tempfile::Builder::new().prefix(&half_name(&name)).tempdir_in(above);
    let half = made.map_err(BotError::with_path("make a folder in", above))?;
    let mut target = Target::new(half.path(), limits);
    match package.kind() {
        Kind::Program => {
            let name = EntryName::read(PROGRAM.as_bytes(), limits)?.expect("a plain name");
            target.file(&name, Some(true), package.bytes())?;
        }
        Kind::Tar => tar_archive::unpack(package.bytes(), &mut target)?,
        Kind::TarGz => tar_archive::unpack_compressed(package.bytes(), &mut target)?,
        Kind::Zip => zip_archive::unpack(package.bytes(), &mut target)?,
    }
    if into.exists() {
        let source = io::Error::from(ErrorKind::AlreadyExists);
        return Err(BotError::with_path("unpack into", into)(source));
    }
    fs::rename(half.path(), into).map_err(BotError::with_path("unpack into", into))?;
    // Nothing is left to remove.
    let _ = half.keep();
    Ok(())
}

/// How the names of folders begin that are being unpacked.
pub(super) fn half_name(name: &str) -> String {
    format!(".{name}.unpacking-")
}

/// Counts the files and bytes of a bot against its limits.
pub(super) struct Tally<'a> {
    limits: &'a Limits,
    files: usize,
    bytes: u64,
}

impl<'a> Tally<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self { limits, files: 0, bytes: 0 }
    }

    pub(super) fn limits(&self) -> &'a Limits {
        self.limits
    }

    pub(super) fn count_file(&mut self) -> Result<(), BotError> {
        self.files += 1;
        if self.files > self.limits.files {
            let expected = format!("at most {} files and folders", self.limits.files);
            return Err(BotError::TooManyFiles(Mismatch::new("more", expected)));
        }
        Ok(())
    }

    pub(super) fn count_bytes(&mut self, count: u64) -> Result<(), BotError> {
        self.bytes = self.bytes.saturating_add(count);
        if self.bytes > self.limits.unpacked { Err(too_large(self.limits)) } else { Ok(()) }
    }
}

fn too_large(limits: &Limits) -> BotError {
    BotError::TooLarge(Mismatch {
        found: "more".into(),
        expected: format!("at most {} unpacked", bytes(limits.unpacked)),
    })
}

/// The folder that is being filled.
struct Target<'a> {
    folder: PathBuf,
    tally: Tally<'a>,
    /// Everything written so far, and whether it is a folder.
    known: HashMap<EntryName, bool>,
}

impl<'a> Target<'a> {
    fn new(folder: &Path, limits: &'a Limits) -> Self {
        Self { folder: folder.into(), tally: Tally::new(limits), known: HashMap::new() }
    }

    /// Makes a folder, and those that it lies in.
    fn folder(&mut self, name: &EntryName) -> Result<(), BotError> {
        for folder in name.folders().chain([name.clone()]) {
            match self.known.get(&folder) {
                Some(true) => {}
                Some(false) => return Err(duplicate(&folder)),
                None => {
                    self.tally.count_file()?;
                    let path = folder.below(&self.folder);
                    fs::create_dir(&path).map_err(|error| written(error, &folder))?;
                    self.known.insert(folder, true);
                }
            }
        }
        Ok(())
    }

    /// Writes a file. Without a mark of its own, it is executable if it looks like a program.
    fn file(&mut self, name: &EntryName, executable: Option<bool>, mut content: impl Read) -> Result<(), BotError> {
        if self.known.contains_key(name) {
            return Err(duplicate(name));
        }
        if let Some(above) = name.folders().last() {
            self.folder(&above)?;
        }
        self.tally.count_file()?;
        let path = name.below(&self.folder);
        let made = OpenOptions::new().write(true).create_new(true).open(&path);
        let mut file = made.map_err(|error| written(error, name))?;
        self.known.insert(name.clone(), false);
        let mut looks_like_program = false;
        let mut chunk = vec![0; 64 << 10];
        for number in 0_u64.. {
            let count = fill(&mut content, &mut chunk).map_err(|error| unreadable(&error, self.tally.limits))?;
            if number == 0 {
                looks_like_program = package::is_program(&chunk[..count]);
            }
            if count == 0 {
                break;
            }
            self.tally.count_bytes(count as u64)?;
            file.write_all(&chunk[..count]).map_err(BotError::machine("write the bot's files"))?;
        }
        mark(&file, executable.unwrap_or(looks_like_program)).map_err(BotError::machine("write the bot's files"))
    }
}

/// Reads until the chunk is full or the content ends.
fn fill(content: &mut impl Read, chunk: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < chunk.len() {
        match content.read(&mut chunk[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// The error of an archive that cannot be read on. All of it is in memory, so that the archive is at fault.
fn unreadable(error: &io::Error, limits: &Limits) -> BotError {
    if let Some(inner) = error.get_ref()
        && inner.is::<StreamTooLong>()
    {
        return too_large(limits);
    }
    damaged(&error.to_string())
}

fn damaged(reason: &str) -> BotError {
    let found = rules::notation::printable(reason);
    BotError::Damaged(Mismatch { found, expected: "a whole archive (try to unpack it yourself)".into() })
}

fn duplicate(name: &EntryName) -> BotError {
    BotError::Duplicate(Mismatch { found: format!("{} twice", name.quoted()), expected: "each name once".into() })
}

/// The error of a file that cannot be made. In a folder that only we write to, a file that is already there came from
/// the same archive: on some systems `A` and `a` are one name.
fn written(error: io::Error, name: &EntryName) -> BotError {
    if error.kind() == ErrorKind::AlreadyExists {
        duplicate(name)
    } else {
        BotError::machine("write the bot's files")(error)
    }
}

#[cfg(unix)]
fn mark(file: &File, executable: bool) -> io::Result<()> {
    let mode = if executable { 0o755 } else { 0o644 };
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(mode))
}

/// Systems that have no such mark.
#[cfg(not(unix))]
fn mark(_: &File, _: bool) -> io::Result<()> {
    Ok(())
}

/// A stream with an end: longer ones are an error.
struct Bounded<R> {
    stream: R,
    left: u64,
}

/// The error of [`Bounded`].
#[derive(Debug, thiserror::Error)]
#[error("the stream is too long")]
struct StreamTooLong;

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(chunk)?;
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| io::Error::other(StreamTooLong))?;
        Ok(count)
    }
}
