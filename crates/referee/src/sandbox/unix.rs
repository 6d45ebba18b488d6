//! The sandbox on Unix. The referee works out beforehand what a bot may read, and hands it to the shim on its command
//! line.

mod allowed_paths;
mod confinement;
mod guest;
mod interpreters;
mod limits;
mod namespaces;
mod order;
mod processes;
mod program;
mod shim;
mod surroundings;
mod workplace;

use super::BuildLimits;
use super::level::{Level, Unavailable};
pub use processes::{MOST_PROCESSES, group_memory, group_size, tasks_in_all};
pub use shim::{CANNOT_START, enter_if_asked};

use guest::Guest;
use namespaces::Wrapper;
use order::{AllowedPaths, Order, Stage};
use std::env;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::Arc;
use surroundings::Surroundings;

/// Starts bots, each held as its level says. Copies are cheap.
#[derive(Clone, Debug)]
pub struct Sandbox {
    level: Level,
    /// The program to start as the shim: this one, if its `main` calls [`enter_if_asked`].
    shim: Option<PathBuf>,
    found: Arc<Found>,
    /// For a program that a stranger sent.
    guest: Option<Guest>,
}

/// Facts about this machine, found out once for all bots.
#[derive(Clone, Debug)]
struct Found {
    surroundings: Surroundings,
    /// The files that any bot may read at level 2.
    read: Vec<PathBuf>,
    /// The program that makes the namespaces of level 3.
    wrapper: Option<Wrapper>,
}

impl Sandbox {
    pub(super) fn of_level(level: Level) -> Result<Self, Unavailable> {
        let unavailable = |missing| Unavailable { level, missing, instead: level.looser() };
        let surroundings = Surroundings::present();
        let (mut read, mut wrapper) = (Vec::new(), None);
        if level >= Level::Confined {
            confinement::offered().map_err(unavailable)?;
            read = allowed_paths::of_everyone(&surroundings);
        }
        if level >= Level::Isolated {
            wrapper = Some(namespaces::offered(&surroundings).map_err(unavailable)?);
        }
        // By its path as it is now: a path asked for after a new build would name a deleted file.
        let shim = env::current_exe().ok().filter(|_| shim::is_ready());
        Ok(Self { level, shim, found: Arc::new(Found { surroundings, read, wrapper }), guest: None })
    }

    /// Another program to start as the shim: one that calls [`enter_if_asked`] where this one does not, as in tests.
    #[doc(hidden)]
    #[must_use]
    pub fn with_shim(self, shim: impl Into<PathBuf>) -> Self {
        Self { shim: Some(shim.into()), ..self }
    }

    /// The same sandbox for a bot that a stranger sent, in the folder that it was unpacked into. The bot works there, as
    /// [`Sandbox::command`] says of the current folder. Its command line opens no files outside of that folder, and of
    /// our environment it sees only the language and the places of programs and libraries.
    pub fn in_folder(&self, folder: &Path) -> io::Result<Self> {
        self.with_guest(folder, None)
    }

    /// The same for the build of such a bot, which may write to the folder.
    pub fn for_build(&self, folder: &Path, limits: BuildLimits) -> io::Result<Self> {
        self.with_guest(folder, Some(limits))
    }

    fn with_guest(&self, folder: &Path, build: Option<BuildLimits>) -> io::Result<Self> {
        // Links are resolved, so that a path can be told to be inside.
        let folder = folder.canonicalize()?;
        let mut found = Found::clone(&self.found);
        found.surroundings.current = Some(folder.clone());
        Ok(Self { found: Arc::new(found), guest: Some(Guest { folder, build }), ..self.clone() })
    }

    /// How tightly bots are held.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Whether a bot can be started, as far as that is known beforehand; the error is that of [`Sandbox::command`].
    pub fn check(&self, argv: &[OsString]) -> io::Result<()> {
        let program = self.find(argv)?;
        match self.level {
            Level::None => Ok(()),
            Level::Limits => self.shim().map(drop),
            Level::Confined | Level::Isolated => program::check_width(&program).and(self.shim().map(drop)),
        }
    }

    /// A command that runs a bot, with `TMPDIR` set to its scratch folder. From level 2 on the bot works in a copy of
    /// the current folder, which is in the scratch folder; at lower levels in the current folder itself. The caller
    /// chooses the pipes and makes it a process group of its own. The bot dies with the *thread* that starts it, so
    /// that thread has to stay.
    ///
    /// An error says that there is no such program. A program that turns out later not to start ends with
    /// [`CANNOT_START`]. At level 3 a signal comes back as the exit status 128 + its number, because the first process
    /// of the namespace outlives the bot.
    pub fn command(&self, argv: &[OsString], scratch: &Path) -> io::Result<Command> {
        let scratch = std::path::absolute(scratch)?;
        let mut program = self.find(argv)?;
        let build = self.guest.as_ref().and_then(|guest| guest.build);
        let arguments = if self.guest.is_some() { &[] } else { &argv[1..] };
        let workplace = match self.level {
            Level::Confined | Level::Isolated if build.is_none() => {
                workplace::furnish(&scratch, arguments, &self.found.surroundings)
            }
            _ => None,
        };
        if workplace.is_some() {
            program = std::path::absolute(&program)?;
        }
        let order = |stage, allowed| Order {
            stage,
            parent: Some(process::id()),
            allowed,
            build,
            program: program.clone(),
            argv: argv.to_vec(),
        };
        let mut command = match self.level {
            Level::None => {
                let mut command = Command::new(&program);
                command.arg0(&argv[0]).args(&argv[1..]);
                command
            }
            Level::Limits => self.shim_command(&order(Stage::Limits, AllowedPaths::default()))?,
            Level::Confined | Level::Isolated => {
                program::check_width(&program)?;
                let allowed = self.allowed(&program, &argv[1..], &scratch);
                let confined = order(Stage::Confined, allowed);
                match &self.found.wrapper {
                    Some(wrapper) => self.shim_command(&self.wrapped(confined, wrapper)?)?,
                    None => self.shim_command(&confined)?,
                }
            }
        };
        if let Some(guest) = &self.guest {
            guest.furnish(&mut command, &scratch, &self.found.surroundings);
        }
        if let Some(workplace) = workplace {
            command.current_dir(&workplace).env("PWD", workplace);
        }
        command.env("TMPDIR", scratch);
        Ok(command)
    }

    fn find(&self, argv: &[OsString]) -> io::Result<PathBuf> {
        match &self.guest {
            Some(guest) => guest.find(argv, &self.found.surroundings),
            None => program::find(argv, &self.found.surroundings),
        }
    }

    fn allowed(&self, program: &Path, arguments: &[OsString], scratch: &Path) -> AllowedPaths {
        let mut allowed = match &self.guest {
            Some(guest) => guest.allowed(program, &self.found.surroundings),
            None => allowed_paths::of_bot(program, arguments, &self.found.surroundings),
        };
        allowed.read.extend_from_slice(&self.found.read);
        allowed.write.push(scratch.into());
        allowed
    }

    /// The same order within namespaces. This process starts the wrapper on a leash; the wrapper starts the shim that
    /// confines the bot. A wrapper without a first process of its own gets one in between.
    fn wrapped(&self, mut confined: Order, wrapper: &Wrapper) -> io::Result<Order> {
        let shim = self.shim()?;
        // Inside the namespace the referee's process cannot be seen.
        let parent = confined.parent.take();
        let mut inner = vec![shim.clone().into_os_string()];
        inner.extend(confined.arguments());
        if wrapper.needs_init {
            let init = Order {
                stage: Stage::Init,
                parent: None,
                allowed: AllowedPaths::default(),
                build: None,
                program: shim.clone(),
                argv: inner,
            };
            inner = vec![shim.into_os_string()];
            inner.extend(init.arguments());
        }
        let argv = [&wrapper.argv[..], &inner].concat();
        Ok(Order {
            stage: Stage::Leash,
            parent,
            allowed: AllowedPaths::default(),
            build: None,
            program: wrapper.program.clone(),
            argv,
        })
    }

    fn shim_command(&self, order: &Order) -> io::Result<Command> {
        let mut command = Command::new(self.shim()?);
        command.args(order.arguments());
        Ok(command)
    }

    fn shim(&self) -> io::Result<PathBuf> {
        let missing = || {
            io::Error::other(
                "this program starts bots, but its main does not call sandbox::enter_if_asked (try --sandbox 0)",
            )
        };
        self.shim.clone().ok_or_else(missing)
    }
}
