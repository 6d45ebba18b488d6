//! Finds and checks the file that a command line means before anything starts, so that a typing error is reported as
//! one.

use super::interpreters;
use super::surroundings::Surroundings;
use crate::sandbox::foreign::foreign;
use rules::notation::quoted;
use rustix::fs::{Access, access};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The program that a command line starts: a path as it was given, or the first of its name in `PATH`.
pub(super) fn find(argv: &[OsString], surroundings: &Surroundings) -> io::Result<PathBuf> {
    let Some(name) = argv.first().filter(|name| !name.is_empty()) else {
        return Err(io::Error::new(ErrorKind::InvalidInput, "no command to start"));
    };
    let path = Path::new(name);
    let program = if name.as_bytes().contains(&b'/') {
        path.to_path_buf()
    } else {
        surroundings.lookup(name).ok_or_else(|| not_in_path(name))?
    };
    check(&program, &program)?;
    Ok(program)
}

/// Whether a file can be started here; the error names it as `shown`.
pub(super) fn check(program: &Path, shown: &Path) -> io::Result<()> {
    check_file(program, shown)?;
    check_interpreter(program, shown)?;
    match foreign(program) {
        Some(what) => Err(told(shown, ErrorKind::Unsupported, &what)),
        None => Ok(()),
    }
}

/// A file that may be run.
pub(super) fn is_program(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}

fn check_file(path: &Path, shown: &Path) -> io::Result<()> {
    let about = fs::metadata(path).map_err(|error| told(shown, error.kind(), &reason(&error)))?;
    if about.is_dir() {
        return Err(told(shown, ErrorKind::IsADirectory, "is a folder, not a program"));
    }
    if !is_program(path) {
        return Err(told(shown, ErrorKind::PermissionDenied, "is not executable (try chmod +x)"));
    }
    Ok(())
}

fn not_in_path(name: &OsStr) -> io::Error {
    let here = Path::new(".").join(name);
    let what = if here.is_file() {
        "is not in PATH (for the one in this folder write ./ before its name)"
    } else {
        "is not in PATH"
    };
    told(Path::new(name), ErrorKind::NotFound, what)
}

/// The kernel says "no such file" of a script whose interpreter is missing, which sends people looking for the script.
fn check_interpreter(program: &Path, shown: &Path) -> io::Result<()> {
    let Some(line) = interpreters::first_line(program) else { return Ok(()) };
    if line.interpreter.exists() {
        return Ok(());
    }
    let missing = quoted(&line.interpreter.to_string_lossy());
    let ending = line.interpreter.as_os_str().as_bytes().ends_with(b"\r");
    let hint = if ending { " (its first line ends in a carriage return: try dos2unix)" } else { "" };
    Err(told(shown, ErrorKind::NotFound, &format!("asks for the interpreter {missing}, which does not exist{hint}")))
}

/// Refuses programs for 32-bit machines: the filter on system calls knows only the 64-bit ones and would kill them.
pub(super) fn check_width(program: &Path) -> io::Result<()> {
    let mut start = [0; 5];
    let read = File::open(program).and_then(|mut file| file.read_exact(&mut start));
    if read.is_ok() && start == *b"\x7fELF\x01" {
        return Err(told(program, ErrorKind::Unsupported, "is a 32-bit program (try --sandbox 1)"));
    }
    Ok(())
}

/// The system's message, without the number behind it.
pub(super) fn reason(error: &io::Error) -> String {
    let said = error.to_string();
    said.split_once(" (os error").map_or(said.clone(), |(words, _)| words.to_string())
}

pub(super) fn told(path: &Path, kind: ErrorKind, what: &str) -> io::Error {
    io::Error::new(kind, format!("{}: {what}", quoted(&path.to_string_lossy())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn file(folder: &Path, name: &str, text: &str, mode: u32) -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path
    }

    fn found(program: &Path, path: &Path) -> Result<PathBuf, (ErrorKind, String)> {
        let surroundings = Surroundings { path: vec![path.into()], ..Surroundings::default() };
        find(&[program.into()], &surroundings).map_err(|error| (error.kind(), error.to_string()))
    }

    #[test]
    fn what_cannot_be_started_is_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let refusal = |program: &Path| {
            let (kind, said) = found(program, at).unwrap_err();
            (kind, said.replace(&at.display().to_string(), "."))
        };
        let plain = file(at, "plain", "", 0o644);
        let windows = file(at, "windows", "#!/bin/sh\r\necho\r\n", 0o755);
        assert_eq!(refusal(&at.join("no")), (ErrorKind::NotFound, "`./no`: No such file or directory".into()));
        assert_eq!(refusal(at), (ErrorKind::IsADirectory, "`.`: is a folder, not a program".into()));
        assert_eq!(
            refusal(&plain),
            (ErrorKind::PermissionDenied, "`./plain`: is not executable (try chmod +x)".into())
        );
        assert_eq!(refusal(Path::new("none")), (ErrorKind::NotFound, "`none`: is not in PATH".into()));
        assert!(refusal(&windows).1.contains("try dos2unix"), "{:?}", refusal(&windows));
        assert_eq!(found(Path::new(""), at), Err((ErrorKind::InvalidInput, "no command to start".into())));
    }

    #[test]
    fn a_32_bit_program_is_for_level_1() {
        let folder = tempfile::tempdir().unwrap();
        let narrow = file(folder.path(), "narrow", "\x7fELF\x01", 0o755);
        let wide = file(folder.path(), "wide", "\x7fELF\x02", 0o755);
        assert_eq!(check_width(&narrow).unwrap_err().kind(), ErrorKind::Unsupported);
        assert!(check_width(&wide).is_ok());
    }

    #[test]
    fn a_bare_name_is_the_first_program_of_that_name_in_path() {
        let folder = tempfile::tempdir().unwrap();
        let mine = file(folder.path(), "mine", "#!/bin/sh\n", 0o755);
        assert_eq!(found(Path::new("mine"), folder.path()), Ok(mine.clone()));
        assert_eq!(found(&mine, Path::new("/nowhere")), Ok(mine));
    }
}
