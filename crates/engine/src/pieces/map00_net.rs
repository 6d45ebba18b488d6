//! The chance to win as a convolutional network sees it. It knows boards of the size of the smallest school map, one
//! network for each dialect; they were trained in games against players of several kinds (`training/README.md`).

pub mod convolution;

use crate::mlp;
use convolution::{Network, SHOWN, Sheet};
use grid::{CellSet, LONGEST_LEAD, Size, arrivals_of};
use rules::Side;
use rules::pieces::{Dialect, Pieces};
use std::sync::LazyLock;

/// Steps after which a walk is not followed any further.
const FARTHEST: usize = 20;

static PLATEAU: LazyLock<Network> = LazyLock::new(|| read(include_bytes!("../../weights/plateau.judge")));
static ANFIELD: LazyLock<Network> = LazyLock::new(|| read(include_bytes!("../../weights/anfield.judge")));

/// How an enemy plays. The chance to win depends on it: what holds against one who counts land may not against one who
/// presses close.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rival {
    /// By the soft split of the board.
    Split,
    /// By the cells that it reaches first.
    Count,
    /// As close to us as it can, by rings.
    Rings,
    /// The same by steps up, down, left and right.
    Steps,
    /// The same by such steps on free cells alone.
    Walks,
    /// By the network itself.
    Equal,
}

impl Rival {
    /// The networks' number for it. They take all who come close for one kind.
    const fn kind(self) -> usize {
        match self {
            Self::Split => 0,
            Self::Count => 1,
            Self::Rings | Self::Steps | Self::Walks => 2,
            Self::Equal => 3,
        }
    }
}

/// Kinds that the networks tell apart.
const KINDS: usize = Rival::Equal.kind() + 1;

fn read(bytes: &[u8]) -> Network {
    let network = Network::from_bytes(bytes).filter(|network| network.kinds() == KINDS);
    network.expect("the weights that we ship have the network's size")
}

fn trained(dialect: Dialect) -> &'static Network {
    match dialect {
        Dialect::Plateau => &PLATEAU,
        Dialect::Anfield => &ANFIELD,
    }
}

/// Whether boards of this size are those that the network has learned from.
pub fn knows(dialect: Dialect, size: Size) -> bool {
    size == match dialect {
        Dialect::Plateau => Size::new(15, 17),
        Dialect::Anfield => Size::new(15, 20),
    }
}

/// What the network is shown of a position in which `ours` have just been placed and the others are next.
fn sheet<S: CellSet>(ours: &S, theirs: &S, free: &S, size: Size) -> Sheet<SHOWN> {
    let mut sheet = Sheet::new(size.rows, size.cols);
    ours.iter().for_each(|cell| sheet.at(cell.row, cell.col)[0] = 1.0);
    theirs.iter().for_each(|cell| sheet.at(cell.row, cell.col)[1] = 1.0);
    let far = FARTHEST as f32;
    free.iter().for_each(|cell| *sheet.at(cell.row, cell.col) = [0.0, 0.0, 1.0, far, far, 0.0, 0.0, 0.0]);
    // The network counts steps from 0.
    arrivals_of(ours, free, FARTHEST, |cell, step| sheet.at(cell.row, cell.col)[3] = (step - 1) as f32);
    arrivals_of(theirs, free, FARTHEST, |cell, step| sheet.at(cell.row, cell.col)[4] = (step - 1) as f32);
    let most = LONGEST_LEAD as f32;
    for cell in free.iter() {
        let shown = sheet.at(cell.row, cell.col);
        let (our_steps, their_steps) = (shown[3], shown[4]);
        shown[3] /= far;
        shown[4] /= far;
        shown[5] = (their_steps - our_steps).clamp(-most, most) / most;
        shown[6] = f32::from(u8::from(our_steps < far && their_steps < far));
    }
    sheet
}

/// The chance of a side to win against such a rival, in a position in which both still play and a piece is about to be
/// drawn. The network has learned from what the side that faces the rival leaves behind. Asked by the rival's side, or
/// right after the rival's placement, it takes both sides for equals.
pub fn chance<S: CellSet>(position: &Pieces<S>, side: Side, rival: Rival) -> f32 {
    let placed = position.side().other();
    let sheet = sheet(position.own(placed), position.own(placed.other()), position.free(), position.size());
    let network = trained(position.dialect());
    let kind = if placed == side { rival } else { Rival::Equal };
    let chance = mlp::chance(network.value(&sheet, kind.kind()));
    if placed == side { chance } else { 1.0 - chance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::pieces::{Setup, class};

    /// Some turns into a game on a map of this width: ours from the left, theirs from the right, which is next.
    fn position(dialect: Dialect, cols: usize) -> Pieces<class::Small> {
        let ours = [(8, 2), (8, 3), (9, 3), (9, 4), (9, 5), (10, 6)];
        let theirs = [(12, 14), (12, 13), (11, 13), (11, 12), (11, 11)];
        let mark = |place| match place {
            _ if ours.contains(&place) => dialect.mark(Side::First),
            _ if theirs.contains(&place) => dialect.mark(Side::Second),
            _ => '.',
        };
        let row = |row| (0..cols).map(move |col| mark((row, col))).chain(['\n']).collect::<String>();
        let text = format!(
            "{}rules={dialect} turn={} placed=5,4",
            (0..15).map(row).collect::<String>(),
            dialect.mark(Side::Second)
        );
        text.parse().expect("a position")
    }

    #[test]
    fn it_sees_what_the_trainer_sees() {
        // What training/judge.py says of the same positions with the same weights, against each kind of rival.
        for (dialect, cols, said) in [
            (Dialect::Plateau, 17, [0.846_774, 0.914_575, 0.982_321, 0.815_120]),
            (Dialect::Anfield, 20, [0.638_366, 0.813_802, 0.930_203, 0.518_300]),
        ] {
            let position = position(dialect, cols);
            for (rival, said) in [Rival::Split, Rival::Count, Rival::Rings, Rival::Equal].into_iter().zip(said) {
                let seen = chance(&position, Side::First, rival);
                assert!((seen - said).abs() < 1e-4, "{dialect} {rival:?}: {seen}, not {said}");
                // It has not learned what the enemy leaves behind.
                let enemy = chance(&position, Side::Second, rival);
                assert_eq!(enemy, 1.0 - chance(&position, Side::First, Rival::Equal));
            }
        }
    }

    #[test]
    fn it_knows_the_smallest_school_maps() {
        for dialect in [Dialect::Plateau, Dialect::Anfield] {
            let size = |map| Setup::named(map, dialect).expect("a school map").map().size();
            assert_eq!(["map00", "map01", "map02"].map(|map| knows(dialect, size(map))), [true, false, false]);
        }
    }

    #[test]
    fn a_cell_is_shown_with_both_walks_to_it() {
        let set = class::Small::from_picture;
        let (ours, theirs) = (set("X......."), set("......X."));
        let mut sheet = sheet(&ours, &theirs, &set(".XXXXX.X"), Size::new(1, 8));
        assert_eq!(sheet.at(0, 0)[..3], [1.0, 0.0, 0.0]);
        assert_eq!(sheet.at(0, 6)[..3], [0.0, 1.0, 0.0]);
        // One step from us and five from them, counted from 0: a lead of four, which is the most.
        assert_eq!(*sheet.at(0, 1), [0.0, 0.0, 1.0, 0.0, 4.0 / 20.0, 1.0, 1.0, 0.0]);
        assert_eq!(*sheet.at(0, 5), [0.0, 0.0, 1.0, 4.0 / 20.0, 0.0, -1.0, 1.0, 0.0]);
        // Behind their cell: we never get there.
        assert_eq!(*sheet.at(0, 7), [0.0, 0.0, 1.0, 1.0, 0.0, -1.0, 0.0, 0.0]);
    }
}
