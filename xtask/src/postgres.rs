//! A throw-away PostgreSQL cluster: a folder of data and a server, on a unix socket in that folder and on no port.
//! Server and folder are gone with the [`Cluster`], also when the process that made it is killed.

mod guard;
mod installation;

use guard::Guard;
pub use installation::Installation;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The environment variable with the address of a server that tests may make databases in. `cargo xtask test` sets it.
/// Without it, tests that need PostgreSQL are skipped.
pub const TEST_POSTGRES: &str = "LANDGRAB_TEST_POSTGRES";

/// Far above the seconds that a busy machine needs to make a cluster, or to recover one from its log.
const PATIENCE: Duration = Duration::from_secs(60);

/// The port names the socket. It is given everywhere, because `PGPORT` may say something else.
const PORT: u16 = 5432;

/// A cluster of its own, for a test that kills the server, or for all tests together.
pub struct Cluster {
    installation: Installation,
    folder: PathBuf,
    settings: &'static [&'static str],
    server: Option<Child>,
    guard: Guard,
}

impl Cluster {
    /// Makes a cluster and starts its server, with settings such as `fsync=off`.
    pub fn start(installation: Installation, settings: &'static [&'static str]) -> io::Result<Self> {
        let folder = new_folder(&installation)?;
        let guard = Guard::of(&folder)?;
        let mut cluster = Self { installation, folder, settings, server: None, guard };
        cluster.initialise()?;
        cluster.restart()?;
        Ok(cluster)
    }

    /// The address of one of its databases. A new cluster has one, `postgres`.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@localhost:{PORT}/{database}?host={}", self.folder.display())
    }

    /// Kills the server and all its processes with SIGKILL. The server comes first, because it would start them again.
    /// Alone it would not be enough: a process with a client answers on for a moment, and even commits.
    pub fn kill(&mut self) -> io::Result<()> {
        let Some(mut server) = self.server.take() else { return Ok(()) };
        let processes = children(server.id());
        server.kill()?;
        server.wait()?;
        // An error says that one of them has ended by itself.
        Command::new("sh").args(["-c", "kill -KILL $1", "sh", &processes]).stderr(Stdio::null()).status()?;
        self.guard.forget_server()
    }

    /// Starts the server again after [`kill`](Self::kill), and waits until it has recovered.
    pub fn restart(&mut self) -> io::Result<()> {
        self.kill()?;
        let deadline = Instant::now() + PATIENCE;
        // The server refuses to start as long as a process of the killed one is left, so more than one try may be due.
        while !self.is_ready(deadline)? {
            if Instant::now() > deadline {
                return Err(self.failure("the server does not start"));
            }
        }
        Ok(())
    }

    /// Starts the server, and waits until it takes connections, or ends, or the deadline passes.
    fn is_ready(&mut self, deadline: Instant) -> io::Result<bool> {
        let mut command = self.installation.command("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(&self.folder).args(["-p", &PORT.to_string()]);
        command.args(["-c", "listen_addresses=", "-c", "max_connections=200"]);
        command.args(self.settings.iter().flat_map(|setting| ["-c", setting]));
        let mut server = self.logged(&mut command)?.spawn()?;
        self.guard.watch_server(server.id())?;
        let status = self.data().join("postmaster.pid");
        let mut ended = false;
        let is_ready = wait(deadline, || {
            ended = server.try_wait()?.is_some();
            Ok(ended || says_ready(&status, server.id()))
        })? && !ended;
        self.server = Some(server);
        if !is_ready {
            self.kill()?;
        }
        Ok(is_ready)
    }

    fn initialise(&self) -> io::Result<()> {
        let mut command = self.installation.command("initdb");
        command.arg("-D").arg(self.data());
        command.args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]);
        let mut initdb = self.logged(&mut command)?.spawn()?;
        if wait(Instant::now() + PATIENCE, || Ok(initdb.try_wait()?.is_some()))? {
            return if initdb.wait()?.success() { Ok(()) } else { Err(self.failure("initdb failed")) };
        }
        initdb.kill()?;
        initdb.wait()?;
        Err(self.failure("initdb does not end"))
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// The command with the log for its output.
    fn logged<'a>(&self, command: &'a mut Command) -> io::Result<&'a mut Command> {
        let log: File = OpenOptions::new().create(true).append(true).open(self.log())?;
        Ok(command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log))
    }

    /// An error with the end of the log, because the log goes with the folder.
    fn failure(&self, what: &str) -> io::Error {
        let log = fs::read(self.log()).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        let end = lines[lines.len().saturating_sub(20)..].join("\n");
        io::Error::other(format!("{what}: {}\n{end}", self.installation.folder().display()))
    }
}

impl Drop for Cluster {
    /// The guard ends the server and deletes the folder. Errors have nowhere to go from here.
    fn drop(&mut self) {
        self.guard.let_go();
        let deadline = Instant::now() + PATIENCE;
        if let Some(server) = &mut self.server
            && !wait(deadline, || Ok(server.try_wait()?.is_some())).unwrap_or(false)
        {
            let _ = self.kill();
        }
        let _ = self.guard.wait(deadline);
    }
}

/// A folder of the user that the server runs as. Nobody else may enter it: the server asks for no password.
fn new_folder(installation: &Installation) -> io::Result<PathBuf> {
    let template = std::env::temp_dir().join("landgrab-postgres-XXXXXX");
    let output = installation.as_user("mktemp").arg("-d").arg(template).output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!("mktemp failed: {}", String::from_utf8_lossy(&output.stderr).trim())));
    }
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Whether the server has written that it takes connections. Line 1 of the file is its process, line 8 its state; a
/// server that was killed leaves its file behind.
fn says_ready(status: &Path, server: u32) -> bool {
    let text = fs::read_to_string(status).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.first() == Some(&server.to_string().as_str()) && lines.get(7) == Some(&"ready")
}

/// The children of a process, with blanks between them. Systems without Linux's list have none; there the processes of
/// a killed server end by themselves a little later.
fn children(process: u32) -> String {
    fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default()
}

/// Asks again and again until the answer is yes or the deadline has passed. Returns the last answer.
fn wait(deadline: Instant, mut is_over: impl FnMut() -> io::Result<bool>) -> io::Result<bool> {
    while !is_over()? {
        if Instant::now() > deadline {
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(true)
}
