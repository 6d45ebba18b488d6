//! CPU time and memory of a program and everything it started: a bot is often a script that starts another program.

use std::time::Duration;

/// CPU time and memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Time on a processor so far.
    pub cpu: Duration,
    /// Memory in use now, in bytes.
    pub resident: u64,
}

/// The usage of a running program; `None` on systems that do not tell.
#[cfg(target_os = "linux")]
pub fn of(program: u32) -> Option<Usage> {
    let family = family(program)?;
    let resident = family.iter().filter_map(|process| resident(process.id)).sum();
    Some(Usage { cpu: family.iter().map(|process| process.cpu).sum(), resident })
}

/// A program and all that it started, as far as it still runs.
#[cfg(target_os = "linux")]
pub fn family(program: u32) -> Option<Vec<Process>> {
    let mut processes: Vec<Process> = std::fs::read_dir("/proc")
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(Process::read)
        .collect();
    let mut family: Vec<Process> = processes.extract_if(.., |process| process.id == program).collect();
    let mut next = 0;
    while let Some(parent) = family.get(next).map(|process| process.id) {
        family.extend(processes.extract_if(.., |process| process.parent == parent));
        next += 1;
    }
    (!family.is_empty()).then_some(family)
}

/// The usage of a running program; `None` on systems that do not tell.
#[cfg(not(target_os = "linux"))]
pub fn of(_: u32) -> Option<Usage> {
    None
}

/// One process of a program.
#[cfg(target_os = "linux")]
pub struct Process {
    /// Its number.
    pub id: u32,
    parent: u32,
    /// Its time on a processor so far.
    pub cpu: Duration,
}

#[cfg(target_os = "linux")]
impl Process {
    fn read(id: u32) -> Option<Self> {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name, in brackets, may hold any text; the fields after it are counted from 3.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        // The unit of these two is a hundredth of a second on every Linux that we know.
        let cpu = Duration::from_millis(10 * (field(14)? + field(15)?));
        Some(Self { id, parent: u32::try_from(field(4)?).ok()?, cpu })
    }
}

#[cfg(target_os = "linux")]
fn resident(id: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(1024 * line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn we_use_memory_ourselves() {
        let usage = of(std::process::id()).unwrap();
        assert!(usage.resident > 100_000, "{usage:?}");
        assert_eq!(of(u32::MAX), None);
    }
}
