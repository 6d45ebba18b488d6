//! The tests and steps that `cargo xtask test` left out on this machine: tests that called [`xtask::skipped`], and
//! steps for which a tool is missing.

use crate::{Failure, target_dir};
use std::path::PathBuf;
use std::{fmt, fs};

/// The file in which tests note that they were skipped.
pub struct Notes {
    pub file: PathBuf,
}

impl Notes {
    /// An empty file.
    pub fn new() -> Result<Self, Failure> {
        let file = target_dir().join("skipped-tests.txt");
        fs::write(&file, "").map_err(|error| Failure::Unable(format!("cannot write {}: {error}", file.display())))?;
        Ok(Self { file })
    }

    /// The notes of the tests, and these steps.
    pub fn left_out(&self, steps: Vec<String>) -> Result<LeftOut, Failure> {
        let text = fs::read_to_string(&self.file);
        let text = text.map_err(|error| Failure::Unable(format!("cannot read {}: {error}", self.file.display())))?;
        Ok(LeftOut::new(&text, steps))
    }
}

/// Tests and steps that were left out, one sentence each.
pub struct LeftOut {
    tests: Vec<String>,
    steps: Vec<String>,
}

impl LeftOut {
    /// One entry for each different line: a test may try the same thing many times.
    fn new(notes: &str, steps: Vec<String>) -> Self {
        let mut tests: Vec<String> = notes.lines().map(String::from).collect();
        tests.sort();
        tests.dedup();
        Self { tests, steps }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, lines) in [("tests", &self.tests), ("steps", &self.steps)] {
            writeln!(f, "== {what} skipped, in whole or in part: {}", lines.len())?;
            for line in lines {
                writeln!(f, "   {line}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_skipped_test_is_listed_once_for_each_reason() {
        let notes = "sandbox: b: no node\nsandbox: a: no node\nsandbox: b: no node\nsandbox: b: no java\n";
        let left_out = LeftOut::new(notes, vec!["wasm32: no node".into()]);
        let expected = "== tests skipped, in whole or in part: 3\n   sandbox: a: no node\n   sandbox: b: no java\n   \
                        sandbox: b: no node\n== steps skipped, in whole or in part: 1\n   wasm32: no node\n";
        assert_eq!(left_out.to_string(), expected);
    }

    #[test]
    fn a_machine_that_has_everything_says_so() {
        let expected = "== tests skipped, in whole or in part: 0\n== steps skipped, in whole or in part: 0\n";
        assert_eq!(LeftOut::new("", vec![]).to_string(), expected);
    }
}
