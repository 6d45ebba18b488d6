//! Level 1: the resource limits of any Unix, and the tie that ends a bot with its referee.

use crate::sandbox::BuildLimits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs;
use std::io;

const MIB: u64 = 1 << 20;

/// Memory that a bot may write to, in bytes.
// RLIMIT_DATA, not RLIMIT_AS: the JVM, Node and Go reserve tens of gigabytes of addresses that they never touch. Data
// counts private memory from the moment it becomes writable.
pub(super) const MEMORY: u64 = 4096 * MIB;

/// The longest file that a bot may write, in bytes.
const FILE: u64 = 64 * MIB;

/// Tasks (processes and threads) that may come on top of those the user has when a bot starts.
// The kernel counts all that the user runs, other bots included, and every one of them is refused a thread once the
// count is reached. So this is far more than the honest bots of many games at once need, and no bound for one bot,
// which `group_size` is: it only keeps the machine usable until the referee looks.
const MORE_TASKS: u64 = 4096;

/// Takes this process's limits down to those of a bot, or of a build.
pub(super) fn limit(build: Option<BuildLimits>) -> io::Result<()> {
    let BuildLimits { memory, file } = build.unwrap_or(BuildLimits { memory: MEMORY, file: FILE });
    lower(Resource::Data, memory)?;
    lower(Resource::Fsize, file)?;
    lower(Resource::Core, 0)?;
    if let Some(tasks) = tasks_of_user() {
        lower(Resource::Nproc, tasks + MORE_TASKS)?;
    }
    #[cfg(target_os = "linux")]
    rustix::thread::set_no_new_privs(true)?;
    Ok(())
}

/// Sets both limits, soft and hard, unless they are lower already.
fn lower(resource: Resource, to: u64) -> io::Result<()> {
    let Rlimit { current, maximum } = getrlimit(resource);
    let least = |limit: Option<u64>| Some(limit.map_or(to, |limit| limit.min(to)));
    Ok(setrlimit(resource, Rlimit { current: least(current), maximum: least(maximum) })?)
}

#[cfg(target_os = "linux")]
fn tasks_of_user() -> Option<u64> {
    // The kernel does not hold root to it, so there is nothing to count.
    let user = rustix::process::getuid();
    (!user.is_root()).then(|| super::processes::tasks_of(user.as_raw()))
}

#[cfg(not(target_os = "linux"))]
fn tasks_of_user() -> Option<u64> {
    None
}

/// Makes the kernel kill this process, and the program that it becomes, when the thread that started it ends. `parent`
/// is the process of that thread, unless a namespace hides it.
#[cfg(target_os = "linux")]
pub(super) fn die_with(parent: Option<u32>) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // A parent that died before the call above sends no signal.
    let present = getppid().map(|pid| pid.as_raw_nonzero().get().cast_unsigned());
    if parent.is_some() && present != parent {
        return Err(io::Error::other("the referee is gone"));
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn die_with(_parent: Option<u32>) -> io::Result<()> {
    Ok(())
}

/// Closes all inherited descriptors but stdin, stdout and stderr.
pub(super) fn close_descriptors() -> io::Result<()> {
    let open = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };
    let numbers: Vec<i32> =
        fs::read_dir(open)?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // The folder's own descriptor is in the list and closed by now.
        let _ = nix::unistd::close(number);
    }
    Ok(())
}
