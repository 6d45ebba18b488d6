//! Fits the evaluation of Stop to games against itself: `cargo run --release -p landgrab-engine --example train_stop -- GAMES`.
//!
//! Both sides search a few thousand positions a move until the solver knows how the game ends. That margin is what every
//! position on the way is fitted to, by least squares. It prints the weights as `evaluate/stop/weights.rs` has them, and
//! how far from the margin the evaluation is before and after.

use landgrab_engine::evaluate::stop::{FEATURES, STONE, fit_to, position_features};
use landgrab_engine::search::budget::Budget;
use landgrab_engine::search::stop::{DEEPEST, Searcher, Tactics};
use landgrab_engine::solve::stop::Solver;
use rules::stop::{Placing, Setup, Stop};
use rules::{Game, Source, SplitMix, Turn};

/// Positions that a side makes for a move.
const NODES: u64 = 4_000;
/// Positions that the solver makes before it gives up.
const SOLVER_NODES: u64 = 1_000_000;

fn main() {
    let number = |index: usize, usual: u64| std::env::args().nth(index).and_then(|a| a.parse().ok()).unwrap_or(usual);
    let (games, seed) = (number(1, 2000), number(2, 1));
    let mut samples: Vec<([f64; FEATURES], f64)> = Vec::new();
    let mut now = 0.0;
    let mut searcher = Searcher::new(16, Tactics { solved_at_root: 0, ..Tactics::default() });
    let mut solver = Solver::new(18);
    for game in 0..games {
        let mut source = SplitMix::for_purpose(seed, game);
        let mut position = Stop::new(&Setup::default());
        let mut seen: Vec<Stop> = Vec::new();
        let by_chance = 2 + source.below(9);
        for ply in 0.. {
            let Turn::Move(_) = position.turn() else { break };
            if position.contested().len() <= 24 {
                let valued = solver.value(&position, &mut Budget::nodes(SOLVER_NODES)).expect("somebody is to move");
                if valued.value.is_exact() {
                    let Turn::Move(mover) = position.turn() else { unreachable!() };
                    for earlier in &seen {
                        let Turn::Move(side) = earlier.turn() else { unreachable!() };
                        let margin = if side == mover { valued.value.low } else { -valued.value.low };
                        let (features, lead, expected) = position_features(earlier);
                        let target = f64::from(margin - lead);
                        now += (target - f64::from(expected) / f64::from(STONE)).powi(2);
                        samples.push((features, target));
                    }
                    break;
                }
            }
            let played = if ply < by_chance || source.below(60) == 0 {
                let moves: Vec<Placing> = position.moves().collect();
                moves[source.below(moves.len() as u32) as usize]
            } else {
                searcher.search(&position, DEEPEST, &mut Budget::nodes(NODES)).expect("somebody is to move").best
            };
            if ply >= by_chance {
                seen.push(position);
            }
            position.play_unchecked(played);
            searcher.go_on();
        }
    }
    let count = samples.len() as f64;
    let weights = fit_to(&samples);
    let error: f64 =
        samples.iter().map(|(f, t)| (t - f.iter().zip(&weights).map(|(a, b)| a * b).sum::<f64>()).powi(2)).sum();
    println!(
        "{count} positions; stones off the margin: {:.3} now, {:.3} fitted",
        (now / count).sqrt(),
        (error / count).sqrt()
    );
    for row in weights.chunks(8) {
        println!("    {},", row.iter().map(|w| format!("{w:.4}")).collect::<Vec<_>>().join(", "));
    }
}
