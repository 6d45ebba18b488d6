//! A running program where pipes cannot be polled, as on Windows: one thread for each pipe. The threads end with their
//! pipes, at the latest when the program is killed.
//!
//! It needs nothing but the standard library, so its tests run on every system.

use super::super::exit::{crashed, unusable};
use super::output_tail::OutputTail;
use super::{DYING, KILLING, LEAVING, MOST_WAITING, Trouble, WAKE_EVERY, WAKE_SOON};
use crate::Interrupt;
use crate::sandbox::Sandbox;
use rules::Fault;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child as Process, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Most bytes that are read at once.
const CHUNK: usize = 16 << 10;
/// Most messages that wait for us. A program that writes more than this blocks, as it would on a full pipe.
const MOST_NEWS: usize = 4;

/// A message of a pipe's thread.
enum News {
    /// One read of stdout; empty at its end.
    Output(Vec<u8>),
    /// The end of stderr.
    StderrClosed,
    /// A message was written.
    Written,
    /// The program reads no more.
    InputClosed,
}

/// A running program.
pub struct Child {
    process: Process,
    /// Messages for the thread that writes to stdin. Its end is the end of the program's input.
    input: Option<Sender<Vec<u8>>>,
    /// Messages that are not written yet.
    unwritten: usize,
    news: Receiver<News>,
    /// Keeps the channel open when all pipes are closed, so that a wait for news always waits.
    _reporter: SyncSender<News>,
    is_output_open: bool,
    is_stderr_open: bool,
    /// Bytes of stdout that are not read as an answer yet.
    pub received: Vec<u8>,
    stderr: Arc<Mutex<OutputTail>>,
    /// The length of each read of stdout, for a child whose writes are told apart.
    writes: Option<Vec<usize>>,
    status: Option<ExitStatus>,
    /// Removed with everything in it when the child is dropped.
    _scratch: TempDir,
}

impl Child {
    /// Starts a program.
    pub fn start(argv: &[OsString], sandbox: &Sandbox) -> io::Result<Self> {
        Self::spawn(argv, sandbox, None)
    }

    /// Starts a program whose writes to stdout are told apart. Two writes in quick succession may look like one.
    pub fn start_telling_writes_apart(argv: &[OsString], sandbox: &Sandbox) -> io::Result<Self> {
        Self::spawn(argv, sandbox, Some(Vec::new()))
    }

    /// Refuses: this form has no terminals.
    pub fn start_on_terminal(_: &[OsString], _: &Sandbox) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn spawn(argv: &[OsString], sandbox: &Sandbox, writes: Option<Vec<usize>>) -> io::Result<Self> {
        let scratch = TempDir::with_prefix("landgrab-")?;
        let mut command = sandbox.command(argv, scratch.path())?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn()?;
        let (reporter, news) = sync_channel(MOST_NEWS);
        let (input, messages) = channel();
        let stderr = Arc::<Mutex<OutputTail>>::default();
        if let (Some(stdin), Some(stdout), Some(pipe)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        {
            let [of_stdin, of_stdout, of_stderr] = [reporter.clone(), reporter.clone(), reporter.clone()];
            let tail = stderr.clone();
            thread::spawn(move || write_messages(stdin, &messages, &of_stdin));
            thread::spawn(move || read_output(stdout, &of_stdout));
            thread::spawn(move || read_stderr(pipe, &tail, &of_stderr));
        }
        Ok(Self {
            process,
            input: Some(input),
            unwritten: 0,
            news,
            _reporter: reporter,
            is_output_open: true,
            is_stderr_open: true,
            received: vec![],
            stderr,
            writes,
            status: None,
            _scratch: scratch,
        })
    }

    /// Writes bytes to the program. One that has closed its input, or is dead, may still have answers for us: the wait
    /// for them finds that out.
    pub fn send(&mut self, bytes: &[u8], deadline: Option<Instant>, interrupt: &Interrupt) -> Result<(), Trouble> {
        if self.input.as_ref().is_none_or(|input| input.send(bytes.to_vec()).is_err()) {
            return Ok(());
        }
        self.unwritten += 1;
        while self.unwritten > 0 && !self.is_over() {
            // The program waits for us to read, and we wait for it to read: neither would ever go on.
            if self.received.len() >= MOST_WAITING {
                return Err(Trouble::Flooded);
            }
            self.wait_for_news(deadline, interrupt)?;
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
            let is_over = self.is_over();
            if let Some(found) = answer(&mut self.received, is_over) {
                return Ok(found);
            }
            if is_over {
                return Err(Trouble::Gone(self.cause_of_death()));
            }
            if self.received.len() >= MOST_WAITING {
                return Err(Trouble::Flooded);
            }
            self.wait_for_news(deadline, interrupt)?;
        }
    }

    /// The end of what the program wrote to stderr.
    pub fn stderr_text(&mut self) -> String {
        self.stderr.lock().unwrap_or_else(PoisonError::into_inner).text()
    }

    /// Bytes that came on stderr so far.
    pub fn stderr_bytes(&mut self) -> u64 {
        self.stderr.lock().unwrap_or_else(PoisonError::into_inner).total()
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
        self.input = None;
        self.wait_for_death(patience);
        self.status
    }

    /// Ends the program: first by the end of its input, then by force.
    pub fn end(&mut self) {
        self.received.clear();
        if self.see_out(LEAVING).is_none() {
            // An error means that it has ended in the meantime.
            let _ = self.process.kill();
            self.wait_for_death(KILLING);
        }
    }

    fn is_over(&self) -> bool {
        self.status.is_some() || !self.is_output_open
    }

    /// Waits a short while for anything to happen.
    fn wait_for_news(&mut self, deadline: Option<Instant>, interrupt: &Interrupt) -> Result<(), Trouble> {
        if interrupt.is_raised() {
            return Err(Trouble::Interrupted);
        }
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let has_news = self.take_news(left.map_or(WAKE_EVERY, |left| left.min(WAKE_EVERY)));
        self.notice_death();
        // The news come first: on a busy machine it is the referee that is late.
        if left == Some(Duration::ZERO) && !has_news && !self.is_over() { Err(Trouble::Late) } else { Ok(()) }
    }

    /// Takes one message of a pipe's thread, if one comes in time.
    fn take_news(&mut self, patience: Duration) -> bool {
        let Ok(news) = self.news.recv_timeout(patience) else { return false };
        match news {
            News::Output(bytes) if bytes.is_empty() => self.is_output_open = false,
            News::Output(bytes) => {
                if let Some(writes) = &mut self.writes {
                    writes.push(bytes.len());
                }
                // A caller that still wants answers has refused a flood before.
                if self.received.len() < MOST_WAITING {
                    self.received.extend(bytes);
                }
            }
            News::StderrClosed => self.is_stderr_open = false,
            News::Written => self.unwritten -= 1,
            News::InputClosed => (self.unwritten, self.input) = (0, None),
        }
        true
    }

    /// Takes note of the program's end, with the last of its output. Another program may hold the pipes open, so the
    /// wait for their end is short.
    fn notice_death(&mut self) {
        if self.status.is_some() {
            return;
        }
        self.status = self.process.try_wait().ok().flatten();
        if self.status.is_none() {
            return;
        }
        let deadline = Instant::now() + DYING;
        while (self.is_output_open || self.is_stderr_open) && Instant::now() < deadline {
            self.take_news(deadline.saturating_duration_since(Instant::now()));
        }
    }

    /// Why no answer will come any more. A program that closed its output gets a moment to end properly.
    fn cause_of_death(&mut self) -> Fault {
        self.wait_for_death(DYING);
        match self.status {
            Some(status) => crashed(status, false),
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
            self.take_news(left.min(WAKE_SOON));
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes messages to a program until there are no more or it closes its input.
fn write_messages(mut stdin: ChildStdin, messages: &Receiver<Vec<u8>>, reporter: &SyncSender<News>) {
    for message in messages {
        let is_written = stdin.write_all(&message).and_then(|()| stdin.flush()).is_ok();
        let news = if is_written { News::Written } else { News::InputClosed };
        if reporter.send(news).is_err() || !is_written {
            return;
        }
    }
}

/// Reports what a program writes to stdout until it closes it.
fn read_output(mut stdout: ChildStdout, reporter: &SyncSender<News>) {
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = read(&mut stdout, &mut chunk);
        if reporter.send(News::Output(chunk[..count].to_vec())).is_err() || count == 0 {
            return;
        }
    }
}

/// Keeps the end of what a program writes to stderr until it closes it.
fn read_stderr(mut stderr: ChildStderr, tail: &Mutex<OutputTail>, reporter: &SyncSender<News>) {
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = read(&mut stderr, &mut chunk);
        if count == 0 {
            // An error means that nobody waits for the program any more.
            let _ = reporter.send(News::StderrClosed);
            return;
        }
        tail.lock().unwrap_or_else(PoisonError::into_inner).add(&chunk[..count]);
    }
}

/// The next bytes of a pipe; none at its end. A pipe that cannot be read has ended.
fn read(pipe: &mut impl Read, chunk: &mut [u8]) -> usize {
    loop {
        match pipe.read(chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result.unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests;
