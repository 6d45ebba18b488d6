//! Checks that the champion of colours is perfect: pairs of games on GamePigeon's boards, each move verified by the solver.
//!
//! `cargo run --release -p landgrab-engine --example perfection -- [PAIRS] [DEPTH]` plays against `minimax:depth=DEPTH`.

use landgrab_engine::budget::Budget;
use landgrab_engine::colours::solver::Solver;
use landgrab_engine::roster::player;
use rules::colours::{Colours, Setup};
use rules::{BySide, Clock, Game, Side, Turn};
use std::cmp::Ordering;

/// Results of games by the value of the champion's first position.
#[derive(Default, Debug)]
struct Results {
    won: u32,
    tied: u32,
    lost: u32,
}

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let (pairs, depth) = (numbers.first().copied().unwrap_or(200), numbers.get(1).copied().unwrap_or(8));
    let mut results: [Results; 3] = Default::default();
    let (mut given_up, mut short) = (0, 0);
    for seed in 0..pairs {
        for seat in Side::BOTH {
            let game = play(seed, depth, seat);
            let row = &mut results[match game.worth.cmp(&0) {
                Ordering::Greater => 0,
                Ordering::Equal => 1,
                Ordering::Less => 2,
            }];
            match game.margin.cmp(&0) {
                Ordering::Greater => row.won += 1,
                Ordering::Equal => row.tied += 1,
                Ordering::Less => row.lost += 1,
            }
            given_up += game.given_up;
            short += u32::from(game.worth > 0 && game.margin < game.worth);
        }
    }
    println!(
        "champion against minimax:depth={depth}, {pairs} boards from both seats, by what its first move was worth"
    );
    println!("worth     games    won   tied   lost");
    for (name, row) in ["a win", "a tie", "a loss"].into_iter().zip(&results) {
        let games = row.won + row.tied + row.lost;
        println!("{name:<8} {games:>6} {:>6} {:>6} {:>6}", row.won, row.tied, row.lost);
    }
    println!("moves that gave up a win or a tie: {given_up}");
    println!("won games that ended with less than the margin of the first move: {short}");
    let is_perfect = given_up == 0 && short == 0 && results[0].tied + results[0].lost + results[1].lost == 0;
    println!("{}", if is_perfect { "perfect" } else { "not perfect" });
    assert!(is_perfect);
}

struct Played {
    /// The value of the champion's first position, and its final margin.
    worth: i32,
    margin: i32,
    given_up: u32,
}

fn play(seed: u32, depth: u32, seat: Side) -> Played {
    let mut solver = Solver::<u64>::new(15);
    let mut position = Colours::<u64>::new(&Setup::generated(seed));
    let name = |side: Side| if side == seat { "champion".into() } else { format!("minimax:depth={depth}") };
    let mut seats = BySide::from_fn(|side| {
        player::<Colours<u64>>(&name(side).parse().expect("a name"), seed.into()).expect("a player")
    });
    let (mut worth, mut given_up) = (None, 0);
    while let Turn::Move(side) = position.turn() {
        let colour = seats[side].choose(&position, Clock::default()).expect("no faults");
        if side == seat {
            let solution = solver.solve(&position, &mut Budget::unlimited());
            let best = solution.value().expect("a side is to move");
            let played = solution.ranked.iter().find(|ranked| ranked.colour == colour).expect("a legal colour");
            assert!(solution.is_exact());
            worth = worth.or(Some(best.low));
            // A won position must keep the margin, others the result.
            let is_kept =
                if best.low > 0 { played.value == best } else { played.value.low.signum() == best.low.signum() };
            given_up += u32::from(!is_kept);
        }
        position.play_unchecked(colour);
    }
    let score = position.score();
    let margin = score[seat] as i32 - score[seat.other()] as i32;
    Played { worth: worth.expect("the champion moved"), margin, given_up }
}
