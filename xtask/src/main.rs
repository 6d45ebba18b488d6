//! The developers' commands, run as `cargo xtask ...`. They only call cargo, so that a fresh machine needs nothing but
//! a Rust toolchain. `test` installs the browser that opens reports, the database of leagues, and the other systems that
//! it compiles for, where they are missing. Headings and errors go to stderr, like cargo's own.

mod browser;
mod database;
mod fuzz;
mod left_out;
mod packages;
mod targets;

use left_out::Notes;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use xtask::SKIPPED_TESTS;
use xtask::postgres::TEST_POSTGRES;

const USAGE: &str = "\
usage: cargo xtask test                          everything that must hold before a change goes in
       cargo xtask fuzz [TARGET] [--seconds N]   random input for the parsers, 30 s a target
       cargo xtask train                         the champion's networks, from self-play to crates/engine/weights
";

/// Why a command did not succeed.
enum Failure {
    /// It was done, and the answer is no.
    No(String),
    /// It could not be done.
    Unable(String),
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args[..] {
        ["-h" | "--help" | "help"] | [_, "-h" | "--help"] => {
            print!("{USAGE}");
            Ok(())
        }
        ["test"] => test(),
        ["train"] => train(),
        ["fuzz", ref options @ ..] => fuzz::Options::parse(options).and_then(|options| fuzz::run(&options)),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let (message, code) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::No(message)) => (message, 1),
        Err(Failure::Unable(message)) => (message, 2),
    };
    eprintln!("xtask: {message}");
    ExitCode::from(code)
}

/// One step of `cargo xtask test`.
struct Step {
    name: &'static str,
    /// The arguments for cargo.
    args: &'static str,
    /// An environment variable for this step.
    variable: Option<(&'static str, &'static str)>,
}

/// The quick steps come first: a missing line break should not cost the time of a test run.
const STEPS: [Step; 6] = [
    Step { name: "fmt", args: "fmt --all --check", variable: None },
    Step { name: "clippy", args: "clippy --workspace --all-targets -- -D warnings", variable: None },
    Step { name: "without the arena", args: "check -p landgrab --no-default-features", variable: None },
    Step { name: "test", args: "test --workspace", variable: None },
    Step { name: "doc", args: "doc --workspace --no-deps", variable: Some(("RUSTDOCFLAGS", "-D warnings")) },
    // Without the default feature no fuzz target is linked: linking needs a C++ compiler.
    Step { name: "fuzz targets", args: "check --manifest-path fuzz/Cargo.toml --no-default-features", variable: None },
];

fn test() -> Result<(), Failure> {
    let begun = Instant::now();
    for (command, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !has_command(command) {
            return Err(Failure::Unable(format!(
                "{component} is not installed (try rustup component add {component})"
            )));
        }
    }
    browser::install_if_missing()?;
    let notes = Notes::new()?;
    let mut left_out = vec![];
    let database = database::start(&mut left_out)?;
    for Step { name, args, variable } in STEPS {
        eprintln!("== {name}");
        let mut command = cargo(args);
        command.envs(variable).env(SKIPPED_TESTS, &notes.file).env_remove(TEST_POSTGRES);
        command.envs(database.as_ref().map(|database| (TEST_POSTGRES, database.url("postgres"))));
        if !succeeds(&mut command)? {
            let variable = variable.map(|(key, value)| format!("{key}=\"{value}\" ")).unwrap_or_default();
            return Err(Failure::No(format!("{name} failed: {variable}cargo {args}")));
        }
    }
    drop(database);
    targets::check(&mut left_out)?;
    eprint!("{}", notes.left_out(left_out)?);
    eprintln!("== all passed in {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}

/// Some minutes of self-play on all cores. The result is reproducible: the same sources give the same weights.
fn train() -> Result<(), Failure> {
    let args = "run --release --package landgrab-engine --example train";
    if succeeds(&mut cargo(args))? { Ok(()) } else { Err(Failure::No(format!("training failed: cargo {args}"))) }
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").into()
}

/// The folder for build outputs.
fn target_dir() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The cargo that runs us, with these words as its arguments, at the root.
fn cargo(args: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args.split_whitespace()).current_dir(root());
    command
}

/// Whether cargo has such a subcommand. Components that rustup knows but has not installed do not count.
fn has_command(name: &str) -> bool {
    succeeds_quietly(cargo(name).arg("--version"))
}

/// Whether a command is there and succeeds; its output is dropped.
fn succeeds_quietly(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn succeeds(command: &mut Command) -> Result<bool, Failure> {
    let status = command
        .status()
        .map_err(|error| Failure::Unable(format!("cannot run {}: {error}", command.get_program().to_string_lossy())))?;
    Ok(status.success())
}
