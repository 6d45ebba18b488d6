//! The records of a match, one file a game.

use crate::failure::Failure;
use league::{Plan, Spectator};
use rules::record::{Ended, Header, Writer};
use rules::{Event, Game};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The folder that a match writes its records into.
pub struct Folder<'a> {
    path: &'a Path,
    /// Digits of a number in a file name, the same in all of them: the names sort in the order of the games.
    digits: usize,
}

/// Digits of a number in a file name, at least.
const FEWEST_DIGITS: usize = 4;

impl<'a> Folder<'a> {
    /// Makes the folder, and refuses to write over records that are there.
    pub fn new(path: &'a Path, games: usize) -> Result<Self, Failure> {
        let folder = Self { path, digits: games.to_string().len().max(FEWEST_DIGITS) };
        fs::create_dir_all(path).map_err(|error| Failure::File { path: path.into(), error })?;
        match (1..=games).map(|number| folder.file(number)).find(|path| path.exists()) {
            None => Ok(folder),
            Some(path) => {
                let words = "there is a record already; choose another folder, or move it away";
                Err(Failure::File { path, error: io::Error::new(ErrorKind::AlreadyExists, words) })
            }
        }
    }

    fn file(&self, number: usize) -> PathBuf {
        self.path.join(format!("game-{number:0digits$}.jsonl", digits = self.digits))
    }

    /// A spectator that writes the record of one game.
    pub fn recorder<G: Game>(&self, plan: &Plan) -> Recorder<G> {
        Recorder { path: self.file(plan.number), writer: None }
    }
}

/// Writes the record of one game, which begins when the game does.
pub struct Recorder<G: Game> {
    path: PathBuf,
    writer: Option<Writer<G, File>>,
}

impl<G: Game> Recorder<G> {
    /// Writes, and names the file when that fails.
    fn write(&mut self, write: impl FnOnce(&mut Writer<G, File>) -> io::Result<()>) -> io::Result<()> {
        let writer = self.writer.as_mut().expect("a game begins before anything happens in it");
        write(writer).map_err(|error| named(&self.path, &error))
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

impl<G: Game> Spectator<G> for Recorder<G> {
    fn begins(&mut self, _: &Plan, header: &Header, _: &G) -> io::Result<()> {
        let writer = File::create_new(&self.path).and_then(|file| Writer::new(file, header));
        self.writer = Some(writer.map_err(|error| named(&self.path, &error))?);
        Ok(())
    }

    fn event(&mut self, event: &Event<G>, after: &G, ms: Option<f64>) -> io::Result<()> {
        self.write(|writer| writer.event(event, after, ms))
    }

    fn ended(&mut self, ended: &Ended, _: &G) -> io::Result<()> {
        self.write(|writer| writer.ended(ended))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_records_sort_in_the_order_of_the_games() {
        let folder = tempfile::tempdir().unwrap();
        for (games, first, last) in [
            (1, "game-0001.jsonl", "game-0001.jsonl"),
            (9999, "game-0001.jsonl", "game-9999.jsonl"),
            (10_000, "game-00001.jsonl", "game-10000.jsonl"),
        ] {
            let records = Folder::new(folder.path(), games).unwrap();
            assert_eq!([records.file(1), records.file(games)], [first, last].map(|name| folder.path().join(name)));
            assert!((1..=games).map(|number| records.file(number)).is_sorted());
        }
    }
}
