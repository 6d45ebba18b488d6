//! The files that take part when a program starts: itself, the targets of its symbolic links and, for a script, its
//! interpreter with all of the same.

use super::program::is_program;
use super::surroundings::Surroundings;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Links and interpreters are followed this often, as the kernel would.
const MOST_HOPS: usize = 40;

/// The first line of a script: `#!/usr/bin/env -S python3 -u`.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct FirstLine {
    /// The program that the kernel starts.
    pub(super) interpreter: PathBuf,
    /// The rest of the line, which the kernel hands over as one argument.
    argument: OsString,
}

/// The files that take part in starting a program, itself first. Only executable files count: a script may name any
/// file as its interpreter, also one that it only wants to read.
pub(super) fn chain(program: &Path, surroundings: &Surroundings) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut ahead = vec![program.to_path_buf()];
    while let Some(program) = ahead.pop() {
        if !is_program(&program) || found.contains(&program) || found.len() > MOST_HOPS {
            continue;
        }
        if let Some(line) = first_line(&program) {
            ahead.extend(line.named().and_then(|name| surroundings.lookup(name)));
            ahead.push(line.interpreter);
        }
        found.extend(hops(&program));
    }
    found
}

/// A path, the target of each of its links, and its real path.
pub(super) fn hops(path: &Path) -> Vec<PathBuf> {
    let mut found = vec![path.to_path_buf()];
    let mut at = path.to_path_buf();
    while let Ok(target) = fs::read_link(&at) {
        at = at.parent().map_or(target.clone(), |folder| folder.join(&target));
        // Without `..`, which would hide what the folder is.
        if let (Some(Ok(folder)), Some(name)) = (at.parent().map(Path::canonicalize), at.file_name()) {
            at = folder.join(name);
        }
        if found.len() > MOST_HOPS || found.contains(&at) {
            break;
        }
        found.push(at.clone());
    }
    // Folders may be links, too.
    found.extend(path.canonicalize().ok().filter(|end| !found.contains(end)));
    found
}

/// The first line of a file that is a script.
pub(super) fn first_line(path: &Path) -> Option<FirstLine> {
    let mut start = Vec::new();
    File::open(path).ok()?.take(512).read_to_end(&mut start).ok()?;
    FirstLine::read(&start)
}

impl FirstLine {
    fn read(start: &[u8]) -> Option<Self> {
        let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
        // A carriage return is no blank: the kernel takes it for a part of the name.
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let line = &line[line.iter().position(|byte| !is_blank(byte))?..];
        let end = line.iter().position(is_blank).unwrap_or(line.len());
        let (interpreter, argument) = line.split_at(end);
        let argument = OsStr::from_bytes(argument.trim_ascii()).to_os_string();
        Some(Self { interpreter: OsStr::from_bytes(interpreter).into(), argument })
    }

    /// The program that `env` is asked to find, if the interpreter is `env`.
    fn named(&self) -> Option<&OsStr> {
        if self.interpreter.file_name()? != "env" {
            return None;
        }
        let words = self.argument.as_bytes().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        // Options and `NAME=value` may come first; `-S` may stick to what it splits.
        let words = words.map(|word| word.strip_prefix(b"-S").unwrap_or(word));
        let mut words = words.filter(|word| !word.is_empty() && !word.starts_with(b"-") && !word.contains(&b'='));
        words.next().map(OsStr::from_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn named(line: &str) -> Option<String> {
        let line = FirstLine::read(line.as_bytes()).unwrap();
        line.named().map(|name| name.to_str().unwrap().to_string())
    }

    #[test]
    fn a_first_line_names_an_interpreter() {
        let read = |text: &str| FirstLine::read(text.as_bytes()).map(|line| (line.interpreter, line.argument));
        assert_eq!(read("#!/bin/sh\nrest"), Some(("/bin/sh".into(), "".into())));
        assert_eq!(read("#! /a/python -u -x \n"), Some(("/a/python".into(), "-u -x".into())));
        assert_eq!(read("#!/bin/sh\r\n"), Some(("/bin/sh\r".into(), "".into())));
        assert_eq!(read("#!\n"), None);
        assert_eq!(read("\x7fELF"), None);
    }

    #[test]
    fn env_names_another() {
        assert_eq!(named("#!/usr/bin/env python3"), Some("python3".into()));
        assert_eq!(named("#!/usr/bin/env -S node --stack-size=99"), Some("node".into()));
        assert_eq!(named("#!/usr/bin/env -Sdeno run"), Some("deno".into()));
        assert_eq!(named("#!/usr/bin/env -i A=b ruby\r"), Some("ruby".into()));
        assert_eq!(named("#!/usr/bin/env"), None);
        assert_eq!(named("#!/usr/bin/python3 env"), None);
    }

    /// An executable file.
    fn program(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn the_chain_goes_through_links_interpreters_and_path() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        program(&at.join("versions/3/bin/python3.9"), "\x7fELF");
        symlink("python3.9", at.join("versions/3/bin/python3")).unwrap();
        symlink("3", at.join("versions/now")).unwrap();
        fs::create_dir(at.join("venv")).unwrap();
        symlink(at.join("versions/now/bin/python3"), at.join("venv/python")).unwrap();
        program(&at.join("bin/launcher"), &format!("#!{}\n", at.join("venv/python").display()));
        program(&at.join("tools/env"), "\x7fELF");
        program(&at.join("bots/mine"), &format!("#!{} -S launcher -u\n", at.join("tools/env").display()));
        let surroundings = Surroundings { path: vec![at.join("bin")], ..Surroundings::default() };
        let chain = chain(&at.join("bots/mine"), &surroundings);
        let chain: Vec<_> = chain.iter().map(|path| path.strip_prefix(&at).unwrap_or(path).to_str().unwrap()).collect();
        let expected = [
            "bots/mine",
            "tools/env",
            "bin/launcher",
            "venv/python",
            "versions/3/bin/python3",
            "versions/3/bin/python3.9",
        ];
        assert_eq!(chain, expected);
    }

    #[test]
    fn a_script_cannot_name_a_secret_as_its_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        let (bot, secret) = (folder.path().join("bot/mine"), folder.path().join("letters/secret"));
        program(&bot, &format!("#!{}\n", secret.display()));
        program(&secret, "dear");
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(chain(&bot, &Surroundings::default()), [bot]);
    }

    #[test]
    fn circles_end() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        symlink("b", at.join("a")).unwrap();
        symlink("a", at.join("b")).unwrap();
        program(&at.join("self"), &format!("#!{}\n", at.join("self").display()));
        assert_eq!(hops(&at.join("a")), [at.join("a"), at.join("b")]);
        assert!(chain(&at.join("self"), &Surroundings::default()).contains(&at.join("self")));
    }
}
