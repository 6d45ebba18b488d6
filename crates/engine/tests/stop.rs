//! The solver of Stop against the obvious one, against the boards that are known, and against its own promises.

use grid::Size;
use landgrab_engine::budget::Budget;
use landgrab_engine::stop::solver::{Bounds, Solver};
use obvious::Obvious;
use rules::stop::{Placing, Reading, Setup, Stop};
use rules::{Game, Side, Source, SplitMix, Turn};

#[path = "stop/obvious.rs"]
mod obvious;

fn start(rows: usize, cols: usize, reading: Reading) -> Stop {
    *Setup::new(Size::new(rows, cols), reading).expect("2 to 64 cells").start()
}

/// The same stones and side to move under another reading.
fn read_as(position: &Stop, reading: Reading) -> Stop {
    let text = position.to_string();
    let text = text.split(" rules=").next().expect("rows and a side");
    format!("{text} rules={reading}").parse().expect("a position with another reading")
}

/// Both solvers say the same about every move, under every reading, and the fast one says that it is exact.
fn agree(position: &Stop, solver: &mut Solver) {
    for reading in Reading::ALL {
        let position = read_as(position, reading);
        let mut obvious = Obvious::default();
        let sign = if position.turn() == Turn::Move(Side::First) { 1 } else { -1 };
        let expected: Vec<(Placing, Bounds)> = position
            .moves()
            .map(|played| (played, Bounds::exact(sign * obvious.value(&position.after(played)))))
            .collect();
        let solution = solver.solve(&position, &mut Budget::unlimited());
        for (played, value) in &expected {
            let ranked = solution.ranked.iter().find(|ranked| ranked.played == *played).expect("every legal move");
            assert_eq!(ranked.value, *value, "{played} in {position}");
        }
        assert_eq!(solution.ranked.len(), expected.len());
        let best = expected.iter().map(|(_, value)| value.low).max();
        let valued = solver.value(&position, &mut Budget::unlimited());
        assert_eq!(valued.map(|valued| valued.value), best.map(Bounds::exact), "{position}");
        if let Some(kept) = valued.and_then(|valued| valued.best) {
            let value = expected.iter().find(|(played, _)| *played == kept).expect("a legal move").1;
            assert_eq!(Some(value.low), best, "{kept} in {position}");
        } else {
            assert_eq!(best, None, "{position} has a best move");
        }
    }
}

/// A game of random moves until so many cells are empty.
fn played_to(start: Stop, empty: usize, source: &mut SplitMix) -> Stop {
    let mut position = start;
    while position.empty().len() > empty && matches!(position.turn(), Turn::Move(_)) {
        let moves: Vec<Placing> = position.moves().collect();
        position.play_unchecked(moves[source.below(moves.len() as u32) as usize]);
    }
    position
}

/// Stones anywhere, as many as there may be.
fn scattered(rows: usize, cols: usize, empty: usize, source: &mut SplitMix) -> Stop {
    let mut letters: Vec<char> = vec!['.'; rows * cols];
    while letters.iter().filter(|letter| **letter == '.').count() > empty {
        let cell = source.below((rows * cols) as u32) as usize;
        letters[cell] = ['X', 'O'][source.below(2) as usize];
    }
    let board: Vec<String> = letters.chunks(cols).map(|row| row.iter().collect()).collect();
    format!("{} {}", board.join("/"), ['X', 'O'][source.below(2) as usize]).parse().expect("rows and a side")
}

#[test]
fn it_agrees_with_the_obvious_solver_from_the_start_of_small_boards() {
    let mut solver = Solver::new(14);
    for (rows, cols) in [(1, 2), (1, 9), (2, 2), (2, 3), (3, 2), (2, 5), (3, 3), (3, 4), (6, 2)] {
        agree(&start(rows, cols, Reading::FillOut), &mut solver);
    }
}

#[test]
fn it_agrees_with_the_obvious_solver_on_games_on_small_boards() {
    let mut solver = Solver::new(14);
    for (rows, cols, empty, games) in [
        (2, 4, 6, 100),
        (3, 3, 7, 200),
        (3, 4, 9, 300),
        (4, 4, 10, 300),
        (4, 5, 11, 150),
        (5, 4, 12, 40),
        (2, 9, 12, 50),
    ] {
        let mut source = SplitMix::for_purpose(rows as u64, cols as u64);
        for _ in 0..games {
            agree(&played_to(start(rows, cols, Reading::FillOut), empty, &mut source), &mut solver);
        }
    }
}

#[test]
fn it_agrees_with_the_obvious_solver_on_stones_anywhere() {
    let mut solver = Solver::new(14);
    for (rows, cols, empty, boards) in
        [(3, 3, 6, 300), (4, 4, 9, 300), (4, 5, 10, 200), (8, 8, 11, 150), (6, 10, 11, 50), (1, 30, 12, 50)]
    {
        let mut source = SplitMix::for_purpose(100 + rows as u64, cols as u64);
        for _ in 0..boards {
            agree(&scattered(rows, cols, empty, &mut source), &mut solver);
        }
    }
}

#[test]
fn it_agrees_with_the_obvious_solver_on_late_positions_of_the_usual_board() {
    let mut solver = Solver::new(14);
    let mut source = SplitMix::new(64);
    for _ in 0..250 {
        agree(&played_to(start(8, 8, Reading::FillOut), 12, &mut source), &mut solver);
    }
}

#[test]
fn small_boards_have_their_known_values() {
    let two_wide = (2..=8).map(|rows| (rows, 2, 0));
    let wider = [
        (3, 3, 1),
        (4, 3, 2),
        (3, 4, 2),
        (5, 3, 3),
        (6, 3, 0),
        (7, 3, 1),
        (8, 3, 2),
        (4, 4, 0),
        (5, 4, 2),
        (6, 4, 0),
        (5, 5, 3),
    ];
    for (rows, cols, margin) in two_wide.chain(wider) {
        let valued = Solver::new(16).value(&start(rows, cols, Reading::FillOut), &mut Budget::unlimited()).unwrap();
        assert_eq!(valued.value, Bounds::exact(margin), "{cols} wide, {rows} high");
    }
}
