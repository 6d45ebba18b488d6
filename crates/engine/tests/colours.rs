//! The solver of colour Filler against the obvious one, against another solver's openings, and against itself.

use grid::{Size, Word};
use landgrab_engine::budget::Budget;
use landgrab_engine::colours::solver::{Bounds, Solution, Solver};
use obvious::Obvious;
use rules::colours::{Colour, Colours, Setup, WAITING_LIMIT};
use rules::{Game, Side, Source, SplitMix, Symmetric, Turn};

#[path = "colours/obvious.rs"]
mod obvious;

fn solve<T: Word>(position: &Colours<T>) -> Solution {
    Solver::new(12).solve(position, &mut Budget::unlimited())
}

/// Every colour with its margin, in canonical order.
fn margins(solution: &Solution) -> Vec<(Colour, Bounds)> {
    let mut margins: Vec<_> = solution.ranked.iter().map(|ranked| (ranked.colour, ranked.value)).collect();
    margins.sort_by_key(|(colour, _)| *colour);
    margins
}

/// Both solvers say the same, and the fast one says that it is exact.
fn agree<T: Word>(position: &Colours<T>) {
    let mut obvious = Obvious::new();
    let mut margin_of_mover = |colour| {
        let margin = obvious.margin(&position.after(colour));
        if position.turn() == Turn::Move(Side::First) { margin } else { -margin }
    };
    let expected: Vec<_> = position.moves().map(|colour| (colour, Bounds::exact(margin_of_mover(colour)))).collect();
    assert_eq!(margins(&solve(position)), expected, "{position}");
}

/// A board with tiles by chance alone: chains, equal corners and pockets are common.
fn any_board(size: Size, colours: usize, waits: u8, source: &mut SplitMix) -> Colours<u64> {
    loop {
        let tiles = (0..size.area()).map(|_| Colour::ALL[source.below(colours as u32) as usize]).collect();
        let mover = Side::BOTH[source.below(2) as usize];
        let Ok(setup) = Setup::new(size, colours, tiles) else { continue };
        let position = Colours::new(&setup.with_mover(mover).with_waits(waits).expect("within the limit"));
        if let Turn::Move(_) = position.turn() {
            return position;
        }
    }
}

/// `boards` boards of each size.
fn agree_on_boards(colours: usize, boards: usize, sizes: &[(usize, usize)]) {
    for (rows, cols) in sizes {
        let mut source = SplitMix::for_purpose(colours as u64, (rows * 100 + cols) as u64);
        for _ in 0..boards {
            agree(&any_board(Size::new(*rows, *cols), colours, 0, &mut source));
        }
    }
}

#[test]
fn it_agrees_with_the_obvious_solver_on_boards_of_three_colours() {
    agree_on_boards(3, 500, &[(3, 3), (3, 4), (4, 4), (4, 5), (2, 9)]);
}

#[test]
fn it_agrees_with_the_obvious_solver_on_boards_of_four_colours() {
    agree_on_boards(4, 300, &[(2, 2), (3, 3), (3, 4), (4, 3)]);
    agree_on_boards(4, 80, &[(4, 4), (4, 5), (2, 8)]);
}

#[test]
fn it_agrees_with_the_obvious_solver_on_boards_of_five_and_six_colours() {
    agree_on_boards(5, 50, &[(3, 3), (2, 4)]);
    agree_on_boards(5, 8, &[(3, 4), (4, 4)]);
    agree_on_boards(6, 8, &[(3, 3), (2, 5)]);
}

#[test]
fn it_agrees_with_the_obvious_solver_however_many_moves_gained_nothing() {
    let mut source = SplitMix::new(24);
    for waits in 0..WAITING_LIMIT {
        for (rows, cols) in [(3, 3), (3, 4), (2, 6), (4, 4)] {
            for _ in 0..10 {
                agree(&any_board(Size::new(rows, cols), 4, waits, &mut source));
            }
        }
    }
}

#[test]
fn it_agrees_with_the_obvious_solver_where_nobody_can_make_progress() {
    // Found by looking for positions in which neither side can force anything. Half of them end with tiles that belong
    // to nobody, hence the odd margins.
    for (text, best) in [
        ("KBKKRBKG/RBKKGKGK A colours=4", 2),
        ("BGKBRGRK/KGRKKGBR A colours=4", 1),
        ("RBRGRGRK/KKKGRBGR A colours=4", 5),
        ("BRRKRKRK/KKGKRBGR A colours=4", 5),
        ("KRGRB/GRKRB/KRGBR/BKRKR A colours=4", -1),
        ("GBKRB/BRKRR/KKRKK/GRKBK A colours=4", 1),
        ("YYKGKRG/KRKRGKR A colours=5", 3),
        ("KRBBGRG/RGRYRBB A colours=5", 1),
        ("KBYRBGY/BRGGYKB A colours=5 waits=12", i32::MIN),
        ("RRBKBBKR/BKBKKGBK A colours=4 waits=16", i32::MIN),
        ("RRBKBBKR/BKBKKGBK A colours=4 waits=17", i32::MIN),
        ("RRBKBBKR/BKBKKGBK A colours=4 waits=20", i32::MIN),
    ] {
        let position: Colours<u64> = text.parse().unwrap();
        agree(&position);
        if best != i32::MIN {
            assert_eq!(solve(&position).value(), Some(Bounds::exact(best)), "{text}");
        }
    }
}

/// A game on a board of the generator, until at most so many tiles are contested. One move in three is any legal
/// colour.
fn late(size: Size, seed: u32, contested: usize) -> Option<Colours<u64>> {
    let mut source = SplitMix::new(seed.into());
    let mut position = Colours::<u64>::new(&Setup::generated_with(size, 6, seed).expect("an allowed size"));
    while position.contested().len() > contested {
        let legal: Vec<Colour> = position.moves().collect();
        let any = legal[source.below(legal.len() as u32) as usize];
        let largest = legal.into_iter().max_by_key(|colour| position.gain(*colour))?;
        position.play_unchecked(if source.below(3) == 0 { any } else { largest });
    }
    matches!(position.turn(), Turn::Move(_)).then_some(position)
}

#[test]
fn it_agrees_with_the_obvious_solver_late_in_games_on_the_usual_board() {
    let positions: Vec<_> = (0..60).filter_map(|seed| late(Size::new(7, 8), seed, 5)).collect();
    assert!(positions.len() >= 40, "{}", positions.len());
    positions.iter().for_each(agree);
}

#[test]
fn it_agrees_with_another_solver_on_forty_openings() {
    let mut solver = Solver::<u64>::new(15);
    let mut boards = 0;
    for line in include_str!("colours/openings.txt").lines().filter(|line| !line.starts_with('#')) {
        let (seed, known) = line.split_once(' ').unwrap();
        let position = Colours::<u64>::new(&Setup::generated(seed.parse().unwrap()));
        let solution = solver.solve(&position, &mut Budget::unlimited());
        let known = known.split(',').map(|pair| {
            let (colour, margin) = pair.split_once(':').unwrap();
            (colour.parse::<Colour>().unwrap(), Bounds::exact(margin.parse().unwrap()))
        });
        let mut known: Vec<_> = known.collect();
        known.sort_by_key(|(colour, _)| *colour);
        assert_eq!(margins(&solution), known, "seed {seed}");
        boards += 1;
    }
    assert_eq!(boards, 40);
}

#[test]
fn every_seat_word_and_mirror_gives_the_same_margins() {
    for seed in 0..6 {
        let size = Size::new(5, 7);
        let setup = Setup::generated_with(size, 6, seed).unwrap().with_mover(Side::BOTH[seed as usize % 2]);
        let position = Colours::<u64>::new(&setup);
        let expected = margins(&solve(&position));
        assert_eq!(margins(&solve(&Colours::<u128>::new(&setup))), expected, "{setup}");
        assert_eq!(margins(&solve(&position.turned())), expected, "{setup}");
        for symmetry in position.symmetries() {
            assert_eq!(margins(&solve(&position.seen_by(symmetry))), expected, "{setup}");
        }
    }
}

#[test]
fn a_main_line_is_legal_and_ends_with_the_margin_that_it_promises() {
    for seed in 0..8 {
        let position = Colours::<u64>::new(&Setup::generated_with(Size::new(6, 6), 6, seed).unwrap());
        for ranked in solve(&position).ranked {
            assert_eq!(ranked.line[0], ranked.colour);
            let mut end = position;
            ranked.line.iter().for_each(|colour| end.play(*colour).unwrap());
            let Turn::Over(_) = end.turn() else { panic!("seed {seed}: {} stops before the end", ranked.colour) };
            let score = end.score();
            assert_eq!(Bounds::exact(score.first as i32 - score.second as i32), ranked.value, "seed {seed}");
        }
    }
}

#[test]
fn a_budget_is_kept_and_what_is_proven_within_it_holds() {
    let position = Colours::<u64>::new(&Setup::generated(7));
    let exact = margins(&solve(&position));
    for nodes in [0, 1, 100, 5_000, 20_000, 60_000] {
        let solution = Solver::new(12).solve(&position, &mut Budget::nodes(nodes));
        assert!(solution.nodes <= nodes);
        for ((colour, bounds), (_, truth)) in margins(&solution).into_iter().zip(&exact) {
            assert!(bounds.low <= truth.low && truth.high <= bounds.high, "{colour} after {nodes}: {bounds:?}");
        }
    }
    let mut asked = 0;
    let mut time = || {
        asked += 1;
        f64::from(asked) / 20.0
    };
    let solution = Solver::new(12).solve(&position, &mut Budget::new(u64::MAX, &mut time));
    assert!(!solution.is_exact());
    assert!((20..40).contains(&asked), "{asked}");
}

#[test]
fn a_solver_finds_the_same_after_other_boards() {
    let boards: Vec<_> =
        (0..4).map(|seed| Colours::<u64>::new(&Setup::generated_with(Size::new(5, 6), 6, seed).unwrap())).collect();
    let mut solver = Solver::new(10);
    for _ in 0..2 {
        for board in &boards {
            assert_eq!(
                solver.solve(board, &mut Budget::unlimited()),
                Solver::new(10).solve(board, &mut Budget::unlimited())
            );
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_colours_to_rank() {
    let solution = solve::<u64>(&"RRG/RRG".parse().unwrap());
    assert_eq!((solution.ranked.len(), solution.value(), solution.is_exact()), (0, None, true));
}
