//! The small network: the chance to win on any board, by a multilayer perceptron for each dialect, trained by self-play
//! (`cargo xtask train`).
//!
//! It evaluates afterstates. Its inputs are counts: free cells by the steps in which each side reaches them, and the places
//! in which the commonest small shapes fit.

use crate::mlp::{Net, logistic};
use grid::{Arrivals, Cell, CellSet, LATEST, STAGES, fits_once};
use rules::Side;
use rules::pieces::{Dialect, Pieces};
use std::sync::LazyLock;

/// Shapes whose places are counted: the commonest pieces of small maps, which are parts of most others.
const SHAPES: [&[(usize, usize)]; 12] = [
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 1)],
    &[(0, 1), (1, 0)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)],
];

const ARRIVAL_INPUTS: usize = STAGES * (2 * LATEST + 1);
const COUNTS: usize = 6;
/// Inputs of the network.
pub const INPUTS: usize = ARRIVAL_INPUTS + COUNTS + 2 * SHAPES.len();

/// The network.
pub type SmallNet = Net<INPUTS>;

static PLATEAU: LazyLock<SmallNet> = LazyLock::new(|| read(include_bytes!("../../weights/plateau.net")));
static ANFIELD: LazyLock<SmallNet> = LazyLock::new(|| read(include_bytes!("../../weights/anfield.net")));

fn read(bytes: &[u8]) -> SmallNet {
    SmallNet::from_bytes(bytes).expect("the weights that we ship have the network's size")
}

/// The network that was trained for a dialect.
pub fn trained(dialect: Dialect) -> &'static SmallNet {
    match dialect {
        Dialect::Plateau => &PLATEAU,
        Dialect::Anfield => &ANFIELD,
    }
}

/// Computes the inputs of the network.
#[derive(Clone, Debug)]
pub struct Features {
    shapes: Vec<Vec<Cell>>,
}

impl Default for Features {
    fn default() -> Self {
        let cells = |shape: &&[(usize, usize)]| shape.iter().map(|(row, col)| Cell::new(*row, *col)).collect();
        Self { shapes: SHAPES.iter().map(cells).collect() }
    }
}

impl Features {
    /// The inputs for an afterstate in which `ours` have just placed and the others are next.
    pub fn inputs<S: CellSet>(&self, ours: &S, theirs: &S, free: &S) -> [f32; INPUTS] {
        // Tenths keep all inputs in about the same range, which helps training.
        let tenth = |count: u32| count as f32 * 0.1;
        let mut inputs = [0.0; INPUTS];
        let arrivals = Arrivals::count(ours, theirs, free);
        for (input, count) in inputs.iter_mut().zip(arrivals.both.as_flattened()) {
            *input = tenth(*count);
        }
        let counts =
            [arrivals.first_only, arrivals.second_only, arrivals.nobody, ours.len() as u32, theirs.len() as u32];
        for (input, count) in inputs[ARRIVAL_INPUTS..].iter_mut().zip(counts) {
            *input = tenth(count);
        }
        inputs[ARRIVAL_INPUTS + COUNTS - 1] = 1.0;
        let (mut our_room, mut their_room) = (free.clone(), free.clone());
        our_room |= ours;
        their_room |= theirs;
        let places =
            |shape: &[Cell], own: &S, room: &S| (fits_once(shape, own, room).len().min(20) as f32).sqrt() * 0.3;
        for (shape, inputs) in self.shapes.iter().zip(inputs[ARRIVAL_INPUTS + COUNTS..].as_chunks_mut::<2>().0) {
            *inputs = [places(shape, ours, &our_room), places(shape, theirs, &their_room)];
        }
        inputs
    }

    /// The chance of a side to win an afterstate in which both sides still play.
    pub fn chance<S: CellSet>(&self, position: &Pieces<S>, side: Side) -> f32 {
        let placed = position.side().other();
        let inputs = self.inputs(position.own(placed), position.own(placed.other()), position.free());
        let chance = logistic(trained(position.dialect()).value(&inputs));
        if placed == side { chance } else { 1.0 - chance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::pieces::class;

    #[test]
    fn the_side_with_more_territory_is_likelier_to_win() {
        for (rules, [first, second]) in [("plateau", ['O', 'X']), ("anfield", ['@', '$'])] {
            // The second side is cut off in three columns of sixteen.
            let row = format!("............{first}..{second}\n");
            let text = format!("{}rules={rules} turn={second} placed=12,11", row.repeat(12));
            let position: Pieces<class::Small> = text.parse().expect("a position");
            let chance = |side| Features::default().chance(&position, side);
            assert!(chance(Side::First) > chance(Side::Second), "{rules}: {}", chance(Side::First));
            assert!((chance(Side::First) + chance(Side::Second) - 1.0).abs() < 1e-6);
        }
    }
}
