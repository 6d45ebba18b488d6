//! A runner: some threads that take batches, play their pairs and hand the results back, until nothing is left. Batches
//! are sized by the time that games take, so that the store is asked every few seconds, however fast the players are.
//!
//! Trouble with the store or the connection is waited out: nothing is lost, and it is nobody's fault but ours.

mod leases;

use crate::batch::PairOrder;
use crate::{ArenaError, Batch, Contender, Kind, PairResult, PlayedGame, Taken};
use league::Plan;
use leases::Leases;
use referee::Interrupt;
use rules::catalogue::AnySetup;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A batch should take about this long ...
const BATCH: Duration = Duration::from_secs(3);
/// ... and is handed back in part when it takes this long: its players are slower than those before.
const LONGEST_BATCH: Duration = Duration::from_secs(10);
/// Pairs of a batch, at most.
const MOST_PAIRS: u32 = 2000;
/// The shortest and the longest wait before asking again.
const WAITS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(5)];
/// An interrupted runner tries for so long to hand in what it has.
const LAST_TRY: Duration = Duration::from_secs(5);
/// How often an interrupt is looked for while waiting.
const TICK: Duration = Duration::from_millis(20);

/// Where work comes from: a store on this machine, or a server.
pub trait Dispatcher: Sync {
    /// Asks for about so many pairs.
    fn take(&self, pairs: u32) -> Result<Taken, ArenaError>;
    /// Holds a batch for longer.
    fn renew(&self, lease: &str) -> Result<(), ArenaError>;
    /// Hands in results. Pairs without one go to another worker.
    fn finish(&self, lease: &str, results: &[PairResult]) -> Result<(), ArenaError>;
    /// A bot's file name and bytes.
    fn bot(&self, hash: &str) -> Result<(String, Vec<u8>), ArenaError>;
}

/// One game that is to be played.
pub struct GameOrder<'a> {
    /// Its number, its seed, and who sits where.
    pub plan: Plan,
    /// The board.
    pub setup: AnySetup,
    /// Contestant A.
    pub a: &'a Contender,
    /// Contestant B.
    pub b: &'a Contender,
    /// The batch that it belongs to: the clock and the sandbox.
    pub batch: &'a Batch,
}

/// Plays games. Errors are ours, never a player's: a player's failure is a result.
pub trait Plays: Sync {
    /// Makes a contender ready, such as by unpacking its bot, which `fetch` brings.
    fn prepare(&self, contender: &Contender, batch: &Batch, fetch: &dyn Fn(&str) -> Fetched) -> Result<(), ArenaError>;
    /// Plays one game: its result and its record; `None` when it was stopped.
    fn play(&self, order: &GameOrder<'_>, interrupt: &Interrupt) -> Result<Option<(PlayedGame, String)>, ArenaError>;
}

/// A bot's file name and bytes.
pub type Fetched = Result<(String, Vec<u8>), ArenaError>;

/// Sees how a run goes.
pub trait Onlooker: Sync {
    /// A pair was played. It is not in the store yet.
    fn played(&self, batch: &Batch, order: &PairOrder, result: &PairResult);
    /// Results of so many pairs are in the store.
    fn kept(&self, pairs: usize);
    /// Results of so many pairs were dropped: the lease had been given to another worker.
    fn dropped(&self, pairs: usize);
    /// Something does not work; it is tried again.
    fn trouble(&self, error: &ArenaError);
    /// It works again.
    fn recovered(&self);
}

/// Threads that play.
pub struct Runner<'a> {
    /// Where work comes from.
    pub dispatcher: &'a dyn Dispatcher,
    /// Who plays it.
    pub plays: &'a dyn Plays,
    /// Who watches.
    pub onlooker: &'a dyn Onlooker,
    /// Games at the same time.
    pub jobs: usize,
    /// Stops everything.
    pub interrupt: &'a Interrupt,
    /// Whether to go on asking when nothing is left: more may come.
    pub stays: bool,
}

impl Runner<'_> {
    /// Plays until nothing is left, or until interrupted. The first error that waiting does not mend ends all threads.
    pub fn run(&self) -> Result<(), ArenaError> {
        let failure: Mutex<Option<ArenaError>> = Mutex::default();
        let is_over = AtomicBool::new(false);
        let leases = Leases::default();
        let troubled = AtomicUsize::new(0);
        thread::scope(|scope| {
            let renewing = scope.spawn(|| leases.keep(self.dispatcher, &is_over));
            let jobs: Vec<_> = (0..self.jobs.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        let job = Job { runner: self, leases: &leases, is_over: &is_over, troubled: &troubled };
                        if let Err(error) = job.work() {
                            is_over.store(true, Ordering::SeqCst);
                            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        }
                    })
                })
                .collect();
            for job in jobs {
                // A thread that panicked has let go of its batch, which another one gets when its lease ends.
                if job.join().is_err() {
                    let error = ArenaError::new(Kind::Unusable, "a game ended with a panic", "please report it");
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            }
            is_over.store(true, Ordering::SeqCst);
            leases.wake();
            drop(renewing.join());
        });
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// One thread of a runner.
struct Job<'a> {
    runner: &'a Runner<'a>,
    leases: &'a Leases,
    is_over: &'a AtomicBool,
    /// Threads of the runner that wait for the store. The first one tells of the trouble, the last one of its end.
    troubled: &'a AtomicUsize,
}

impl Job<'_> {
    fn work(&self) -> Result<(), ArenaError> {
        let mut pairs = 1;
        let mut wait = WAITS[0];
        while !self.has_stopped() {
            let Some(taken) = self.patiently(|| self.runner.dispatcher.take(pairs))? else { return Ok(()) };
            match taken {
                Taken::Done if !self.runner.stays => return Ok(()),
                Taken::Done | Taken::Wait => {
                    self.pause(wait);
                    wait = (wait * 2).min(WAITS[1]);
                }
                Taken::Batch(batch) => {
                    wait = WAITS[0];
                    pairs = self.batch(&batch)?.clamp(1, (2 * pairs).min(MOST_PAIRS));
                }
            }
        }
        Ok(())
    }

    /// Plays a batch and hands its results in. Returns how many pairs would have taken as long as a batch should.
    fn batch(&self, batch: &Batch) -> Result<u32, ArenaError> {
        let held = self.leases.hold(batch);
        let begun = Instant::now();
        let played = self.play(batch, begun);
        let per_pair = begun.elapsed() / played.as_ref().map_or(1, |played| played.len().max(1) as u32);
        // What was played before an error is still worth keeping.
        let (results, error) = match played {
            Ok(results) => (results, None),
            Err((results, error)) => (results, Some(error)),
        };
        let handed_in = self.hand_in(batch, &results);
        drop(held);
        handed_in?;
        error.map_or(Ok(()), Err)?;
        Ok((BATCH.as_secs_f64() / per_pair.as_secs_f64().max(1e-6)) as u32)
    }

    fn play(&self, batch: &Batch, begun: Instant) -> Result<Vec<PairResult>, (Vec<PairResult>, ArenaError)> {
        let mut results = Vec::with_capacity(batch.pairs.len());
        let fetch = |hash: &str| match self.patiently(|| self.runner.dispatcher.bot(hash))? {
            Some(bot) => Ok(bot),
            None => Err(ArenaError::new(Kind::Unavailable, "interrupted while fetching a bot", "")),
        };
        for contender in &batch.contenders {
            match self.runner.plays.prepare(contender, batch, &fetch) {
                Ok(()) => {}
                Err(_) if self.has_stopped() => return Ok(results),
                Err(error) => return Err((results, error)),
            }
        }
        for order in &batch.pairs {
            let is_enough = begun.elapsed() > LONGEST_BATCH && !results.is_empty();
            if is_enough || self.has_stopped() || self.leases.is_lost(batch) {
                break;
            }
            match self.pair(batch, order) {
                Ok(Some(result)) => {
                    self.runner.onlooker.played(batch, order, &result);
                    results.push(result);
                }
                Ok(None) => break,
                Err(error) => return Err((results, error)),
            }
        }
        Ok(results)
    }

    /// Both games of a pair; `None` when one was stopped.
    fn pair(&self, batch: &Batch, order: &PairOrder) -> Result<Option<PairResult>, ArenaError> {
        let contender = |version: i64| {
            batch.contenders.iter().find(|contender| contender.version == version).ok_or_else(|| {
                ArenaError::new(Kind::Invalid, format!("a batch without its version {version}"), "is the server newer?")
            })
        };
        let (a, b) = (contender(order.a)?, contender(order.b)?);
        let mut games = Vec::with_capacity(2);
        for plan in order.plans() {
            let setup = order.setup.for_seed(order.seed)?;
            let order = GameOrder { plan, setup, a, b, batch };
            match self.runner.plays.play(&order, self.runner.interrupt)? {
                Some(game) => games.push(game),
                None => return Ok(None),
            }
        }
        let Ok([(first, first_record), (second, second_record)]) = <[_; 2]>::try_from(games) else { return Ok(None) };
        Ok(Some(PairResult { number: order.number, games: [first, second], records: [first_record, second_record] }))
    }

    fn hand_in(&self, batch: &Batch, results: &[PairResult]) -> Result<(), ArenaError> {
        let onlooker = self.runner.onlooker;
        match self.patiently(|| self.runner.dispatcher.finish(&batch.lease, results)) {
            Ok(Some(())) => onlooker.kept(results.len()),
            Ok(None) => onlooker.dropped(results.len()),
            Err(error) if error.kind == Kind::LeaseLost => onlooker.dropped(results.len()),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Asks again and again while the trouble is temporary; `None` when interrupted meanwhile.
    fn patiently<T>(&self, ask: impl Fn() -> Result<T, ArenaError>) -> Result<Option<T>, ArenaError> {
        let trouble = match ask() {
            Err(error) if error.is_temporary() => error,
            answer => return answer.map(Some),
        };
        if self.troubled.fetch_add(1, Ordering::SeqCst) == 0 {
            self.runner.onlooker.trouble(&trouble);
        }
        let answer = self.ask_again(ask);
        if self.troubled.fetch_sub(1, Ordering::SeqCst) == 1 && matches!(answer, Ok(Some(_))) {
            self.runner.onlooker.recovered();
        }
        answer
    }

    fn ask_again<T>(&self, ask: impl Fn() -> Result<T, ArenaError>) -> Result<Option<T>, ArenaError> {
        let mut wait = WAITS[0];
        let mut stopped: Option<Instant> = None;
        loop {
            if self.has_stopped() && stopped.get_or_insert_with(Instant::now).elapsed() > LAST_TRY {
                return Ok(None);
            }
            self.pause(wait);
            wait = (wait * 2).min(WAITS[1]);
            match ask() {
                Err(error) if error.is_temporary() => {}
                answer => return answer.map(Some),
            }
        }
    }

    fn has_stopped(&self) -> bool {
        self.runner.interrupt.is_raised() || self.is_over.load(Ordering::SeqCst)
    }

    /// Waits, but not through an interrupt.
    fn pause(&self, wait: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < wait {
            thread::sleep(TICK);
            if self.has_stopped() {
                return;
            }
        }
    }
}
