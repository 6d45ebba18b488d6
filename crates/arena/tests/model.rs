//! A model of the work of a league, a few obvious maps in memory, against the store on both databases: whatever workers do
//! in whatever order, every pair is written whole and once, and nothing is lost.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;
mod leagues;

use common::{TestStore, stores};
use landgrab_arena::{Batch, Format, Kind, Store, Taken};
use leagues::{LEAGUE, WHO, league, result, settings, soon, take};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// More cases than the usual few.
const CASES: &str = "LANDGRAB_MODEL_CASES";
const USUAL_CASES: u32 = 12;
const WORKERS: usize = 3;
const MOST: u64 = 40;
const LEASE: i64 = 1_000;

/// What somebody does.
#[derive(Clone, Debug)]
enum Step {
    /// A worker asks for so many pairs.
    Take(usize, u32),
    /// The holder of a batch, by its place among all that were ever given out, says that it lives.
    Renew(usize),
    /// It hands in some of its pairs, by the bits of a mask.
    Finish(usize, u64),
    /// It hands in a pair that is not of its batch, or one of its own twice.
    FinishWrongly(usize, bool),
    /// Time passes.
    Pass(i64),
    /// A worker is known to be gone.
    Free(usize),
    /// Pairs that were set aside are tried again.
    Retry,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0..WORKERS, 1..24_u32).prop_map(|(worker, pairs)| Step::Take(worker, pairs)),
        2 => (0..40_usize).prop_map(Step::Renew),
        4 => (0..40_usize, prop_oneof![Just(u64::MAX), any::<u64>(), Just(0)]).prop_map(|(at, mask)| Step::Finish(at, mask)),
        1 => (0..40_usize, any::<bool>()).prop_map(|(at, twice)| Step::FinishWrongly(at, twice)),
        4 => prop_oneof![Just(1), Just(LEASE / 2), Just(LEASE), Just(LEASE + 1)].prop_map(Step::Pass),
        1 => (0..WORKERS).prop_map(Step::Free),
        1 => Just(Step::Retry),
    ]
}

/// A batch as the model knows it.
#[derive(Clone, Debug)]
struct Work {
    pairs: Vec<u64>,
    /// The lease and its worker, until when.
    held: Option<(String, usize, i64)>,
    silent: u32,
}

/// The obvious store.
#[derive(Default, Debug)]
struct Model {
    now: i64,
    next: u64,
    /// In the order in which they are given out again.
    open: BTreeMap<u64, Work>,
    /// The number of the next batch.
    batches: u64,
    set_aside: BTreeMap<u64, u64>,
    done: BTreeMap<u64, u8>,
}

impl Model {
    fn add(&mut self, work: Work) {
        self.open.insert(self.batches, work);
        self.batches += 1;
    }

    /// The pairs that a worker must get.
    fn take(&mut self, wanted: u32) -> Option<(Option<u64>, Vec<u64>)> {
        let is_free = |work: &Work| work.held.as_ref().is_none_or(|(_, _, until)| *until <= self.now);
        let free: Vec<u64> = self.open.iter().filter(|(_, work)| is_free(work)).map(|(id, _)| *id).collect();
        for id in free {
            let mut work = self.open.remove(&id).unwrap();
            work.silent += u32::from(work.held.take().is_some());
            if work.silent >= 3 && work.pairs.len() == 1 {
                self.set_aside.insert(id, work.pairs[0]);
                continue;
            }
            let piece = [usize::MAX, 16].get(work.silent as usize).copied().unwrap_or(1);
            let rest = work.pairs.split_off(work.pairs.len().min(piece));
            if !rest.is_empty() {
                self.add(Work { pairs: rest, held: None, silent: work.silent });
            }
            let pairs = work.pairs.clone();
            self.open.insert(id, work);
            return Some((Some(id), pairs));
        }
        let pairs: Vec<u64> = (self.next..MOST.min(self.next + u64::from(wanted))).collect();
        self.next += pairs.len() as u64;
        (!pairs.is_empty()).then_some((None, pairs))
    }

    fn holder(&mut self, lease: &str) -> Option<u64> {
        let holds = |work: &Work| work.held.as_ref().is_some_and(|(held, ..)| held == lease);
        self.open.iter().find(|(_, work)| holds(work)).map(|(id, _)| *id)
    }
}

/// The points that a pair is given, so that the counts can be compared.
fn points(number: u64) -> u8 {
    (number % 5) as u8
}

struct Trial {
    store: Store,
    clock: Arc<AtomicI64>,
    model: Model,
    given: Vec<Batch>,
}

impl Trial {
    async fn step(&mut self, step: &Step) {
        match step {
            Step::Take(worker, pairs) => self.take(*worker, *pairs).await,
            Step::Renew(at) => {
                let Some(lease) = self.lease(*at) else { return };
                let answer = self.store.renew(&lease).await;
                let until = self.model.now + LEASE;
                match self.model.holder(&lease).and_then(|id| self.model.open.get_mut(&id)?.held.as_mut()) {
                    Some(held) => {
                        answer.unwrap();
                        held.2 = until;
                    }
                    None => assert_eq!(answer.unwrap_err().kind, Kind::LeaseLost),
                }
            }
            Step::Finish(at, mask) => self.finish(*at, *mask).await,
            Step::FinishWrongly(at, twice) => {
                let Some(lease) = self.lease(*at) else { return };
                let own = self.given[at % self.given.len()].pairs[0].number;
                let numbers = if *twice { [own, own] } else { [own, MOST + 7] };
                let error = self.store.finish(&lease, &numbers.map(|number| result(number, 4))).await.unwrap_err();
                let expected = if self.model.holder(&lease).is_some() { Kind::Invalid } else { Kind::LeaseLost };
                assert_eq!(error.kind, expected, "{error}");
            }
            Step::Pass(time) => {
                self.model.now += time;
                self.clock.store(self.model.now, Ordering::SeqCst);
            }
            Step::Free(worker) => {
                let freed = self.store.free(&format!("worker {worker}")).await.unwrap();
                let held = self.model.open.values_mut().filter_map(|work| work.held.as_mut());
                let own: Vec<_> = held.filter(|held| held.1 == *worker).map(|held| held.2 = 0).collect();
                assert_eq!(freed, own.len() as u64);
            }
            Step::Retry => {
                let retried = self.store.retry_set_aside(LEAGUE, WHO).await.unwrap();
                assert_eq!(retried, self.model.set_aside.len() as u64);
                self.retry_in_model();
            }
        }
    }

    /// A batch that is tried again keeps its number in the store, so it is given out before later ones.
    fn retry_in_model(&mut self) {
        for (id, number) in std::mem::take(&mut self.model.set_aside) {
            self.model.open.insert(id, Work { pairs: vec![number], held: None, silent: 0 });
        }
    }

    async fn take(&mut self, worker: usize, pairs: u32) {
        let taken = take(&self.store, &format!("worker {worker}"), pairs, Some(MOST)).await;
        let Some((id, numbers)) = self.model.take(pairs) else {
            let expected = if self.model.open.is_empty() { Taken::Done } else { Taken::Wait };
            assert_eq!(taken, expected);
            return;
        };
        let Taken::Batch(batch) = taken else { panic!("expected {numbers:?}, found {taken:?}") };
        let found: Vec<u64> = batch.pairs.iter().map(|order| order.number).collect();
        assert_eq!(found, numbers);
        let held = Some((batch.lease.clone(), worker, self.model.now + LEASE));
        match id {
            Some(id) => self.model.open.get_mut(&id).unwrap().held = held,
            None => self.model.add(Work { pairs: numbers, held, silent: 0 }),
        }
        self.given.push(batch);
    }

    async fn finish(&mut self, at: usize, mask: u64) {
        let Some(lease) = self.lease(at) else { return };
        let numbers = self.given[at % self.given.len()].pairs.iter().map(|order| order.number);
        let (played, rest): (Vec<u64>, Vec<u64>) = numbers.partition(|number| mask >> (number % 64) & 1 == 1);
        let results: Vec<_> = played.iter().map(|number| result(*number, points(*number))).collect();
        let answer = self.store.finish(&lease, &results).await;
        let Some(id) = self.model.holder(&lease) else {
            assert_eq!(answer.unwrap_err().kind, Kind::LeaseLost);
            return;
        };
        answer.unwrap();
        let mut work = self.model.open.remove(&id).unwrap();
        for number in played {
            assert_eq!(self.model.done.insert(number, points(number)), None, "pair {number} twice");
        }
        if !rest.is_empty() {
            (work.pairs, work.held) = (rest, None);
            self.model.open.insert(id, work);
        }
    }

    fn lease(&self, at: usize) -> Option<String> {
        (!self.given.is_empty()).then(|| self.given[at % self.given.len()].lease.clone())
    }

    /// The store has what the model has.
    async fn compare(&self) {
        let found = self.store.league(LEAGUE).await.unwrap();
        let pairs = self.store.full_pairs(found.id, 0, 1000).await.unwrap();
        let done: BTreeMap<u64, u8> =
            pairs.iter().map(|pair| (pair.result.number, pair.result.half_points())).collect();
        assert_eq!(done, self.model.done);
        assert!(pairs.iter().all(|pair| pair.result == result(pair.result.number, points(pair.result.number))));
        assert_eq!(found.pairs, pairs.len() as u64);
        let counts = self.store.counts(found.id).await.unwrap();
        assert_eq!(counts.iter().map(|row| row.counts.pairs()).sum::<u64>(), found.pairs);
        let state = self.store.work_state(found.id).await.unwrap();
        let held = self.model.open.values().filter(|work| work.held.is_some()).count() as u64;
        assert_eq!((state.held, state.waiting), (held, self.model.open.len() as u64 - held));
        let set_aside: BTreeSet<u64> = state.set_aside.iter().flat_map(|batch| batch.pairs.clone()).collect();
        assert_eq!(set_aside, self.model.set_aside.values().copied().collect());
        assert!(state.set_aside.iter().all(|batch| batch.pairs.len() == 1 && batch.why.contains("3 workers")));
    }

    /// One worker that lives plays all that is left: every pair that was ever given out is in the store, once.
    async fn play_to_the_end(&mut self) {
        self.step(&Step::Retry).await;
        self.step(&Step::Pass(LEASE + 1)).await;
        loop {
            let given = self.given.len();
            self.take(0, 9).await;
            if self.given.len() == given {
                // Pairs that silenced three workers were set aside meanwhile.
                if self.model.set_aside.is_empty() {
                    break;
                }
                self.step(&Step::Retry).await;
            } else {
                self.finish(given, u64::MAX).await;
            }
        }
        self.compare().await;
        assert_eq!(self.model.done.len() as u64, MOST);
    }
}

async fn trial(store: &TestStore, steps: &[Step]) {
    let clock = Arc::new(AtomicI64::new(0));
    let opened = league(store, &settings(Format::RoundRobin, 1), &["a", "b", "c"]).await;
    let opened = opened.with_clock(clock.clone()).with_lease(Duration::from_millis(LEASE as u64));
    let mut trial = Trial { store: opened, clock, model: Model::default(), given: Vec::new() };
    for step in steps {
        trial.step(step).await;
        trial.compare().await;
    }
    trial.play_to_the_end().await;
    trial.store.close().await;
}

#[test]
fn any_interleaving_of_take_renew_finish_expire_free_and_retry_is_as_in_the_model() {
    let cases = std::env::var(CASES).map_or(USUAL_CASES, |cases| cases.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let steps = proptest::collection::vec(step(), 1..60);
    let tried = TestRunner::new(config).run(&steps, |steps| {
        for store in stores() {
            runtime.block_on(soon(trial(&store, &steps)));
        }
        Ok(())
    });
    tried.unwrap();
}
