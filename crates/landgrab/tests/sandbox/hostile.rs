//! Forbidden deeds, tried by bots that do them.

use super::{Place, is_installed, sandboxes, text};
use referee::sandbox::Level;
use std::fs;
use std::path::Path;

/// Runs a piece of Python and says how it went.
const TRICK: &str = r"
import ctypes, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), 'refused')
try:
    exec(sys.argv[1])
    print('done')
except (OSError, MemoryError) as error:
    print('refused:', type(error).__name__)
";

/// A piece of Python works below a level, and is refused from there on. Without `below`, it is not tried below.
fn assert_refused(trick: &str, from: Level, below: bool) {
    let place = Place::new();
    let file = place.file("trick.py", TRICK);
    // The system's starts faster than most people's own.
    let python = if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3" } else { "python3" };
    if python == "python3" && !is_installed(python) {
        return;
    }
    for sandbox in sandboxes(if below { Level::None } else { from }) {
        let output = place.told(&sandbox, &[python, text(&file), trick], "");
        let said = String::from_utf8_lossy(&output.stdout);
        let expected = if sandbox.level() < from { "done\n" } else { "refused: " };
        let noise = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with(expected), "level {}: {trick}: {said:?} {noise:?}", sandbox.level());
    }
}

#[test]
fn files_of_others_cannot_be_read() {
    assert_refused("open('/etc/passwd').read()", Level::Confined, true);
    assert_refused("os.listdir('/')", Level::Confined, true);
    let secret = tempfile::tempdir().unwrap();
    fs::write(secret.path().join("plan"), "a1").unwrap();
    // Not as text in an argument of its own: a file that is an argument may be read.
    let trick = format!("open('{}' + '/plan').read()", text(secret.path()));
    assert_refused(&trick, Level::Confined, true);
}

#[test]
fn only_the_scratch_folder_can_be_written_to() {
    let elsewhere = tempfile::tempdir().unwrap();
    let write = |path: &str| format!("open({path} + '/new', 'w').write('x')");
    let elsewhere = format!("'{}'", text(elsewhere.path()));
    assert_refused(&write(&elsewhere), Level::Confined, true);
    assert_refused(&write("os.path.dirname(sys.argv[0])"), Level::Confined, true);
    assert_refused("os.unlink(sys.argv[0])", Level::Confined, false);
    assert_refused("os.truncate(sys.argv[0], 0)", Level::Confined, false);
    let inside = write("os.environ['TMPDIR']");
    let nothing =
        format!("{inside}; os.rename(os.environ['TMPDIR'] + '/new', os.environ['TMPDIR'] + '/old'); raise OSError");
    assert_refused(&nothing, Level::None, true);
}

#[test]
fn what_is_written_stays_small() {
    let trick = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n\
        os.truncate(os.open(os.environ['TMPDIR'] + '/big', os.O_CREAT | os.O_TRUNC | os.O_RDWR), 65 << 20)";
    assert_refused(trick, Level::Limits, true);
}

#[test]
fn the_network_is_out_of_reach() {
    assert_refused("socket.socket(socket.AF_INET, socket.SOCK_STREAM)", Level::Confined, true);
    assert_refused("socket.socket(socket.AF_INET, socket.SOCK_DGRAM)", Level::Confined, true);
    assert_refused("socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)", Level::Confined, true);
    assert_refused("socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)", Level::Confined, true);
    // Two ends of one bot may talk.
    assert_refused("a, b = socket.socketpair(); a.send(b'x'); b.recv(1); raise OSError", Level::None, true);
}

#[test]
fn eight_gigabytes_are_too_much() {
    assert_refused("bytearray(8 << 30)", Level::Limits, false);
    assert_refused("import mmap; mmap.mmap(-1, 8 << 30)", Level::Confined, false);
}

#[test]
fn nobody_leaves_the_process_group() {
    // In a child, because a bot leads its group already.
    for leave in ["os.setsid()", "os.setpgid(0, 0)"] {
        assert_refused(&format!("if os.fork():\n  os.wait()\n  os._exit(0)\n{leave}"), Level::Confined, true);
    }
}

#[test]
fn other_processes_are_let_alone() {
    assert_refused("call(libc.ptrace(0, 0, 0, 0))", Level::Confined, true);
    assert_refused("import resource; resource.prlimit(os.getppid(), resource.RLIMIT_CORE)", Level::Confined, false);
    assert_refused("os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)", Level::Confined, false);
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse::<u32>().unwrap_or(0));
    if (numbers.next(), numbers.next()) < (Some(6), Some(12)) {
        return xtask::skipped("before Linux 6.12, Landlock does not hold back signals");
    }
    assert_refused("os.kill(os.getppid(), 0)", Level::Confined, true);
}

#[test]
fn the_machine_is_not_theirs() {
    for trick in [
        "libc.mount(b'none', os.environ['TMPDIR'].encode(), b'tmpfs', 0, None)",
        "libc.unshare(0x10000000)",
        "libc.syscall(425, 1, bytes(120))",
        "libc.shmget(0, 4096, 0o1600)",
        "libc.chroot(b'/usr')",
        "libc.setns(0, 0)",
    ] {
        assert_refused(&format!("call({trick})"), Level::Confined, false);
    }
    #[cfg(target_arch = "x86_64")]
    assert_refused("call(libc.syscall(0x40000000 + 39))", Level::Confined, false);
}

#[test]
fn privileges_and_core_files_are_gone() {
    let trick = "'NoNewPrivs:\\t1' in open('/proc/self/status').read() and call(-1)";
    assert_refused(trick, Level::Limits, false);
    assert_refused(
        "import resource; resource.getrlimit(resource.RLIMIT_CORE) == (0, 0) and call(-1)",
        Level::Limits,
        false,
    );
}
