//! Programs of strangers: uploaded bots and their builds. A stranger chose the command line, so nothing on it opens a
//! file of ours: no argument, no link, no interpreter. Nor does a stranger see our environment, which may hold the
//! password of a database.

use super::allowed_paths::started;
use super::order::AllowedPaths;
use super::program::{check, find, told};
use super::surroundings::{LIBRARY_VARIABLES, Surroundings};
use crate::sandbox::BuildLimits;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Variables that a stranger's program sees, besides the locale and the folders of libraries.
const VARIABLES: [&str; 4] = ["PATH", "HOME", "LANG", "TZ"];

/// The folder that a stranger's program runs in.
#[derive(Clone, Debug)]
pub(super) struct Guest {
    pub(super) folder: PathBuf,
    /// For a build, which may write to the folder.
    pub(super) build: Option<BuildLimits>,
}

impl Guest {
    /// The program that a command line starts: a file in the folder, or the first of its name in `PATH`.
    pub(super) fn find(&self, argv: &[OsString], surroundings: &Surroundings) -> io::Result<PathBuf> {
        let Some(name) = argv.first().filter(|name| name.as_bytes().contains(&b'/')) else {
            return find(argv, surroundings);
        };
        let program = self.folder.join(name);
        // The path of the folder is nothing to strangers.
        check(&program, Path::new(name))?;
        if !self.holds(&program) {
            return Err(told(Path::new(name), ErrorKind::PermissionDenied, "is a file outside of the bot's folder"));
        }
        Ok(program)
    }

    /// The paths that it may use, besides those that all may read.
    pub(super) fn allowed(&self, program: &Path, surroundings: &Surroundings) -> AllowedPaths {
        let mut allowed = AllowedPaths { read: vec![self.folder.clone()], ..AllowedPaths::default() };
        if !self.holds(program) {
            allowed.read.extend(started(program, surroundings));
        }
        if self.build.is_some() {
            allowed.write.push(self.folder.clone());
            allowed.read.extend(toolchains(surroundings));
        }
        allowed
    }

    /// Puts a command into the folder and leaves it only the variables that a stranger may see. A build has its home in the scratch folder, because
    /// compilers keep caches at home.
    pub(super) fn furnish(&self, command: &mut Command, scratch: &Path, surroundings: &Surroundings) {
        let is_kept = |name: &OsStr| {
            let known = VARIABLES.iter().chain(&LIBRARY_VARIABLES);
            name.as_bytes().starts_with(b"LC_") || known.into_iter().any(|known| name == *known)
        };
        command.env_clear().envs(env::vars_os().filter(|(name, _)| is_kept(name)));
        command.current_dir(&self.folder).env("PWD", &self.folder);
        if self.build.is_some() {
            command.env("HOME", scratch);
            command.envs(toolchains(surroundings).map(|folder| ("RUSTUP_HOME", folder)));
        }
    }

    fn holds(&self, program: &Path) -> bool {
        program.canonicalize().is_ok_and(|real| real.starts_with(&self.folder))
    }
}

/// The toolchains of rustup, which lie hidden at home.
fn toolchains(surroundings: &Surroundings) -> Option<PathBuf> {
    let usual = || surroundings.home.as_ref().map(|home| home.join(".rustup"));
    env::var_os("RUSTUP_HOME").map(PathBuf::from).or_else(usual).filter(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use tempfile::TempDir;

    /// A folder with a program, beside another with a program and a secret.
    fn places() -> (TempDir, Guest, PathBuf) {
        let folder = TempDir::new().unwrap();
        let at = folder.path().canonicalize().unwrap();
        for name in ["bot", "private"] {
            fs::create_dir(at.join(name)).unwrap();
            fs::write(at.join(name).join("run"), "#!/bin/sh\n").unwrap();
            fs::set_permissions(at.join(name).join("run"), fs::Permissions::from_mode(0o755)).unwrap();
        }
        let guest = Guest { folder: at.join("bot"), build: None };
        (folder, guest, at.join("private"))
    }

    #[test]
    fn a_program_is_one_of_the_folder_or_an_installed_one() {
        let (_kept, guest, private) = places();
        let surroundings = Surroundings { path: vec!["/bin".into()], ..Surroundings::default() };
        symlink(private.join("run"), guest.folder.join("link")).unwrap();
        let found = |name: &str| guest.find(&[name.into()], &surroundings).map_err(|error| error.to_string());
        assert_eq!(found("./run"), Ok(guest.folder.join("./run")));
        assert_eq!(found("sh"), Ok("/bin/sh".into()));
        for outside in ["./link", "../private/run", private.join("run").to_str().unwrap()] {
            assert!(found(outside).unwrap_err().contains("is a file outside of the bot's folder"), "{outside}");
        }
        assert_eq!(found("./none"), Err("`./none`: No such file or directory".into()));
    }

    #[test]
    fn only_a_build_writes_to_the_folder_and_an_own_program_opens_no_other() {
        let (_kept, mut guest, private) = places();
        let script = guest.folder.join("run");
        fs::write(&script, format!("#!{}\n", private.join("run").display())).unwrap();
        let allowed = guest.allowed(&script, &Surroundings::default());
        assert_eq!((allowed.read, allowed.write), (vec![guest.folder.clone()], vec![]));
        guest.build = Some(BuildLimits { memory: 1, file: 1 });
        assert_eq!(guest.allowed(&script, &Surroundings::default()).write, [guest.folder.clone()]);
    }

    #[test]
    fn a_stranger_does_not_see_our_variables() {
        let (_kept, guest, _) = places();
        let mut command = Command::new("true");
        guest.furnish(&mut command, Path::new("/scratch"), &Surroundings::default());
        let names: Vec<&OsStr> = command.get_envs().filter_map(|(name, value)| value.map(|_| name)).collect();
        assert!(names.contains(&OsStr::new("PATH")));
        assert!(names.iter().all(|name| !name.as_bytes().starts_with(b"CARGO")), "{names:?}");
    }
}
