//! The throw-away cluster is up when it says so, and leaves nothing behind.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead, BufReader, stdin};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use xtask::postgres::{Cluster, Installation, TEST_POSTGRES};

/// PostgreSQL, or nothing where it is not to be had: the test is then skipped.
fn installation() -> Option<Installation> {
    let installation = std::env::var_os(TEST_POSTGRES).and_then(|_| Installation::find().unwrap());
    if installation.is_none() {
        xtask::skipped("there is no PostgreSQL (cargo xtask test starts one)");
    }
    installation
}

fn cluster() -> Option<Cluster> {
    Some(Cluster::start(installation()?, &["fsync=off"]).unwrap())
}

/// The folder in an address.
fn folder(url: &str) -> PathBuf {
    url.trim().rsplit_once("?host=").unwrap().1.into()
}

fn answers(folder: &Path) -> bool {
    UnixStream::connect(folder.join(".s.PGSQL.5432")).is_ok()
}

#[test]
fn a_cluster_answers_until_it_is_dropped_and_its_folder_is_gone_then() {
    let Some(cluster) = cluster() else { return };
    let folder = folder(&cluster.url("postgres"));
    assert!(answers(&folder));
    drop(cluster);
    assert!(!folder.exists());
}

#[test]
fn a_killed_cluster_answers_nobody_until_it_is_started_again() {
    let Some(mut cluster) = cluster() else { return };
    let folder = folder(&cluster.url("postgres"));
    cluster.kill().unwrap();
    assert!(!answers(&folder));
    cluster.restart().unwrap();
    assert!(answers(&folder));
    cluster.kill().unwrap();
    drop(cluster);
    assert!(!folder.exists());
}

/// Set in the process that is killed.
const MAKER: &str = "LANDGRAB_TEST_MAKER";

#[test]
fn a_cluster_does_not_outlive_a_killed_maker() {
    if installation().is_none() {
        return;
    }
    if std::env::var_os(MAKER).is_some() {
        let cluster = cluster().unwrap();
        eprintln!("{}", cluster.url("postgres"));
        // Until we are killed.
        stdin().read_line(&mut String::new()).unwrap();
        return;
    }
    let mut maker = Command::new(std::env::current_exe().unwrap());
    maker.args(["--exact", "a_cluster_does_not_outlive_a_killed_maker", "--nocapture"]).env(MAKER, "1");
    let mut maker = maker.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(maker.stderr.take().unwrap()).lines().map_while(Result::ok);
    let folder = folder(&lines.find(|line| line.starts_with("postgres://")).unwrap());
    let was_up = answers(&folder);
    maker.kill().unwrap();
    maker.wait().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while folder.exists() {
        assert!(Instant::now() < deadline, "{} is still there", folder.display());
        thread::sleep(Duration::from_millis(10));
    }
    assert!(was_up && !answers(&folder));
}
