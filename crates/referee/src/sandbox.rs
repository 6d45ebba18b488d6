//! How bots are kept from harm: from reading files that are not theirs, from reaching the network, from using up the
//! machine.
//!
//! A [`Sandbox`] makes commands. On Unix, from level 1 on, such a command starts our own program again as a *shim*
//! ([`enter_if_asked`]). The shim confines itself with what the kernel offers, then becomes the bot. Other systems have
//! level 0 only.

mod foreign;
mod level;
#[cfg(any(test, not(unix)))]
mod unconfined;
#[cfg(unix)]
mod unix;

pub use foreign::foreign_kind;
pub use level::{Level, Unavailable};
#[cfg(not(unix))]
pub use unconfined::{Sandbox, enter_if_asked};
#[cfg(unix)]
pub use unix::{CANNOT_START, MOST_PROCESSES, Sandbox, enter_if_asked, group_memory, group_size, tasks_in_all};

/// The limits of a build that are not those of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildLimits {
    /// Memory that each process may write to, in bytes.
    pub memory: u64,
    /// The longest file that it may write, in bytes.
    pub file: u64,
}

impl Sandbox {
    /// A sandbox of exactly this level or, without one, of the usual level: 2, or the highest below it that this
    /// machine offers.
    ///
    /// ```
    /// use landgrab_referee::sandbox::{Level, Sandbox};
    ///
    /// let unconfined = Sandbox::new(Some(Level::None)).expect("level 0 asks nothing of the machine");
    /// assert_eq!(unconfined.level(), Level::None);
    /// let usual = Sandbox::new(None).expect("some level can always be had");
    /// assert!(usual.level() <= Level::Confined);
    /// ```
    pub fn new(asked: Option<Level>) -> Result<Self, Unavailable> {
        asked.map_or_else(|| Ok(Self::up_to(Level::Confined)), Self::of_level)
    }

    /// A sandbox of this level, or of the highest below it that this machine offers.
    pub fn up_to(highest: Level) -> Self {
        let levels = Level::ALL.into_iter().rev().filter(|level| *level <= highest);
        levels.map(Self::of_level).find_map(Result::ok).expect("level 0 asks nothing of the machine")
    }
}
