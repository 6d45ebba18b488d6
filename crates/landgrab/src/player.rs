//! Players as they are asked for on the command line: a built-in name, or a program (anything with a `/`, or `cmd:` and
//! a command line). Each may carry its own time for a move: `champion:time=100`, `./mine@time=5000`.

use crate::failure::Failure;
use crate::suggestion;
use engine::roster::{self, NoSuchPlayer, PlayerSpec, Roster};
use referee::Interrupt;
use referee::protocol::BotGame;
use referee::sandbox::{Level, Sandbox};
use referee::seat::{ProcessSeat, Program};
use rules::notation::{printable, quoted};
use rules::{Clock, Player};
use std::ffi::OsString;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time for a move of a program that nobody set one for: as the schools' own referees allow.
const PROGRAM_TIME: Duration = Duration::from_secs(10);

/// The option of built-in players, and the suffix of programs, that sets the time for a move.
const TIME: &str = "time";

/// A player of some match.
#[derive(Clone, Debug)]
pub enum PlayerArg {
    BuiltIn(BuiltIn),
    Program {
        program: Program,
        /// Its own time for a move.
        time: Option<Duration>,
    },
}

impl PlayerArg {
    /// Reads what was typed. `sandbox` is made only when a program is asked for, so that nothing is refused without need.
    pub fn parse(text: &str, sandbox: Option<Level>, interrupt: &Interrupt) -> Result<Self, Failure> {
        if !text.starts_with("cmd:") && !text.contains('/') {
            if let Some(program) = suggestion::as_program(text) {
                let found = "no built-in player has such a name";
                return Err(Failure::Usage(format!("{}: {found} (a program is written {program})", quoted(text))));
            }
            return Ok(Self::BuiltIn(text.parse()?));
        }
        let (typed, time) = without_time(text)?;
        let command = typed.strip_prefix("cmd:");
        let argv: Vec<OsString> = match command {
            Some(command) => command.split_whitespace().map(OsString::from).collect(),
            None => vec![typed.into()],
        };
        if argv.is_empty() {
            return Err(Failure::Usage("`cmd:` needs a program, such as `cmd:python3 bot.py`".into()));
        }
        let sandbox = Sandbox::new(sandbox)?;
        // A program that cannot be started is found out before a game begins.
        sandbox.check(&argv).map_err(|error| Failure::Usage(format!("cannot start {}: {error}", quoted(typed))))?;
        let name = command.unwrap_or(typed).into();
        Ok(Self::Program { program: Program { argv, name, sandbox, interrupt: interrupt.clone() }, time })
    }

    /// The player for one game.
    pub fn player<G: Roster + BotGame>(&self, seed: u64) -> Result<Box<dyn Player<G>>, Failure> {
        match self {
            Self::BuiltIn(built_in) => Ok(built_in.player::<G>(seed)?),
            Self::Program { program, .. } => Ok(Box::new(ProcessSeat::<G>::new(program.clone()))),
        }
    }

    /// Its clock: its own time, or else the time that was set for both players. Without either, a program has what the
    /// schools allow and a built-in player thinks as long as it takes, whoever sits opposite.
    pub fn clock(&self, both: Option<Duration>) -> Clock {
        match self {
            Self::BuiltIn(built_in) => built_in.clock(both),
            Self::Program { time, .. } => referee::clock::per_move(time.or(both).or(Some(PROGRAM_TIME))),
        }
    }

    /// Its name in results and records. Its own time is part of the name, because nothing else in a record has it.
    pub fn name(&self) -> String {
        match self {
            Self::BuiltIn(built_in) => built_in.to_string(),
            Self::Program { program, time: None } => program.name.clone(),
            Self::Program { program, time: Some(time) } => format!("{}@{TIME}={}", program.name, time.as_millis()),
        }
    }

    /// A program as other commands take it, quoted for a shell; `None` for a built-in player. Without its own time,
    /// which only a match gives it.
    pub fn command(&self) -> Option<String> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Program { program, .. } if program.argv.len() == 1 && program.name.contains('/') => {
                Some(shell_quoted(&program.name))
            }
            Self::Program { program, .. } => Some(shell_quoted(&format!("cmd:{}", program.name))),
        }
    }

    /// The level of the sandbox that it runs in, if it is a program.
    pub fn level(&self) -> Option<Level> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Program { program, .. } => Some(program.sandbox.level()),
        }
    }
}

/// A built-in player, and its own time for a move.
#[derive(Clone, Debug)]
pub struct BuiltIn {
    /// Its name, level and options; the time is none of the engine's.
    pub spec: PlayerSpec,
    pub time: Option<Duration>,
}

impl BuiltIn {
    pub fn player<G: Roster>(&self, seed: u64) -> Result<Box<dyn Player<G>>, NoSuchPlayer> {
        roster::player::<G>(&self.spec, seed)
    }

    /// Its clock: its own time, or else this one.
    pub fn clock(&self, usual: Option<Duration>) -> Clock {
        referee::clock::per_move(self.time.or(usual))
    }
}

impl FromStr for BuiltIn {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        if let (name, Some(time)) = without_time(text)? {
            let (joint, time) = (if name.contains(':') { ',' } else { ':' }, time.as_millis());
            let advice = format!("a built-in player's time is an option (try {name}{joint}{TIME}={time})");
            return Err(Failure::Usage(format!("{}: {advice}", quoted(text))));
        }
        let mut spec: PlayerSpec = text.parse()?;
        let place = spec.options.iter().position(|(key, _)| key == TIME);
        let time = place.map(|place| milliseconds(text, &spec.options.remove(place).1)).transpose()?;
        Ok(Self { spec, time })
    }
}

impl fmt::Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut spec = self.spec.clone();
        spec.options.extend(self.time.map(|time| (TIME.to_string(), time.as_millis().to_string())));
        spec.fmt(f)
    }
}

/// A word for a shell: in single quotes if it has characters that a shell takes for its own.
fn shell_quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@=,+".contains(c);
    if word.chars().all(is_plain) { word.into() } else { format!("'{}'", printable(word).replace('\'', "'\\''")) }
}

/// Splits `@time=DIGITS` off the end of a player. Any other ending belongs to the name: a program may
/// be called anything.
fn without_time(text: &str) -> Result<(&str, Option<Duration>), Failure> {
    let split = text.rsplit_once('@').and_then(|(name, setting)| Some((name, setting.split_once('=')?)));
    match split {
        Some((name, (TIME, digits))) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
            Ok((name, Some(milliseconds(text, digits)?)))
        }
        _ => Ok((text, None)),
    }
}

fn milliseconds(text: &str, found: &str) -> Result<Duration, Failure> {
    let ms = found.parse().ok().filter(|ms| *ms > 0 && found.bytes().all(|b| b.is_ascii_digit()));
    ms.map(|ms: u32| Duration::from_millis(ms.into())).ok_or_else(|| {
        let expected = format!("expected {TIME}=MS, milliseconds from 1 to {}", u32::MAX);
        Failure::Usage(format!("{}: {expected}, found {}", quoted(text), quoted(found)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<PlayerArg, String> {
        PlayerArg::parse(text, Some(Level::None), &Interrupt::default()).map_err(|failure| failure.in_one_line())
    }

    /// The limit on a player's clock when this was set for both.
    fn limit(text: &str, both: Option<u64>) -> Option<u64> {
        let clock = parsed(text).unwrap().clock(both.map(Duration::from_millis));
        clock.limit().map(|limit| limit.as_millis() as u64)
    }

    #[test]
    fn only_a_program_has_a_limit_when_nobody_sets_one() {
        assert_eq!(limit("champion", None), None);
        assert_eq!(limit("/bin/cat", None), Some(10_000));
        assert_eq!(limit("cmd:cat -u", None), Some(10_000));
    }

    #[test]
    fn a_players_own_time_comes_before_that_of_both() {
        for (plain, timed) in [
            ("champion", "champion:time=100"),
            ("champion@3", "champion@3:nodes=5,time=100"),
            ("/bin/cat", "/bin/cat@time=100"),
            ("cmd:cat -u", "cmd:cat -u@time=100"),
        ] {
            assert_eq!(
                [limit(plain, Some(2000)), limit(timed, Some(2000)), limit(timed, None)],
                [Some(2000), Some(100), Some(100)]
            );
        }
    }

    #[test]
    fn the_engine_and_the_program_do_not_see_the_time_but_results_do() {
        let PlayerArg::BuiltIn(built_in) = parsed("champion@3:time=100,nodes=5").unwrap() else { panic!("built in") };
        assert_eq!(
            (built_in.spec.to_string(), built_in.to_string()),
            ("champion@3:nodes=5".into(), "champion@3:nodes=5,time=100".into())
        );
        let timed = parsed("cmd:cat -u@time=5000").unwrap();
        assert_eq!(timed.name(), "cat -u@time=5000");
        let PlayerArg::Program { program, .. } = timed else { panic!("a program") };
        assert_eq!((program.name.as_str(), program.argv.len()), ("cat -u", 2));
        assert_eq!(program.argv[1], "-u");
    }

    #[test]
    fn another_ending_belongs_to_the_program() {
        for text in ["cmd:cat me@example", "cmd:cat @time=", "cmd:cat @time=5s", "cmd:cat x@level=3"] {
            let PlayerArg::Program { program, time } = parsed(text).unwrap() else { panic!("a program") };
            assert_eq!((program.name.as_str(), time), (text.strip_prefix("cmd:").unwrap(), None));
        }
    }

    #[test]
    fn a_time_that_is_none_is_refused_with_what_was_expected() {
        let expected = "expected time=MS, milliseconds from 1 to 4294967295";
        for (text, found) in [
            ("champion:time=0", "0"),
            ("champion:time=", ""),
            ("champion:time=+5", "+5"),
            ("champion:time=soon", "soon"),
            ("/bin/cat@time=0", "0"),
            ("cmd:cat@time=4294967296", "4294967296"),
        ] {
            assert_eq!(parsed(text).unwrap_err(), format!("`{text}`: {expected}, found `{found}`"));
        }
        for (text, advice) in [
            ("champion@time=100", "champion:time=100"),
            ("champion@3@time=100", "champion@3:time=100"),
            ("heat:metric=l1@time=7", "heat:metric=l1,time=7"),
        ] {
            let refused = format!("`{text}`: a built-in player's time is an option (try {advice})");
            assert_eq!(parsed(text).unwrap_err(), refused);
        }
    }
}
