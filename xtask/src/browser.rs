//! Chromium, for the tests that open our pages.

use crate::{Failure, succeeds, succeeds_quietly};
use std::process::Command;

/// The names of the program. crates/landgrab/tests/report/browser.rs looks for the same.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Installs it with apt-get, unless it is there.
pub fn install_if_missing() -> Result<(), Failure> {
    if NAMES.into_iter().any(is_there) {
        return Ok(());
    }
    eprintln!("== installing Chromium for the tests of reports");
    // As root in a container, or as somebody who may become root without a password.
    for before in [&[][..], &["sudo", "-n"][..]] {
        let apt_get = |what: &[&str]| {
            let words: Vec<&str> = before.iter().copied().chain(["apt-get"]).chain(what.iter().copied()).collect();
            let mut command = Command::new(words[0]);
            command.args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive");
            succeeds(&mut command).unwrap_or(false)
        };
        // A fresh machine has no list of packages; an old list may name versions that are gone.
        let is_installed = apt_get(&["update"]) && apt_get(&["install", "-y", "chromium"]);
        if is_installed && NAMES.into_iter().any(is_there) {
            return Ok(());
        }
    }
    Err(Failure::Unable(
        "Chromium is not installed and apt-get could not install it (install chromium yourself)".into(),
    ))
}

fn is_there(name: &str) -> bool {
    succeeds_quietly(Command::new(name).arg("--version"))
}
