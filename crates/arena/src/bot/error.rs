//! Why a bot is refused. Each refusal says what was found and what was expected, and has a name that never changes.

use super::build::BuildLog;
use std::io;
use std::path::Path;
use thiserror::Error;

/// What was found, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}, found {found}")]
pub struct Mismatch {
    /// The thing that was there. Foreign text in it is escaped.
    pub found: String,
    /// A description of what would have been taken.
    pub expected: String,
}

impl Mismatch {
    pub(super) fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { found: found.into(), expected: expected.into() }
    }
}

/// A bot that cannot be taken, or that could not be made ready.
#[derive(Debug, Error)]
pub enum BotError {
    /// Too many bytes.
    #[error("the bot is too large: {0}")]
    TooLarge(Mismatch),
    /// Too many files.
    #[error("the bot has too many files: {0}")]
    TooManyFiles(Mismatch),
    /// Folders too far inside each other.
    #[error("the bot's folders are too deep: {0}")]
    TooDeep(Mismatch),
    /// A name that leads out of the bot's folder, or that is not safe to print.
    #[error("a file of the bot has a bad name: {0}")]
    BadName(Mismatch),
    /// A name that occurs twice, or both as a file and as a folder.
    #[error("two files of the bot have the same name: {0}")]
    Duplicate(Mismatch),
    /// A symbolic or hard link.
    #[error("the bot has a link: {0}")]
    Link(Mismatch),
    /// A device, a pipe and so on.
    #[error("the bot has something that is no file: {0}")]
    SpecialFile(Mismatch),
    /// An archive that ends too early or holds garbage.
    #[error("the archive is damaged: {0}")]
    Damaged(Mismatch),
    /// A format that is not read here.
    #[error("the archive has a format that is not read here: {0}")]
    Unsupported(Mismatch),
    /// A single file that cannot be run.
    #[error("the file is no program: {0}")]
    NoProgram(Mismatch),
    /// A program for another system or processor.
    #[error("the program is for another machine: {0}")]
    Foreign(Mismatch),
    /// A `bot.toml` that cannot be read.
    #[error("bot.toml is wrong: {0}")]
    Manifest(Mismatch),
    /// No `bot.toml`, and no file that is surely the bot.
    #[error("it is not clear what to run: {0}")]
    NothingToRun(Mismatch),
    /// A command that cannot be started. Another machine may have the program installed that this one lacks.
    #[error("the bot cannot be started: {0}")]
    CannotStart(Mismatch),
    /// The build failed, or was stopped at a limit.
    #[error("the build failed: {}", .0.ended)]
    Build(Box<BuildLog>),
    /// The interrupt was raised.
    #[error("interrupted")]
    Interrupted,
    /// A fault of this machine: a full disk, a missing right.
    #[error("cannot {doing}: {source}")]
    Machine {
        /// The step that failed.
        doing: String,
        /// The system's reason.
        source: io::Error,
    },
}

impl BotError {
    /// The name of the error, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::TooLarge(_) => "too-large",
            Self::TooManyFiles(_) => "too-many-files",
            Self::TooDeep(_) => "too-deep",
            Self::BadName(_) => "bad-name",
            Self::Duplicate(_) => "duplicate",
            Self::Link(_) => "link",
            Self::SpecialFile(_) => "special-file",
            Self::Damaged(_) => "damaged",
            Self::Unsupported(_) => "unsupported",
            Self::NoProgram(_) => "no-program",
            Self::Foreign(_) => "foreign",
            Self::Manifest(_) => "manifest",
            Self::NothingToRun(_) => "nothing-to-run",
            Self::CannotStart(_) => "cannot-start",
            Self::Build(_) => "build",
            Self::Interrupted => "interrupted",
            Self::Machine { .. } => "machine",
        }
    }

    /// What was found, and what was expected instead.
    pub fn mismatch(&self) -> Mismatch {
        match self {
            Self::TooLarge(mismatch)
            | Self::TooManyFiles(mismatch)
            | Self::TooDeep(mismatch)
            | Self::BadName(mismatch)
            | Self::Duplicate(mismatch)
            | Self::Link(mismatch)
            | Self::SpecialFile(mismatch)
            | Self::Damaged(mismatch)
            | Self::Unsupported(mismatch)
            | Self::NoProgram(mismatch)
            | Self::Foreign(mismatch)
            | Self::Manifest(mismatch)
            | Self::NothingToRun(mismatch)
            | Self::CannotStart(mismatch) => mismatch.clone(),
            Self::Build(log) => Mismatch::new(&log.ended, "a build that ends with exit status 0"),
            Self::Interrupted => Mismatch::new("an interrupt", "nobody to stop it"),
            Self::Machine { source, .. } => Mismatch::new(source.to_string(), "a machine that works"),
        }
    }

    /// Whether this machine is at fault, and not the bot.
    pub fn is_ours(&self) -> bool {
        matches!(self, Self::Interrupted | Self::Machine { .. })
    }

    /// A fault of this machine at some step.
    pub fn machine(doing: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let doing = doing.into();
        move |source| Self::Machine { doing, source }
    }

    /// A fault of this machine with a file or folder.
    pub(super) fn with_path(verb: &str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        Self::machine(format!("{verb} {}", rules::notation::quoted(&path.to_string_lossy())))
    }
}
