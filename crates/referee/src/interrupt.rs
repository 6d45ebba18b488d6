//! One token that stops everything it was handed to: games, waits for programs, examinations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A stop token. Clones share it: once one is raised, all are.
///
/// ```
/// use landgrab_referee::Interrupt;
///
/// let ours = Interrupt::default();
/// let theirs = ours.clone();
/// theirs.raise();
/// assert!(ours.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Stops whatever has a clone of it.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has raised it.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
