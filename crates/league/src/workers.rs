//! All cores at work on a list of games. Results are handed over in the order of the list, whatever order they come in.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// How many threads this machine runs at the same time.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does jobs `0..count` on `workers` threads and hands each result to `done`, in order, on the calling thread.
///
/// `work` returns `None` for a job that was stopped: no further ones are begun, and those that others still finish are
/// handed over past the gap. An error ends everything and is returned.
pub fn run_in_order<T: Send, E: Send>(
    count: usize,
    workers: usize,
    work: impl Fn(usize) -> Result<Option<T>, E> + Sync,
    mut done: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers.clamp(1, count.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= count {
                        return;
                    }
                    let result = work(job);
                    if !matches!(result, Ok(Some(_))) {
                        next.store(count, Ordering::Relaxed);
                    }
                    if sender.send((job, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        let finished = |result: Result<(), E>| {
            next.store(count, Ordering::Relaxed);
            result
        };
        for (job, result) in receiver {
            match result {
                Ok(Some(value)) => drop(waiting.insert(job, value)),
                Ok(None) => {}
                Err(error) => return finished(Err(error)),
            }
            while let Some(value) = waiting.remove(&due) {
                if let Err(error) = done(due, value) {
                    return finished(Err(error));
                }
                due += 1;
            }
        }
        waiting.into_iter().try_for_each(|(job, value)| done(job, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_workers() {
        for workers in [1, 2, 7, 100] {
            let mut seen = vec![];
            let result = run_in_order(
                50,
                workers,
                |job| Ok::<_, ()>(Some(job * job)),
                |job, square| {
                    seen.push((job, square));
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            assert_eq!(seen, (0..50).map(|job| (job, job * job)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_stopped_job_begins_no_more_and_loses_none() {
        let mut seen = vec![];
        let work = |job| Ok::<_, ()>((job != 5).then_some(job));
        run_in_order(1000, 1, work, |job, _| {
            seen.push(job);
            Ok(())
        })
        .unwrap();
        assert_eq!(seen, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn an_error_ends_everything() {
        let work = |job| if job == 3 { Err("broken") } else { Ok(Some(())) };
        assert_eq!(run_in_order(1000, 4, work, |_, ()| Ok(())), Err("broken"));
        assert_eq!(run_in_order(1000, 4, |_| Ok(Some(())), |_, ()| Err("full")), Err("full"));
    }
}
