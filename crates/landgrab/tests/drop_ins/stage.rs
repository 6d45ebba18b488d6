//! A folder to play in: maps, bots, one of the two programs, and what it said.

use crate::workshop::{assert_nothing_is_left, misbehave};
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub const FILLER_VM: &str = env!("CARGO_BIN_EXE_filler_vm");
pub const GAME_ENGINE: &str = env!("CARGO_BIN_EXE_game_engine");

pub struct Stage {
    folder: TempDir,
}

/// The outcome of a program.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Stage {
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        fs::create_dir(folder.path().join("temporary")).expect("a folder in it");
        Self { folder }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file, and says what it is called.
    pub fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path().join(name), text).expect("room for a file");
        name.into()
    }

    pub fn trace(&self) -> String {
        fs::read_to_string(self.path().join("filler.trace")).expect("a trace")
    }

    /// A bot that misbehaves as its name says. Its path holds the name of this folder, by which its process is found.
    pub fn bot(&self, what: &str) -> String {
        let link = self.path().join(what);
        // A link and not a copy: a file that was written a moment ago may be busy when it is to run.
        let _ = symlink(misbehave(), &link);
        link.display().to_string()
    }

    /// The command line of a bot with words of its own.
    pub fn bot_with(&self, what: &str, words: &str) -> String {
        format!("{} {what} {} {words}", misbehave().display(), self.path().display())
    }

    /// A program in this folder, before it runs.
    pub fn command(&self, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(words).current_dir(self.path()).env("TMPDIR", self.temporary());
        command.env_remove("LANDGRAB_SANDBOX").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a program to its end, after which nothing of its game may be left.
    pub fn run(&self, program: &str, words: &[&str]) -> Ran {
        self.finish(self.command(program, words).output().expect("it starts"))
    }

    /// The same, with a person who types.
    pub fn run_typing(&self, program: &str, words: &[&str], typed: &str) -> Ran {
        let mut running = self.command(program, words).stdin(Stdio::piped()).spawn().expect("it starts");
        let mut keyboard = running.stdin.take().expect("it is piped");
        keyboard.write_all(typed.as_bytes()).expect("it listens");
        drop(keyboard);
        self.finish(running.wait_with_output().expect("it ends"))
    }

    pub fn finish(&self, Output { status, stdout, stderr }: Output) -> Ran {
        assert_nothing_is_left(self.path(), &self.temporary());
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Ran { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
    }

    fn temporary(&self) -> PathBuf {
        self.path().join("temporary")
    }
}

impl Ran {
    /// The output that the original has too: everything after the line that is ours to write.
    pub fn after_banner(&self) -> &str {
        self.stdout.split_once('\n').map_or("", |(_, rest)| rest)
    }
}

/// A map of dots with two cells on it.
pub fn map(rows: usize, cols: usize, first: (usize, usize, char), second: (usize, usize, char)) -> String {
    let mut cells = vec![vec!['.'; cols]; rows];
    for (row, col, mark) in [first, second] {
        cells[row][col] = mark;
    }
    cells.into_iter().map(|row| String::from_iter(row) + "\n").collect()
}

/// The smallest school map of Plateau.
pub fn plateau_map() -> String {
    map(15, 17, (8, 2, 'O'), (12, 14, 'X'))
}

/// The smallest school map of Anfield.
pub fn anfield_map() -> String {
    map(15, 20, (2, 9, '@'), (12, 9, '$'))
}
