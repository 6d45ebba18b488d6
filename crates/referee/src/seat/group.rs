//! A program and everything it started: one process group, ended as one.

use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long the kernel may take to bury what we killed.
const BURYING: Duration = Duration::from_secs(2);

/// A process group, named after its first process.
#[derive(Clone, Copy, Debug)]
pub struct Group(pub Pid);

impl Group {
    /// Kills all of it. To be called before its first process is waited for: after that its number may be another's.
    pub fn kill(self) {
        let _ = kill_process_group(self.0, Signal::KILL);
    }

    /// Waits until what was killed is gone: a process that dies slowly still has its files open.
    pub fn bury(self) {
        let deadline = Instant::now() + BURYING;
        while self.is_alive() && Instant::now() < deadline {
            sleep(Duration::from_millis(1));
        }
    }

    fn is_alive(self) -> bool {
        if test_kill_process_group(self.0).is_err() {
            return false;
        }
        // A dead process that its new parent has not waited for still counts above. Where there is no `/proc`, that
        // parent is quick.
        let Ok(processes) = fs::read_dir("/proc") else { return true };
        processes.flatten().any(|process| fs::read_to_string(process.path().join("stat")).is_ok_and(|s| self.lives(&s)))
    }

    /// Whether a line of `/proc/N/stat` is of a living member: after the name, which is in brackets and may hold
    /// anything, come the state, the parent and the group.
    fn lives(self, stat: &str) -> bool {
        let Some((_, rest)) = stat.rsplit_once(") ") else { return false };
        let words: Vec<&str> = rest.splitn(4, ' ').collect();
        let [state, _, group, _] = words[..] else { return false };
        !matches!(state, "Z" | "X") && group.parse() == Ok(self.0.as_raw_nonzero().get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_lives_until_it_is_a_zombie() {
        let group = Group(Pid::from_raw(42).unwrap());
        assert!(group.lives("77 (a) b (c) S 1 42 42 0 -1 4194304"));
        assert!(!group.lives("77 (a) b (c) Z 1 42 42 0 -1 4194304"));
        assert!(!group.lives("42 (bot) R 1 7 7 0 -1 4194304"));
        assert!(!group.lives(""));
    }
}
