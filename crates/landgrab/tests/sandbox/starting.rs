//! Bots that cannot be started, and levels that cannot be had.

use super::{Place, sandboxes, text};
use referee::sandbox::{CANNOT_START, Level, Sandbox};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

#[test]
fn the_usual_level_is_the_second_where_it_can_be_had() {
    let usual = Sandbox::new(None).unwrap().level();
    let expected = if Sandbox::new(Some(Level::Confined)).is_ok() { Level::Confined } else { Level::Limits };
    assert_eq!(usual, expected);
}

#[test]
fn a_missing_bot_is_told_before_it_is_started() {
    let place = Place::new();
    for sandbox in sandboxes(Level::None) {
        let error = sandbox.command(&["./no-such-bot".into()], place.scratch.path()).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string()),
            (ErrorKind::NotFound, "`./no-such-bot`: No such file or directory".into())
        );
    }
}

#[test]
fn a_bot_that_cannot_be_started_after_all_ends_with_its_own_status() {
    let place = Place::new();
    for sandbox in sandboxes(Level::Limits) {
        let bot = place.file("mine", "#!/bin/sh\n");
        let mut command = place.command(&sandbox, &[text(&bot)]);
        fs::remove_file(&bot).unwrap();
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).replace(text(&bot), "mine");
        assert_eq!(said, "landgrab: cannot start `mine`: No such file or directory\n");
        assert_eq!(output.status.code(), Some(CANNOT_START), "level {}", sandbox.level());
    }
}

#[test]
fn a_bot_whose_referee_is_gone_does_not_start() {
    let place = Place::new();
    for sandbox in sandboxes(Level::Limits) {
        let command = place.command(&sandbox, &["true"]);
        // A shell that stays between makes the shim somebody else's child.
        let mut shell = Command::new("sh");
        shell.args(["-c", "\"$@\"; exit $?", "sh"]).arg(command.get_program()).args(command.get_args());
        let output = shell.stdin(Stdio::null()).process_group(0).output().unwrap();
        assert_eq!(output.status.code(), Some(CANNOT_START), "level {}", sandbox.level());
        assert!(String::from_utf8_lossy(&output.stderr).contains("the referee is gone"));
    }
}

#[test]
fn a_bot_keeps_its_name_its_arguments_and_its_environment() {
    let place = Place::new();
    let argv = ["sh", "-c", "printf '%s|' \"$0\" \"$@\" \"$HOME\" \"$TMPDIR\"", "name", "", "two words", "--"];
    for sandbox in sandboxes(Level::None) {
        let output = place.told(&sandbox, &argv, "");
        let home = std::env::var("HOME").unwrap_or_default();
        let expected = format!("name||two words|--|{home}|{}|", text(place.scratch.path()));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
}

#[test]
fn a_bot_starts_with_the_usual_signals() {
    let place = Place::new();
    let plain = &sandboxes(Level::None)[0];
    for sandbox in sandboxes(Level::Limits) {
        let signals =
            |sandbox| place.told(sandbox, &["grep", "-E", "Sig(Blk|Ign|Cgt)", "/proc/self/status"], "").stdout;
        assert_eq!(String::from_utf8(signals(&sandbox)), String::from_utf8(signals(plain)), "{}", sandbox.level());
    }
}

#[test]
fn a_program_that_would_not_notice_is_no_shim() {
    // This very test: started again, it would run all of its tests.
    let sandbox = Sandbox::new(Some(Level::Limits)).unwrap();
    let error = sandbox.command(&["true".into()], std::path::Path::new("/tmp")).unwrap_err();
    assert!(error.to_string().contains("enter_if_asked"), "{error}");
}

#[test]
fn the_secret_argument_alone_does_nothing() {
    let output = Command::new(env!("CARGO_BIN_EXE_landgrab")).arg("--become-a-confined-bot").output().unwrap();
    assert_eq!(output.status.code(), Some(CANNOT_START));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "landgrab: --become-a-confined-bot is for landgrab itself\n");
}
