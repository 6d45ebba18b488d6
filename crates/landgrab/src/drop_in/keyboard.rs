//! Lines that a person types. Another thread waits for them, so that Ctrl-C need not wait for the Enter key.

use referee::Interrupt;
use std::io::{self, BufRead, Cursor, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How often the wait checks for Ctrl-C.
const CHECK_EVERY: Duration = Duration::from_millis(50);

/// Standard input, until it ends or Ctrl-C is pressed.
pub struct Keyboard {
    lines: Receiver<io::Result<String>>,
    line: Cursor<String>,
    interrupt: Interrupt,
}

impl Keyboard {
    pub fn new(interrupt: Interrupt) -> Self {
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || {
            for line in io::stdin().lines() {
                if sender.send(line.map(|line| line + "\n")).is_err() {
                    return;
                }
            }
        });
        Self { lines, line: Cursor::default(), interrupt }
    }

    /// The next line; none when there will be no more.
    fn next(&self) -> io::Result<String> {
        loop {
            match self.lines.recv_timeout(CHECK_EVERY) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Timeout) if !self.interrupt.is_raised() => {}
                Err(_) => return Ok(String::new()),
            }
        }
    }
}

impl Read for Keyboard {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.fill_buf()?;
        self.line.read(into)
    }
}

impl BufRead for Keyboard {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.position() as usize >= self.line.get_ref().len() {
            self.line = Cursor::new(self.next()?);
        }
        self.line.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.line.consume(count);
    }
}
