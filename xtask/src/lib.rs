//! For tests: the ones that cannot run on this machine, and a PostgreSQL of their own. A test that cannot run calls
//! [`skipped`] and returns, and so passes; `cargo xtask test` counts and lists these calls at the end, so that nobody
//! takes them for tests that ran.

pub mod postgres;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::thread;

/// The environment variable with the path of the file that [`skipped`] appends to. `cargo xtask test` sets it.
pub const SKIPPED_TESTS: &str = "LANDGRAB_SKIPPED_TESTS";

/// Notes that the current test leaves out all or part of its checks, and why. Call it on the thread of the test, whose
/// name is the name of the test.
pub fn skipped(reason: &str) {
    eprintln!("skipped: {reason}");
    if let Some(file) = std::env::var_os(SKIPPED_TESTS) {
        note(Path::new(&file), reason).expect("xtask names a file that can be written to");
    }
}

/// Appends one line in one write, because tests of several processes append to the same file at once.
fn note(file: &Path, reason: &str) -> io::Result<()> {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a thread without a name");
    let line = format!("{}: {test}: {}\n", binary(), reason.replace('\n', " "));
    OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())
}

/// The name of the test binary, without the hash that cargo appends.
fn binary() -> String {
    let path = std::env::current_exe().unwrap_or_default();
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    name.rsplit_once('-').map_or(name.clone(), |(name, _)| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_the_binary_the_test_and_the_reason_on_one_line() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("skipped");
        note(&file, "no node").expect("a new file");
        note(&file, "two\nlines").expect("a file to append to");
        let name = "xtask: tests::a_note_has_the_binary_the_test_and_the_reason_on_one_line";
        let expected = format!("{name}: no node\n{name}: two lines\n");
        assert_eq!(std::fs::read_to_string(file).expect("it was written"), expected);
    }
}
