//! A program and everything it started: one process group, ended as one. Processes that left the group are found
//! afterwards.

use crate::sandbox;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid};
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long the kernel may take to remove processes that we killed.
const BURYING: Duration = Duration::from_secs(2);

/// A process group, named after its first process.
#[derive(Clone, Copy, Debug)]
pub struct Group(pub Pid);

impl Group {
    /// Kills all of it. To be called before its first process is waited for: after that its number may be another's.
    pub fn kill(self) {
        let _ = kill_process_group(self.0, Signal::KILL);
    }

    /// Whether its first process has ended. It is only looked at, not waited for, so that its number stays its own.
    pub fn leader_has_ended(self) -> bool {
        let look_only = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(self.0), look_only), Ok(Some(_)))
    }

    /// Waits until the killed processes are gone: one that dies slowly still has its files open.
    pub fn bury(self) {
        let deadline = Instant::now() + BURYING;
        let mut pause = Duration::from_micros(200);
        while self.is_alive() && Instant::now() < deadline {
            sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    fn is_alive(self) -> bool {
        if test_kill_process_group(self.0).is_err() {
            return false;
        }
        // A dead process that its new parent has not waited for still counts above. Where there is no `/proc`, that
        // parent is quick.
        let Ok(processes) = fs::read_dir("/proc") else { return true };
        let stat = |process: fs::DirEntry| fs::read(process.path().join("stat")).ok();
        // A process name may hold any bytes; the fields that we read stand behind it.
        processes.flatten().filter_map(stat).any(|stat| self.lives(&String::from_utf8_lossy(&stat)))
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

/// How often a program's processes are counted: soon enough that a fork bomb leaves us time to do it.
const COUNT: Duration = Duration::from_millis(20);

/// Counts a group's processes now and then. Counting means reading all processes of the machine, which costs
/// milliseconds where there are thousands. So it happens only when the machine has many more tasks than before.
#[derive(Debug)]
pub struct Census {
    taken: Instant,
    /// Tasks on the machine when the group was last found to be small.
    tasks: usize,
}

impl Census {
    /// Before a program has done anything.
    pub fn new() -> Self {
        Self { taken: Instant::now(), tasks: sandbox::tasks_in_all() }
    }

    /// Whether the group has more processes than a program may; `false` too when it is not time to count again.
    pub fn finds_too_many(&mut self, group: Group) -> bool {
        if self.taken.elapsed() < COUNT {
            return false;
        }
        self.taken = Instant::now();
        let tasks = sandbox::tasks_in_all();
        if tasks <= self.tasks + sandbox::MOST_PROCESSES {
            return false;
        }
        self.tasks = tasks;
        // Thousands of busy processes would leave us no time to count them, so they are stopped meanwhile.
        let _ = kill_process_group(group.0, Signal::STOP);
        let too_many = sandbox::group_size(group.0.as_raw_nonzero().get().unsigned_abs()) > sandbox::MOST_PROCESSES;
        if !too_many {
            let _ = kill_process_group(group.0, Signal::CONT);
        }
        too_many
    }
}

/// Kills processes that left their group, which sandbox levels 0 and 1 allow. They are known by their folder for
/// temporary files.
#[cfg(target_os = "linux")]
pub fn kill_strays(scratch: &Path) {
    use rustix::process::{PidfdFlags, pidfd_open, pidfd_send_signal};
    use std::os::unix::ffi::OsStrExt;
    let ours = [b"TMPDIR=", scratch.as_os_str().as_bytes()].concat();
    let deadline = Instant::now() + BURYING;
    loop {
        let mut look_again = false;
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let number = process.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
            // A descriptor, opened first: the number itself may go to another process in between.
            let Some(Ok(descriptor)) = number.map(|number| pidfd_open(number, PidfdFlags::empty())) else { continue };
            let Some(environment) = environment(&process.path()) else {
                look_again = true;
                continue;
            };
            if environment.split(|byte| *byte == 0).any(|variable| variable == ours) {
                let _ = pidfd_send_signal(descriptor, Signal::KILL);
                look_again = true;
            }
        }
        if !look_again || Instant::now() >= deadline {
            return;
        }
        sleep(Duration::from_millis(1));
    }
}

/// The variables of a process, by its folder in `/proc`; none if they are not for us to see. `None`: the kernel is
/// loading its program, and there is nothing to see yet.
#[cfg(target_os = "linux")]
fn environment(process: &Path) -> Option<Vec<u8>> {
    let read = |file| fs::read(process.join(file)).unwrap_or_default();
    let variables = read("environ");
    // The dead and the kernel's own have no program.
    if !variables.is_empty() || fs::read_link(process.join("exe")).is_err() {
        return Some(variables);
    }
    // Every program has a command line once it is loaded, but not every one has variables.
    (!read("cmdline").is_empty()).then(|| read("environ"))
}

/// Does nothing: without `/proc` such processes cannot be found.
#[cfg(not(target_os = "linux"))]
pub fn kill_strays(_: &Path) {}

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
