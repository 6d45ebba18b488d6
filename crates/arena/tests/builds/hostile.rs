//! Builds that never end, multiply, fill the disk or look around: each is stopped, named, and leaves nothing running.

use super::{Source, cache, confined, is_installed, names, refused, short, trials, workshop};
use landgrab_arena::bot::{BuildLimits, BuildLog, BuildOutcome, Workshop};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

trials![
    a_build_that_never_ends_is_ended_with_everything_it_started,
    children_that_outlive_a_build_are_ended,
    a_build_that_writes_without_end_is_stopped,
    a_build_of_endless_small_files_is_stopped,
    a_build_of_endless_folders_is_stopped_and_can_be_removed,
    one_long_file_is_stopped,
    a_build_that_takes_all_memory_is_stopped,
    a_build_that_talks_without_end_is_stopped_and_its_log_is_short,
    a_fork_bomb_is_stopped,
    a_build_has_no_network,
    a_build_reads_and_writes_only_its_own,
    a_bot_reads_no_file_that_its_command_line_names,
    a_program_that_a_build_links_to_is_not_run,
    a_build_that_fails_is_told_with_its_output,
    a_build_that_cannot_start_is_told,
    a_build_is_interrupted,
];

/// Runs a shell script as a build.
fn sh(source: &Source, script: &str, workshop: &Workshop) -> BuildLog {
    source.build(&["sh", "-c", script], workshop)
}

fn limited(limits: BuildLimits) -> Workshop {
    Workshop { limits, ..workshop() }
}

/// The commands of all processes on this machine that have a word in their command line.
fn running(word: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    // The shell of this test has the whole script on its line.
    lines.filter(|line| line.starts_with("sleep ") && line.contains(word)).collect()
}

fn a_build_that_never_ends_is_ended_with_everything_it_started() {
    let source = Source::new(&[]);
    let begun = Instant::now();
    let log = sh(&source, "echo begun; sleep 71001 & sleep 71002", &short());
    assert_eq!((log.outcome, log.ended.as_str()), (BuildOutcome::OutOfTime, "stopped: it may take 0.3 s"));
    assert!(log.seconds >= 0.3 && begun.elapsed() < Duration::from_secs(60));
    assert_eq!(running("7100"), [""; 0]);
}

fn children_that_outlive_a_build_are_ended() {
    let source = Source::new(&[]);
    let log = sh(
        &source,
        "sleep 72001 & (sleep 72002 > /dev/null 2>&1 &) ; nohup sleep 72003 > /dev/null 2>&1 & echo built",
        &workshop(),
    );
    assert_eq!((log.outcome, log.output.as_str()), (BuildOutcome::Built, "built\n"));
    assert_eq!(running("7200"), [""; 0]);
}

fn a_build_that_writes_without_end_is_stopped() {
    let source = Source::new(&[]);
    let limits = BuildLimits { space: 20 << 20, file: 4 << 20, ..BuildLimits::default() };
    let script = "i=0; while :; do i=$((i+1)); head -c 3000000 /dev/zero > f$i; done";
    let log = sh(&source, script, &limited(limits));
    assert_eq!(log.outcome, BuildOutcome::OutOfSpace, "{}", log.text());
    assert!(log.ended.starts_with("stopped: it may have 20 MiB of files, and had "), "{}", log.ended);
}

fn a_build_of_endless_small_files_is_stopped() {
    let source = Source::new(&[]);
    let limits = BuildLimits { space: 4 << 20, ..BuildLimits::default() };
    let log = sh(&source, "i=0; while :; do i=$((i+1)); : > \"$TMPDIR/f$i\"; done", &limited(limits));
    assert_eq!(log.outcome, BuildOutcome::OutOfSpace, "{}", log.text());
}

fn a_build_of_endless_folders_is_stopped_and_can_be_removed() {
    if !is_installed("python3") {
        return;
    }
    let script = "import os\nwhile True:\n  os.mkdir('d' * 100)\n  os.chdir('d' * 100)";
    let source = Source::new(&[("bot.toml", "run = \"./bot\"\nbuild = \"python3 deep.py\"\n"), ("deep.py", script)]);
    let (kept, cache) = cache();
    let (kind, said) = refused(cache.ready(&source.package(), &workshop()));
    assert_eq!((kind, said.contains("stopped: ")), ("build", true), "{said}");
    assert_only_locks(kept.path());
}

fn one_long_file_is_stopped() {
    let source = Source::new(&[]);
    let limits = BuildLimits { file: 1 << 20, ..BuildLimits::default() };
    let log = source.build(&["dd", "if=/dev/zero", "of=long", "bs=65536", "count=4096"], &limited(limits));
    assert_eq!(log.outcome, BuildOutcome::Failed, "{}", log.text());
    assert!(log.ended.contains("file too large"), "{}", log.ended);
    assert!(fs::metadata(source.path().join("long")).unwrap().len() <= 1 << 20);
}

fn a_build_that_takes_all_memory_is_stopped() {
    if !is_installed("python3") {
        return;
    }
    let source = Source::new(&[]);
    let limits = BuildLimits { memory: 200 << 20, ..BuildLimits::default() };
    // One process is refused by the kernel; several together are found out by the watch.
    let hold = "import time; held = bytearray(90 << 20); time.sleep(600)";
    let several = format!("for i in 1 2 3 4; do python3 -c '{hold}' & done; wait");
    let log = sh(&source, &several, &limited(limits));
    assert_eq!(log.outcome, BuildOutcome::OutOfMemory, "{}", log.text());
    let log = source.build(&["python3", "-c", "bytearray(300 << 20)"], &limited(limits));
    assert_eq!(log.outcome, BuildOutcome::Failed, "{}", log.text());
    assert!(log.output.contains("MemoryError"), "{}", log.output);
}

fn a_build_that_talks_without_end_is_stopped_and_its_log_is_short() {
    let log = source_of_yes();
    assert_eq!((log.outcome, log.output.len()), (BuildOutcome::OutOfTime, 64 << 10));
    assert!(log.left_out > 0);
}

fn source_of_yes() -> BuildLog {
    Source::new(&[]).build(&["yes", "and no"], &short())
}

fn a_fork_bomb_is_stopped() {
    let source = Source::new(&[]);
    let script = "i=0; while [ $i -lt 400 ]; do sleep 73001 & i=$((i+1)); done; wait";
    let log = sh(&source, script, &workshop());
    assert_eq!(log.outcome, BuildOutcome::TooManyProcesses, "{}", log.text());
    assert_eq!(running("73001"), [""; 0]);
}

fn a_build_has_no_network() {
    let Some(sandbox) = confined().filter(|_| is_installed("python3")) else { return };
    let source = Source::new(&[]);
    let script = "import socket\ntry: socket.socket(socket.AF_INET, socket.SOCK_STREAM)\nexcept OSError as e: print(type(e).__name__)";
    let log = source.build(&["python3", "-c", script], &Workshop { sandbox, ..workshop() });
    assert_eq!((log.outcome, log.output.as_str(), log.sandbox), (BuildOutcome::Built, "PermissionError\n", 2));
}

fn a_build_reads_and_writes_only_its_own() {
    let Some(sandbox) = confined() else { return };
    let source = Source::new(&[("own", "mine")]);
    let beside = source.0.path().join("neighbour");
    fs::write(&beside, "untouched").unwrap();
    let path = beside.display();
    let script = format!(
        "cat own; cat /etc/passwd; cat {path}; echo harm > {path}; rm {path}; ln {path} link; mv ../mine ../yours; true"
    );
    let log = sh(&source, &script, &Workshop { sandbox, ..workshop() });
    assert!(log.output.starts_with("mine"), "{}", log.output);
    assert!(!log.output.contains("root:") && !log.output.contains("untouched"), "{}", log.output);
    assert_eq!(fs::read_to_string(&beside).unwrap(), "untouched");
    assert_eq!(names(source.0.path()), ["mine", "neighbour"]);
}

fn a_bot_reads_no_file_that_its_command_line_names() {
    if confined().is_none() {
        return;
    }
    let secret = tempfile::tempdir().unwrap();
    fs::write(secret.path().join("plan"), "secret").unwrap();
    let plan = secret.path().join("plan");
    let source = Source::new(&[
        ("bot.toml", &format!("run = [\"./bot\", \"{}\"]\n", plan.display())),
        ("bot", "#!/bin/sh\ncat \"$1\" || echo refused\nenv\n"),
    ]);
    let (_kept, cache) = cache();
    let ready = cache.ready(&source.package(), &workshop()).unwrap();
    let said = super::told(&ready, "");
    assert!(said.contains("refused") && !said.contains("secret") && !said.contains("CARGO"), "{said}");
}

fn a_program_that_a_build_links_to_is_not_run() {
    let source = Source::new(&[("bot.toml", "run = \"./bot\"\nbuild = \"ln -s /bin/cat bot\"\n")]);
    let (kept, cache) = cache();
    let (kind, said) = refused(cache.ready(&source.package(), &workshop()));
    assert_eq!(kind, "cannot-start");
    assert!(said.contains("`./bot`: is a file outside of the bot's folder"), "{said}");
    assert_only_locks(kept.path());
}

/// Asserts that nothing but locks is left in a cache.
fn assert_only_locks(folder: &Path) {
    let left = names(&folder.join("bots"));
    assert!(left.iter().all(|name| name.ends_with(".lock")), "{left:?}");
}

fn a_build_that_fails_is_told_with_its_output() {
    let source =
        Source::new(&[("bot.toml", "run = \"./bot\"\nbuild = [\"sh\", \"-c\", \"echo no such thing; exit 3\"]\n")]);
    let (kept, cache) = cache();
    let error = cache.ready(&source.package(), &workshop()).expect_err("the build fails");
    assert_eq!(error.to_string(), "the build failed: failed with exit status 3");
    assert_eq!((error.kind(), error.is_ours()), ("build", false));
    let landgrab_arena::bot::BotError::Build(log) = error else { panic!("{error}") };
    assert_eq!(log.output, "no such thing\n");
    assert_only_locks(kept.path());
}

fn a_build_that_cannot_start_is_told() {
    for (build, said) in [
        ("no-such-compiler x", "found `no-such-compiler`: is not in PATH"),
        ("./configure", "found `./configure`: No such file or directory"),
    ] {
        let source = Source::new(&[("bot.toml", &format!("run = \"./bot\"\nbuild = \"{build}\"\n"))]);
        let (_kept, cache) = cache();
        let (kind, sentence) = refused(cache.ready(&source.package(), &workshop()));
        assert!(kind == "cannot-start" && sentence.contains(said), "{sentence}");
    }
    let source = Source::new(&[("bot.toml", "run = \"./bot\"\nbuild = \"true\"\n")]);
    let (_kept, cache) = cache();
    let (kind, sentence) = refused(cache.ready(&source.package(), &workshop()));
    assert!(kind == "cannot-start" && sentence.contains("found `./bot`: No such file"), "{sentence}");
}

fn a_build_is_interrupted() {
    let source = Source::new(&[("bot.toml", "run = \"./bot\"\nbuild = \"sleep 74001\"\n")]);
    let (_kept, cache) = cache();
    let workshop = workshop();
    workshop.interrupt.raise();
    let error = cache.ready(&source.package(), &workshop).expect_err("it is interrupted");
    assert!(matches!(error, landgrab_arena::bot::BotError::Interrupted) && error.is_ours());
    assert_eq!(running("74001"), [""; 0]);
}
