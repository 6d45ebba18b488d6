//! Collects training data for Stop's network: positions of self-play games, with the value of a search and the result of the game.
//! `cargo run --release -p landgrab-engine --example sample_stop -- SECONDS THREADS SEED FILE`, then `training/stop.py`.
//!
//! A position takes 32 bytes: the mover's stones, the other side's and the contested cells (64 bits each, row by row). Then, 16 bits
//! each, in sixteenths of a stone beyond the settled lead: the value of a search, the result of the game, and first reach. Then 1 if no
//! random move came between the position and the result.

use landgrab_engine::budget::Budget;
use landgrab_engine::stop::evaluation::{STONE, position_features};
use landgrab_engine::stop::search::{DEEPEST, Searcher, Tactics};
use landgrab_engine::stop::solver::Solver;
use rules::stop::{Placing, Setup, Stop};
use rules::{Game, Side, Source, SplitMix, Turn};
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Nodes of a side for a move, and of the solver for an answer.
const NODES: u64 = 4_000;
const SOLVER_NODES: u64 = 300_000;
/// Contested cells at which the solver is asked.
const SOLVED: usize = 22;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, threads, seed, path] = &arguments[..] else {
        panic!("found {} arguments, expected SECONDS THREADS SEED FILE", arguments.len())
    };
    let [seconds, threads, seed] = [seconds, threads, seed].map(|text| text.parse::<u64>().expect("a number"));
    let end = Instant::now() + Duration::from_secs(seconds);
    let file = Mutex::new(std::fs::File::create(path).expect("a file that can be written"));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let file = &file;
            scope.spawn(move || {
                let mut source = SplitMix::for_purpose(seed, thread);
                let mut searcher = Searcher::new(16, Tactics { solved_at_root: 0, ..Tactics::default() });
                let mut solver = Solver::new(17);
                while Instant::now() < end {
                    let bytes = game(&mut source, &mut searcher, &mut solver);
                    file.lock().expect("nobody panics with it").write_all(&bytes).expect("room on the disk");
                }
            });
        }
    });
}

/// A position with the value of a search, before the result of the game is known.
struct Sample {
    position: Stop,
    mover: Side,
    value: i32,
    is_clean: bool,
}

/// The samples of a game: its first moves are random, and now and then a later one.
fn game(source: &mut SplitMix, searcher: &mut Searcher, solver: &mut Solver) -> Vec<u8> {
    let mut position = Stop::new(&Setup::default());
    let mut samples: Vec<Sample> = vec![];
    let by_chance = 2 + source.below(12);
    let seldom = [12, 60][source.below(2) as usize];
    for ply in 0.. {
        let Turn::Move(mover) = position.turn() else { break };
        if position.contested().is_empty() {
            break;
        }
        if position.contested().len() <= SOLVED {
            let valued = solver.value(&position, &mut Budget::nodes(SOLVER_NODES)).expect("somebody is to move");
            if valued.value.is_exact() {
                let ended = |side| if side == mover { valued.value.low } else { -valued.value.low };
                return samples.iter().flat_map(|sample| record(sample, ended(sample.mover))).collect();
            }
        }
        let report = searcher.search(&position, DEEPEST, &mut Budget::nodes(NODES)).expect("somebody is to move");
        if ply >= 2 {
            samples.push(Sample { position, mover, value: report.value, is_clean: true });
        }
        let played = if ply < by_chance || source.below(seldom) == 0 {
            samples.iter_mut().for_each(|sample| sample.is_clean = false);
            let moves: Vec<Placing> = position.moves().collect();
            moves[source.below(moves.len() as u32) as usize]
        } else {
            report.best
        };
        position.play_unchecked(played);
        searcher.go_on();
    }
    vec![]
}

fn record(sample: &Sample, ended: i32) -> Vec<u8> {
    let Sample { position, mover, value, is_clean } = sample;
    let bits = |set: grid::Packed<u64>| {
        set.iter().fold(0u64, |bits, index| {
            let cell = position.frame().cell(index);
            bits | 1 << (cell.row * 8 + cell.col)
        })
    };
    let sets = [position.stones(*mover), position.stones(mover.other()), position.contested()];
    let (_, lead, expected) = position_features(position);
    let numbers = [value - lead * STONE, (ended - lead) * STONE, expected, i32::from(*is_clean)];
    let sets = sets.into_iter().flat_map(|set| bits(set).to_le_bytes());
    sets.chain(numbers.into_iter().flat_map(|number| (number as i16).to_le_bytes())).collect()
}
