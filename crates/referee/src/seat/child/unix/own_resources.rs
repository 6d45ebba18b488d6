//! The referee's own resources: enough file descriptors for many programs, and priority over a program that runs wild.

use rustix::process::{Resource, Rlimit, getpriority_process, getrlimit, setpriority_process, setrlimit};
use std::sync::{Once, OnceLock};

/// The limit that we ask for: hundreds of games at once need more descriptors than the usual limit of 256 or 1024.
const DESCRIPTORS: u64 = 10_240;

/// Raises the limit of our own descriptors, once, as far as it is allowed.
pub fn want_descriptors() {
    static ASKED: Once = Once::new();
    ASKED.call_once(|| {
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let wanted = maximum.map_or(DESCRIPTORS, |maximum| maximum.min(DESCRIPTORS));
        if current.is_some_and(|current| current < wanted) {
            // When it is refused, fewer games can run at once.
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum });
        }
    });
}

/// Raises or restores the scheduling priority of this thread, so that a program that multiplies cannot keep us from
/// noticing. Only root may raise it; other users have the kernel's limit on their processes instead.
pub fn prefer_us(preferred: bool) {
    static USUAL: OnceLock<i32> = OnceLock::new();
    let usual = *USUAL.get_or_init(|| getpriority_process(None).unwrap_or(0));
    let _ = setpriority_process(None, if preferred { usual - 10 } else { usual });
}
