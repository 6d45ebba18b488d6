//! A running program on Unix: one thread and `poll`. Every wait also reads stdout and stderr, so that the program never
//! blocks on a full pipe.

pub(crate) mod group;
mod own_resources;
mod terminal;

use super::super::exit::{crashed, unusable};
use super::output_tail::OutputTail;
use super::{DYING, KILLING, LEAVING, MOST_WAITING, Trouble, WAKE_EVERY, WAKE_SOON};
use crate::Interrupt;
use crate::sandbox::{self, Level, Sandbox};
use group::{Census, Group, kill_strays};
use own_resources::{prefer_us, want_descriptors};
use rules::Fault;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::Pid;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child as Process, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A running program.
pub struct Child {
    process: Process,
    /// Readable when the program has ended, even if a child of its own holds its pipes open.
    #[cfg(target_os = "linux")]
    ended: Option<OwnedFd>,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Bytes of stdout that are not read as an answer yet.
    pub received: Vec<u8>,
    stderr_tail: OutputTail,
    /// The length of each write to stdout, for a child whose writes are told apart.
    writes: Option<Vec<usize>>,
    status: Option<ExitStatus>,
    census: Census,
    level: Level,
    /// Removed with everything in it when the child is dropped.
    scratch: TempDir,
}

impl Child {
    /// Starts a program in its own process group.
    pub fn start(argv: &[OsString], sandbox: &Sandbox) -> io::Result<Self> {
        Self::spawn(argv, sandbox, None)
    }

    /// Starts a program whose writes to stdout are told apart. Only Linux does so for certain; elsewhere two writes in
    /// quick succession may look like one.
    pub fn start_telling_writes_apart(argv: &[OsString], sandbox: &Sandbox) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        #[cfg(target_os = "linux")]
        fcntl_setfl(&writer, fcntl_getfl(&writer)? | OFlags::DIRECT)?;
        Self::spawn(argv, sandbox, Some((OwnedFd::from(reader).into(), writer.into())))
    }

    /// Starts a program whose standard output is a terminal.
    pub fn start_on_terminal(argv: &[OsString], sandbox: &Sandbox) -> io::Result<Self> {
        let (reader, writer) = terminal::terminal()?;
        Self::spawn(argv, sandbox, Some((reader.into(), writer.into())))
    }

    fn spawn(argv: &[OsString], sandbox: &Sandbox, told_apart: Option<(ChildStdout, Stdio)>) -> io::Result<Self> {
        want_descriptors();
        let scratch = TempDir::with_prefix("landgrab-")?;
        let mut command = sandbox.command(argv, scratch.path())?;
        let writes = told_apart.is_some().then(Vec::new);
        let (reader, writer) = told_apart.map_or((None, Stdio::piped()), |(reader, writer)| (Some(reader), writer));
        command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped()).process_group(0);
        prefer_us(false);
        let process = command.spawn();
        prefer_us(true);
        let mut process = process?;
        let stdout = reader.or(process.stdout.take());
        let (stdin, stderr) = (process.stdin.take(), process.stderr.take());
        for pipe in
            [stdin.as_ref().map(AsFd::as_fd), stdout.as_ref().map(AsFd::as_fd), stderr.as_ref().map(AsFd::as_fd)]
        {
            let pipe = pipe.expect("all three are piped");
            fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?;
        }
        #[cfg(target_os = "linux")]
        let ended = rustix::process::pidfd_open(Pid::from_child(&process), rustix::process::PidfdFlags::empty()).ok();
        Ok(Self {
            process,
            #[cfg(target_os = "linux")]
            ended,
            stdin,
            stdout,
            stderr,
            received: vec![],
            stderr_tail: OutputTail::default(),
            writes,
            status: None,
            census: Census::new(),
            level: sandbox.level(),
            scratch,
        })
    }

    /// Writes bytes to the program. One that has closed its input, or is dead, may still have answers for us: the wait
    /// for them finds that out.
    pub fn send(&mut self, mut bytes: &[u8], deadline: Option<Instant>, interrupt: &Interrupt) -> Result<(), Trouble> {
        while !bytes.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Ok(()) };
            match stdin.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.wait_for_news(true, deadline, interrupt)?;
                    if self.status.is_some() || self.stdout.is_none() {
                        return Ok(());
                    }
                    // The program waits for us to read, and we wait for it to read: neither would ever go on.
                    if self.received.len() >= MOST_WAITING {
                        return Err(Trouble::Flooded);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.stdin = None,
            }
        }
        Ok(())
    }

    /// Waits until `answer` finds one in the bytes received. It is told whether those are all there will ever be.
    pub fn wait_for<T>(
        &mut self,
        deadline: Option<Instant>,
        interrupt: &Interrupt,
        mut answer: impl FnMut(&mut Vec<u8>, bool) -> Option<T>,
    ) -> Result<T, Trouble> {
        loop {
            let is_over = self.status.is_some() || self.stdout.is_none();
            if let Some(found) = answer(&mut self.received, is_over) {
                return Ok(found);
            }
            if is_over {
                return Err(Trouble::Gone(self.cause_of_death()));
            }
            if self.received.len() >= MOST_WAITING {
                return Err(Trouble::Flooded);
            }
            self.wait_for_news(false, deadline, interrupt)?;
        }
    }

    /// The end of what the program wrote to stderr.
    pub fn stderr_text(&mut self) -> String {
        self.drain_stderr();
        self.stderr_tail.text()
    }

    /// Bytes that came on stderr so far.
    pub fn stderr_bytes(&mut self) -> u64 {
        self.drain_stderr();
        self.stderr_tail.total()
    }

    /// The lengths of the writes to stdout since this was last asked; always empty unless they are told apart.
    pub fn take_writes(&mut self) -> Vec<usize> {
        self.writes.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Its number in the system.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Ends the program's input and waits for it to leave by itself; `None`: it did not, in that time.
    pub fn see_out(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.stdin = None;
        self.wait_for_death(patience);
        self.status
    }

    /// Waits a short while for anything to happen.
    fn wait_for_news(
        &mut self,
        writing: bool,
        deadline: Option<Instant>,
        interrupt: &Interrupt,
    ) -> Result<(), Trouble> {
        if interrupt.is_raised() {
            return Err(Trouble::Interrupted);
        }
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let patience = left.map_or(WAKE_EVERY, |left| left.min(WAKE_EVERY));
        let known = self.received.len();
        let has_happened = self.poll(writing, patience);
        if has_happened {
            self.drain_stdout();
            self.drain_stderr();
            self.notice_death();
        }
        // Count only while the group's number is surely this program's: later it may be another's.
        if self.status.is_none() && self.census.finds_too_many(self.group()) {
            let why = format!("it started more than {} processes", sandbox::MOST_PROCESSES);
            return Err(Trouble::Gone(unusable(&why)));
        }
        // Time is up only after a last look: on a busy machine it is the referee that is late.
        let has_news = self.received.len() > known || self.stdout.is_none() || self.status.is_some();
        if left == Some(Duration::ZERO) && !has_news { Err(Trouble::Late) } else { Ok(()) }
    }

    /// Whether anything happened in time.
    fn poll(&self, writing: bool, patience: Duration) -> bool {
        let mut watched: Vec<PollFd<'_>> = Vec::with_capacity(4);
        if let (Some(stdin), true) = (&self.stdin, writing) {
            watched.push(PollFd::new(stdin, PollFlags::OUT));
        }
        if let Some(stdout) = self.stdout.as_ref().filter(|_| self.received.len() < MOST_WAITING) {
            watched.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.stderr {
            watched.push(PollFd::new(stderr, PollFlags::IN));
        }
        #[cfg(target_os = "linux")]
        if let Some(ended) = &self.ended {
            watched.push(PollFd::new(ended, PollFlags::IN));
        }
        let patience = Timespec::try_from(patience).unwrap_or(Timespec { tv_sec: 0, tv_nsec: 1_000_000 });
        // An error is a signal that came in between: something happened.
        poll(&mut watched, Some(&patience)).map_or(true, |ready| ready > 0)
    }

    fn drain_stdout(&mut self) {
        let mut chunk = [0; 16 << 10];
        while let Some(stdout) = &mut self.stdout {
            let room = chunk.len().min(MOST_WAITING.saturating_sub(self.received.len()));
            if room == 0 {
                return;
            }
            match stdout.read(&mut chunk[..room]) {
                Ok(0) => self.stdout = None,
                Ok(count) => {
                    self.received.extend_from_slice(&chunk[..count]);
                    match &mut self.writes {
                        Some(writes) => writes.push(count),
                        // A short read emptied the pipe; asking again would cost a system call a turn.
                        None if count < room => return,
                        None => {}
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.stdout = None,
            }
        }
    }

    fn drain_stderr(&mut self) {
        let mut chunk = [0; 16 << 10];
        // A program that never stops logging must not keep us from the clock.
        for _ in 0..64 {
            let Some(stderr) = &mut self.stderr else { return };
            match stderr.read(&mut chunk) {
                Ok(0) => self.stderr = None,
                Ok(count) => {
                    self.stderr_tail.add(&chunk[..count]);
                    if count < chunk.len() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.stderr = None,
            }
        }
    }

    /// Takes note of the program's end, with the last of its output. Its process group is killed first: the system
    /// gives the group's number to nobody else until the program is waited for.
    fn notice_death(&mut self) {
        if self.status.is_some() || !self.group().leader_has_ended() {
            return;
        }
        self.group().kill();
        self.status = self.process.try_wait().ok().flatten();
        self.drain_stdout();
        self.drain_stderr();
    }

    fn group(&self) -> Group {
        Group(Pid::from_child(&self.process))
    }

    /// Why no answer will come any more. A program that closed its output gets a moment to end properly.
    fn cause_of_death(&mut self) -> Fault {
        self.wait_for_death(DYING);
        match self.status {
            Some(status) => crashed(status, self.level == Level::Isolated),
            None => unusable("it closed its output and runs on"),
        }
    }

    fn wait_for_death(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        loop {
            self.notice_death();
            let left = deadline.saturating_duration_since(Instant::now());
            if self.status.is_some() || left.is_zero() {
                return;
            }
            self.poll(false, left.min(WAKE_SOON));
            self.drain_stdout();
            self.drain_stderr();
        }
    }

    /// Ends the program and everything it started: first by the end of its input, then by force.
    pub fn end(&mut self) {
        self.stdin = None;
        // Makes room for its last output, so that it can end without waiting for us to read.
        self.received.clear();
        self.wait_for_death(LEAVING);
        if self.status.is_none() {
            self.group().kill();
            self.wait_for_death(KILLING);
        }
        self.group().bury();
        // From level 2 on no process can leave the group.
        if self.level < Level::Confined {
            kill_strays(self.scratch.path());
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}
