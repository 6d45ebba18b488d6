//! Bots that are really confined, by the real program as their shim: honest ones in whatever language play at every
//! level, and the others are stopped at each level that promises it. A level that the kernel lacks is skipped, and says
//! so.

#![cfg(target_os = "linux")]
// All of it is tests.
#![allow(clippy::unwrap_used)]

#[path = "sandbox/honest.rs"]
mod honest;
#[path = "sandbox/hostile.rs"]
mod hostile;
#[path = "sandbox/processes.rs"]
mod processes;
#[path = "sandbox/starting.rs"]
mod starting;

use referee::sandbox::{Level, Sandbox};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The levels from this one on that the machine offers.
fn sandboxes(from: Level) -> Vec<Sandbox> {
    let asked = Level::ALL.into_iter().filter(|&level| level >= from);
    let made =
        asked.filter_map(|level| Sandbox::new(Some(level)).map_err(|error| xtask::skipped(&error.to_string())).ok());
    made.map(|sandbox| sandbox.with_shim(env!("CARGO_BIN_EXE_landgrab"))).collect()
}

/// A folder with bots, and beside it one that they may write to.
struct Place {
    folder: TempDir,
    scratch: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap(), scratch: TempDir::new().unwrap() }
    }

    /// An executable file in the folder. Another process writes it: the copy of an open file that a fork in another
    /// test has for a moment would make it too busy to run.
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", "cat > \"$0\" && chmod +x \"$0\""]).arg(&path).stdin(Stdio::piped());
        let mut shell = shell.spawn().unwrap();
        shell.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(shell.wait().unwrap().success());
        path
    }

    /// A command in its own process group, its pipes ours.
    fn command(&self, sandbox: &Sandbox, argv: &[&str]) -> Command {
        let argv: Vec<OsString> = argv.iter().map(OsString::from).collect();
        let mut command = sandbox.command(&argv, self.scratch.path()).unwrap();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        command
    }

    fn start(&self, sandbox: &Sandbox, argv: &[&str]) -> Child {
        self.command(sandbox, argv).spawn().unwrap()
    }

    /// The answer of a bot to one line of input.
    fn told(&self, sandbox: &Sandbox, argv: &[&str], line: &str) -> Output {
        let mut child = self.start(sandbox, argv);
        // A bot that does not read may be gone by now.
        let _ = writeln!(child.stdin.take().unwrap(), "{line}");
        child.wait_with_output().unwrap()
    }
}

/// The path as an argument.
fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Whether a program is installed.
fn is_installed(name: &str) -> bool {
    let found = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        xtask::skipped(&format!("{name} is not installed"));
    }
    found
}

/// Looks again until it is so, and panics after half a minute.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !is_so() {
        assert!(Instant::now() < deadline, "still waiting: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
