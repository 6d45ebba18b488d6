//! The players of colour Filler in whole games, verified by the solver.

use grid::{Size, Word};
use landgrab_engine::budget::Budget;
use landgrab_engine::colours::Champion;
use landgrab_engine::colours::solver::Solver;
use landgrab_engine::roster::{Limits, player};
use rules::colours::{Colour, Colours, Setup};
use rules::{BySide, Clock, Game, Player, Side, Turn};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A clock on which ten microseconds go by whenever somebody looks at it.
fn now() -> Duration {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    Duration::from_micros(10 * LOOKS.fetch_add(1, Ordering::Relaxed))
}

/// The final margin of the side to move, proven.
fn value(solver: &mut Solver<u64>, position: &Colours<u64>) -> i32 {
    let value = solver.solve(position, &mut Budget::unlimited()).value().expect("a side is to move");
    assert!(value.is_exact());
    value.low
}

fn named<T: Word>(name: &str, seed: u64) -> Box<dyn Player<Colours<T>>> {
    player(&name.parse().expect("a name"), seed).expect("a player of colours")
}

fn small(seed: u32) -> Colours<u64> {
    Colours::new(&Setup::generated_with(Size::new(6, 6), 6, seed).expect("an allowed size"))
}

/// `champion` against `minimax`, verified move by move: a won position stays won by the largest margin, and a tied one is
/// not lost. The full run is `cargo run --release -p landgrab-engine --example perfection`.
#[test]
fn the_champion_keeps_what_it_has() {
    let mut solver = Solver::new(12);
    let (mut wins, mut ties) = (0, 0);
    for seed in 0..6 {
        for seat in Side::BOTH {
            let mut position = small(seed);
            let mut seats =
                BySide::from_fn(
                    |side| {
                        if side == seat { named::<u64>("champion", 1) } else { named("minimax:depth=4", 2) }
                    },
                );
            let mut held: Option<i32> = None;
            while let Turn::Move(side) = position.turn() {
                if side == seat {
                    let now = value(&mut solver, &position);
                    match held {
                        Some(held) if held > 0 => assert!(now >= held, "{position}: {held}, now {now}"),
                        Some(held) => assert!(now.signum() >= held.signum(), "{position}: {held}, now {now}"),
                        None => {}
                    }
                    held = Some(now);
                }
                let colour = seats[side].choose(&position, Clock::default()).expect("no faults");
                position.play(colour).expect("a legal colour");
            }
            let score = position.score();
            let margin = score[seat] as i32 - score[seat.other()] as i32;
            let held = held.expect("the champion moved");
            wins += usize::from(held > 0);
            ties += usize::from(held == 0);
            assert!(if held > 0 { margin >= held } else { margin.signum() >= held.signum() }, "{seed} {seat:?}");
        }
    }
    assert!(wins > 3 && wins + ties < 12, "{wins} {ties}: boards of all kinds");
}

#[test]
fn among_ties_and_losses_the_champion_sets_traps_and_without_them_takes_the_margin() {
    let mut solver = Solver::new(12);
    let (mut differ, mut seen) = (0, 0);
    for seed in 0..30 {
        let start = small(seed);
        let position = start.after(start.moves().max_by_key(|colour| start.gain(*colour)).expect("a colour"));
        let solution = solver.solve(&position, &mut Budget::unlimited());
        let best = solution.value().expect("a side is to move").low;
        let choose = |traps| Champion::new(Limits::default(), traps).decide(&position, &mut Budget::unlimited());
        let worth = |colour: Colour| {
            solution.ranked.iter().find(|ranked| ranked.colour == colour).expect("a legal colour").value.low
        };
        assert_eq!(worth(choose(false)), best);
        if best > 0 {
            assert_eq!(worth(choose(true)), best, "{position}");
        } else {
            assert_eq!(worth(choose(true)).signum(), best.signum(), "{position}");
            seen += 1;
            differ += usize::from(choose(true) != choose(false));
        }
    }
    assert!(seen > 10 && differ > 3, "{differ} of {seen}");
}

#[test]
fn any_budget_and_any_board_get_a_legal_colour() {
    let sizes = [(2, 2), (2, 9), (3, 21), (7, 8), (8, 8), (9, 9), (11, 11), (16, 8), (2, 64)];
    for (rows, cols) in sizes {
        let size = Size::new(rows, cols);
        for colours in [3, 6, 8] {
            let Ok(setup) = Setup::generated_with(size, colours, 3) else { continue };
            let position = Colours::<u128>::new(&setup);
            let Turn::Move(_) = position.turn() else { continue };
            for nodes in [0, 1, 10, 3000] {
                let colour = Champion::new(Limits::nodes(1), true).decide(&position, &mut Budget::nodes(nodes));
                assert!(position.is_legal(colour), "{position} with {nodes}");
            }
            for name in ["champion", "champion@8", "minimax:depth=16"] {
                let clock = Clock::per_move(Duration::from_micros(200), now);
                let colour = named::<u128>(name, 1).choose(&position, clock).expect("no faults");
                assert!(position.is_legal(colour), "{position}: {name}");
            }
        }
    }
}

/// On boards that cannot be solved it still beats a greedy player.
#[test]
fn on_a_large_board_a_little_thought_beats_none() {
    let mut won = 0;
    for seed in 0..4 {
        for seat in Side::BOTH {
            let setup = Setup::generated_with(Size::new(11, 11), 6, seed).expect("an allowed size");
            let mut position = Colours::<u128>::new(&setup);
            let mut seats = BySide::from_fn(|side| {
                if side == seat { named::<u128>("champion:nodes=20000", 1) } else { named("greedy", 2) }
            });
            while let Turn::Move(side) = position.turn() {
                let colour = seats[side].choose(&position, Clock::default()).expect("no faults");
                position.play(colour).expect("a legal colour");
            }
            won += usize::from(position.score()[seat] > position.score()[seat.other()]);
        }
    }
    assert!(won >= 6, "{won} of 8");
}

#[test]
fn every_level_plays_and_a_higher_one_plays_better() {
    let points = |low: u8, high: u8, boards: u32| {
        let mut points = 0;
        for seed in 0..boards {
            for seat in Side::BOTH {
                let mut position = small(seed);
                let mut seats = BySide::from_fn(|side| {
                    let level = if side == seat { high } else { low };
                    named::<u64>(&format!("champion@{level}"), u64::from(seed) + u64::from(level))
                });
                while let Turn::Move(side) = position.turn() {
                    let colour = seats[side].choose(&position, Clock::default()).expect("no faults");
                    position.play(colour).expect("a legal colour");
                }
                let score = position.score();
                points += 1 + (score[seat] as i32 - score[seat.other()] as i32).signum();
            }
        }
        points
    };
    // Steps of several levels: with so few games a single step may go either way.
    for (low, high) in [(1, 4), (3, 6), (5, 8), (6, 9)] {
        let (points, most) = (points(low, high, 12), 48);
        assert!(points * 2 > most, "level {high} against {low}: {points} of {most}");
    }
}
