//! Looks now and then at what a job uses up. The kernel limits one process or one file; a job has many.

use super::process::Process;
use super::{Ended, JobLimits};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the job is measured. Walking through a large folder takes longer, and then it happens less often.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// The share of time that may go into measuring: one part in so many.
const SHARE: u32 = 5;
/// The least that a file takes up.
const BLOCK: u64 = 4 << 10;

/// The kernel takes no path of 4096 bytes or more.
const LONGEST_PATH: usize = 3500;

/// Watches a job's limits.
pub(super) struct Watch {
    limits: JobLimits,
    folders: [PathBuf; 2],
    next: Instant,
    #[cfg(unix)]
    census: crate::seat::child::group::Census,
}

impl Watch {
    pub(super) fn new(limits: &JobLimits, folders: [&Path; 2]) -> Self {
        Self {
            limits: *limits,
            folders: folders.map(Path::to_path_buf),
            next: Instant::now(),
            #[cfg(unix)]
            census: crate::seat::child::group::Census::new(),
        }
    }

    /// The first limit that the job is beyond; `None` too while it is not time to look again.
    pub(super) fn excess(&mut self, process: &Process) -> Option<Ended> {
        #[cfg(unix)]
        if self.census.finds_too_many(process.group()) {
            return Some(Ended::TooManyProcesses);
        }
        let begun = Instant::now();
        if begun < self.next {
            return None;
        }
        let excess = self.space_excess().or_else(|| self.memory_excess(process));
        self.next = Instant::now() + LOOK_EVERY.max(begun.elapsed() * SHARE);
        excess
    }

    /// Whether the job's files are too large together.
    pub(super) fn space_excess(&self) -> Option<Ended> {
        let mut left = self.limits.space;
        let mut found = 0;
        for folder in &self.folders {
            let size = folder_size(folder, left);
            found = size.saturating_add(found);
            left = left.saturating_sub(size);
        }
        (found > self.limits.space).then_some(Ended::OutOfSpace(found))
    }

    #[cfg(unix)]
    fn memory_excess(&self, process: &Process) -> Option<Ended> {
        let found = crate::sandbox::group_memory(process.id());
        (found > self.limits.memory).then_some(Ended::OutOfMemory(found))
    }

    /// Not known here.
    #[cfg(not(unix))]
    fn memory_excess(&self, _: &Process) -> Option<Ended> {
        None
    }
}

/// The bytes in a folder, links not followed. Counting stops beyond `enough`. A folder so deep that no path names it
/// counts as more than that, because its files cannot be counted.
pub fn folder_size(folder: &Path, enough: u64) -> u64 {
    let mut sum = 0;
    let mut ahead = vec![folder.to_path_buf()];
    while let Some(folder) = ahead.pop() {
        if folder.as_os_str().len() > LONGEST_PATH {
            return enough.saturating_add(1);
        }
        // Files come and go while a job runs.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(about) = entry.metadata() else { continue };
            sum += about.len().max(BLOCK);
            if about.is_dir() {
                ahead.push(entry.path());
            }
            if sum > enough {
                return sum;
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_counts_as_a_block_and_a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("below")).unwrap();
        fs::write(folder.path().join("below/small"), "x").unwrap();
        fs::write(folder.path().join("large"), vec![0; 10_000]).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/", folder.path().join("all")).unwrap();
        let links = if cfg!(unix) { BLOCK } else { 0 };
        let below = fs::symlink_metadata(folder.path().join("below")).unwrap().len().max(BLOCK);
        assert_eq!(folder_size(folder.path(), u64::MAX), below + BLOCK + 10_000 + links);
        assert!(folder_size(folder.path(), 1) <= below.max(10_000));
    }
}
