//! Counts processes from outside, from `/proc`.

/// Processes that a bot may have at a time. The kernel has no limit for a process group, and its limit for a user's
/// processes does not bind root. So the referee counts now and then.
pub const MOST_PROCESSES: usize = 128;

/// The number of processes in a process group, zombies included. Counting costs a few microseconds for each process on
/// the machine. Without `/proc` it is 0.
pub fn group_size(group: u32) -> usize {
    #[cfg(target_os = "linux")]
    return linux::stats().filter(|stat| linux::group_in(stat) == Some(group)).count();
    #[cfg(not(target_os = "linux"))]
    {
        let _ = group;
        0
    }
}

/// The memory that the processes of a group hold, in bytes: the sum of their resident sets. Pages that two of them share
/// count twice. Without `/proc` it is 0.
pub fn group_memory(group: u32) -> u64 {
    #[cfg(target_os = "linux")]
    {
        let members = linux::stats().filter(|stat| linux::group_in(stat) == Some(group));
        let pages: u64 = members.filter_map(|stat| linux::resident_pages_in(&stat)).sum();
        pages * rustix::param::page_size() as u64
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = group;
        0
    }
}

/// The number of processes and threads on the machine, from one small file. Without `/proc` it is 0.
pub fn tasks_in_all() -> usize {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    // `0.20 0.18 0.12 1/80 11206`: running and all tasks come fourth.
    let tasks = load.split_whitespace().nth(3).and_then(|tasks| tasks.split_once('/')?.1.parse().ok());
    tasks.unwrap_or(0)
}

#[cfg(target_os = "linux")]
pub(super) use linux::tasks_of;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::os::unix::fs::MetadataExt;
    use std::path::PathBuf;

    /// The number of processes and threads of a user.
    pub(in super::super) fn tasks_of(user: u32) -> u64 {
        let own = folders().filter(|folder| fs::metadata(folder).is_ok_and(|about| about.uid() == user));
        // A folder has a link for itself, one for its parent and one for each folder in it: here, each thread.
        own.filter_map(|folder| Some(fs::metadata(folder.join("task")).ok()?.nlink().saturating_sub(2))).sum()
    }

    /// The bytes of `/proc/N/stat`, for each process that still exists.
    pub(super) fn stats() -> impl Iterator<Item = Vec<u8>> {
        folders().filter_map(|folder| fs::read(folder.join("stat")).ok())
    }

    fn folders() -> impl Iterator<Item = PathBuf> {
        let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
        let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        entries.filter(move |entry| entry.file_name().to_str().is_some_and(is_number)).map(|entry| entry.path())
    }

    /// The process group in a stat line: `pid (name) state parent group ...`. The name is the process's own choice and
    /// may hold anything, brackets included.
    pub(super) fn group_in(stat: &[u8]) -> Option<u32> {
        field(stat, 2)
    }

    /// The pages of a process that are in memory.
    pub(super) fn resident_pages_in(stat: &[u8]) -> Option<u64> {
        field(stat, 21)
    }

    /// A number behind the name, counted from the state.
    fn field<T: std::str::FromStr>(stat: &[u8], number: usize) -> Option<T> {
        let name_end = stat.iter().rposition(|&byte| byte == b')')?;
        let rest = str::from_utf8(&stat[name_end + 1..]).ok()?;
        rest.split_ascii_whitespace().nth(number)?.parse().ok()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_group_is_found_behind_any_name() {
            assert_eq!(group_in(b"17 (sh) S 3 42 42 0 -1 4194560"), Some(42));
            assert_eq!(group_in(b"17 (a) R 1 9 (\xff\n) S 3 42 42 0"), Some(42));
            assert_eq!(group_in(b"17 (sh) S 3"), None);
            assert_eq!(group_in(b""), None);
        }

        #[test]
        fn we_are_among_our_users_tasks_and_our_group() {
            let ours = fs::metadata("/proc/self").unwrap().uid();
            assert!(tasks_of(ours) >= 1);
            let group = group_in(&fs::read("/proc/self/stat").unwrap()).unwrap();
            assert!(super::super::group_size(group) >= 1);
            assert!(super::super::group_memory(group) >= 1 << 20);
        }
    }
}
