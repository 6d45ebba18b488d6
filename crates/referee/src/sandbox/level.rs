//! The levels of the sandbox, and the error when a level cannot be had.

use rules::TextError;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// How tightly a bot is held. Each level adds to the one below it.
///
/// ```
/// use landgrab_referee::sandbox::Level;
///
/// assert_eq!("2".parse(), Ok(Level::Confined));
/// assert_eq!(Level::Confined.to_string(), "2 (limits, files, system calls)");
/// assert!(Level::Limits < Level::Confined);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// 0: not at all. The only level on systems that are no Unix.
    None,
    /// 1: bounded memory, files and processes; no new privileges, no inherited descriptors; dies with the referee.
    Limits,
    /// 2: also reads only its own folder and the system's libraries, writes only its scratch folder, and has no network
    /// and no access to other processes.
    Confined,
    /// 3: also sees no process and no network interface but its own.
    Isolated,
}

impl Level {
    /// All levels, the loosest first.
    pub const ALL: [Self; 4] = [Self::None, Self::Limits, Self::Confined, Self::Isolated];

    /// The number that `--sandbox` takes.
    pub const fn number(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Limits => 1,
            Self::Confined => 2,
            Self::Isolated => 3,
        }
    }

    /// The next looser level; the loosest is its own.
    #[cfg(any(test, unix))]
    pub(super) const fn looser(self) -> Self {
        match self {
            Self::None | Self::Limits => Self::None,
            Self::Confined => Self::Limits,
            Self::Isolated => Self::Confined,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = match self {
            Self::None => "none",
            Self::Limits => "limits",
            Self::Confined => "limits, files, system calls",
            Self::Isolated => "limits, files, system calls, namespaces",
        };
        write!(f, "{} ({held})", self.number())
    }
}

impl FromStr for Level {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let level = Self::ALL.into_iter().find(|level| level.number().to_string() == text);
        level.ok_or_else(|| TextError::new("sandbox level", "0, 1, 2 or 3", text))
    }
}

/// A level that this machine does not offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unavailable {
    /// The level that was asked for.
    pub level: Level,
    /// The reason: what it needs and does not find here.
    pub missing: String,
    /// A looser level to try.
    pub instead: Level,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, missing, instead } = self;
        let (number, instead) = (level.number(), instead.number());
        write!(f, "sandbox level {number} cannot be had here: {missing} (try --sandbox {instead})")
    }
}

impl Error for Unavailable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_written_with_what_it_holds() {
        assert_eq!(Level::Confined.to_string(), "2 (limits, files, system calls)");
        assert_eq!(Level::None.to_string(), "0 (none)");
    }

    #[test]
    fn levels_read_back_from_their_numbers() {
        for level in Level::ALL {
            assert_eq!(level.number().to_string().parse(), Ok(level));
        }
    }

    #[test]
    fn anything_else_is_no_level() {
        for text in ["4", "-1", "", "02", "two"] {
            let error = text.parse::<Level>().unwrap_err();
            assert_eq!(error.to_string(), format!("sandbox level: expected 0, 1, 2 or 3, found `{text}`"));
        }
    }

    #[test]
    fn what_cannot_be_had_names_the_level_the_reason_and_the_way_out() {
        let missing = "the kernel has no Landlock".into();
        let error = Unavailable { level: Level::Confined, missing, instead: Level::Confined.looser() };
        let said = "sandbox level 2 cannot be had here: the kernel has no Landlock (try --sandbox 1)";
        assert_eq!(error.to_string(), said);
    }
}
