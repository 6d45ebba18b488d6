//! Level 2: what only some kernels can hold a bot to. Both parts are for good, for this process and all that come from
//! it, and both are asked beforehand whether they would work, so that nobody runs with less than was promised.

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
    use super::super::order::Reach;
    use super::{files, system_calls};

    /// Says what is missing, if anything is.
    pub(in super::super) fn offered() -> Result<(), String> {
        files::offered()?;
        system_calls::offered()
    }

    /// Holds this process to these files and to harmless system calls.
    pub(in super::super) fn confine(reach: &Reach) -> Result<(), String> {
        files::confine(reach)?;
        system_calls::confine()
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod elsewhere {
    use super::super::order::Reach;
    use std::env::consts::{ARCH, OS};

    /// Says that this is the wrong machine.
    pub(in super::super) fn offered() -> Result<(), String> {
        Err(format!("it takes Linux on x86_64 or aarch64, and this is {OS} on {ARCH}"))
    }

    /// Refuses: nobody gets here who asked first.
    pub(in super::super) fn confine(_: &Reach) -> Result<(), String> {
        offered()
    }
}
