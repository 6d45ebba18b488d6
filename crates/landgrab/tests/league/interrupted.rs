//! Runs that are killed, stopped, interrupted, or lose their database.

use crate::common::{TestStore, cluster, stores};
use crate::program::{Program, Running, random_below, wait};
use std::thread;
use std::time::{Duration, Instant};

/// More kills than the usual few.
const KILLS: &str = "LANDGRAB_KILLS";
const USUAL_KILLS: u32 = 4;
const PLAYERS: [&str; 3] = ["greedy", "random", "first"];
const PAIRS: u64 = 90;
/// So many that a run takes some batches.
const LONG: u64 = 400;

/// Runs a league until it has its pairs. A pair that was killed three times is set aside; here that was our doing.
fn run_to_the_end(program: &Program, league: &str) {
    let pairs = PAIRS.to_string();
    wait("a whole league", || {
        program.ok(&["league", "retry", league]);
        let out = program.ok(&["league", "run", league, "--pairs", &pairs, "--lease", "2"]);
        !out.contains("set aside")
    });
}

/// The table of the same league without a disturbance.
fn undisturbed(program: &Program) -> Vec<serde_json::Value> {
    program.league("calm", &PLAYERS);
    run_to_the_end(program, "calm");
    program.table("calm")
}

#[test]
fn runs_that_are_killed_at_random_moments_lose_nothing_and_play_nothing_twice() {
    let kills = std::env::var(KILLS).map_or(USUAL_KILLS, |kills| kills.parse().unwrap());
    for store in stores() {
        let program = Program::new(store.url());
        let calm = undisturbed(&program);
        program.league("storm", &PLAYERS);
        let pairs = PAIRS.to_string();
        let run = ["league", "run", "storm", "--pairs", &pairs, "--jobs", "2", "--lease", "2"];
        for _ in 0..kills {
            let running = program.start(&run);
            thread::sleep(Duration::from_millis(random_below(1200)));
            running.kill();
        }
        run_to_the_end(&program, "storm");
        program.assert_whole("storm", PAIRS);
        assert_eq!(program.table("storm"), calm);
        assert_nothing_runs(&program);
    }
}

/// No process has the home folder of this program in its environment.
fn assert_nothing_runs(program: &Program) {
    let home = program.home.path().to_string_lossy().into_owned();
    let Ok(processes) = std::fs::read_dir("/proc") else { return };
    let environment = |process: std::fs::DirEntry| std::fs::read(process.path().join("environ")).ok();
    let is_ours = |environment: &Vec<u8>| String::from_utf8_lossy(environment).contains(&home);
    assert_eq!(processes.flatten().filter_map(environment).filter(is_ours).count(), 0);
}

#[test]
fn a_run_that_sleeps_longer_than_its_lease_is_told_that_its_result_is_dropped() {
    for store in stores() {
        let program = Program::new(store.url());
        program.league("spring", &PLAYERS);
        let pairs = LONG.to_string();
        let run = ["league", "run", "spring", "--pairs", &pairs, "--jobs", "1", "--lease", "1"];
        let sleeper = program.start(&run);
        program.wait_for_pairs("spring", 15);
        put_to_sleep(&program, &sleeper);
        let other = program.run(&run);
        assert_eq!(other.code, 0, "{}", other.err);
        assert_eq!(program.pairs("spring"), LONG);
        sleeper.signal("CONT");
        let late = sleeper.end();
        assert_eq!(late.code, 0, "{}", late.err);
        assert!(late.err.contains("were played by another worker meanwhile"), "{}", late.err);
        program.assert_whole("spring", LONG);
    }
}

/// Stops a run at a moment when it holds a batch and does not write: a process that sleeps while it writes to a SQLite file
/// keeps all others from writing.
fn put_to_sleep(program: &Program, sleeper: &Running) {
    wait("a moment between two writes", || {
        sleeper.signal("STOP");
        let mut writer = program.start(&["league", "close", "spring", "--undo"]);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(2) {
            if writer.has_ended() {
                if program.held_batches() > 0 {
                    return true;
                }
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        writer.kill();
        sleeper.signal("CONT");
        false
    });
}

#[test]
fn two_runs_at_the_same_time_share_the_work() {
    for store in stores() {
        let program = Program::new(store.url());
        program.league("spring", &PLAYERS);
        let pairs = PAIRS.to_string();
        let run = ["league", "run", "spring", "--pairs", &pairs, "--jobs", "1"];
        let (one, other) = (program.start(&run), program.start(&run));
        let ends = [one.end(), other.end()];
        assert!(ends.iter().all(|printed| printed.code == 0 && printed.err.is_empty()));
        program.assert_whole("spring", PAIRS);
    }
}

#[test]
fn ctrl_c_keeps_the_finished_pairs_and_says_how_to_go_on() {
    for store in stores() {
        let program = Program::new(store.url());
        program.league("spring", &PLAYERS);
        let running = program.start(&["league", "run", "spring", "--jobs", "2"]);
        program.wait_for_pairs("spring", 2);
        running.signal("INT");
        let printed = running.end();
        assert_eq!(printed.code, 130, "{}", printed.err);
        assert!(printed.out.contains("stopped; landgrab league run spring goes on from here"), "{}", printed.out);
        let kept = program.pairs("spring");
        assert!(kept >= 2 && printed.out.starts_with(&format!("spring: {kept} pairs")), "{}", printed.out);
        let more = (kept + 20).to_string();
        program.ok(&["league", "run", "spring", "--pairs", &more]);
        program.assert_each_once("spring", kept + 20);
        assert_nothing_runs(&program);
    }
}

#[test]
fn a_run_waits_for_a_database_that_was_killed_says_so_in_one_line_and_completes() {
    let Some(mut cluster) = cluster() else { return };
    let program = Program::new(cluster.url("postgres"));
    let calm = undisturbed(&program);
    program.league("storm", &PLAYERS);
    let pairs = PAIRS.to_string();
    let running = program.start(&["league", "run", "storm", "--pairs", &pairs, "--jobs", "2", "--lease", "2"]);
    program.wait_for_pairs("storm", 1);
    cluster.kill().unwrap();
    let told = running.wait_for("trying again");
    assert_eq!(told.len(), 1, "{told:#?}");
    cluster.restart().unwrap();
    let printed = running.end();
    assert_eq!(printed.code, 0, "{}", printed.err);
    assert_eq!(printed.err.matches("it works again").count(), 1, "{}", printed.err);
    assert!(!printed.err.contains("trying again"), "{}", printed.err);
    program.assert_whole("storm", PAIRS);
    assert_eq!(program.table("storm"), calm);
}

#[test]
fn a_run_of_a_league_in_which_only_one_plays_says_so() {
    let store = TestStore::sqlite();
    let program = Program::new(store.url());
    program.ok(&["league", "new", "spring", "--format", "ladder"]);
    program.ok(&["league", "add", "spring", "greedy", "random"]);
    program.ok(&["league", "retire", "spring", "random"]);
    let printed = program.run(&["league", "run", "spring"]);
    assert_eq!(printed.code, 2);
    assert!(printed.err.contains("1 of the two entrants that a game needs"), "{}", printed.err);
}
