//! The packages of the system, on machines that have `apt-get`.

use crate::succeeds;
use std::process::Command;

/// Installs a package, and asks whether that helped.
pub fn install(package: &str, is_there: impl Fn() -> bool) -> bool {
    // As root in a container, or as somebody who may become root without a password.
    for before in [&[][..], &["sudo", "-n"][..]] {
        let apt_get = |what: &[&str]| {
            let words: Vec<&str> = before.iter().copied().chain(["apt-get"]).chain(what.iter().copied()).collect();
            let mut command = Command::new(words[0]);
            command.args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive");
            succeeds(&mut command).unwrap_or(false)
        };
        // A fresh machine has no list of packages; an old list may name versions that are gone.
        if apt_get(&["update"]) && apt_get(&["install", "-y", package]) && is_there() {
            return true;
        }
    }
    false
}
