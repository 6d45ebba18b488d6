//! Level 2, which only some kernels offer: Landlock for files, seccomp for system calls. Both hold for this process and
//! all its descendants, for good. Both are tried beforehand, so that no bot runs with less than its level promises.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod files;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system_calls;

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) use elsewhere::{confine, offered};
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) use here::{confine, offered};

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod here {
    use super::super::order::AllowedPaths;
    use super::{files, system_calls};

    /// Whether the kernel offers both; the error says what is missing.
    pub(in super::super) fn offered() -> Result<(), String> {
        files::offered()?;
        system_calls::offered()
    }

    /// Holds this process to these files and to harmless system calls.
    pub(in super::super) fn confine(allowed: &AllowedPaths) -> Result<(), String> {
        files::confine(allowed)?;
        system_calls::confine()
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod elsewhere {
    use super::super::order::AllowedPaths;
    use std::env::consts::{ARCH, OS};

    /// Refuses: this machine has neither.
    pub(in super::super) fn offered() -> Result<(), String> {
        Err(format!("it needs Linux on x86_64 or aarch64, and this is {OS} on {ARCH}"))
    }

    /// Refuses, too: callers ask `offered` first.
    pub(in super::super) fn confine(_: &AllowedPaths) -> Result<(), String> {
        offered()
    }
}
