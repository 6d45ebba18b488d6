//! The occupation of a silent program, by its state in the kernel: it computes, it reads its standard input, or it
//! waits for something else. Its share of a processor would say how busy the machine is, not what the program does.

use std::time::Duration;

/// The occupation of a program over some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// It computes, or would if the machine had a processor for it.
    Computes,
    /// It is blocked in a read of its standard input.
    Reads,
    /// It is blocked in something else: a sleep, a lock, another program.
    Waits,
    /// It is blocked; the system does not say in what.
    WaitsSomehow,
    /// The system does not say.
    Unknown,
}

/// One look at a program and all that it started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether any of its threads has a processor or waits for one.
    pub runs: bool,
    /// Whether a thread is blocked in a read of standard input; `None` where the system does not say.
    pub reads: Option<bool>,
    /// Its time on a processor so far.
    pub cpu: Duration,
}

/// The occupation that some looks, taken a little apart, show.
pub fn judge(looks: &[Look]) -> Doing {
    let running = looks.iter().filter(|look| look.runs).count();
    // A program that computes runs at every look; one that reads or sleeps may wake up for one of them.
    if looks.is_empty() {
        return Doing::Unknown;
    }
    if 2 * running > looks.len() {
        return Doing::Computes;
    }
    let blocked: Vec<Option<bool>> = looks.iter().filter(|look| !look.runs).map(|look| look.reads).collect();
    if blocked.iter().all(|reads| *reads == Some(true)) {
        Doing::Reads
    } else if blocked.iter().any(Option::is_none) {
        Doing::WaitsSomehow
    } else {
        Doing::Waits
    }
}

/// Looks at a running program; `None` where the system does not tell, or the program is gone.
#[cfg(target_os = "linux")]
pub fn look(program: u32) -> Option<Look> {
    let family = super::usage::family(program)?;
    let (mut runs, mut reads) = (false, Some(false));
    for process in &family {
        let folder = format!("/proc/{}/task", process.id);
        for task in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let read = |file: &str| std::fs::read_to_string(task.path().join(file)).ok();
            // The name, in brackets, may hold any text; the state stands behind it.
            let stat = read("stat").unwrap_or_default();
            runs |= stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('R'));
            let is_reading = read("syscall").and_then(|call| is_read_of_stdin(&call));
            reads = match (reads, is_reading) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            };
        }
    }
    Some(Look { runs, reads, cpu: family.iter().map(|process| process.cpu).sum() })
}

/// Looks at a running program; `None`, because this system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn look(_: u32) -> Option<Look> {
    None
}

/// Whether a line of `/proc/N/syscall` is a read of standard input: the call's number, then its arguments. `None`: the
/// number is not known, as on a processor that we do not know.
#[cfg(target_os = "linux")]
fn is_read_of_stdin(call: &str) -> Option<bool> {
    let mut words = call.split_whitespace();
    let number = words.next()?;
    if number == "running" {
        return Some(false);
    }
    let is_stdin = words.next() == Some("0x0");
    let [read, readv, others] = calls()?;
    if [read, readv].contains(&number) {
        return Some(is_stdin);
    }
    // A program that waits for one of several files may wait for its input.
    if others.split(' ').any(|other| other == number) { None } else { Some(false) }
}

/// The numbers of `read`, `readv` and of the calls that wait for several files.
#[cfg(target_os = "linux")]
fn calls() -> Option<[&'static str; 3]> {
    match std::env::consts::ARCH {
        "x86_64" => Some(["0", "19", "7 23 232 270 271 281 441"]),
        "aarch64" => Some(["63", "65", "22 72 73 441"]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(runs: bool, reads: Option<bool>) -> Look {
        Look { runs, reads, cpu: Duration::ZERO }
    }

    #[test]
    fn a_program_that_spins_computes_however_little_time_it_gets() {
        // Four busy loops on two cores: it always wants to run, and gets 7 % of a core.
        let looks: Vec<Look> =
            (0..6).map(|n| Look { runs: true, reads: Some(false), cpu: Duration::from_millis(3 * n) }).collect();
        assert_eq!(judge(&looks), Doing::Computes);
    }

    #[test]
    fn a_program_that_reads_may_wake_up_meanwhile() {
        let reads = look(false, Some(true));
        assert_eq!(judge(&[look(true, Some(false)), reads, reads, reads]), Doing::Reads);
    }

    #[test]
    fn a_sleeping_program_waits_and_what_is_not_known_is_not_said() {
        assert_eq!(judge(&[look(false, Some(false)); 3]), Doing::Waits);
        assert_eq!(judge(&[look(false, None); 3]), Doing::WaitsSomehow);
        assert_eq!(judge(&[look(false, Some(true)), look(false, None)]), Doing::WaitsSomehow);
        assert_eq!(judge(&[]), Doing::Unknown);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_kernels_line_says_whether_standard_input_is_read() {
        if calls().is_none_or(|[read, ..]| read != "0") {
            return;
        }
        assert_eq!(
            is_read_of_stdin("0 0x0 0x7f20665ee000 0x20000 0x7f2066680b60 0xffffffff 0x0 0x7ff 0x7f2"),
            Some(true)
        );
        assert_eq!(
            is_read_of_stdin("0 0x3 0x7f20665ee000 0x20000 0x7f2066680b60 0xffffffff 0x0 0x7ff 0x7f2"),
            Some(false)
        );
        assert_eq!(is_read_of_stdin("230 0x0 0x0 0x7ffccabda8c0 0x7ffccabda900 0x0 0x0 0x7f 0x7f"), Some(false));
        assert_eq!(is_read_of_stdin("running\n"), Some(false));
        assert_eq!(is_read_of_stdin("232 0x5 0x0 0x0 0x0 0x0 0x0 0x0 0x0"), None, "it waits for several files");
        assert_eq!(is_read_of_stdin(""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn we_run_ourselves() {
        assert!(super::look(std::process::id()).unwrap().runs);
        assert_eq!(super::look(u32::MAX), None);
    }
}
