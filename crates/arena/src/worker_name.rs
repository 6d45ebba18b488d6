//! The names of workers: the machine and the process. A process on this machine that has died is known to be gone, so its
//! batches need not wait for their leases to end.

use crate::{ArenaError, Store};
use std::fs;

/// The name of this process as a worker: `machine/process/start`.
pub fn own() -> String {
    let process = std::process::id();
    format!("{}/{process}/{}", machine(), started(process).unwrap_or_default())
}

/// Frees the batches of workers on this machine that are gone. Returns how many.
pub async fn free_dead(store: &Store) -> Result<u64, ArenaError> {
    let mut freed = 0;
    for worker in store.workers().await? {
        if is_dead(&worker) {
            freed += store.free(&worker).await?;
        }
    }
    Ok(freed)
}

/// Whether a worker was a process of this machine and is gone. In doubt it is not: then its lease has to end.
fn is_dead(worker: &str) -> bool {
    let mut parts = worker.split('/');
    let (Some(name), Some(process), Some(start)) = (parts.next(), parts.next(), parts.next()) else { return false };
    let Ok(process) = process.parse::<u32>() else { return false };
    name == machine() && !start.is_empty() && started(process).is_none_or(|found| found != start)
}

/// When a process was started, in the kernel's ticks; `None` if there is none, or on systems that do not say.
fn started(process: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in the second field may hold anything, so count from its end.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    // A zombie has ended; only its parent does not know yet.
    fields.next().filter(|state| *state != "Z")?;
    fields.nth(18).map(Into::into)
}

/// The machine's name, and the boot: process numbers start again with it.
fn machine() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    format!("{}-{}", name.trim().replace('/', "-"), boot.trim().get(..8).unwrap_or("unknown"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_runs_is_not_dead_and_one_that_ended_is() {
        if !fs::exists("/proc/self/stat").unwrap() {
            return;
        }
        assert!(!is_dead(&own()));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let (id, start) = (child.id(), started(child.id()).unwrap_or("1".into()));
        child.wait().unwrap();
        assert!(is_dead(&format!("{}/{id}/{start}", machine())));
        assert!(!is_dead(&format!("elsewhere/{id}/{start}")));
        assert!(!is_dead("nonsense"));
    }
}
