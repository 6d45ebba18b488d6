//! A terminal for a program's standard output: C, Python and others write each line at once to a terminal, and keep
//! lines in a buffer when they write to a pipe.

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use std::io;
use std::os::fd::OwnedFd;

/// A terminal that changes no byte: the end to read from, and the end for the program.
pub fn terminal() -> io::Result<(OwnedFd, OwnedFd)> {
    let reader = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    fcntl_setfd(&reader, FdFlags::CLOEXEC)?;
    grantpt(&reader)?;
    unlockpt(&reader)?;
    let name = ptsname(&reader, Vec::new())?;
    let writer = open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
    let mut settings = tcgetattr(&writer)?;
    settings.make_raw();
    tcsetattr(&writer, OptionalActions::Now, &settings)?;
    Ok((reader, writer))
}
