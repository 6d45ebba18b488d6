//! `landgrab work`: plays the games of a server until it is stopped.

use crate::arena_games::ArenaGames;
use crate::cli::WorkArgs;
use crate::commands::table::counted;
use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, raise_on_ctrl_c};
use arena::client::{Client, HttpDispatcher};
use arena::{ArenaError, Batch, Dispatcher, Onlooker, PairOrder, PairResult, Runner, worker_name};
use league::cores;
use referee::Interrupt;
use rules::notation::escaped;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// After trouble with this machine the work goes on after so long.
const PAUSE: Duration = Duration::from_secs(5);
const TICK: Duration = Duration::from_millis(20);

pub fn run(args: &WorkArgs) -> Result<ExitCode, Failure> {
    let client = Client::new(&args.server, Some(&args.token))?;
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    let jobs = args.jobs.map_or_else(cores, |jobs| jobs as usize);
    writeln!(io::stderr(), "landgrab: working for {} with {jobs} at a time; Ctrl-C stops", client.address())?;
    let dispatcher = HttpDispatcher::new(client, worker_name::own(), args.league.clone());
    let games = ArenaGames::new(&interrupt)?;
    let teller = Teller::default();
    play(&dispatcher, &games, &teller, jobs, &interrupt)?;
    let kept = teller.kept.load(Ordering::SeqCst);
    writeln!(io::stderr(), "landgrab: stopped; the server has {} of this worker", counted(kept as i64, "pair"))?;
    Ok(ExitCode::from(INTERRUPTED))
}

/// Plays until it is stopped. Trouble with this machine is waited out; a refusal of the server is not.
pub fn play(
    dispatcher: &dyn Dispatcher,
    games: &ArenaGames,
    teller: &Teller,
    jobs: usize,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let runner = Runner { dispatcher, plays: games, onlooker: teller, jobs, interrupt, stays: true };
    while !interrupt.is_raised() {
        match runner.run() {
            Err(error) if error.is_temporary() && !interrupt.is_raised() => {
                teller.trouble(&error);
                let begun = Instant::now();
                while begun.elapsed() < PAUSE && !interrupt.is_raised() {
                    thread::sleep(TICK);
                }
            }
            result => result?,
        }
    }
    Ok(())
}

/// Tells of trouble and recovery in one line each, however many threads meet it.
#[derive(Default)]
pub struct Teller {
    kept: AtomicUsize,
    is_troubled: AtomicBool,
}

impl Teller {
    fn say(&self, line: &str) {
        let _ = writeln!(io::stderr(), "landgrab: {}", escaped(line));
    }
}

impl Onlooker for Teller {
    fn played(&self, _: &Batch, _: &PairOrder, _: &PairResult) {}

    fn kept(&self, pairs: usize) {
        self.kept.fetch_add(pairs, Ordering::SeqCst);
        self.recovered();
    }

    fn dropped(&self, pairs: usize) {
        if pairs > 0 {
            self.say(&format!("{} dropped: another worker has played them", counted(pairs as i64, "pair")));
        }
    }

    fn trouble(&self, error: &ArenaError) {
        if !self.is_troubled.swap(true, Ordering::SeqCst) {
            self.say(&format!("{error}; trying again"));
        }
    }

    fn recovered(&self) {
        if self.is_troubled.swap(false, Ordering::SeqCst) {
            self.say("it works again");
        }
    }
}
