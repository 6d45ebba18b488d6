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
    name == machine() && !start.is_empty() && sees_all() && started(process).is_none_or(|found| found != start)
}

/// When a process was started, in the kernel's ticks; `None` if there is none, or on systems that do not say. A zombie is
/// none: it has ended, and only its parent has not asked how.
fn started(process: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in the second field may hold anything, so count from its end.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let has_ended = matches!(fields.first(), Some(&("Z" | "X")));
    fields.get(19).filter(|_| !has_ended).map(ToString::to_string)
}

/// Whether all processes of this machine are shown to us. The first one is another user's, unless we are root.
fn sees_all() -> bool {
    fs::exists("/proc/1/stat").unwrap_or(false)
}

/// The machine's name, and the boot and the PID namespace: process numbers start again with each.
fn machine() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let space = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let space: String = space.to_string_lossy().chars().filter(char::is_ascii_digit).collect();
    format!("{}-{}-{space}", name.trim().replace('/', "-"), boot.trim().get(..8).unwrap_or("unknown"))
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
        let worker = format!("{}/{id}/{start}", machine());
        // Nobody has waited for it, so it is a zombie at last.
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while !is_dead(&worker) {
            assert!(std::time::Instant::now() < deadline, "a zombie is taken for a process that runs");
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert!(is_dead(&worker));
        assert!(!is_dead(&format!("elsewhere/{id}/{start}")));
        assert!(!is_dead("nonsense"));
    }
}
