//! Chromium, for the tests that open our pages.

use crate::{Failure, packages, succeeds_quietly};
use std::process::Command;

/// The names of the program. crates/landgrab/tests/report/browser.rs looks for the same.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Installs it with apt-get, unless it is there.
pub fn install_if_missing() -> Result<(), Failure> {
    if is_there() {
        return Ok(());
    }
    eprintln!("== installing Chromium for the tests of reports");
    if packages::install("chromium", is_there) {
        return Ok(());
    }
    Err(Failure::Unable(
        "Chromium is not installed and apt-get could not install it (install chromium yourself)".into(),
    ))
}

fn is_there() -> bool {
    NAMES.into_iter().any(|name| succeeds_quietly(Command::new(name).arg("--version")))
}
