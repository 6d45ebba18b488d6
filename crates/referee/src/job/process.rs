//! The process of a job: its group, and both its outputs as one stream.

use crate::sandbox::Level;
#[cfg(unix)]
use crate::seat::child::group::{Group, kill_strays};
use std::io::{self, PipeReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often a job that says nothing is looked at.
const WAKE_EVERY: Duration = Duration::from_millis(20);
/// How long the last output may take to arrive. A process that left the group may hold the pipe open for ever.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// Chunks of output that wait to be read; a job that writes faster has to wait.
const MOST_WAITING: usize = 8;

/// A running job.
pub(super) struct Process {
    child: Child,
    output: Receiver<Vec<u8>>,
}

impl Process {
    /// Starts a command in a process group of its own.
    pub(super) fn start(mut command: Command) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn()?;
        // Our copies of the pipe's other end go with the command, so that the output has an end.
        drop(command);
        let (sender, output) = sync_channel(MOST_WAITING);
        thread::spawn(move || forward(reader, &sender));
        Ok(Self { child, output })
    }

    /// Waits a moment for output.
    pub(super) fn listen(&self) -> Option<Vec<u8>> {
        let heard = self.output.recv_timeout(WAKE_EVERY);
        if heard == Err(RecvTimeoutError::Disconnected) {
            thread::sleep(WAKE_EVERY);
        }
        heard.ok()
    }

    /// Hands over the output that is left.
    pub(super) fn listen_to_the_end(&self, mut heard: impl FnMut(&[u8])) {
        let deadline = Instant::now() + LAST_WORDS;
        while let Ok(bytes) = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            heard(&bytes);
        }
    }
}

#[cfg(unix)]
impl Process {
    /// Whether the job's first process has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        self.group().leader_has_ended()
    }

    /// Ends all that is left of the job. The group is killed before its first process is waited for: after that, its
    /// number may be another's.
    pub(super) fn end(&mut self, level: Level, scratch: &Path) -> io::Result<ExitStatus> {
        self.group().kill();
        let status = self.child.wait()?;
        self.group().bury();
        // From level 2 on no process can leave the group.
        if level < Level::Confined {
            kill_strays(scratch);
        }
        Ok(status)
    }

    /// The number of its process group.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn group(&self) -> Group {
        Group(rustix::process::Pid::from_child(&self.child))
    }
}

#[cfg(not(unix))]
impl Process {
    /// Whether the job's first process has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the job's first process; the others are not known here.
    pub(super) fn end(&mut self, _: Level, _: &Path) -> io::Result<ExitStatus> {
        let _ = self.child.kill();
        self.child.wait()
    }
}

fn forward(mut reader: PipeReader, to: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; 16 << 10];
    loop {
        match reader.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(count) if to.send(chunk[..count].to_vec()).is_err() => return,
            Ok(_) => {}
        }
    }
}
