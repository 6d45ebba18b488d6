//! A full disk, a file that may not be written to, a folder that goes away: one clear line, and nothing is lost.

use crate::common::TestStore;
use crate::program::{Printed, Program, Running};
use std::process::Command;

/// A shell script with a small file system at `$1` that nobody else sees; `None` where that is not allowed. In it,
/// `landgrab` is the program.
fn with_small_disk(program: &Program, script: &str) -> Option<Printed> {
    let can = Command::new("unshare").args(["--mount", "true"]).output();
    if !can.is_ok_and(|output| output.status.success()) {
        xtask::skipped("file systems cannot be mounted here");
        return None;
    }
    let folder = program.home.path().join("disk");
    std::fs::create_dir(&folder).unwrap();
    let whole = format!(
        "set -e\nmount -t tmpfs -o size=12m landgrab-test \"$1\"\nexport LANDGRAB_STORE=sqlite:$1/store.db\nshift\n\
         disk=${{LANDGRAB_STORE#sqlite:}}; disk=${{disk%/*}}\nlandgrab() {{ \"$program\" \"$@\"; }}\n{script}"
    );
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", &whole, "sh"]).arg(&folder).env("HOME", program.home.path());
    command.env("program", env!("CARGO_BIN_EXE_landgrab"));
    Some(Running::of(command).end())
}

#[test]
fn a_run_waits_while_the_disk_is_full_and_goes_on_when_there_is_room() {
    let program = Program::new(String::new());
    let script = r#"
        landgrab league new spring --seed 11
        landgrab league add spring greedy random first
        landgrab league run spring --pairs 4
        "$program" league run spring --pairs 150 2>"$HOME/told" &
        run=$!
        tries=0
        while landgrab league list --json | grep -q '"pairs":4[,}]'; do
            tries=$((tries + 1)); [ $tries -lt 2000 ] || exit 7
        done
        dd if=/dev/zero of="$disk/ballast" bs=4k 2>/dev/null || true
        until grep -q 'trying again' "$HOME/told"; do
            tries=$((tries + 1)); [ $tries -lt 2000 ] || { echo 'it said nothing'; cat "$HOME/told"; exit 9; }
            kill -0 $run || { echo 'it ended'; cat "$HOME/told"; exit 8; }
            sleep 0.05
        done
        rm "$disk/ballast"
        wait $run
        cat "$HOME/told" >&2
        landgrab league list --json
        landgrab league games spring --json --after 0 --limit 1000 | wc -l
    "#;
    let Some(printed) = with_small_disk(&program, script) else { return };
    assert_eq!(printed.code, 0, "{}{}", printed.out, printed.err);
    assert!(printed.out.contains("\"pairs\":150"), "{}", printed.out);
    assert!(printed.out.trim().ends_with("300"), "{}", printed.out);
    assert!(printed.err.contains("it works again"), "{}", printed.err);
}

#[test]
fn a_store_that_is_read_only_is_named() {
    let program = Program::new(String::new());
    let script = r#"
        landgrab league new spring --seed 11
        landgrab league add spring greedy random
        mount -o remount,ro "$disk"
        for command in 'run spring --pairs 2' 'new summer' 'close spring'; do
            code=0
            landgrab league $command || code=$?
            [ $code = 2 ] || { echo "league $command ended with $code"; exit 9; }
        done
        mount -o remount,rw "$disk"
        landgrab league run spring --pairs 2
    "#;
    let Some(printed) = with_small_disk(&program, script) else { return };
    assert_eq!(printed.code, 0, "{}{}", printed.out, printed.err);
    assert!(printed.out.contains("spring: 2 pairs"), "{}", printed.out);
    assert_eq!(printed.err.lines().count(), 3, "{}", printed.err);
    assert!(printed.err.lines().all(|line| line.contains("write")), "{}", printed.err);
}

#[test]
fn a_run_whose_store_goes_away_says_so_and_goes_on_when_it_is_back() {
    let store = TestStore::sqlite();
    let TestStore::Sqlite(folder) = &store else { return };
    let (file, away) = (folder.path().join("store.db"), folder.path().join("away.db"));
    let program = Program::new(store.url());
    program.league("spring", &["greedy", "random", "first"]);
    let running = program.start(&["league", "run", "spring", "--pairs", "80", "--jobs", "2"]);
    program.wait_for_pairs("spring", 1);
    std::fs::rename(&file, &away).unwrap();
    let told = running.wait_for("trying again");
    assert!(told.len() == 1 && told[0].contains("store.db is gone"), "{told:#?}");
    std::fs::rename(&away, &file).unwrap();
    let printed = running.end();
    assert_eq!(printed.code, 0, "{}", printed.err);
    program.assert_whole("spring", 80);
}
