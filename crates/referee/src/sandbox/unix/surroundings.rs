//! The user's environment, read once: home folder, `PATH`, folders of libraries. From it follows which files belong to
//! a program's installation, and which folders are too wide to open to a stranger.

use super::program::is_program;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders that hold private files, or everything.
const WIDE: [&str; 12] =
    ["/boot", "/dev", "/etc", "/home", "/media", "/mnt", "/proc", "/root", "/run", "/sys", "/tmp", "/var"];

/// Variables with folders, separated by colons, where runtimes look for libraries.
pub(super) const LIBRARY_VARIABLES: [&str; 9] = [
    "CLASSPATH",
    "CONDA_PREFIX",
    "JAVA_HOME",
    "LD_LIBRARY_PATH",
    "NODE_PATH",
    "PYENV_ROOT",
    "PYTHONHOME",
    "PYTHONPATH",
    "VIRTUAL_ENV",
];

/// The parts of an environment that say which files a program needs.
#[derive(Clone, Default, Debug)]
pub(super) struct Surroundings {
    pub(super) home: Option<PathBuf>,
    /// The folder of temporary folders, other bots' among them.
    pub(super) temporary: Option<PathBuf>,
    pub(super) current: Option<PathBuf>,
    pub(super) path: Vec<PathBuf>,
    pub(super) libraries: Vec<PathBuf>,
}

impl Surroundings {
    /// The environment of this process.
    pub(super) fn present() -> Self {
        let real = |path: PathBuf| path.canonicalize().ok();
        let list = |name: &str| -> Vec<PathBuf> {
            // An empty entry means the current folder.
            let folders = env::var_os(name).map(|value| env::split_paths(&value).collect::<Vec<_>>());
            folders.unwrap_or_default().iter().map(|folder| Path::new(".").join(folder)).filter_map(absolute).collect()
        };
        Self {
            home: env::var_os("HOME").map(PathBuf::from).and_then(real),
            temporary: real(env::temp_dir()),
            current: env::current_dir().ok(),
            path: list("PATH"),
            libraries: LIBRARY_VARIABLES.into_iter().flat_map(list).collect(),
        }
    }

    /// The first program of this name in `PATH`; a name with a slash is a path already.
    pub(super) fn lookup(&self, name: &OsStr) -> Option<PathBuf> {
        self.path.iter().map(|folder| folder.join(name)).find(|path| is_program(path))
    }

    /// Whether a folder holds far more than one program's files: the root, a home, where temporary files lie.
    pub(super) fn is_wide(&self, folder: &Path) -> bool {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.into());
        let holds = |inner: &Option<PathBuf>| inner.as_ref().is_some_and(|inner| inner.starts_with(&real));
        real == Path::new("/")
            || WIDE.iter().any(|wide| real == Path::new(wide))
            || holds(&self.home)
            || holds(&self.temporary)
    }

    /// Whether a wide folder is one where people put a bot all the same.
    pub(super) fn is_workplace(&self, folder: &Path) -> bool {
        let real = folder.canonicalize().ok();
        real.is_some() && (real == self.home || real == self.temporary)
    }

    /// The installation of a program in this folder: the folder above `bin`, `sbin` or `shims`, else the folder itself.
    /// Of a folder with more than one installation, only the folders of programs and libraries.
    pub(super) fn installation(&self, folder: &Path) -> Vec<PathBuf> {
        let above = folder.parent().filter(|_| is_for_programs(folder));
        let prefix = above.unwrap_or(folder);
        let is_shared = |prefix: &Path| {
            let local = self.home.as_ref().map(|home| home.join(".local"));
            self.is_wide(prefix) || local.is_some_and(|local| local == prefix)
        };
        match (is_shared(prefix), above) {
            (false, _) => vec![prefix.into()],
            (true, None) => Vec::new(),
            (true, Some(_)) => ["bin", "sbin", "lib", "lib32", "lib64"].map(|name| prefix.join(name)).to_vec(),
        }
    }

    /// The files that programs of a folder in `PATH` may need. Nobody asked for these by name, so the folder above
    /// counts only if it looks like an installation: tools keep passwords beside a lone `bin`.
    pub(super) fn tools(&self, folder: &Path) -> Vec<PathBuf> {
        let holds = |name: &str| folder.parent().is_some_and(|above| above.join(name).is_dir());
        let is_shims = folder.file_name() == Some(OsStr::new("shims"));
        if is_shims || ["lib", "lib64", "libexec", "share"].into_iter().any(holds) {
            return self.installation(folder);
        }
        if self.is_wide(folder) { Vec::new() } else { vec![folder.into()] }
    }
}

fn is_for_programs(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| ["bin", "sbin", "shims"].into_iter().any(|known| name == known))
}

/// A path from the root on, its links as they are.
pub(super) fn absolute(path: impl AsRef<Path>) -> Option<PathBuf> {
    std::path::absolute(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn at_home() -> Surroundings {
        Surroundings { home: Some("/data/me".into()), temporary: Some("/scratch".into()), ..Surroundings::default() }
    }

    #[test]
    fn a_home_and_what_holds_it_are_too_wide() {
        let surroundings = at_home();
        for wide in ["/", "/data", "/data/me", "/scratch", "/etc", "/proc"] {
            assert!(surroundings.is_wide(Path::new(wide)), "{wide}");
        }
        for narrow in ["/data/me/bots", "/scratch/game", "/etc/alternatives", "/srv/bots"] {
            assert!(!surroundings.is_wide(Path::new(narrow)), "{narrow}");
        }
    }

    fn installation(folder: &str) -> Vec<String> {
        let found = at_home().installation(Path::new(folder));
        found.into_iter().map(|path| path.to_str().unwrap().to_string()).collect()
    }

    #[test]
    fn an_installation_is_what_lies_above_bin() {
        assert_eq!(installation("/data/me/venv/bin"), ["/data/me/venv"]);
        assert_eq!(installation("/data/me/.pyenv/shims"), ["/data/me/.pyenv"]);
        assert_eq!(installation("/usr/sbin"), ["/usr"]);
        assert_eq!(installation("/data/me/bots/python"), ["/data/me/bots/python"]);
    }

    #[test]
    fn a_home_or_the_root_is_never_an_installation() {
        let parts = |prefix: &str| ["bin", "sbin", "lib", "lib32", "lib64"].map(|name| format!("{prefix}/{name}"));
        assert_eq!(installation("/data/me/bin"), parts("/data/me"));
        assert_eq!(installation("/data/me/.local/bin"), parts("/data/me/.local"));
        assert_eq!(installation("/bin"), parts(""));
        assert_eq!(installation("/data/me"), [""; 0]);
        assert_eq!(installation("/"), [""; 0]);
        assert_eq!(installation("/etc"), [""; 0]);
    }

    #[test]
    fn a_bin_that_stands_alone_brings_nothing_along() {
        let home = tempfile::tempdir().unwrap();
        let at = home.path().canonicalize().unwrap();
        for folder in [".tool/bin", "node/bin", "node/lib", ".manager/shims"] {
            fs::create_dir_all(at.join(folder)).unwrap();
        }
        let surroundings = Surroundings { home: Some(at.clone()), ..Surroundings::default() };
        let tools = |folder: &str| surroundings.tools(&at.join(folder));
        assert_eq!(tools(".tool/bin"), [at.join(".tool/bin")]);
        assert_eq!(tools("node/bin"), [at.join("node")]);
        assert_eq!(tools(".manager/shims"), [at.join(".manager")]);
        assert_eq!(surroundings.tools(&at), [""; 0].map(PathBuf::from));
    }
}
