//! `landgrab league run`: plays on all cores until the league has what was asked for. Killed or stopped at any time, it
//! goes on where it stood.

use crate::arena_games::ArenaGames;
use crate::arena_store::OpenStore;
use crate::cli::RunArgs;
use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, raise_all_on_ctrl_c};
use crate::progress::progress_bar;
use arena::{
    ArenaError, Batch, Entrant, EntrantState, LocalDispatcher, Onlooker, PairOrder, PairResult, Runner, Store,
    worker_name,
};
use indicatif::ProgressBar;
use league::cores;
use referee::Interrupt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the ratings are looked at while a league runs, and how often they are kept for its history.
const LOOK: Duration = Duration::from_secs(2);
const HISTORY: Duration = Duration::from_secs(60);
const TICK: Duration = Duration::from_millis(50);

pub fn run(store: &OpenStore, args: &RunArgs) -> Result<ExitCode, Failure> {
    let league = store.wait(store.store.league(&args.league))?;
    let entrants = store.wait(store.store.entrants(league.id))?;
    let may_play = |entrant: &&Entrant| matches!(entrant.state, EntrantState::In | EntrantState::Checking);
    let playing = entrants.iter().filter(may_play).count();
    if playing < 2 {
        let found = format!("{} has {playing} of the two entrants that a game needs", args.league);
        return Err(Failure::Usage(format!("{found} (try landgrab league add {} greedy random)", args.league)));
    }
    let freed = store.wait(worker_name::free_dead(&store.store))?;
    let (stop, ctrl_c) = (Interrupt::default(), Interrupt::default());
    raise_all_on_ctrl_c(vec![ctrl_c.clone(), stop.clone()])?;
    let progress = match args.pairs {
        Some(pairs) => progress_bar(pairs as usize, "pairs"),
        None => crate::progress::spinner("playing"),
    };
    progress.set_position(league.pairs);
    if freed > 0 {
        progress.println(format!("{freed} batches of a run that died are played again"));
    }
    let dispatcher = LocalDispatcher {
        store: store.store.clone().with_lease(Duration::from_secs(args.lease.into())),
        runtime: store.handle(),
        league: args.league.clone(),
        worker: worker_name::own(),
        most: args.pairs,
    };
    let watch = Watch { progress: &progress, kept: AtomicUsize::new(0) };
    let games = ArenaGames::new(&stop)?;
    let jobs = args.jobs.map_or_else(cores, |jobs| jobs as usize);
    let runner =
        Runner { dispatcher: &dispatcher, plays: &games, onlooker: &watch, jobs, interrupt: &stop, stays: false };
    let is_over = AtomicBool::new(false);
    let begun = Instant::now();
    let result = thread::scope(|scope| {
        let guard = scope.spawn(|| Guard { store, args, stop: &stop, begun }.keep(&is_over, &watch));
        let result = runner.run();
        is_over.store(true, Ordering::SeqCst);
        drop(guard.join());
        result
    });
    progress.finish_and_clear();
    let kept = watch.kept.load(Ordering::SeqCst);
    if kept > 0 {
        store.wait(store.store.keep_history(&args.league))?;
    }
    result?;
    conclude(store, args, kept, begun.elapsed(), ctrl_c.is_raised())
}

/// What was done, what is set aside, and how to go on.
fn conclude(
    store: &OpenStore,
    args: &RunArgs,
    kept: usize,
    took: Duration,
    was_stopped: bool,
) -> Result<ExitCode, Failure> {
    let league = store.wait(store.store.league(&args.league))?;
    let state = store.wait(store.store.work_state(league.id))?;
    let mut out = io::stdout();
    let rate = 2.0 * kept as f64 / took.as_secs_f64().max(1e-3);
    let name = &args.league;
    writeln!(out, "{name}: {} pairs, {kept} of them new, {rate:.0} games a second", state.pairs)?;
    for batch in &state.set_aside {
        let pairs: Vec<String> = batch.pairs.iter().map(u64::to_string).collect();
        writeln!(
            out,
            "  set aside: pair {}: {} (landgrab league retry {name} tries again)",
            pairs.join(", "),
            batch.why
        )?;
    }
    if was_stopped {
        writeln!(out, "  stopped; landgrab league run {name} goes on from here")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    writeln!(out, "  landgrab league table {name}")?;
    Ok(ExitCode::SUCCESS)
}

/// Looks after a run: stops it when it has what was asked for, and keeps the history of the ratings.
struct Guard<'a> {
    store: &'a OpenStore,
    args: &'a RunArgs,
    stop: &'a Interrupt,
    begun: Instant,
}

impl Guard<'_> {
    fn keep(&self, is_over: &AtomicBool, watch: &Watch<'_>) {
        let (mut looked, mut kept) = (Instant::now(), Instant::now());
        while !is_over.load(Ordering::SeqCst) {
            thread::sleep(TICK);
            let is_late = self.args.minutes.is_some_and(|minutes| self.begun.elapsed().as_secs_f64() > 60.0 * minutes);
            if is_late {
                self.stop.raise();
            }
            if kept.elapsed() > HISTORY {
                // The next one makes up for one that fails.
                let _ = self.store.wait(self.store.store.keep_history(&self.args.league));
                kept = Instant::now();
            }
            if looked.elapsed() > LOOK {
                // A look that fails is made up for by the next one.
                if let Ok(Some(widest)) = self.store.wait(widest(&self.store.store, &self.args.league)) {
                    watch.progress.set_message(format!("+-{widest:.0} Elo"));
                    if self.args.until.is_some_and(|until| widest <= until) {
                        self.stop.raise();
                    }
                }
                looked = Instant::now();
            }
        }
    }
}

/// Half of the widest interval; `None` as long as somebody has not played.
async fn widest(store: &Store, league: &str) -> Result<Option<f64>, ArenaError> {
    let table = store.table(league).await?;
    let playing = || table.standings.iter().filter(|standing| standing.state == "in");
    if playing().any(|standing| standing.games == 0) {
        return Ok(None);
    }
    let half = |interval: [f64; 2]| (interval[1] - interval[0]) / 2.0;
    Ok(Some(playing().map(|standing| half(standing.interval)).fold(0.0, f64::max)))
}

/// Shows how a run goes.
struct Watch<'a> {
    progress: &'a ProgressBar,
    kept: AtomicUsize,
}

impl Onlooker for Watch<'_> {
    fn played(&self, _: &Batch, _: &PairOrder, _: &PairResult) {
        self.progress.inc(1);
    }

    fn kept(&self, pairs: usize) {
        self.kept.fetch_add(pairs, Ordering::SeqCst);
    }

    fn dropped(&self, pairs: usize) {
        self.tell(&format!("{pairs} pairs were played by another worker meanwhile, or could not be kept"));
    }

    fn trouble(&self, error: &ArenaError) {
        self.tell(&format!("landgrab: {error}; trying again"));
    }

    fn recovered(&self) {
        self.tell("landgrab: it works again");
    }
}

impl Watch<'_> {
    fn tell(&self, line: &str) {
        self.progress.suspend(|| drop(writeln!(io::stderr(), "{line}")));
    }
}
