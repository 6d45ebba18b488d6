//! A bot as it is kept in the store: bytes, named by their hash.

use super::limits::bytes as in_words;
use super::{BotError, Limits, Mismatch, packing};
use referee::sandbox::foreign_kind;
use rules::notation::quoted;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The form of a package, told by its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// One file that can be run.
    Program,
    /// A tar archive.
    Tar,
    /// A tar archive, compressed with gzip.
    TarGz,
    /// A zip archive.
    Zip,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Program => "program",
            Self::Tar => "tar",
            Self::TarGz => "tar.gz",
            Self::Zip => "zip",
        })
    }
}

/// A bot as it is kept. Copies are cheap.
///
/// ```
/// use landgrab_arena::bot::{Kind, Limits, Package};
///
/// let bytes = b"#!/usr/bin/env python3\nprint('0 0')\n".to_vec();
/// let package = Package::received(bytes, "mine.py", &Limits::default())?;
/// assert_eq!((package.kind(), package.hash().len()), (Kind::Program, 64));
/// # Ok::<(), landgrab_arena::bot::BotError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package {
    bytes: Arc<[u8]>,
    kind: Kind,
    hash: String,
    name: String,
}

impl Package {
    /// Reads a bot that is to play here: a program, an archive, or a folder, which is packed. The same folder always has
    /// the same hash: the archive has no times and no owners, and left out are version control, caches
    /// (`CACHEDIR.TAG`), `__pycache__` and `.DS_Store`.
    pub fn read(path: &Path, limits: &Limits) -> Result<Self, BotError> {
        let package = Self::read_to_send(path, limits)?;
        package.check_machine()?;
        Ok(package)
    }

    /// Reads a bot that is to play on another machine, which may run programs that this one does not.
    pub fn read_to_send(path: &Path, limits: &Limits) -> Result<Self, BotError> {
        let about = fs::metadata(path).map_err(BotError::with_path("read", path))?;
        // `.` and `..` have no name, but the folders that they mean do.
        let named = if about.is_dir() { path.canonicalize().ok() } else { None };
        let name = named.as_deref().unwrap_or(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        if about.is_dir() {
            return Self::new(packing::pack(path, limits)?, &format!("{name}.tar.gz"), limits);
        }
        if !about.is_file() {
            let (found, expected) = (quoted(&path.to_string_lossy()), "a file or a folder".into());
            return Err(BotError::SpecialFile(Mismatch { found, expected }));
        }
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(limits.packed + 1).read_to_end(&mut bytes));
        read.map_err(BotError::with_path("read", path))?;
        Self::new(bytes, &name, limits)
    }

    /// Takes a bot that somebody sent, and that is to play here.
    pub fn received(bytes: Vec<u8>, name: &str, limits: &Limits) -> Result<Self, BotError> {
        let package = Self::new(bytes, name, limits)?;
        package.check_machine()?;
        Ok(package)
    }

    fn new(bytes: Vec<u8>, name: &str, limits: &Limits) -> Result<Self, BotError> {
        let size = bytes.len() as u64;
        if size > limits.packed {
            let expected = format!("at most {}", in_words(limits.packed));
            return Err(BotError::TooLarge(Mismatch::new("more", expected)));
        }
        let kind = kind(&bytes, name)?;
        let hash = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { bytes: bytes.into(), kind, hash, name: name.into() })
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its form.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The SHA-256 of its bytes, in hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The name of the file that it came from. A stranger chose it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Refuses a program that this machine does not run.
    pub(super) fn check_machine(&self) -> Result<(), BotError> {
        let foreign = foreign_kind(&self.bytes[..self.bytes.len().min(256)]).filter(|_| self.kind == Kind::Program);
        match foreign {
            Some(what) => {
                let expected = "a program for this machine, or a folder with its source and a bot.toml".into();
                Err(BotError::Foreign(Mismatch { found: format!("{} {what}", quoted(&self.name)), expected }))
            }
            None => Ok(()),
        }
    }
}

/// Archives of formats that are not read, by their first bytes.
const OTHER_ARCHIVES: [(&[u8], &str); 5] = [
    (b"\xfd7zXZ\0", "xz"),
    (b"BZh", "bzip2"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!", "RAR"),
];

/// The first bytes of programs: scripts, Linux, Windows, macOS. Java classes share the last number with macOS.
const PROGRAMS: [&[u8]; 8] = [
    b"#!",
    b"\x7fELF",
    b"MZ",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
];

/// Whether bytes are those of a program, of any system.
pub(super) fn is_program(bytes: &[u8]) -> bool {
    PROGRAMS.iter().any(|start| bytes.starts_with(start))
}

fn kind(bytes: &[u8], name: &str) -> Result<Kind, BotError> {
    if let Some((_, format)) = OTHER_ARCHIVES.iter().find(|(start, _)| bytes.starts_with(start)) {
        let expected = "a .tar.gz or a .zip".into();
        return Err(BotError::Unsupported(Mismatch {
            found: format!("{}, which is packed with {format}", quoted(name)),
            expected,
        }));
    }
    let lower = name.to_lowercase();
    if lower.ends_with(".jar") {
        return Err(BotError::NoProgram(Mismatch { found: quoted(name), expected: advice(&lower) }));
    }
    if bytes.starts_with(b"\x1f\x8b") {
        return Ok(Kind::TarGz);
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Ok(Kind::Zip);
    }
    if is_program(bytes) {
        return Ok(Kind::Program);
    }
    if is_tar(bytes) {
        return Ok(Kind::Tar);
    }
    if [".tar", ".tgz", ".gz", ".zip"].iter().any(|ending| lower.ends_with(ending)) {
        let expected = "the content of a .tar, .tar.gz or .zip archive".into();
        return Err(BotError::Damaged(Mismatch { found: format!("something else in {}", quoted(name)), expected }));
    }
    Err(BotError::NoProgram(Mismatch { found: described(bytes, name), expected: advice(&lower) }))
}

/// A tar archive: its first header has the right sum of bytes, with its own field counted as blanks.
fn is_tar(bytes: &[u8]) -> bool {
    let Some(header) = bytes.get(..512) else { return false };
    let written = str::from_utf8(&header[148..156]).ok();
    let written = written.and_then(|text| u64::from_str_radix(text.trim_matches(['\0', ' ']), 8).ok());
    let sum: u64 = header
        .iter()
        .enumerate()
        .map(|(at, byte)| u64::from(if (148..156).contains(&at) { b' ' } else { *byte }))
        .sum();
    written == Some(sum)
}

fn described(bytes: &[u8], name: &str) -> String {
    let name = quoted(name);
    match bytes {
        [] => format!("{name}, which is empty"),
        _ if str::from_utf8(bytes).is_ok() => format!("{name}, a text that does not start with `#!`"),
        _ => format!("{name}, data of an unknown kind"),
    }
}

/// The way out for a single file, by the ending of its name.
fn advice(name: &str) -> String {
    let ending = Path::new(name).extension().unwrap_or_default().to_string_lossy();
    if ending == "jar" {
        return "the file in a folder with a bot.toml that says `run = \"java -jar bot.jar\"`".into();
    }
    let (run, build) = match ending.as_ref() {
        "py" => ("python3 bot.py", None),
        "js" | "mjs" => ("node bot.js", None),
        "rb" => ("ruby bot.rb", None),
        "lua" => ("lua bot.lua", None),
        "java" => ("java Bot", Some("javac Bot.java")),
        "c" => ("./bot", Some("cc -O2 -o bot bot.c")),
        "cpp" | "cc" | "cxx" => ("./bot", Some("c++ -O2 -o bot bot.cpp")),
        "rs" => ("./bot", Some("rustc -O -o bot bot.rs")),
        "go" => ("./bot", Some("go build -o bot bot.go")),
        _ => return "a program, a script that starts with `#!`, or a folder or archive with a bot.toml".into(),
    };
    let build = build.map(|build| format!(" and `build = \"{build}\"`")).unwrap_or_default();
    format!("`#!` in its first line, or the file in a folder with a bot.toml that says `run = \"{run}\"`{build}")
}
