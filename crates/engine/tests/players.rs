//! The built-in players in whole games: they play by the rules, the same way for the same seed, and `greedy` better than
//! `random`.

use grid::{CellSet, Size};
use landgrab_engine::roster::{Entry, NoSuchPlayer, PlayerSpec, Roster, player};
use rules::catalogue::AnySetup;
use rules::pieces::{Dialect, Map, Pieces, Placement, Setup, class};
use rules::stop::{Reading, Stop};
use rules::{
    BySide, Cell, Clock, Event, FaultKind, Game, Outcome, Player, Side, SplitMix, Turn, colours, stop, with_game,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Small boards of every game and dialect, and one that takes several words a row.
fn setups() -> Vec<AnySetup> {
    let school = |dialect| AnySetup::Pieces(Setup::named("map00", dialect).expect("a school map"));
    let board = |rows, cols, reading| stop::Setup::new(Size::new(rows, cols), reading).expect("a board");
    vec![
        school(Dialect::Plateau),
        school(Dialect::Anfield),
        AnySetup::Pieces(wide()),
        AnySetup::Colours(colours::Setup::generated(1)),
        AnySetup::Colours(colours::Setup::generated_with(Size::new(9, 10), 4, 1).expect("a board")),
        AnySetup::Stop(board(8, 8, Reading::FillOut)),
        AnySetup::Stop(board(4, 5, Reading::FirstBlocked)),
        AnySetup::Stop(board(5, 4, Reading::FirstStop)),
    ]
}

/// Too wide for every class of a fixed size.
fn wide() -> Setup {
    let row = |mark: &str| format!("{}{mark}{}\n", ".".repeat(64), ".".repeat(70));
    let text = [row("."), row("O"), row("."), row("."), row("."), row("X"), row(".")].concat();
    Setup::new(Dialect::Plateau, Map::parse("wide", &text, Dialect::Plateau).expect("a map"))
}

/// A game that was played.
struct Played<G: Game> {
    /// The answers, with who gave them.
    answers: Vec<(Side, G::Move)>,
    outcome: Outcome,
}

/// A game between two players by name. Each has a seed of its own; the draws have another.
fn game<G: Roster>(start: &G::Setup, names: BySide<&str>, seed: u64) -> Played<G> {
    let mut seats = BySide::from_fn(|side| named::<G>(names[side], seed + u64::from(side.number())));
    play(start, &mut seats, seed)
}

fn named<G: Roster>(name: &str, seed: u64) -> Box<dyn Player<G>> {
    player(&name.parse().expect("a name"), seed).expect("a player of this game")
}

fn play<G: Game>(start: &G::Setup, seats: &mut BySide<Box<dyn Player<G>>>, seed: u64) -> Played<G> {
    let mut draws = SplitMix::new(seed);
    let mut position = G::new(start);
    let mut answers = vec![];
    for side in Side::BOTH {
        seats[side].begin(start, side).expect("a built-in player has no faults");
    }
    let mut drawn = None;
    loop {
        let event = match position.turn() {
            Turn::Over(outcome) => return Played { answers, outcome },
            Turn::Draw => {
                let draw = position.sample(&mut draws);
                position.take(draw.clone());
                drawn = Some(draw.clone());
                Event::Drew(draw)
            }
            Turn::Move(side) => {
                let answer = seats[side].choose(&position, Clock::default()).expect("a built-in player has no faults");
                answers.push((side, answer));
                let Ok(played) = position.resolve(answer) else {
                    // The simplest bots see no anchors over the edge; anything else that is illegal is a bug.
                    let has_seen_some = position.moves().any(|m| !m.to_string().contains('-'));
                    assert!(!has_seen_some && position.withdraw(FaultKind::Illegal), "{answer} in {position}");
                    continue;
                };
                position.play(played).expect("an answer amounts to a legal move");
                Event::Played { side, drawn: drawn.clone(), played }
            }
        };
        for side in Side::BOTH {
            seats[side].watch(&event).expect("a built-in player has no faults");
        }
    }
}

/// All players, searches with so few nodes that whole games take no time.
fn names<G: Roster>() -> Vec<String> {
    let name = |entry: &Entry<G>| match entry.options.iter().find(|option| option.starts_with("nodes=")) {
        Some(_) => format!("{}:nodes=300", entry.name),
        None => entry.name.into(),
    };
    G::roster().iter().map(name).collect()
}

#[test]
fn every_player_finishes_games_against_every_other_within_the_rules() {
    for setup in setups() {
        with_game!(&setup, |G, start| {
            for first in names::<G>() {
                for second in names::<G>() {
                    let played = game::<G>(start, BySide::new(&first, &second), 1);
                    assert!(!played.answers.is_empty(), "{first} against {second}");
                }
            }
        });
    }
}

#[test]
fn equal_seeds_play_equally() {
    for setup in setups() {
        with_game!(&setup, |G, start| {
            for name in names::<G>() {
                let [one, other] = [7, 7].map(|seed| game::<G>(start, BySide::new(&name, &name), seed).answers);
                assert_eq!(one, other, "{} {name}", G::NAME);
            }
        });
    }
}

/// How often [`now`] was asked for the time.
fn looked_at() -> &'static AtomicU64 {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    &LOOKS
}

/// A clock on which a millisecond goes by whenever somebody looks at it.
fn now() -> Duration {
    Duration::from_millis(looked_at().fetch_add(1, Ordering::Relaxed))
}

/// Nodes that were set end a search long before this clock does, so they decide with it and without it alike.
#[test]
fn nodes_that_were_set_bind_on_a_clock_too() {
    let large = colours::Setup::generated_with(Size::new(10, 10), 6, 1).expect("a board");
    let setups = setups().into_iter().chain([AnySetup::Colours(large)]);
    for setup in setups {
        with_game!(&setup, |G, start| set_nodes_bind::<G>(start));
    }
}

fn set_nodes_bind<G: Roster>(start: &G::Setup) {
    let mut position = G::new(start);
    if let Turn::Draw = position.turn() {
        let draw = position.sample(&mut SplitMix::new(3));
        position.take(draw);
    }
    for name in ["champion:nodes=400", "champion@8:nodes=400"] {
        let choice = |clock| named::<G>(name, 1).choose(&position, clock).expect("no faults");
        let before = looked_at().load(Ordering::Relaxed);
        let timed = choice(Clock::per_move(Duration::from_secs(10), now));
        let looks = looked_at().load(Ordering::Relaxed) - before;
        assert_eq!(timed, choice(Clock::default()), "{name} in {position}");
        assert!(looks < 1000, "{name} in {position}: {looks} looks at the clock");
    }
}

#[test]
fn random_plays_differently_with_another_seed() {
    for setup in setups() {
        with_game!(&setup, |G, start| {
            let games = [1, 2, 3].map(|seed| {
                // The same draws, so that only the players differ.
                let mut seats = BySide::from_fn(|side| named::<G>("random", seed * 10 + u64::from(side.number())));
                play(start, &mut seats, 1).answers
            });
            assert!(games[0] != games[1] && games[1] != games[2], "{}", G::NAME);
        });
    }
}

#[test]
fn greedy_beats_random_clearly() {
    let usual = [
        AnySetup::Pieces(Setup::named("map00", Dialect::Plateau).unwrap()),
        AnySetup::Pieces(Setup::named("map00", Dialect::Anfield).unwrap()),
        AnySetup::Colours(colours::Setup::generated(1)),
        AnySetup::Stop(stop::Setup::default()),
    ];
    for setup in usual {
        with_game!(&setup, |G, start| {
            // Ten pairs: the same draws, the seats swapped.
            let pair = |seed| {
                let first = game::<G>(start, BySide::new("greedy", "random"), seed).outcome;
                let second = game::<G>(start, BySide::new("random", "greedy"), seed).outcome;
                points(first, Side::First) + points(second, Side::Second)
            };
            let points: f64 = (0..10).map(|number| pair(100 * number)).sum();
            assert!(points >= 16.0, "{points} of 20 points in {}", G::NAME);
        });
    }
}

fn points(outcome: Outcome, side: Side) -> f64 {
    match outcome.winner() {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == side)),
    }
}

type Small = Pieces<class::Small>;

#[test]
fn greedy_covers_new_cells_that_are_fewest_steps_from_the_enemy() {
    plays_the_smallest_sum("greedy", |position, cell| {
        if position.own(position.side()).contains(cell) {
            0
        } else {
            nearest(position, cell, |down, along| down + along)
        }
    });
}

#[test]
fn heat_covers_cells_that_are_fewest_rings_from_the_enemy() {
    plays_the_smallest_sum("heat", |position, cell| nearest(position, cell, usize::max));
    plays_the_smallest_sum("heat:metric=l1", |position, cell| nearest(position, cell, |down, along| down + along));
}

#[test]
fn bfs_covers_new_cells_that_are_fewest_steps_on_foot_from_the_enemy() {
    plays_the_smallest_sum("bfs", |position, cell| {
        if position.own(position.side()).contains(cell) { 0 } else { on_foot(position, cell) }
    });
}

/// In every turn of two games, against the obvious version: what each cell under the piece costs, added up.
fn plays_the_smallest_sum(name: &str, cost: fn(&Small, Cell) -> usize) {
    let school = Setup::named("map00", Dialect::Plateau).expect("a school map");
    let other_way_round: String = school.map().rows().iter().rev().map(|row| format!("{row}\n")).collect();
    let other = Setup::new(Dialect::Plateau, Map::parse("other", &other_way_round, Dialect::Plateau).expect("a map"));
    // One player for both games: a heat map kept from the first would mislead it in the second.
    let mut players = BySide::new(named::<Small>(name, 1), named("random", 2));
    let mut draws = SplitMix::new(5);
    for setup in [school, other] {
        let mut position = Small::new(&setup);
        let mut looked_at = 0;
        loop {
            let side = match position.turn() {
                Turn::Over(_) => break,
                Turn::Draw => {
                    let draw = position.sample(&mut draws);
                    position.take(draw);
                    continue;
                }
                Turn::Move(side) => side,
            };
            let played = players[side].choose(&position, Clock::default()).expect("a built-in player has no faults");
            if side == Side::First && played != Placement::Stuck {
                let sum = |m| covered(&position, m).into_iter().map(|cell| cost(&position, cell)).sum::<usize>();
                assert_eq!(Some(sum(played)), position.moves().map(sum).min(), "{name}: {played} in {position}");
                looked_at += 1;
            }
            position.play(played).expect("it is legal");
        }
        assert!(looked_at > 10, "{looked_at}");
    }
}

/// The cells under the piece at a legal placement.
fn covered(position: &Small, played: Placement) -> Vec<Cell> {
    let Placement::At { row, col } = played else { return vec![] };
    let piece = position.piece().expect("a side to move has a piece");
    let place = |at: i32, by: usize| usize::try_from(at + by as i32).expect("a legal placement is on the board");
    piece.filled().map(|by| Cell::new(place(row, by.row), place(col, by.col))).collect()
}

/// Steps to the nearest of all enemy cells, from those down and those along.
fn nearest(position: &Small, cell: Cell, steps: fn(usize, usize) -> usize) -> usize {
    let enemy = position.own(position.side().other());
    enemy.iter().map(|e| steps(e.row.abs_diff(cell.row), e.col.abs_diff(cell.col))).min().expect("an enemy")
}

/// Steps through free cells until an enemy cell is beside; as many as there are cells where none ever is.
fn on_foot(position: &Small, cell: Cell) -> usize {
    let (enemy, area) = (position.own(position.side().other()), position.size().area());
    let mut reached = class::Small::empty(position.size());
    reached.insert(cell);
    for steps in 1..area {
        let beside = |e: Cell| reached.iter().any(|c| c.row.abs_diff(e.row) + c.col.abs_diff(e.col) == 1);
        if enemy.iter().any(beside) {
            return steps;
        }
        let grown: Vec<Cell> = position.free().iter().filter(|c| !reached.contains(*c) && beside(*c)).collect();
        if grown.is_empty() {
            break;
        }
        grown.into_iter().for_each(|cell| reached.insert(cell));
    }
    area
}

#[test]
fn the_size_class_makes_no_difference_to_a_player() {
    let setup = Setup::named("map00", Dialect::Anfield).unwrap();
    for name in names::<Pieces<class::Small>>() {
        let names = BySide::new(name.as_str(), "greedy");
        let small = game::<Pieces<class::Small>>(&setup, names, 4);
        let large = game::<Pieces<class::Large>>(&setup, names, 4);
        let any = game::<Pieces<class::Any>>(&setup, names, 4);
        assert!(small.answers == large.answers && large.answers == any.answers, "{name}");
    }
}

fn refused(spec: &str) -> String {
    let spec: PlayerSpec = spec.parse().expect("a name");
    let Err(error) = player::<Stop>(&spec, 0) else { panic!("there is a player {spec}") };
    error.to_string()
}

#[test]
fn a_player_that_does_not_exist_is_refused_with_those_that_do() {
    assert_eq!(
        refused("champoin"),
        "unknown player `champoin`: stop has random, first, greedy, floodfill, manhattan, champion"
    );
    assert_eq!(
        refused("Greedy"),
        "unknown player `Greedy`: stop has random, first, greedy, floodfill, manhattan, champion"
    );
    let spec = "nobody".parse().unwrap();
    let Err(NoSuchPlayer::Unknown { name, game, .. }) = player::<colours::Colours<u64>>(&spec, 0) else {
        panic!("there is a player nobody")
    };
    assert_eq!((name.as_str(), game), ("nobody", "colours"));
}

#[test]
fn a_player_without_levels_and_options_refuses_them() {
    assert_eq!(refused("greedy@3"), "`greedy@3`: greedy takes no level and no options");
    assert_eq!(refused("random:seed=1"), "`random:seed=1`: random takes no level and no options");
    assert_eq!(refused("first@9:a=1,b=2"), "`first@9:a=1,b=2`: first takes no level and no options");
}

/// The listed options against those that the player takes: none is missing on either side.
#[test]
fn every_player_takes_the_options_that_it_is_listed_with() {
    for setup in setups() {
        with_game!(&setup, |G, _start| {
            for entry in G::roster() {
                for option in entry.options {
                    // No option can be set to nothing, so its name comes back with what it can be set to.
                    let spec = match option.split_once('=') {
                        Some((key, _)) => format!("{}:{key}=", entry.name),
                        None => format!("{}@1", entry.name),
                    };
                    match player::<G>(&spec.parse().expect("a name"), 0).map(|_| ()) {
                        Err(NoSuchPlayer::WrongValue { key, expected, .. }) => {
                            assert_eq!(*option, format!("{key}={expected}"));
                        }
                        result => assert_eq!((*option, result), ("@1..9", Ok(()))),
                    }
                }
            }
        });
    }
}

#[test]
fn text_that_asks_for_no_player_is_refused() {
    for (text, part) in [
        ("", "a name such as `greedy`"),
        ("greedy@", "a level from 1 to 9 after `@`"),
        ("greedy@10", "a level from 1 to 9 after `@`"),
        ("greedy@-1", "a level from 1 to 9 after `@`"),
        ("greedy:", "`key=value` after `:`"),
        ("greedy:seed", "`key=value` after `:`"),
        ("greedy:seed=1,seed=2", "every option once"),
        ("greedy\x1b[31m", "found `greedy\\u{1b}[31m`"),
    ] {
        let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error.starts_with("player: expected ") && error.contains(part), "{error}");
    }
}
