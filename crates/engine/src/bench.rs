//! A fixed suite of work with pinned node counts and checksums. A change of the rules or of a player changes them; a change
//! of speed alone does not.

use crate::roster::{Roster, player};
use rules::pieces::{Dialect, Pieces, Setup, class};
use rules::{Clock, Game, SplitMix, Turn, colours, stop};

/// One benchmark.
pub struct Bench {
    /// A name that says what it runs.
    pub name: &'static str,
    /// Runs it.
    pub run: fn() -> Counted,
}

/// The counts of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Nodes.
    pub nodes: u64,
    /// Sequences, or the sum of the fingerprints of the last positions.
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

/// Counts the nodes of the game tree to a depth, and its leaves.
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

/// One game of `greedy` against itself. The draws come from our own generator, because seeding a school's takes long.
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
