//! Traps in colour Filler: chances against the obvious solver's, and no result given away for them.

use grid::Size;
use landgrab_engine::budget::Budget;
use landgrab_engine::colours::solver::{OpponentModel, Solver};
use obvious::Obvious;
use rules::colours::{Colours, Setup};
use rules::{Game, Turn};

#[path = "colours/obvious.rs"]
mod obvious;

fn board(seed: u32) -> Colours<u64> {
    Colours::new(&Setup::generated_with(Size::new(3, 4), 4, seed).expect("an allowed size"))
}

#[test]
fn an_opponent_takes_legal_colours_with_chances_that_add_up() {
    for seed in 0..20 {
        let position = Colours::<u64>::new(&Setup::generated(seed));
        let opponent = OpponentModel { depths: 1..=4, slips: 0.2 };
        let choices = opponent.choices(&position, &mut Budget::unlimited());
        assert!(choices.iter().map(|(colour, _)| *colour).eq(position.moves()));
        assert!(choices.iter().all(|(_, chance)| *chance >= 0.2 / choices.len() as f64 - 1e-9));
        assert!((choices.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_chance_is_the_share_of_the_opponents_moves_that_better_the_result() {
    let opponent = OpponentModel::default();
    let mut traps_seen = 0;
    for seed in 0..60 {
        let position = board(seed);
        let mut obvious = Obvious::new();
        for trap in Solver::new(10).traps(&position, &opponent, 1, &mut Budget::unlimited()) {
            let after = position.after(trap.colour);
            // The hunter is the first side, so its result is the sign of the margin.
            let held = obvious.margin(&after).signum();
            let expected = if obvious.margin(&position) > 0 {
                0.0
            } else {
                let choices = opponent.choices(&after, &mut Budget::unlimited()).into_iter();
                let errors = choices.filter(|(colour, _)| obvious.margin(&after.after(*colour)).signum() > held);
                errors.map(|(_, chance)| chance).sum()
            };
            assert!((trap.chance - expected).abs() < 1e-9, "{position} {}", trap.colour);
            traps_seen += usize::from(expected > 0.0);
        }
    }
    assert!(traps_seen >= 10, "{traps_seen}");
}

#[test]
fn no_result_is_given_away_for_a_trap_and_no_tile_of_a_win() {
    for seed in 0..60 {
        let position = board(seed);
        let best = Solver::new(10).solve(&position, &mut Budget::unlimited()).value().expect("a side is to move");
        let traps = Solver::new(10).traps(&position, &OpponentModel::default(), 2, &mut Budget::unlimited());
        for trap in &traps {
            assert_eq!(trap.value.low.signum(), best.low.signum(), "{position} {}", trap.colour);
            assert!(best.low <= 0 || trap.value == best, "{position} {}", trap.colour);
        }
        assert!(traps.windows(2).all(|pair| pair[0].chance >= pair[1].chance), "{position}");
    }
}

#[test]
fn longer_plans_find_at_least_as_many_traps() {
    for seed in 0..30 {
        let position = board(seed);
        let chance = |moves| {
            let traps = Solver::new(10).traps(&position, &OpponentModel::default(), moves, &mut Budget::unlimited());
            traps.first().map_or(0.0, |trap| trap.chance)
        };
        assert!(chance(1) <= chance(2) + 1e-9 && chance(2) <= chance(3) + 1e-9, "{position}");
    }
}

#[test]
fn a_small_budget_and_a_finished_game_are_no_trouble() {
    let position = Colours::<u64>::new(&Setup::generated(3));
    for nodes in [0, 100, 10_000] {
        let traps = Solver::new(10).traps(&position, &OpponentModel::default(), 1, &mut Budget::nodes(nodes));
        assert!(traps.iter().all(|trap| position.is_legal(trap.colour)));
        assert!(!traps.is_empty());
    }
    let over: Colours<u64> = "RRG/RRG".parse().unwrap();
    assert!(matches!(over.turn(), Turn::Over(_)));
    assert!(Solver::new(10).traps(&over, &OpponentModel::default(), 2, &mut Budget::unlimited()).is_empty());
}
