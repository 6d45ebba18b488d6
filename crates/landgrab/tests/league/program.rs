//! The program under test, with a home folder of its own, and a deadline for all that is waited for.

use serde_json::Value;
use sqlx::Connection;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Far above what a busy machine needs for anything here.
const PATIENCE: Duration = Duration::from_secs(240);
const TICK: Duration = Duration::from_millis(10);

/// What a command printed.
pub struct Printed {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The program, as one user has it.
pub struct Program {
    pub home: TempDir,
    pub store: String,
}

/// A command that runs.
pub struct Running {
    child: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Program {
    pub fn new(store: String) -> Self {
        Self { home: tempfile::tempdir().unwrap(), store }
    }

    /// A command, ready to be started.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_landgrab"));
        command.args(args).env("HOME", self.home.path()).env("LANDGRAB_STORE", &self.store);
        for unset in ["XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            command.env_remove(unset);
        }
        command
    }

    pub fn start(&self, args: &[&str]) -> Running {
        Running::of(self.command(args))
    }

    pub fn run(&self, args: &[&str]) -> Printed {
        self.start(args).end()
    }

    /// The output of a command that succeeds.
    pub fn ok(&self, args: &[&str]) -> String {
        let Printed { code, out, err } = self.run(args);
        assert_eq!(code, 0, "{args:?}: {out}{err}");
        out
    }

    /// Makes a league of these built-in players.
    pub fn league(&self, name: &str, players: &[&str]) {
        self.ok(&["league", "new", name, "--seed", "11"]);
        self.ok(&[&["league", "add", name], players].concat());
    }

    /// The lines of a command that prints JSON.
    pub fn json(&self, args: &[&str]) -> Vec<Value> {
        self.ok(args).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Pairs in a league.
    pub fn pairs(&self, league: &str) -> u64 {
        let leagues = self.json(&["league", "list", "--json"]);
        leagues.iter().find(|line| line["league"] == league).unwrap()["pairs"].as_u64().unwrap()
    }

    /// Batches that workers hold.
    pub fn held_batches(&self) -> i64 {
        let count = async {
            sqlx::any::install_default_drivers();
            let mut store = sqlx::AnyConnection::connect(&self.store).await?;
            sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE lease IS NOT NULL").fetch_one(&mut store).await
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(count).unwrap_or_else(|error: sqlx::Error| panic!("{error}"))
    }

    /// Waits until a league has some pairs.
    pub fn wait_for_pairs(&self, league: &str, pairs: u64) {
        wait("the first pairs", || self.pairs(league) >= pairs);
    }

    /// The league has exactly the first so many pairs, each once and whole, and every record agrees with the rules.
    pub fn assert_whole(&self, league: &str, pairs: u64) {
        assert_eq!(self.assert_each_once(league, pairs), (1..=2 * pairs).collect::<Vec<u64>>());
    }

    /// The same for any pairs: a run without a limit gives out more than it finishes. Returns the numbers of the games.
    pub fn assert_each_once(&self, league: &str, pairs: u64) -> Vec<u64> {
        assert_eq!(self.pairs(league), pairs);
        let games = self.json(&["league", "games", league, "--json", "--after", "0", "--limit", "10000"]);
        let numbers: Vec<u64> = games.iter().map(|game| game["number"].as_u64().unwrap()).collect();
        assert!(numbers.len() as u64 == 2 * pairs && numbers.windows(2).all(|two| two[0] < two[1]), "{numbers:?}");
        let folder = self.home.path().join(format!("export-of-{league}"));
        self.ok(&["league", "export", league, folder.to_str().unwrap()]);
        let mut command = self.command(&["replay", "--check"]);
        command.args(records(&folder));
        let printed = Running::of(command).end();
        assert_eq!(printed.code, 0, "{}{}", printed.out, printed.err);
        fs::remove_dir_all(folder).unwrap();
        numbers
    }

    /// The table, which must be the same for the same results.
    pub fn table(&self, league: &str) -> Vec<Value> {
        self.json(&["league", "table", league, "--json"])
    }
}

/// The records of an exported league.
pub fn records(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder.join("games")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

impl Running {
    pub fn of(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (out, err) = (lines(child.stdout.take().unwrap()), lines(child.stderr.take().unwrap()));
        Self { child, out, err }
    }

    /// Sends a signal such as `STOP`.
    pub fn signal(&self, signal: &str) {
        let status = Command::new("kill").args([&format!("-{signal}"), &self.child.id().to_string()]).status();
        assert!(status.unwrap().success());
    }

    /// Waits for a line on standard error with these words, and returns all lines so far.
    pub fn wait_for(&self, words: &str) -> Vec<String> {
        let mut seen = Vec::new();
        let deadline = Instant::now() + PATIENCE;
        while let Ok(line) = self.err.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            seen.push(line);
            if seen.last().unwrap().contains(words) {
                return seen;
            }
        }
        panic!("expected a line with `{words}`, found {seen:#?}");
    }

    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Waits for its end.
    pub fn end(mut self) -> Printed {
        wait("the end of a command", || self.has_ended());
        let code = self.child.wait().unwrap().code().unwrap_or(-1);
        let text = |lines: &Receiver<String>| lines.iter().map(|line| line + "\n").collect();
        let (out, err): (String, String) = (text(&self.out), text(&self.err));
        assert!(!err.contains("panicked"), "{err}");
        Printed { code, out, err }
    }

    /// Kills it with SIGKILL.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || BufReader::new(stream).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    receiver
}

/// Asks again and again until the answer is yes.
pub fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        thread::sleep(TICK);
    }
}

/// A random number below this one, another each time.
pub fn random_below(end: u64) -> u64 {
    RandomState::new().hash_one("a random number") % end
}
