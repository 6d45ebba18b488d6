//! `cargo xtask fuzz`: each target of `fuzz/` for some seconds. Inputs that reach new code are kept in `fuzz/corpus`,
//! which git ignores; those worth sharing belong in `fuzz/seeds`.

use crate::{Failure, cargo, has_command, root, succeeds};
use std::{fs, io, path::Path};

/// The target to fuzz, or all of them, and the time for each.
pub struct Options {
    target: Option<String>,
    seconds: u32,
}

impl Options {
    /// Reads what follows `fuzz` on the command line.
    pub fn parse(args: &[&str]) -> Result<Self, Failure> {
        let mut options = Self { target: None, seconds: 30 };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match *arg {
                "--seconds" => options.seconds = seconds(args.next().copied().unwrap_or(""))?,
                target if options.target.is_none() && !target.starts_with('-') => options.target = Some(target.into()),
                _ => return Err(Failure::Unable(format!("expected [TARGET] [--seconds N], found `{arg}`"))),
            }
        }
        Ok(options)
    }
}

/// At least 1, because libFuzzer takes 0 for no limit.
fn seconds(text: &str) -> Result<u32, Failure> {
    let number = text.parse().ok().filter(|seconds| *seconds > 0);
    number.ok_or_else(|| Failure::Unable(format!("--seconds: expected a number from 1, found `{text}`")))
}

/// Runs one target or all of them, until the first crash.
pub fn run(options: &Options) -> Result<(), Failure> {
    let known = targets(&root()).map_err(|error| Failure::Unable(format!("cannot list fuzz/fuzz_targets: {error}")))?;
    let chosen = match &options.target {
        None => known,
        Some(target) if known.contains(target) => vec![target.clone()],
        Some(target) => {
            let known = known.join(", ");
            return Err(Failure::Unable(format!("no fuzz target `{target}`: there are {known}")));
        }
    };
    if !has_command("fuzz") && !succeeds(&mut cargo("install --locked cargo-fuzz"))? {
        return Err(Failure::Unable("cargo-fuzz could not be installed".into()));
    }
    for target in chosen {
        eprintln!("== {target}");
        fuzz(&target, options.seconds)?;
    }
    Ok(())
}

fn fuzz(target: &str, seconds: u32) -> Result<(), Failure> {
    // cargo-fuzz builds with the address sanitizer, an unstable flag of the compiler. This variable makes a stable
    // compiler accept it, so that nobody needs a second toolchain.
    let unlocked = |args: String| {
        let mut command = cargo(&args);
        command.env("RUSTC_BOOTSTRAP", "1");
        command
    };
    if !succeeds(&mut unlocked(format!("fuzz build {target}")))? {
        return Err(Failure::Unable(format!("{target} does not build (libFuzzer needs a C++ compiler such as g++)")));
    }
    let corpus = format!("fuzz/corpus/{target}");
    fs::create_dir_all(root().join(&corpus))
        .map_err(|error| Failure::Unable(format!("cannot make {corpus}: {error}")))?;
    // libFuzzer writes new inputs to the first directory, and only reads the others.
    let args = format!("fuzz run {target} {corpus} fuzz/seeds/{target} -- -max_total_time={seconds}");
    if succeeds(&mut unlocked(args))? {
        return Ok(());
    }
    Err(Failure::No(format!("{target} failed: the input is in fuzz/artifacts/{target}")))
}

/// The names of all targets, sorted.
fn targets(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("fuzz/fuzz_targets"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}
