//! The guard of a cluster: a shell that outlives us. It reads from a pipe until the pipe closes, which happens when we
//! let go of it or when we die, in whatever way. Then it ends the server and deletes the folder.

use super::wait;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Instant;

/// Each line is the process to end, or empty. SIGQUIT makes the server end all its processes and write nothing. The
/// server has ended when it has deleted its file; the process may stay as a zombie, where nobody asks for its status.
/// Ctrl-C reaches the guard as well as us, and must not end it.
const SCRIPT: &str = r#"
    trap '' INT TERM HUP
    while read -r line; do server=$line; done
    if [ -n "$server" ]; then
        kill -QUIT "$server"
        tries=100
        while [ -e "$1/data/postmaster.pid" ] && kill -0 "$server" && [ $tries -gt 0 ]; do
            sleep 0.1
            tries=$((tries - 1))
        done
        [ $tries -gt 0 ] || kill -KILL "$server"
    fi
    rm -rf "$1"
"#;

pub struct Guard {
    shell: Child,
    pipe: Option<ChildStdin>,
}

impl Guard {
    /// A guard that deletes this folder in the end.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "sh"]).arg(folder).current_dir("/").env_remove("server");
        let mut shell = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let pipe = shell.stdin.take();
        Ok(Self { shell, pipe })
    }

    /// From now on, this process is the one to end.
    pub fn watch_server(&mut self, process: u32) -> io::Result<()> {
        self.tell(&format!("{process}\n"))
    }

    /// From now on there is no process to end. Its number may soon be another's.
    pub fn forget_server(&mut self) -> io::Result<()> {
        self.tell("\n")
    }

    fn tell(&mut self, line: &str) -> io::Result<()> {
        self.pipe.as_mut().map_or(Ok(()), |pipe| pipe.write_all(line.as_bytes()))
    }

    /// Sends the guard to work.
    pub fn let_go(&mut self) {
        self.pipe = None;
    }

    /// Waits until its work is done.
    pub fn wait(&mut self, deadline: Instant) -> io::Result<bool> {
        wait(deadline, || Ok(self.shell.try_wait()?.is_some()))
    }
}
