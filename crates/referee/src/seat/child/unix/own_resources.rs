//! What we ask of the system for ourselves, so that many programs, or one that runs wild, leave us able to referee.

use rustix::process::{Resource, Rlimit, getpriority_process, getrlimit, setpriority_process, setrlimit};
use std::sync::{Once, OnceLock};

/// Descriptors that we would like to have: hundreds of games at once need more than systems hand out unasked.
const DESCRIPTORS: u64 = 10_240;

/// Raises the limit of our own descriptors, once, as far as it is allowed.
pub fn want_descriptors() {
    static ASKED: Once = Once::new();
    ASKED.call_once(|| {
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let wanted = maximum.map_or(DESCRIPTORS, |maximum| maximum.min(DESCRIPTORS));
        if current.is_some_and(|current| current < wanted) {
            // Refused: then fewer games at once have to do.
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum });
        }
    });
}

/// Puts this thread before programs in the queue for a core, or beside them again, so that a program which multiplies
/// cannot keep us from noticing. Root alone may do so; others have the kernel's limit on their processes instead.
pub fn prefer_us(preferred: bool) {
    static USUAL: OnceLock<i32> = OnceLock::new();
    let usual = *USUAL.get_or_init(|| getpriority_process(None).unwrap_or(0));
    let _ = setpriority_process(None, if preferred { usual - 10 } else { usual });
}
