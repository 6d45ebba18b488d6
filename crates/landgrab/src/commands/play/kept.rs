//! The record of a session: written anew after every move, so that a game that is broken off is not lost.

use super::{Playable, Session};
use crate::failure::Failure;
use rules::catalogue::AnySetup;
use rules::record::Header;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The file for a session's record, if there is one.
pub struct Kept<G: Playable> {
    path: Option<PathBuf>,
    setup: fn(G::Setup) -> AnySetup,
}

impl<G: Playable> Kept<G> {
    /// Creates the file before the game begins, so that nobody plays a game that cannot be written. A file that exists
    /// is refused.
    pub fn new(path: Option<&Path>, setup: fn(G::Setup) -> AnySetup) -> Result<Self, Failure> {
        if let Some(path) = path {
            File::create_new(path).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => {
                    Failure::Usage(format!("--record {}: there is a file of that name (try another)", path.display()))
                }
                _ => Failure::File { path: path.into(), error },
            })?;
        }
        Ok(Self { path: path.map(Path::to_path_buf), setup })
    }

    /// Writes the game down as it stands.
    pub fn keep(&self, session: &Session<G>) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let failure = |error| Failure::File { path: path.clone(), error };
        let header = Header::new((self.setup)(session.start().clone()), Some(session.seed()), session.names());
        let mut text = Vec::new();
        session.record(&mut text, &header).map_err(failure)?;
        std::fs::write(path, text).map_err(failure)
    }

    /// The next game gets a file of its own: `game.jsonl`, then `game-2.jsonl`.
    pub fn next_game(&mut self) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let next = numbered(path).map_err(|error| Failure::File { path: path.clone(), error })?;
        self.path = Some(next);
        Ok(())
    }
}

/// A new file beside this one, with the first number that is free.
fn numbered(path: &Path) -> io::Result<PathBuf> {
    let whole = path.file_stem().unwrap_or_default().to_string_lossy();
    // `game-2` is followed by `game-3`, not by `game-2-2`.
    let (stem, mut number) = match whole.rsplit_once('-').map(|(stem, digits)| (stem, digits.parse::<u16>())) {
        Some((stem, Ok(number))) => (stem, u32::from(number)),
        _ => (whole.as_ref(), 1),
    };
    let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    loop {
        number += 1;
        let next = path.with_file_name(format!("{stem}-{number}{ending}"));
        match File::create_new(&next) {
            Ok(_) => return Ok(next),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_gets_a_file_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let first = folder.path().join("my-game.jsonl");
        std::fs::write(folder.path().join("my-game-2.jsonl"), "somebody else's").unwrap();
        let second = numbered(&first).unwrap();
        assert_eq!(second, folder.path().join("my-game-3.jsonl"));
        assert_eq!(numbered(&second).unwrap(), folder.path().join("my-game-4.jsonl"));
        assert_eq!(numbered(&folder.path().join("plain")).unwrap(), folder.path().join("plain-2"));
    }
}
