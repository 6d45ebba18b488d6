//! Packages of honest and of hostile people: read, packed, unpacked. Each refusal is asserted by its name, and with it
//! that nothing outside of the folder was touched.

// All of it is tests.
#![allow(clippy::unwrap_used)]

#[path = "bots/bombs.rs"]
mod bombs;
#[path = "bots/damage.rs"]
mod damage;
#[path = "bots/entries.rs"]
mod entries;
#[path = "bots/packages.rs"]
mod packages;
#[path = "bots/running.rs"]
mod running;

use flate2::Compression;
use flate2::write::GzEncoder;
use landgrab_arena::bot::{BotError, Limits, Package, unpack};
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use tar::{EntryType, Header};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A tar archive of anything: the crate's own checks on names are passed by.
#[derive(Default)]
struct Tar(Vec<u8>);

impl Tar {
    fn new() -> Self {
        Self::default()
    }

    /// An entry whose name is written into the header as it is.
    fn entry(mut self, name: &str, kind: EntryType, mode: u32, content: &[u8]) -> Self {
        let mut header = Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_size(content.len() as u64);
        if matches!(kind, EntryType::Link | EntryType::Symlink) {
            header.set_link_name("/etc/passwd").unwrap();
        }
        if kind == EntryType::GNUSparse {
            // Four gigabytes of nothing, and an end.
            let sparse = header.as_gnu_mut().unwrap();
            sparse.set_real_size(1 << 32);
            sparse.sparse[0].set_offset(1 << 32);
            sparse.sparse[0].set_length(0);
        }
        header.set_cksum();
        self.0.extend_from_slice(header.as_bytes());
        self.0.extend_from_slice(content);
        self.0.resize(self.0.len().next_multiple_of(512), 0);
        self
    }

    fn file(self, name: &str, content: &str) -> Self {
        self.entry(name, EntryType::Regular, 0o644, content.as_bytes())
    }

    fn program(self, name: &str, content: &str) -> Self {
        self.entry(name, EntryType::Regular, 0o755, content.as_bytes())
    }

    fn tar(mut self) -> Vec<u8> {
        self.0.resize(self.0.len() + 1024, 0);
        self.0
    }

    fn gz(self) -> Vec<u8> {
        gzip(&self.tar())
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A zip archive of files with their modes.
fn zip(files: &[(&str, u32, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, mode, content) in files {
        let options = SimpleFileOptions::default().unix_permissions(*mode);
        if name.ends_with('/') {
            writer.add_directory(*name, options).unwrap();
        } else {
            writer.start_file(*name, options).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// A folder to unpack into, with a neighbour that has to stay as it is.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("bots")).unwrap();
        fs::write(folder.path().join("neighbour"), "untouched").unwrap();
        Self(folder)
    }

    fn bot(&self) -> PathBuf {
        self.0.path().join("bots/one")
    }

    /// Unpacks bytes.
    fn unpack(&self, bytes: Vec<u8>, limits: &Limits) -> Result<PathBuf, BotError> {
        let package = Package::received(bytes, "upload", limits)?;
        unpack(&package, &self.bot(), limits)?;
        Ok(self.bot())
    }

    /// Asserts that only the neighbour is there, and is the same.
    fn assert_untouched(&self) {
        assert_eq!(names(self.0.path()), ["bots", "neighbour"]);
        assert_eq!(fs::read_to_string(self.0.path().join("neighbour")).unwrap(), "untouched");
        assert_eq!(names(&self.0.path().join("bots")), [""; 0], "a half bot is left");
    }
}

/// Unpacks bytes that have to be refused, and returns the name of the error and its sentence.
fn refused(bytes: Vec<u8>) -> (&'static str, String) {
    refused_within(bytes, &Limits::default())
}

fn refused_within(bytes: Vec<u8>, limits: &Limits) -> (&'static str, String) {
    let place = Place::new();
    let error = place.unpack(bytes, limits).expect_err("it has to be refused");
    place.assert_untouched();
    let said = error.to_string();
    assert!(!said.contains(char::is_control), "{said:?}");
    (error.kind(), said)
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[cfg(unix)]
fn mode(file: &Path) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&fs::metadata(file).unwrap().permissions()) & 0o7777
}
