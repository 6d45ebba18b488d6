//! Builds a bot from its source, in the sandbox and within limits. Nothing of it runs on when it has ended.

use super::limits::bytes;
use super::{BotError, Manifest, Mismatch};
use referee::Interrupt;
use referee::job::{Ended, Job, JobLimits, Report};
use referee::sandbox::Sandbox;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fmt::Write;
use std::io::ErrorKind::{IsADirectory, NotFound, PermissionDenied, Unsupported};
use std::path::Path;
use std::time::Duration;

/// The limits of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildLimits {
    /// The time until it is ended: 120 s.
    pub time: Duration,
    /// Memory of all its processes together, in bytes: 2 GiB.
    pub memory: u64,
    /// The bot's folder and temporary files together, in bytes: 1 GiB.
    pub space: u64,
    /// The longest file that it may write, in bytes: 256 MiB.
    pub file: u64,
}

impl Default for BuildLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(120), memory: 2 << 30, space: 1 << 30, file: 256 << 20 }
    }
}

/// The place where bots are built and tried: a sandbox, limits, and a way to stop.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// The sandbox. From level 2 on it has no network.
    pub sandbox: Sandbox,
    /// The limits of a build.
    pub limits: BuildLimits,
    /// Stops a build.
    pub interrupt: Interrupt,
}

/// How a build ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum BuildOutcome {
    /// With exit status 0.
    Built,
    /// With another exit status, or by a signal.
    Failed,
    /// Ended by us: its time was up.
    OutOfTime,
    /// Ended by us: too much memory.
    OutOfMemory,
    /// Ended by us: too many bytes in files.
    OutOfSpace,
    /// Ended by us: too many processes.
    TooManyProcesses,
}

/// The log of a build, for the bot's author.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct BuildLog {
    /// The command.
    pub command: Vec<String>,
    /// How it ended.
    pub outcome: BuildOutcome,
    /// The same in words.
    pub ended: String,
    /// The time that it took.
    pub seconds: f64,
    /// The level of the sandbox.
    pub sandbox: u8,
    /// The last 64 KiB of what it wrote, as it wrote it: escape it before it reaches a terminal.
    pub output: String,
    /// Bytes at the beginning of what it wrote that are not in `output`.
    pub left_out: u64,
}

impl BuildLog {
    /// The log as plain text for a terminal or a page: the command, its output, its end.
    pub fn text(&self) -> String {
        let mut text = format!("$ {}\n", rules::notation::printable(&self.command.join(" ")));
        if self.left_out > 0 {
            let _ = writeln!(text, "({} left out)", bytes(self.left_out));
        }
        for line in self.output.lines() {
            let _ = writeln!(text, "{}", rules::notation::escaped(line));
        }
        let _ = writeln!(text, "{} after {:.1} s, in sandbox level {}", self.ended, self.seconds, self.sandbox);
        text
    }
}

impl Workshop {
    /// Runs the build of a bot in its folder; `None` if it has none. The log says whether it succeeded. An error says
    /// that it could not be started, or that it was interrupted.
    pub fn build(&self, folder: &Path, manifest: &Manifest) -> Result<Option<BuildLog>, BotError> {
        let Some(command) = &manifest.build else { return Ok(None) };
        let BuildLimits { time, memory, space, file } = self.limits;
        let argv: Vec<OsString> = command.iter().map(OsString::from).collect();
        self.check(folder, &argv)?;
        let job = Job {
            argv,
            folder: folder.into(),
            sandbox: self.sandbox.clone(),
            limits: JobLimits { time, memory, space, file },
            interrupt: self.interrupt.clone(),
        };
        let report = job.run().map_err(BotError::machine("run the build"))?;
        self.log(command, report).map(Some)
    }

    /// Whether a command can be started in a bot's folder, as far as that is known beforehand.
    pub(super) fn check(&self, folder: &Path, argv: &[OsString]) -> Result<(), BotError> {
        let sandbox = self.sandbox.in_folder(folder).map_err(BotError::with_path("enter", folder))?;
        let Err(error) = sandbox.check(argv) else { return Ok(()) };
        if !matches!(error.kind(), NotFound | PermissionDenied | IsADirectory | Unsupported) {
            return Err(BotError::machine("start programs")(error));
        }
        let expected = "a program that is installed here, or a file of the bot such as `./bot`";
        Err(BotError::CannotStart(Mismatch::new(error.to_string(), expected)))
    }

    fn log(&self, command: &[String], report: Report) -> Result<BuildLog, BotError> {
        let BuildLimits { time, memory, space, .. } = self.limits;
        let (outcome, ended) = match report.ended {
            Ended::Itself { success: true, .. } => (BuildOutcome::Built, "built".to_string()),
            Ended::Itself { status, .. } => (BuildOutcome::Failed, format!("failed with {status}")),
            Ended::OutOfTime => (BuildOutcome::OutOfTime, format!("stopped: it may take {} s", time.as_secs_f64())),
            Ended::OutOfMemory(found) => (BuildOutcome::OutOfMemory, stopped("memory", found, memory)),
            Ended::OutOfSpace(found) => (BuildOutcome::OutOfSpace, stopped("files", found, space)),
            Ended::TooManyProcesses => {
                (BuildOutcome::TooManyProcesses, "stopped: it started too many processes".into())
            }
            Ended::Interrupted => return Err(BotError::Interrupted),
        };
        let left_out = report.written.saturating_sub(report.output.len() as u64);
        Ok(BuildLog {
            command: command.to_vec(),
            outcome,
            ended,
            seconds: report.took.as_secs_f64(),
            sandbox: self.sandbox.level().number(),
            output: report.output,
            left_out,
        })
    }
}

fn stopped(what: &str, found: u64, limit: u64) -> String {
    format!("stopped: it may have {} of {what}, and had {}", bytes(limit), bytes(found))
}
