//! Bots that are built and cached, honest and hostile. This program has a `main` of its own, because the sandbox starts
//! it again as the shim.

// All of it is tests.
#![allow(clippy::unwrap_used)]

#[path = "builds/cached.rs"]
mod cached;
#[path = "builds/honest.rs"]
mod honest;
#[path = "builds/hostile.rs"]
mod hostile;

use landgrab_arena::bot::{BotError, BuildLimits, BuildLog, Cache, Limits, Manifest, Package, Ready, Workshop};
use libtest_mimic::{Arguments, Trial};
use referee::Interrupt;
use referee::sandbox::{Level, Sandbox};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn main() -> ExitCode {
    referee::sandbox::enter_if_asked();
    cached::make_ready_if_asked();
    let mut trials = cached::trials();
    if cfg!(target_os = "linux") {
        trials.extend(honest::trials());
        trials.extend(hostile::trials());
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Tests with the names of their functions, each in a thread of that name, so that skipped ones are told by name.
macro_rules! trials {
    ($($test:ident),* $(,)?) => {
        pub fn trials() -> Vec<libtest_mimic::Trial> {
            vec![$($crate::trial(concat!(module_path!(), "::", stringify!($test)), $test)),*]
        }
    };
}
use trials;

fn trial(name: &'static str, test: fn()) -> Trial {
    let name = name.trim_start_matches("builds::");
    Trial::test(name, move || {
        let thread = std::thread::Builder::new().name(name.into()).spawn(test)?;
        thread.join().map_err(|_| "it panicked, as told above".into())
    })
}

/// A sandbox without network, or the highest that there is.
fn sandbox() -> Sandbox {
    Sandbox::up_to(Level::Confined)
}

/// The same, or `None` and a note that the test was skipped.
fn confined() -> Option<Sandbox> {
    Sandbox::new(Some(Level::Confined)).map_err(|error| xtask::skipped(&error.to_string())).ok()
}

/// A workshop with much time: the tests run on busy machines.
fn workshop() -> Workshop {
    Workshop { sandbox: sandbox(), limits: BuildLimits::default(), interrupt: Interrupt::default() }
}

/// A folder with the files of a bot, in another one.
struct Source(TempDir);

impl Source {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("mine")).unwrap();
        let source = Self(folder);
        for (name, content) in files {
            source.add(name, content);
        }
        source
    }

    fn add(&self, name: &str, content: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("mine")
    }

    fn package(&self) -> Package {
        Package::read(&self.path(), &Limits::default()).unwrap()
    }

    /// Builds it where it is.
    fn build(&self, command: &[&str], workshop: &Workshop) -> BuildLog {
        let build = command.iter().map(ToString::to_string).collect();
        let manifest = Manifest { run: vec!["./bot".into()], build: Some(build), name: None };
        workshop.build(&self.path(), &manifest).unwrap().unwrap()
    }
}

/// A cache in a folder of its own.
fn cache() -> (TempDir, Cache) {
    let folder = TempDir::new().unwrap();
    let cache = Cache::open(&folder.path().join("bots"), Limits::default()).unwrap();
    (folder, cache)
}

/// The error of a bot that is not made ready.
fn refused(result: Result<Ready, BotError>) -> (&'static str, String) {
    let error = result.map(|ready| ready.argv).expect_err("it has to be refused");
    (error.kind(), error.to_string())
}

/// What a bot says to one line, in the sandbox that it would play in.
fn told(ready: &Ready, line: &str) -> String {
    told_in(&sandbox(), ready, line)
}

fn told_in(sandbox: &Sandbox, ready: &Ready, line: &str) -> String {
    use std::io::Write;
    let scratch = TempDir::new().unwrap();
    let program = ready.program("mine", sandbox, &Interrupt::default()).unwrap();
    let mut command = program.sandbox.command(&program.argv, scratch.path()).unwrap();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let _ = writeln!(child.stdin.take().unwrap(), "{line}");
    let output = child.wait_with_output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Whether a program is installed; if not, the test counts as skipped.
fn is_installed(name: &str) -> bool {
    let found = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        xtask::skipped(&format!("{name} is not installed"));
    }
    found
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Limits with little time, for builds that never end.
fn short() -> Workshop {
    let limits = BuildLimits { time: Duration::from_millis(300), ..BuildLimits::default() };
    Workshop { limits, ..workshop() }
}
