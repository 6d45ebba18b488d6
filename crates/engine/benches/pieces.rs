//! Piece Filler on the school maps: whole games of the schools' robots, placements that the champion values in a second, and
//! the cost of an evaluation by the convolutional network against a split of the board.
//!
//! `cargo bench -p landgrab-engine --bench pieces`, one thread, no processes.

use grid::CellSet;
use landgrab_engine::budget::Budget;
use landgrab_engine::pieces::map00_net;
use landgrab_engine::pieces::territory::Territory;
use landgrab_engine::pieces::{Champion, OpponentModel, Policy, Robot, Style, TerritoryPlayer};
use rules::pieces::{Dialect, Pieces, Setup};
use rules::{BySide, Clock, Game, Player, SplitMix, Turn, with_pieces};
use std::time::Instant;

fn main() {
    println!("map              terminator mirror    terminator-bender    champion");
    for dialect in [Dialect::Plateau, Dialect::Anfield] {
        for (map, games) in [("map00", 400), ("map01", 100), ("map02", 10)] {
            let setup = Setup::named(map, dialect).expect("a school map");
            with_pieces!(setup, |S| bench::<S>(&setup, &format!("{dialect} {map}"), games));
        }
    }
    println!("\nmap                 a split      an evaluation by the network");
    for dialect in [Dialect::Plateau, Dialect::Anfield] {
        let setup = Setup::named("map00", dialect).expect("a school map");
        with_pieces!(setup, |S| evaluations::<S>(&setup, &format!("{dialect} map00")));
    }
}

/// The cost of a split of the board and of an evaluation by the network, in every third position of some games of
/// `territory` against itself.
fn evaluations<S: CellSet>(setup: &Setup, name: &str) {
    let (mut splits, mut looks, mut split_time, mut look_time, mut seen) = (0, 0, 0.0, 0.0, 0.0);
    for seed in 0..20 {
        let mut player = TerritoryPlayer::<S>::new(seed);
        play(setup, seed, |position: &Pieces<S>| {
            let (side, other) = (position.side(), position.side().other());
            if position.placed()[side].is_multiple_of(3) && !position.is_out(other) {
                let mut territory = Territory::like(position.free());
                let afters: Vec<Pieces<S>> = position.moves().map(|placement| position.after(placement)).collect();
                let begun = Instant::now();
                for after in &afters {
                    seen += f64::from(territory.of(after, side));
                    splits += 1;
                }
                split_time += begun.elapsed().as_secs_f64();
                let begun = Instant::now();
                for after in afters.iter().take(3).filter(|after| !after.is_out(side)) {
                    seen += f64::from(map00_net::chance(after, side, OpponentModel::Territory));
                    looks += 1;
                }
                look_time += begun.elapsed().as_secs_f64();
            }
            choice(&mut player, position)
        });
    }
    assert!(seen.is_finite());
    let (split, look) = (split_time / f64::from(splits), look_time / f64::from(looks));
    println!("{name:15} {:>9.0} ns {:>12.0} ns, {:.0} times a split", split * 1e9, look * 1e9, look / split);
}

fn bench<S: CellSet>(setup: &Setup, name: &str, games: u32) {
    let of = |first, second| {
        let begun = Instant::now();
        for seed in 0..u64::from(games) {
            let mut robots = BySide::new(Robot::<S>::new(first, seed), Robot::<S>::new(second, seed + 1));
            play(setup, seed, |position| choice(&mut robots[position.side()], position));
        }
        begun.elapsed().as_secs_f64() / f64::from(games)
    };
    let (mirror, bender) = (of(Policy::Terminator, Policy::Terminator), of(Policy::Terminator, Policy::Bender));
    let speed = champion_speed::<S>(setup);
    println!("{name:15} {:>9.0} games/s {:>13.1} ms a game {:>9.0} nodes/s", 1.0 / mirror, bender * 1000.0, speed);
}

/// Placements that the champion values in a second, in every tenth position of a game of `territory` against itself.
fn champion_speed<S: CellSet>(setup: &Setup) -> f64 {
    const NODES: u64 = 20_000;
    let mut champion = Champion::<S>::new(Style::default(), 1);
    let mut territory = TerritoryPlayer::<S>::new(1);
    let (mut turns, mut nodes, mut seconds) = (0, 0, 0.0);
    play(setup, 1, |position| {
        turns += 1;
        if turns % 10 == 0 && turns < 200 {
            let begun = Instant::now();
            let mut no_time = || 0.0;
            let mut budget = Budget::new(NODES, &mut no_time);
            champion.decide(position, &mut budget);
            nodes += budget.spent();
            seconds += begun.elapsed().as_secs_f64();
        }
        choice(&mut territory, position)
    });
    nodes as f64 / seconds
}

fn choice<S: CellSet>(player: &mut impl Player<Pieces<S>>, position: &Pieces<S>) -> rules::pieces::Placement {
    let answer = player.choose(position, Clock::default()).expect("a built-in player has no faults");
    // A robot that sees no place says `0 0`.
    position.resolve(answer).unwrap_or(rules::pieces::Placement::Stuck)
}

fn play<S: CellSet>(setup: &Setup, seed: u64, mut choose: impl FnMut(&Pieces<S>) -> rules::pieces::Placement) {
    let mut draws = SplitMix::new(seed);
    let mut position = Pieces::<S>::new(setup);
    loop {
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Draw => {
                let piece = position.sample(&mut draws);
                position.take(piece);
            }
            Turn::Move(_) => {
                let placement = choose(&position);
                position.play_unchecked(placement);
            }
        }
    }
}
