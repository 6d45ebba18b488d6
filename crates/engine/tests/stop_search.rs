//! The search of Stop against the solver, and within its budget.

use landgrab_engine::budget::Budget;
use landgrab_engine::stop::evaluation::STONE;
use landgrab_engine::stop::search::{DEEPEST, Searcher, Tactics};
use landgrab_engine::stop::solver::{Bounds, Solver};
use rules::stop::{Placing, Setup, Stop};
use rules::{Game, Source, SplitMix, Turn};

/// A game of random moves with so many contested cells left.
fn played_to(contested: usize, source: &mut SplitMix) -> Stop {
    let mut position = *Setup::default().start();
    while position.contested().len() > contested {
        let moves: Vec<Placing> = position.moves().collect();
        position.play_unchecked(moves[source.below(moves.len() as u32) as usize]);
    }
    position
}

#[test]
fn a_search_to_the_end_finds_what_the_solver_proves() {
    let mut source = SplitMix::new(3);
    for solved_cells in [0, 6, 10] {
        let whole = Tactics { late_move_reduction: 0.0, null_move: false, futility_margin: 0, ..Tactics::default() };
        let tactics = Tactics { solved_cells, solved_at_root: 0, ..whole };
        let mut searcher = Searcher::new(16, tactics);
        let mut solver = Solver::new(14);
        for _ in 0..40 {
            let position = played_to(13, &mut source);
            let Turn::Move(_) = position.turn() else { continue };
            let report = searcher.search(&position, DEEPEST, &mut Budget::unlimited()).expect("somebody is to move");
            let solution = solver.solve(&position, &mut Budget::unlimited());
            let value = solution.value().expect("somebody is to move");
            assert_eq!(report.value, value.low * STONE, "{position}");
            let ranked = solution.ranked.iter().find(|ranked| ranked.played == report.best).expect("a legal move");
            assert_eq!(ranked.value, value, "{} in {position}", report.best);
        }
    }
}

#[test]
fn the_solver_answers_at_the_root_when_little_is_contested() {
    let position = played_to(12, &mut SplitMix::new(5));
    let report = Searcher::new(12, Tactics::default()).search(&position, DEEPEST, &mut Budget::unlimited());
    let report = report.expect("somebody is to move");
    let value = Solver::new(12).value(&position, &mut Budget::unlimited()).expect("somebody is to move").value;
    assert_eq!((report.proven, report.depth), (Some(value), 0));
    assert_eq!(report.value, value.low * STONE);
}

#[test]
fn it_keeps_to_its_depth_and_its_positions_and_always_has_a_legal_move() {
    let start = *Setup::default().start();
    let search = |depth, nodes| {
        let mut searcher = Searcher::new(12, Tactics::default());
        searcher.search(&start, depth, &mut Budget::nodes(nodes)).expect("X is to move")
    };
    assert_eq!(search(3, u64::MAX).depth, 3);
    for nodes in [0, 1, 2, 10, 1000, 20_000] {
        let report = search(DEEPEST, nodes);
        assert!(start.is_legal(report.best) && report.nodes <= nodes, "{nodes}: {report:?}");
    }
    assert_eq!(search(DEEPEST, 20_000), search(DEEPEST, 20_000), "the same again");
}

#[test]
fn a_settled_game_needs_no_search_and_a_finished_one_has_no_move() {
    let settled: Stop = "..XO./XXXO./XXXOO/OOOO./..... X".parse().expect("a position");
    let mut searcher = Searcher::new(12, Tactics::default());
    let report = searcher.search(&settled, DEEPEST, &mut Budget::unlimited()).expect("X is to move");
    assert_eq!((report.proven, report.nodes), (Some(Bounds::exact(-7)), 0));
    let over: Stop = "XO/XO X".parse().expect("a position");
    assert_eq!(searcher.search(&over, DEEPEST, &mut Budget::unlimited()), None);
    assert_eq!(Solver::new(8).value(&over, &mut Budget::unlimited()), None);
}

#[test]
fn a_budget_that_runs_out_leaves_an_interval_that_holds() {
    let mut source = SplitMix::new(9);
    for nodes in [0, 1, 100, 1000] {
        let position = played_to(20, &mut source);
        let exact = Solver::new(18).value(&position, &mut Budget::unlimited()).expect("somebody is to move").value.low;
        let valued = Solver::new(18).value(&position, &mut Budget::nodes(nodes)).expect("somebody is to move");
        let Bounds { low, high } = valued.value;
        assert!((low..=high).contains(&exact), "{nodes}: {low} to {high}, {exact}");
        assert_eq!(valued.best.is_some(), low == high, "a move is named only with a proof");
        let solution = Solver::new(18).solve(&position, &mut Budget::nodes(nodes));
        let Bounds { low, high } = solution.value().expect("somebody is to move");
        assert!((low..=high).contains(&exact), "{nodes}: {low} to {high}, {exact}");
    }
}
