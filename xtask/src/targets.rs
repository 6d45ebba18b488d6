//! Other systems: the workspace must compile for them, and the libraries must give the same answers in WebAssembly.

use crate::{Failure, cargo, succeeds, succeeds_quietly, target_dir};
use std::process::Command;

/// Systems of our users besides the one that the tests run on: Macs, small Linux machines, Windows.
const SYSTEMS: [&str; 3] = ["aarch64-apple-darwin", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-gnu"];

/// The target of browsers.
const WASM: &str = "wasm32-unknown-unknown";

/// The crates that must compile for a browser, with their default features.
const IN_A_BROWSER: &str = "-p landgrab-grid -p landgrab-rules -p landgrab-engine -p landgrab-vision -p landgrab-view \
                            -p landgrab-analysis";

/// An example of `landgrab-analysis`: it asks the libraries questions and compares the answers with known ones.
const ANSWERS: &str = "answers";

/// Compiles for every target that is here or that rustup can fetch. Adds a sentence for each step that was left out.
pub fn check(left_out: &mut Vec<String>) -> Result<(), Failure> {
    for target in SYSTEMS {
        if has_target(target, left_out) {
            run(target, &format!("check --workspace --target {target}"), &no_c_compiler(target))?;
        }
    }
    if !has_target(WASM, left_out) {
        return Ok(());
    }
    run(WASM, &format!("check {IN_A_BROWSER} --target {WASM}"), &[])?;
    if !succeeds_quietly(Command::new("node").arg("--version")) {
        left_out.push(format!("{WASM}: {ANSWERS} was not run, because node is not installed"));
        return Ok(());
    }
    run(WASM, &format!("build --release -p landgrab-analysis --example {ANSWERS} --target {WASM}"), &[])?;
    answer_in_wasm()
}

/// Whether the standard library of a target is installed. Installs it where it can; otherwise adds a sentence.
fn has_target(target: &str, left_out: &mut Vec<String>) -> bool {
    let is_here = succeeds_quietly(Command::new("rustup").args(["target", "add", target]));
    if !is_here {
        left_out.push(format!("{target}: rustup could not fetch the target (try rustup target add {target})"));
    }
    is_here
}

fn run(target: &str, args: &str, variables: &[(String, &str)]) -> Result<(), Failure> {
    let shown: String = variables.iter().map(|(name, value)| format!("{name}={value} ")).collect();
    eprintln!("== {target}: {shown}cargo {args}");
    if succeeds(cargo(args).envs(variables.iter().cloned()))? {
        Ok(())
    } else {
        Err(Failure::No(format!("{target} failed: {shown}cargo {args}")))
    }
}

/// Variables of the crate `cc` that make `true`, the program that does nothing, the C compiler and the archiver of a
/// target. SQLite and ring (TLS) compile C in their build scripts, and few machines have a cross compiler. `cargo check`
/// links nothing, so nobody looks for the object code. A build for the target does not inherit it: without these
/// variables the build scripts run again.
fn no_c_compiler(target: &str) -> [(String, &'static str); 2] {
    let target = target.replace('-', "_");
    [(format!("CC_{target}"), "true"), (format!("AR_{target}"), "true")]
}

/// A module that imports nothing: `main` gets an empty argument list. 255 is a panic, or no module at all.
const SCRIPT: &str = "
    WebAssembly.instantiate(require('fs').readFileSync(process.argv[1]), {})
        .then(({ instance }) => process.exit(instance.exports.main(0, 0)))
        .catch((error) => { console.error(error); process.exit(255); });
";

/// Runs the example in node. Its exit status is the number of the first answer that differs, or 0.
fn answer_in_wasm() -> Result<(), Failure> {
    let program = target_dir().join(WASM).join("release/examples").join(format!("{ANSWERS}.wasm"));
    eprintln!("== {WASM}: {ANSWERS} in node");
    let mut node = Command::new("node");
    node.arg("-e").arg(SCRIPT).arg(&program);
    let status = node.status().map_err(|error| Failure::Unable(format!("cannot run node: {error}")))?;
    let source = format!("crates/analysis/examples/{ANSWERS}.rs");
    match status.code() {
        Some(0) => Ok(()),
        Some(number @ 1..255) => Err(Failure::No(format!("answer {number} of {source} differs in WebAssembly"))),
        _ => Err(Failure::No(format!("{source} does not run to its end in WebAssembly"))),
    }
}
