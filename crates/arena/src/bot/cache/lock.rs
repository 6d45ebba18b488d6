//! Locks between processes, which fall with the process that holds them.

use super::super::BotError;
use fs4::{FileExt, TryLockError};
use referee::Interrupt;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// How often a lock is asked for that another holds.
const ASK_EVERY: Duration = Duration::from_millis(20);

/// The file of a lock that is not held.
pub(super) struct Unlocked(File);

/// A lock that is held until it is dropped.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Unlocked {
    pub(super) fn open(path: &Path) -> Result<Self, BotError> {
        let opened = OpenOptions::new().create(true).truncate(false).write(true).open(path);
        opened.map(Self).map_err(BotError::with_path("open", path))
    }

    /// Waits until nobody holds it exclusively.
    pub(super) fn shared(self, interrupt: &Interrupt) -> Result<Lock, BotError> {
        self.wait(FileExt::try_lock_shared, interrupt)
    }

    /// Waits until nobody else holds it.
    pub(super) fn exclusive(self, interrupt: &Interrupt) -> Result<Lock, BotError> {
        self.wait(FileExt::try_lock, interrupt)
    }

    /// `None`: it is held.
    pub(super) fn try_exclusive(self) -> Result<Option<Lock>, BotError> {
        match FileExt::try_lock(&self.0) {
            Ok(()) => Ok(Some(Lock(self.0))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    fn wait(self, ask: fn(&File) -> Result<(), TryLockError>, interrupt: &Interrupt) -> Result<Lock, BotError> {
        loop {
            match ask(&self.0) {
                Ok(()) => return Ok(Lock(self.0)),
                Err(TryLockError::WouldBlock) if interrupt.is_raised() => return Err(BotError::Interrupted),
                Err(TryLockError::WouldBlock) => sleep(ASK_EVERY),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
    }
}

impl Lock {
    /// Notes that it was used now.
    pub(super) fn touch(&self) {
        // Without it the bot is only removed earlier.
        let _ = self.0.set_modified(SystemTime::now());
    }
}

fn failed(error: io::Error) -> BotError {
    BotError::machine("lock a bot")(error)
}
