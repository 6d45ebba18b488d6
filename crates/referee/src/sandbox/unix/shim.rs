//! The shim: one of our own programs, started with a secret first argument. It confines itself, which needs no unsafe
//! code as `pre_exec` would. Then it becomes the bot: same process, same pipes.

use super::confinement;
use super::limits;
use super::order::{Order, SECRET, Stage};
use super::program::reason;
use rules::notation::quoted;
use rustix::process::WaitOptions;
use std::convert::Infallible;
use std::env;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, exit};
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a bot that could not be started, with one line about it on stderr.
// 127, which shells use, also comes from a script that calls something missing: that bot did start.
pub const CANNOT_START: i32 = 125;

static MAY_BE_SHIM: AtomicBool = AtomicBool::new(false);

/// Becomes a confined bot if this process was started for that, and returns at once if not. Call it first in `main` of
/// every program that starts bots.
pub fn enter_if_asked() {
    MAY_BE_SHIM.store(true, Ordering::Relaxed);
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != SECRET) {
        return;
    }
    let Some(order) = Order::from_arguments(arguments) else {
        fail(&format!("{SECRET} is for landgrab itself"));
    };
    let Err(why) = obey(&order);
    fail(&format!("cannot start {}: {why}", quoted(&order.argv[0].to_string_lossy())));
}

/// Whether this program would notice that it is to be a shim. If not, starting it again would run all of it.
pub(super) fn is_ready() -> bool {
    MAY_BE_SHIM.load(Ordering::Relaxed)
}

fn fail(said: &str) -> ! {
    let _ = writeln!(io::stderr(), "landgrab: {said}");
    exit(CANNOT_START);
}

fn obey(order: &Order) -> Result<Infallible, String> {
    let told = |error: io::Error| reason(&error);
    limits::close_descriptors().map_err(told)?;
    limits::die_with(order.parent).map_err(told)?;
    match order.stage {
        Stage::Leash => {}
        Stage::Init => return init(order).map_err(told),
        Stage::Limits => limits::limit(order.build).map_err(told)?,
        Stage::Confined => {
            limits::limit(order.build).map_err(told)?;
            confinement::confine(&order.allowed)?;
        }
    }
    Err(reason(&command(order).exec()))
}

fn command(order: &Order) -> Command {
    let mut command = Command::new(&order.program);
    command.arg0(&order.argv[0]).args(&order.argv[1..]);
    command
}

/// The first process of a namespace: signals do not end it, and orphans become its children. A bot would not expect
/// that, so the bot is a child of it, and this process ends with the bot's exit status.
fn init(order: &Order) -> io::Result<Infallible> {
    let child = command(order).spawn()?.id();
    loop {
        let Some((pid, status)) = rustix::process::wait(WaitOptions::empty())? else { continue };
        if pid.as_raw_nonzero().get().cast_unsigned() == child {
            let signal = status.terminating_signal().map(|signal| 128 + signal);
            exit(status.exit_status().or(signal).unwrap_or(CANNOT_START));
        }
    }
}
