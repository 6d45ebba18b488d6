//! The leases that a runner holds, renewed by one thread for all.

use super::Dispatcher;
use crate::{Batch, Kind};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A lease is renewed when this share of its time is over, so that two renewals may fail.
const SHARE: u32 = 3;
/// The longest sleep of the renewing thread.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct Leases {
    held: Mutex<HashMap<String, Held>>,
    changed: Condvar,
}

struct Held {
    every: Duration,
    due: Instant,
    is_lost: bool,
}

/// A batch whose lease is renewed.
pub struct Hold<'a> {
    leases: &'a Leases,
    batch: &'a Batch,
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.leases.held().remove(&self.batch.lease);
    }
}

impl Leases {
    /// From now on the lease of this batch is renewed, until the hold is dropped: also by a panic.
    pub fn hold<'a>(&'a self, batch: &'a Batch) -> Hold<'a> {
        let every = Duration::from_millis(batch.lease_ms) / SHARE;
        let held = Held { every, due: Instant::now() + every, is_lost: false };
        self.held().insert(batch.lease.clone(), held);
        self.wake();
        Hold { leases: self, batch }
    }

    /// Whether the batch was given to another worker: playing on would be for nothing.
    pub fn is_lost(&self, batch: &Batch) -> bool {
        self.held().get(&batch.lease).is_some_and(|held| held.is_lost)
    }

    /// Wakes the renewing thread.
    pub fn wake(&self) {
        self.changed.notify_all();
    }

    /// Renews until all is over.
    pub fn keep(&self, dispatcher: &dyn Dispatcher, is_over: &AtomicBool) {
        while !is_over.load(Ordering::SeqCst) {
            let now = Instant::now();
            let due: Vec<String> = {
                let held = self.held();
                let is_due = |held: &Held| held.due <= now && !held.is_lost;
                held.iter().filter(|(_, held)| is_due(held)).map(|(lease, _)| lease.clone()).collect()
            };
            for lease in due {
                // Trouble with the connection is told by those who need an answer; the next renewal tries again.
                let is_lost = dispatcher.renew(&lease).is_err_and(|error| error.kind == Kind::LeaseLost);
                if let Some(held) = self.held().get_mut(&lease) {
                    held.is_lost = is_lost;
                    held.due = Instant::now() + held.every;
                }
            }
            let held = self.held();
            let next = held.values().filter(|held| !held.is_lost).map(|held| held.due).min();
            let sleep = next.map_or(LONGEST_SLEEP, |due| due.saturating_duration_since(Instant::now()));
            let _ = self.changed.wait_timeout(held, sleep.min(LONGEST_SLEEP));
        }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
