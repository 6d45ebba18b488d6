//! Thinking on a thread of its own, so that the screen stays alive.

use std::panic;
use std::thread::{self, JoinHandle};

/// Work in progress. Dropping it detaches the thread: the work ends by itself, and nobody reads its answer.
pub struct Thinking<T>(JoinHandle<T>);

impl<T: Send + 'static> Thinking<T> {
    pub fn new(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(thread::spawn(work))
    }

    /// Takes the answer out once there is one. A panic of the work is raised here.
    pub fn take(thinking: &mut Option<Self>) -> Option<T> {
        let Self(handle) = thinking.take_if(|Self(handle)| handle.is_finished())?;
        Some(handle.join().unwrap_or_else(|payload| panic::resume_unwind(payload)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn nobody_waits_for_an_answer() {
        let (go, may_go) = mpsc::channel::<()>();
        let mut thinking = Some(Thinking::new(move || may_go.recv().map(|()| 42)));
        assert_eq!(Thinking::take(&mut thinking), None);
        go.send(()).expect("it listens");
        let answer = loop {
            match Thinking::take(&mut thinking) {
                Some(answer) => break answer,
                None => thread::yield_now(),
            }
        };
        assert_eq!((answer, thinking.is_none()), (Ok(42), true));
    }
}
