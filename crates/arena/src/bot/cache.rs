//! Bots on this machine, ready to play: each unpacked once and built once, whatever number of processes asks.
//!
//! A bot has three entries in the folder, named by its hash: its folder, a note that is written last and says how it is
//! run, and a lock. The lock is held exclusively while the bot is made or removed, and shared while it is in use. It
//! falls with the process that holds it, so a half bot has no note and is made anew.

mod lock;

use super::build::{BuildLog, BuildOutcome, Workshop};
use super::unpack::half_name;
use super::{BotError, Limits, Manifest, Package, unpack};
use lock::Lock;
use referee::Interrupt;
use referee::job::{folder_size, remove_folder};
use referee::sandbox::Sandbox;
use referee::seat::Program;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder of bots that are ready to play.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    limits: Limits,
}

/// A bot that is ready to play. It stays in the cache as long as this value or a clone of it lives.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The folder that it works in. From sandbox level 2 on a bot gets a copy of it and cannot change it.
    pub folder: PathBuf,
    /// Its command line, as it is to be started in that folder.
    pub argv: Vec<OsString>,
    /// The name that its author gave it.
    pub name: Option<String>,
    /// The log of its build, if it has one.
    pub build: Option<BuildLog>,
    _in_use: Arc<Lock>,
}

/// How a bot is run, written when all else is done.
#[derive(Serialize, Deserialize)]
struct Note {
    /// The folder that it works in, within its own.
    works_in: PathBuf,
    run: Vec<String>,
    name: Option<String>,
    build: Option<BuildLog>,
}

impl Cache {
    /// A cache in this folder, which is made if it does not exist. Others on this machine may not look into it.
    pub fn open(folder: &Path, limits: Limits) -> Result<Self, BotError> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let made = builder.recursive(true).create(folder).and_then(|()| folder.canonicalize());
        let folder = made.map_err(BotError::with_path("make the folder", folder))?;
        Ok(Self { folder, limits })
    }

    /// A bot, ready to play. The first call unpacks, builds and tries it; others wait for that, and later ones are quick.
    pub fn ready(&self, package: &Package, workshop: &Workshop) -> Result<Ready, BotError> {
        package.check_machine()?;
        loop {
            let shared = self.lock(package.hash())?.shared(&workshop.interrupt)?;
            if let Some(note) = self.note(package.hash()) {
                shared.touch();
                return Ok(self.is_ready(package.hash(), note, shared));
            }
            drop(shared);
            let exclusive = self.lock(package.hash())?.exclusive(&workshop.interrupt)?;
            // Another may have made it meanwhile.
            if self.note(package.hash()).is_none() {
                self.make(package, workshop)?;
            }
            drop(exclusive);
        }
    }

    /// Removes bots that are not in use, those first whose last use is longest ago, until all files together have at
    /// most so many bytes. Returns their hashes.
    pub fn remove_oldest(&self, most: u64) -> Result<Vec<String>, BotError> {
        let mut bots = Vec::new();
        let entries = fs::read_dir(&self.folder).map_err(BotError::with_path("read", &self.folder))?;
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if let Some(hash) = name.strip_suffix(".lock") {
                let used = entry.metadata().and_then(|about| about.modified()).ok();
                bots.push((used, hash.to_string(), folder_size(&self.place(hash), u64::MAX)));
            }
        }
        bots.sort();
        let mut all = bots.iter().fold(0_u64, |all, (_, _, size)| all.saturating_add(*size));
        let mut removed = Vec::new();
        for (_, hash, size) in bots {
            if all <= most {
                break;
            }
            let Some(_lock) = self.lock(&hash)?.try_exclusive()? else { continue };
            self.clear(&hash)?;
            all -= size;
            if size > 0 {
                removed.push(hash);
            }
        }
        Ok(removed)
    }

    fn place(&self, hash: &str) -> PathBuf {
        self.folder.join(hash)
    }

    fn note_file(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("{hash}.json"))
    }

    fn lock(&self, hash: &str) -> Result<lock::Unlocked, BotError> {
        lock::Unlocked::open(&self.folder.join(format!("{hash}.lock")))
    }

    fn note(&self, hash: &str) -> Option<Note> {
        serde_json::from_slice(&fs::read(self.note_file(hash)).ok()?).ok()
    }

    fn is_ready(&self, hash: &str, note: Note, lock: Lock) -> Ready {
        Ready {
            folder: self.place(hash).join(note.works_in),
            argv: note.run.into_iter().map(OsString::from).collect(),
            name: note.name,
            build: note.build,
            _in_use: Arc::new(lock),
        }
    }

    /// Unpacks, builds and tries a bot. A bot that fails leaves nothing behind.
    fn make(&self, package: &Package, workshop: &Workshop) -> Result<(), BotError> {
        let hash = package.hash();
        self.clear(hash)?;
        let note = self.make_in_place(package, workshop);
        if note.is_err() {
            // The first error is the one to tell.
            let _ = self.clear(hash);
        }
        let text = serde_json::to_vec(&note?).map_err(|error| BotError::machine("write a note")(error.into()))?;
        let file = self.note_file(hash);
        let unfinished = file.with_extension("json.unfinished");
        let written = fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, &file));
        written.map_err(BotError::with_path("write", &file))
    }

    fn make_in_place(&self, package: &Package, workshop: &Workshop) -> Result<Note, BotError> {
        let place = self.place(package.hash());
        unpack(package, &place, &self.limits)?;
        let (folder, manifest) = Manifest::find(&place, &self.limits)?;
        let build = workshop.build(&folder, &manifest)?;
        if let Some(log) = build.as_ref().filter(|log| log.outcome != BuildOutcome::Built) {
            return Err(BotError::Build(Box::new(log.clone())));
        }
        let mut run = manifest.run;
        run[0] = own_program(&folder, &run[0]);
        let argv: Vec<OsString> = run.iter().map(OsString::from).collect();
        workshop.check(&folder, &argv)?;
        let works_in = folder.strip_prefix(&place).map(Path::to_path_buf).unwrap_or_default();
        Ok(Note { works_in, run, name: manifest.name, build })
    }

    /// Removes what there is of a bot, the note first: without it, the rest counts for nothing.
    fn clear(&self, hash: &str) -> Result<(), BotError> {
        let note = self.note_file(hash);
        match fs::remove_file(&note) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(BotError::with_path("remove", &note)(error));
            }
            _ => {}
        }
        let place = self.place(hash);
        remove_folder(&place).map_err(BotError::with_path("remove", &place))?;
        let half = half_name(hash);
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&half) {
                remove_folder(&entry.path()).map_err(BotError::with_path("remove", &entry.path()))?;
            }
        }
        Ok(())
    }
}

impl Ready {
    /// The bot as a program that a seat can start.
    pub fn program(&self, name: &str, sandbox: &Sandbox, interrupt: &Interrupt) -> Result<Program, BotError> {
        let sandbox = sandbox.in_folder(&self.folder).map_err(BotError::with_path("enter", &self.folder))?;
        Ok(Program { argv: self.argv.clone(), name: name.into(), sandbox, interrupt: interrupt.clone() })
    }
}

/// The first word of a command: a file of the bot is written as a path and made executable, whatever its author forgot.
fn own_program(folder: &Path, word: &str) -> String {
    let file = folder.join(word);
    if !file.is_file() {
        return word.into();
    }
    make_executable(&file);
    if word.contains('/') { word.into() } else { format!("./{word}") }
}

#[cfg(unix)]
fn make_executable(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    // A link may lead to a file that is not the bot's.
    if let Ok(about) = fs::symlink_metadata(file)
        && about.is_file()
        && about.permissions().mode() & 0o111 == 0
    {
        // If it cannot be done, the sandbox tells that the file is not executable.
        let _ = fs::set_permissions(file, fs::Permissions::from_mode(0o755));
    }
}

/// Systems that have no such mark.
#[cfg(not(unix))]
fn make_executable(_: &Path) {}
