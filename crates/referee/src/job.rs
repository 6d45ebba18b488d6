//! A program that is no player, run to its end in a folder that it may write to: the build of an uploaded bot. Nothing
//! of it outlives the call, whatever it started.

mod process;
mod removal;
mod usage;

use crate::Interrupt;
use crate::sandbox::{BuildLimits, Sandbox};
use crate::seat::child::output_tail::OutputTail;
use crate::seat::exit::in_words;
use process::Process;
pub use removal::remove_folder;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use usage::Watch;
pub use usage::folder_size;

/// A program, the folder that it works in, and its limits.
#[derive(Clone, Debug)]
pub struct Job {
    /// The program and its arguments. A path is one within the folder.
    pub argv: Vec<OsString>,
    /// The folder that it works in and may write to.
    pub folder: PathBuf,
    /// The sandbox that it runs in.
    pub sandbox: Sandbox,
    /// What it may use up.
    pub limits: JobLimits,
    /// Stops it.
    pub interrupt: Interrupt,
}

/// What a job may use up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobLimits {
    /// The time until it is ended.
    pub time: Duration,
    /// Memory of all its processes together, in bytes.
    pub memory: u64,
    /// Its folder and its temporary files together, in bytes. A small file counts as 4 KiB.
    pub space: u64,
    /// The longest file that it may write, in bytes.
    pub file: u64,
}

/// How a job ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By itself.
    Itself {
        /// Whether its exit status was 0.
        success: bool,
        /// Its end in words: `exit status 1`, `signal 11 (segmentation fault)`.
        status: String,
    },
    /// Its time was up.
    OutOfTime,
    /// It held this many bytes of memory, more than it may.
    OutOfMemory(u64),
    /// Its folder had this many bytes, more than it may.
    OutOfSpace(u64),
    /// It started more processes than a program may have.
    TooManyProcesses,
    /// The interrupt was raised.
    Interrupted,
}

/// What is known of a job that has ended.
#[derive(Clone, Debug)]
pub struct Report {
    /// How it ended.
    pub ended: Ended,
    /// The time that it ran.
    pub took: Duration,
    /// The last 64 KiB of stdout and stderr, in the order of writing.
    pub output: String,
    /// Bytes that it wrote in all.
    pub written: u64,
}

impl Job {
    /// Runs it to its end, or until a limit. An error says that it could not be started.
    pub fn run(&self) -> io::Result<Report> {
        let scratch = TempDir::with_prefix("landgrab-")?;
        let JobLimits { time, memory, file, .. } = self.limits;
        let sandbox = self.sandbox.for_build(&self.folder, BuildLimits { memory, file })?;
        let command = sandbox.command(&self.argv, scratch.path())?;
        let begun = Instant::now();
        let mut process = Process::start(command)?;
        let mut watch = Watch::new(&self.limits, [&self.folder, scratch.path()]);
        let mut output = OutputTail::default();
        let stopped = loop {
            if let Some(bytes) = process.listen() {
                output.add(&bytes);
            }
            if process.has_ended() {
                break None;
            }
            if self.interrupt.is_raised() {
                break Some(Ended::Interrupted);
            }
            if begun.elapsed() >= time {
                break Some(Ended::OutOfTime);
            }
            if let Some(excess) = watch.excess(&process) {
                break Some(excess);
            }
        };
        let took = begun.elapsed();
        let status = process.end(sandbox.level(), scratch.path())?;
        process.listen_to_the_end(|bytes| output.add(bytes));
        // Files may have grown since the last look.
        let space = watch.space_excess();
        // What cannot be removed at once may be removed with more effort, and then by the system's own cleaning.
        let temporary = scratch.path().to_path_buf();
        if scratch.close().is_err() {
            let _ = remove_folder(&temporary);
        }
        let forwarded = sandbox.level() == crate::sandbox::Level::Isolated;
        let by_itself = || Ended::Itself { success: status.success(), status: in_words(status, forwarded) };
        let ended = stopped.or(space).unwrap_or_else(by_itself);
        Ok(Report { ended, took, output: output.text(), written: output.total() })
    }
}
