//! Level 3: a wrapper program gives the bot namespaces of its own for users, processes and networks. The outermost shim
//! becomes the wrapper, and a shim of level 2 inside it does the rest.

use super::surroundings::Surroundings;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A command line that runs the command appended to it in namespaces of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wrapper {
    pub(super) program: PathBuf,
    pub(super) argv: Vec<OsString>,
    /// Whether the first process inside is the appended command, which then has to wait for orphans.
    pub(super) needs_init: bool,
}

const BUBBLEWRAP: [&str; 8] =
    ["bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--die-with-parent", "--dev-bind", "/", "/"];
const UNSHARE: [&str; 7] = ["unshare", "--user", "--map-current-user", "--pid", "--net", "--fork", "--kill-child"];

/// The ways to do it, the best first. A `/proc` that shows only the bot is better than none, but not every container
/// lets us mount one; Landlock keeps the bot to its own part of it anyway.
fn ways() -> [(Vec<&'static str>, bool); 4] {
    let bubblewrap = |more: &[&'static str]| ([&BUBBLEWRAP[..], more].concat(), false);
    let unshare = |more: &[&'static str]| ([&UNSHARE[..], more].concat(), true);
    [bubblewrap(&["--proc", "/proc", "--"]), bubblewrap(&["--"]), unshare(&["--mount-proc", "--"]), unshare(&["--"])]
}

/// The best way that works on this machine, found by trying; the error says what is missing.
pub(super) fn offered(surroundings: &Surroundings) -> Result<Wrapper, String> {
    let mut said = None;
    for (words, needs_init) in ways() {
        let Some(program) = surroundings.lookup(OsStr::new(words[0])) else { continue };
        let wrapper = Wrapper { program, argv: words.into_iter().map(OsString::from).collect(), needs_init };
        match wrapper.works() {
            Ok(()) => return Ok(wrapper),
            Err(reason) => said = Some(reason),
        }
    }
    Err(said.unwrap_or_else(|| "neither bwrap (package bubblewrap) nor unshare (util-linux) is installed".into()))
}

impl Wrapper {
    /// Runs a program that does nothing.
    fn works(&self) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        command.args(&self.argv[1..]).args(["sh", "-c", ":"]).stdin(Stdio::null()).stdout(Stdio::null());
        let output = command.output().map_err(|error| format!("{}: {error}", self.program.display()))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or("no reason given");
        Err(format!("no namespaces can be made: {}", rules::notation::quoted(said)))
    }
}
