//! Systems without a sandbox, Windows among them: programs run at level 0, with all rights of the user who starts them.

use super::{BuildLimits, Level, Unavailable};
use rules::notation::quoted;
use std::env::consts::{EXE_SUFFIX, OS};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Starts bots without holding them.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The folder of a bot that a stranger sent.
    folder: Option<PathBuf>,
}

impl Sandbox {
    pub(super) fn of_level(level: Level) -> Result<Self, Unavailable> {
        if level == Level::None {
            return Ok(Self { folder: None });
        }
        let missing = format!("it needs Linux or another Unix, and on {OS} programs run without a sandbox");
        Err(Unavailable { level, missing, instead: Level::None })
    }

    /// The same sandbox for a bot that a stranger sent, which works in this folder.
    pub fn in_folder(&self, folder: &Path) -> io::Result<Self> {
        Ok(Self { folder: Some(std::path::absolute(folder)?) })
    }

    /// The same for the build of such a bot. Nothing limits it here.
    pub fn for_build(&self, folder: &Path, _: BuildLimits) -> io::Result<Self> {
        self.in_folder(folder)
    }

    /// How tightly bots are held: not at all.
    pub fn level(&self) -> Level {
        Level::None
    }

    /// Whether a bot can be started, as far as that is known beforehand; the error is that of [`Sandbox::command`].
    pub fn check(&self, argv: &[OsString]) -> io::Result<()> {
        self.command(argv, Path::new("")).map(drop)
    }

    /// A command that runs a bot, with its scratch folder as its place for temporary files. The caller chooses the
    /// pipes.
    ///
    /// An error says that there is no such program. A plain name is looked up only when the command starts.
    pub fn command(&self, argv: &[OsString], scratch: &Path) -> io::Result<Command> {
        let Some(name) = argv.first().filter(|name| !name.is_empty()) else {
            return Err(io::Error::new(ErrorKind::InvalidInput, "no command to start"));
        };
        let mut path = PathBuf::from(name);
        if path.components().count() > 1 {
            path = self.folder.as_ref().map_or(path.clone(), |folder| folder.join(&path));
            check(&path)?;
        }
        let mut command = Command::new(path);
        command.args(&argv[1..]);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        for variable in ["TMP", "TEMP", "TMPDIR"] {
            command.env(variable, scratch);
        }
        Ok(command)
    }
}

/// Does nothing: no bot is confined here.
pub fn enter_if_asked() {}

fn check(path: &Path) -> io::Result<()> {
    let told = |kind, what: &str| Err(io::Error::new(kind, format!("{}: {what}", quoted(&path.to_string_lossy()))));
    if path.is_dir() {
        return told(ErrorKind::IsADirectory, "is a folder, not a program");
    }
    let mut with_suffix = path.as_os_str().to_os_string();
    with_suffix.push(EXE_SUFFIX);
    if !path.exists() && !Path::new(&with_suffix).exists() {
        return told(ErrorKind::NotFound, "no such program");
    }
    let mut start = [0; 2];
    if File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!" {
        let words = "is a script, which this system does not start (try its interpreter: `cmd:python bot.py`)";
        return told(ErrorKind::Unsupported, words);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_level_0_can_be_had() {
        let sandbox = Sandbox::of_level(Level::None).unwrap();
        assert_eq!(sandbox.level(), Level::None);
        for level in [Level::Limits, Level::Confined, Level::Isolated] {
            let said = Sandbox::of_level(level).unwrap_err().to_string();
            let expected = format!("it needs Linux or another Unix, and on {OS} programs run without a sandbox");
            assert_eq!(
                said,
                format!("sandbox level {} cannot be had here: {expected} (try --sandbox 0)", level.number())
            );
        }
    }

    #[test]
    fn a_path_that_cannot_be_started_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("bot.py");
        std::fs::write(&script, "#!/usr/bin/env python3\n").unwrap();
        let sandbox = Sandbox::of_level(Level::None).unwrap();
        let kind = |path: &Path| sandbox.command(&[path.into()], folder.path()).unwrap_err().kind();
        assert_eq!(kind(&folder.path().join("none")), ErrorKind::NotFound);
        assert_eq!(kind(folder.path()), ErrorKind::IsADirectory);
        assert_eq!(kind(&script), ErrorKind::Unsupported);
        assert_eq!(kind(Path::new("")), ErrorKind::InvalidInput);
        assert_eq!(sandbox.check(&[folder.path().into()]).unwrap_err().kind(), ErrorKind::IsADirectory);
    }

    #[test]
    fn a_strangers_program_is_looked_for_and_started_in_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bot"), "").unwrap();
        let sandbox = Sandbox::of_level(Level::None).unwrap();
        let limits = BuildLimits { memory: 1, file: 1 };
        for sandbox in [sandbox.in_folder(folder.path()).unwrap(), sandbox.for_build(folder.path(), limits).unwrap()] {
            let command = sandbox.command(&["./bot".into()], Path::new("scratch")).unwrap();
            assert_eq!(command.get_program(), folder.path().join("./bot"));
            assert_eq!(command.get_current_dir(), Some(folder.path()));
            assert!(sandbox.check(&["./none".into()]).is_err());
        }
    }

    #[test]
    fn a_plain_name_is_left_to_the_system_and_gets_its_scratch_folder() {
        let sandbox = Sandbox::of_level(Level::None).unwrap();
        let command = sandbox.command(&["python".into(), "bot.py".into()], Path::new("scratch")).unwrap();
        assert_eq!((command.get_program(), command.get_args().count()), ("python".as_ref(), 1));
        assert!(command.get_envs().any(|variable| variable == ("TEMP".as_ref(), Some("scratch".as_ref()))));
        enter_if_asked();
    }
}
