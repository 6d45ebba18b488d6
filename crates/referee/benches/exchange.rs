//! The cost of a turn: a program asked through its seat, against a bare exchange of the same bytes over pipes, in one
//! run. The program is this bench itself, started with an argument: it reads a turn and answers `0 0`.
//!
//! `cargo bench -p landgrab-referee --bench exchange`

use landgrab_referee::protocol::Protocol;
use landgrab_referee::protocol::plateau::Plateau;
use landgrab_referee::sandbox::{Level, Sandbox};
use landgrab_referee::seat::{ProcessSeat, Program};
use rules::pieces::{Dialect, Pieces, Setup, class};
use rules::{Event, Game, Player, Side};
use rustix::time::{ClockId, clock_gettime};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

type Medium = Pieces<class::Medium>;

const TURNS: usize = 2000;
const ROUNDS: usize = 9;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let [_, bot, hello, turn] = &args[..]
        && bot == "bot"
    {
        return answer(hello.parse().expect("a length"), turn.parse().expect("a length"));
    }
    stay_on_one_core();
    let setup = Setup::named("map01", Dialect::Plateau).expect("a school map");
    let mut position = Medium::new(&setup);
    position.take("**/.*".parse().expect("a piece"));
    let mut talk = Plateau::new(&setup);
    let mut message = Vec::new();
    Protocol::<Medium>::ask(&mut talk, &position, &mut message);
    let hello = Protocol::<Medium>::hello(&talk, Side::First, "bot");
    let myself = std::env::current_exe().expect("this program");
    let argv = ["bot".into(), hello.len().to_string(), message.len().to_string()];

    let mut bare =
        Command::new(&myself).args(&argv).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a bot");
    let (mut to, mut from) = (bare.stdin.take().expect("piped"), bare.stdout.take().expect("piped"));
    to.write_all(&hello).expect("it reads");

    let argv = std::iter::once(myself.into_os_string()).chain(argv.iter().map(Into::into)).collect();
    let sandbox = Sandbox::new(Some(Level::None)).expect("no sandbox is always there");
    let mut seat = ProcessSeat::<Medium>::new(Program {
        argv,
        name: "bot".into(),
        sandbox,
        interrupt: landgrab_referee::Interrupt::default(),
    });
    seat.begin(&setup, Side::First).expect("it starts");
    seat.watch(&Event::Drew(position.piece().expect("a piece").clone())).expect("it watches");
    let clock = landgrab_referee::clock::per_move(Some(Duration::from_secs(10)));

    let (mut best_bare, mut best_seat, mut best_cpu) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        for _ in 0..TURNS {
            let mut reply = [0; 4];
            to.write_all(&message).expect("it reads");
            from.read_exact(&mut reply).expect("it answers");
        }
        best_bare = best_bare.min(started.elapsed().as_secs_f64());
        let (started, cpu) = (Instant::now(), cpu_seconds());
        for _ in 0..TURNS {
            seat.choose(&position, clock).expect("it answers");
        }
        best_cpu = best_cpu.min(cpu_seconds() - cpu);
        best_seat = best_seat.min(started.elapsed().as_secs_f64());
    }
    let micro = |seconds: f64| seconds * 1e6 / TURNS as f64;
    println!("a turn on map01, {} bytes out and 4 back", message.len());
    println!("  bare pipes    {:>6.1} us", micro(best_bare));
    println!("  the referee   {:>6.1} us  {:.2}x", micro(best_seat), best_seat / best_bare);
    println!("  of that its own CPU {:.1} us", micro(best_cpu));
    drop(to);
    bare.wait().expect("it leaves");
}

/// Keeps referee and program on one core. The core on which a program wakes up changes a turn's time threefold, and is
/// otherwise left to chance. Only Linux can be asked.
fn stay_on_one_core() {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let allowed = sched_getaffinity(None).expect("our own cores");
        let mut one = CpuSet::new();
        one.set((0..CpuSet::MAX_CPU).find(|cpu| allowed.is_set(*cpu)).expect("we run somewhere"));
        sched_setaffinity(None, &one).expect("a core of our own");
    }
}

/// Seconds of CPU that this process has used.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Reads turns of a known length and answers each.
fn answer(hello: usize, turn: usize) {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout());
    let mut buffer = vec![0; hello.max(turn)];
    if input.read_exact(&mut buffer[..hello]).is_err() {
        return;
    }
    while input.read_exact(&mut buffer[..turn]).is_ok() {
        if output.write_all(b"0 0\n").and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}
