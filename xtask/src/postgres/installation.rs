//! The PostgreSQL of this machine, and the user to run it as.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest version that the store supports.
const OLDEST: u32 = 15;

/// Debian's packages keep the programs of the server in a folder for each version, outside of `PATH`.
const DEBIAN: &str = "/usr/lib/postgresql";

/// The programs of a version that the store supports.
pub struct Installation {
    folder: PathBuf,
    /// Options of `setpriv`, if we are root: the server refuses to run as root.
    user: Option<Vec<String>>,
}

impl Installation {
    /// The newest one, if there is any.
    pub fn find() -> io::Result<Option<Self>> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let of_debian = Path::new(DEBIAN).read_dir().into_iter().flatten().flatten();
        let folders = std::env::split_paths(&path).chain(of_debian.map(|version| version.path().join("bin")));
        // A link in PATH may stand alone, and the other programs lie where it points to.
        let programs = folders.filter_map(|folder| folder.join("initdb").canonicalize().ok());
        let known = programs.filter_map(|initdb| Some((version(&initdb)?, initdb.parent()?.to_path_buf())));
        match known.filter(|(version, _)| *version >= OLDEST).max() {
            Some((_, folder)) => Ok(Some(Self { folder, user: user()? })),
            None => Ok(None),
        }
    }

    /// The folder of the programs.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// One of its programs, run by the user.
    pub fn command(&self, program: &str) -> Command {
        self.as_user(self.folder.join(program))
    }

    /// Any program, run by the user. The process that starts is the program itself, so its number can be used to end it.
    pub fn as_user(&self, program: impl AsRef<Path>) -> Command {
        let mut command = match &self.user {
            None => Command::new(program.as_ref()),
            Some(options) => {
                let mut command = Command::new("setpriv");
                command.args(options).arg(program.as_ref());
                command
            }
        };
        // The user may not be allowed to enter the folder that we are in.
        command.current_dir("/");
        command
    }
}

/// The first number of `initdb (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)`, or of `17beta1`.
fn version(initdb: &Path) -> Option<u32> {
    let output = Command::new(initdb).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let number = text.split_whitespace().find(|word| word.starts_with(|first: char| first.is_ascii_digit()))?;
    number.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()
}

/// The options of `setpriv` that make root another user: PostgreSQL's own or, where its package made none, nobody.
fn user() -> io::Result<Option<Vec<String>>> {
    if id(&["-u"])? != "0" {
        return Ok(None);
    }
    let name = if id(&["-u", "postgres"]).is_ok() { "postgres" } else { "nobody" };
    let (user, group) = (id(&["-u", name])?, id(&["-g", name])?);
    Ok(Some(vec![format!("--reuid={user}"), format!("--regid={group}"), "--clear-groups".into()]))
}

fn id(args: &[&str]) -> io::Result<String> {
    let output = Command::new("id").args(args).output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!("id {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr))));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().into())
}
