//! Failures of commands: one line that says what was found, what was expected and what to try.

use engine::roster::NoSuchPlayer;
use rules::TextError;
use rules::record::{Disagreement, RecordError};
use std::io;
use std::path::PathBuf;

/// Exit status 2.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Text(#[from] TextError),
    #[error("{0} (`landgrab games` lists all)")]
    Player(NoSuchPlayer),
    #[error("{0}")]
    TooLarge(#[from] view::TooLarge),
    #[error("{0}")]
    Sandbox(#[from] referee::sandbox::Unavailable),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Content { path: PathBuf, error: TextError },
    #[error("{}: {error}", path.display())]
    Picture { path: PathBuf, error: vision::Unread },
    #[error("{}: {error}", path.display())]
    Record { path: PathBuf, error: RecordError },
    #[error("{}: {error} (try landgrab replay --check)", path.display())]
    Disagreement { path: PathBuf, error: Disagreement },
    #[error("{option} {at}: the record has turns 0 to {last}")]
    NoTurn { option: &'static str, at: usize, last: usize },
    #[error("--at {at}: {}", turns_with_moves(*.last))]
    NoMove { at: usize, last: usize },
    #[error("{}: expected a game of pieces, found one of {game} (try landgrab show)", path.display())]
    NotPieces { path: PathBuf, game: &'static str },
    #[error("--at is for records; {} is none", .0.display())]
    NoRecord(PathBuf),
    #[cfg(feature = "arena")]
    #[error("{0}")]
    Arena(#[from] arena::ArenaError),
    #[error("{0}")]
    Usage(String),
}

impl Failure {
    /// The message without anything that could start another line or command the terminal: paths and arguments are
    /// strangers' text.
    pub fn in_one_line(&self) -> String {
        rules::notation::escaped(&self.to_string())
    }
}

fn turns_with_moves(last: usize) -> String {
    match last {
        0 => "the record has no moves".into(),
        _ => format!("the record has moves at turns 1 to {last}"),
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Io(error.into())
    }
}
