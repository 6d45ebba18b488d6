//! Stop's solver and search. `cargo bench -p landgrab-engine --bench stop` prints, on one thread:
//!
//! - start positions solved, with the nodes (others: `-- 6x7`, width x height);
//! - positions of self-play games at ply 27, and how many of them are solved within a second;
//! - the start of 8x8 searched to depth 16, and positions of games at ply 8 and 16 to depth 12 (only these: `-- search`).

use grid::Size;
use landgrab_engine::budget::Budget;
use landgrab_engine::stop::search::{DEEPEST, Searcher, Tactics};
use landgrab_engine::stop::solver::Solver;
use rules::stop::{Placing, Reading, Setup, Stop};
use rules::{Game, Source, SplitMix, Turn};
use std::time::Instant;

/// Width and height.
const BOARDS: [(usize, usize); 4] = [(5, 5), (4, 8), (5, 7), (6, 6)];
/// Games, the ply at which they are solved, and the seconds they may take.
const GAMES: u64 = 40;
const PLY: usize = 27;
const SECONDS: f64 = 1.0;
/// Nodes of a side of these games for a move.
const NODES: u64 = 20_000;

fn main() {
    let asked: Vec<(usize, usize)> = std::env::args().filter_map(|arg| size(&arg)).collect();
    if std::env::args().any(|arg| arg == "search") {
        search_start();
        search_games();
        return;
    }
    println!("board   margin    positions   seconds   M positions/s");
    for (width, height) in if asked.is_empty() { BOARDS.to_vec() } else { asked.clone() } {
        solve_board(width, height);
    }
    if asked.is_empty() {
        solve_games();
        search_start();
        search_games();
    }
}

fn size(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

fn solve_board(width: usize, height: usize) {
    let setup = Setup::new(Size::new(height, width), Reading::FillOut).expect("a board of 2 to 64 cells");
    let begun = Instant::now();
    let valued = Solver::new(22).value(setup.start(), &mut Budget::unlimited()).expect("X is to move");
    let seconds = begun.elapsed().as_secs_f64();
    let speed = valued.nodes as f64 / seconds / 1e6;
    println!("{width}x{height} {:>10} {:>12} {seconds:>9.2} {speed:>15.1}", valued.value.low, valued.nodes);
}

fn solve_games() {
    let (mut solved, mut nodes, mut cells) = (0, 0, 0);
    let mut taken = 0.0;
    for seed in 0..GAMES {
        let position = played(seed, PLY);
        let mut solver = Solver::new(20);
        let begun = Instant::now();
        let mut time = || begun.elapsed().as_secs_f64() / SECONDS;
        let valued = solver.value(&position, &mut Budget::new(u64::MAX, &mut time));
        taken += begun.elapsed().as_secs_f64();
        cells += position.contested().len();
        solved += usize::from(valued.is_none_or(|valued| valued.value.is_exact()));
        nodes += valued.map_or(0, |valued| valued.nodes);
    }
    let speed = nodes as f64 / taken / 1e6;
    let mean = cells as f64 / GAMES as f64;
    println!(
        "\nply {PLY} of {GAMES} games, {mean:.1} cells contested: {solved} solved in {SECONDS} s, {speed:.1} M positions/s"
    );
}

/// A self-play game of the search after four random moves.
fn played(seed: u64, plies: usize) -> Stop {
    let mut source = SplitMix::new(seed);
    let mut searcher = Searcher::new(16, Tactics::default());
    let mut position = *Setup::default().start();
    for ply in 0..plies {
        let Turn::Move(_) = position.turn() else { break };
        let played = if ply < 4 {
            let moves: Vec<Placing> = position.moves().collect();
            moves[source.below(moves.len() as u32) as usize]
        } else {
            searcher.search(&position, DEEPEST, &mut Budget::nodes(NODES)).expect("somebody is to move").best
        };
        position.play_unchecked(played);
    }
    position
}

fn search_start() {
    let start = *Setup::default().start();
    for depth in [12, 14, 16] {
        let mut searcher = Searcher::new(20, Tactics::default());
        let begun = Instant::now();
        let report = searcher.search(&start, depth, &mut Budget::unlimited()).expect("X is to move");
        let seconds = begun.elapsed().as_secs_f64();
        let speed = report.nodes as f64 / seconds / 1e6;
        println!("depth {depth} from the start: {} positions, {seconds:.2} s, {speed:.1} M a second", report.nodes);
    }
}

/// Without the solver at the root, so that the search is measured.
fn search_games() {
    let tactics = Tactics { solved_at_root: 0, ..Tactics::default() };
    for plies in [8, 16] {
        // The tables are allocated before the clock runs, as for the start.
        let prepared = |seed: u64| (played(seed, plies), Searcher::new(18, tactics));
        let mut searches: Vec<(Stop, Searcher)> = (0..10).map(prepared).collect();
        let begun = Instant::now();
        let nodes = |(position, searcher): &mut (Stop, Searcher)| {
            searcher.search(position, 12, &mut Budget::unlimited()).map_or(0, |report| report.nodes)
        };
        let nodes: u64 = searches.iter_mut().map(nodes).sum();
        let seconds = begun.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds / 1e6;
        println!("depth 12 at ply {plies} of 10 games: {nodes} positions, {seconds:.2} s, {speed:.1} M a second");
    }
}
