//! A fixed suite of work with numbers that must not change by accident: positions visited and what was found there. A
//! change of rules or players changes them; a change of speed alone does not.

use crate::roster::{Roster, player};
use rules::pieces::{Dialect, Pieces, Setup, class};
use rules::{Clock, Game, SplitMix, Turn, colours, stop};

/// One piece of work.
pub struct Bench {
    /// What it does.
    pub name: &'static str,
    /// Does it.
    pub run: fn() -> Counted,
}

/// What a bench counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Positions made.
    pub nodes: u64,
    /// Sequences, or the fingerprints of the last positions added up.
    pub checksum: u64,
}

/// The whole suite, a few seconds of work.
pub const SUITE: [Bench; 5] = [
    Bench { name: "stop 8x8, sequences to depth 7", run: || sequences(&stop::Stop::new(&stop::Setup::default()), 7) },
    Bench {
        name: "colours 7x8, sequences to depth 10",
        run: || sequences(&colours::Colours::<u64>::new(&colours::Setup::generated(1)), 10),
    },
    Bench {
        name: "plateau map00, 200 games of greedy",
        run: || pieces::<class::Small>(Dialect::Plateau, "map00", 200),
    },
    Bench { name: "plateau map01, 50 games of greedy", run: || pieces::<class::Medium>(Dialect::Plateau, "map01", 50) },
    Bench { name: "anfield map02, 2 games of greedy", run: || pieces::<class::Large>(Dialect::Anfield, "map02", 2) },
];

/// Counts every position on the way to all sequences of a length, and the sequences.
fn sequences<G: Game>(position: &G, depth: u32) -> Counted {
    if depth == 0 {
        return Counted { nodes: 0, checksum: 1 };
    }
    let mut sum = Counted { nodes: 0, checksum: 0 };
    for played in position.moves() {
        let below = sequences(&position.after(played), depth - 1);
        sum = Counted { nodes: sum.nodes + below.nodes + 1, checksum: sum.checksum + below.checksum };
    }
    sum
}

fn pieces<S: grid::CellSet>(dialect: Dialect, map: &str, games: u32) -> Counted {
    let setup = Setup::named(map, dialect).expect("a school map");
    let sums = (0..games).map(|game| mirror::<Pieces<S>>(&setup, game.into()));
    sums.reduce(|a, b| Counted { nodes: a.nodes + b.nodes, checksum: a.checksum + b.checksum }).expect("some games")
}

/// One game of `greedy` against itself; the draws come from a source of ours, so that it measures no seeding.
fn mirror<G: Roster>(setup: &G::Setup, seed: u64) -> Counted {
    let mut greedy = player::<G>(&"greedy".parse().expect("a name"), seed).expect("every game has it");
    let mut draws = SplitMix::new(seed);
    let mut position = G::new(setup);
    let mut nodes = 0;
    loop {
        match position.turn() {
            Turn::Over(_) => return Counted { nodes, checksum: position.fingerprint().into() },
            Turn::Draw => {
                let draw = position.sample(&mut draws);
                position.take(draw);
            }
            Turn::Move(_) => {
                let played = greedy.choose(&position, Clock::default()).expect("a built-in player has no faults");
                position.play_unchecked(played);
                nodes += 1;
            }
        }
    }
}
