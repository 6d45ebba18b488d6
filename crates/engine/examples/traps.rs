//! What setting traps is worth: perfect play from the second seat, which mostly loses against perfect play, against players
//! who look a few moves ahead and slip now and then.
//!
//! `cargo run --release -p landgrab-engine --example traps -- [BOARDS]` prints the results of each way to choose among equals.

use landgrab_engine::search::budget::Budget;
use landgrab_engine::search::minimax::Minimax;
use landgrab_engine::solve::colours::{Opponent, Solver};
use rules::colours::{Colour, Colours, Setup};
use rules::{Game, Outcome, Side, Source, SplitMix, Turn};
use std::time::{Duration, Instant};

/// How often the opponent takes any colour, in percent.
const SLIPS: u32 = 10;

fn main() {
    let boards = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(40);
    println!("second seat, {boards} boards each, opponent slips in {SLIPS} % of its moves");
    println!("depth  traps for   won  tied  lost   points   s a move at most");
    for depth in [2, 4, 6, 8] {
        for moves in [0, 1, 2] {
            let mut results = [0; 3];
            let mut longest = Duration::ZERO;
            for seed in 0..boards {
                let outcome = play(seed, depth, moves, &mut longest);
                results[match outcome {
                    Outcome::Won(Side::Second) => 0,
                    Outcome::Tie => 1,
                    Outcome::Won(Side::First) => 2,
                }] += 1;
            }
            let [won, tied, lost] = results;
            let points = (f64::from(won) + f64::from(tied) / 2.0) / f64::from(boards);
            let longest = longest.as_secs_f64();
            println!("{depth:>5} {moves:>3} moves {won:>7} {tied:>5} {lost:>5} {points:>8.3} {longest:>18.2}");
        }
    }
}

/// One game; the opponent's chances depend on the board and on how many moves were played, not on who plays.
fn play(seed: u32, depth: u32, moves: u32, longest: &mut Duration) -> Outcome {
    let mut source = SplitMix::for_purpose(seed.into(), depth.into());
    let mut solver = Solver::<u64>::new(15);
    let mut position = Colours::<u64>::new(&Setup::generated(seed));
    loop {
        let colour = match position.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Move(Side::Second) => {
                let begun = Instant::now();
                let colour = hunt(&mut solver, &position, moves);
                *longest = begun.elapsed().max(*longest);
                colour
            }
            Turn::Move(Side::First) | Turn::Draw => {
                let slips = source.below(100) < SLIPS;
                let among: Vec<Colour> =
                    if slips { position.moves().collect() } else { Minimax::new(depth).best(&position) };
                among[source.below(among.len() as u32) as usize]
            }
        };
        position.play_unchecked(colour);
    }
}

fn hunt(solver: &mut Solver<u64>, position: &Colours<u64>, moves: u32) -> Colour {
    if moves == 0 {
        return solver.solve(position, &mut Budget::unlimited()).ranked[0].colour;
    }
    solver.traps(position, &Opponent::default(), moves, &mut Budget::unlimited())[0].colour
}
