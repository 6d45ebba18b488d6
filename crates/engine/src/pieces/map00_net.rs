//! The chance to win on map00, the smallest school map, by a convolutional network for each dialect. They were trained in
//! games against each of the opponent models (`training/README.md`) and are used on that map alone.

pub mod convolution;

use crate::mlp;
use crate::pieces::OpponentModel;
use convolution::{Network, SHOWN, Sheet};
use grid::{Cell, CellSet, LONGEST_LEAD, Size, arrivals_of};
use rules::pieces::{Dialect, Pieces, Setup, class};
use rules::{BySide, Game, Side};
use std::sync::LazyLock;

/// Distances are cut off here.
const FARTHEST: usize = 20;

static PLATEAU: LazyLock<Network> = LazyLock::new(|| read(include_bytes!("../../weights/plateau-map00.net")));
static ANFIELD: LazyLock<Network> = LazyLock::new(|| read(include_bytes!("../../weights/anfield-map00.net")));

/// The network's number for an opponent model. It has one set of biases for the three models that press close.
const fn kind(model: OpponentModel) -> usize {
    match model {
        OpponentModel::Territory => 0,
        OpponentModel::Voronoi => 1,
        OpponentModel::Heat | OpponentModel::Terminator | OpponentModel::Bfs => 2,
        OpponentModel::SelfPlay => 3,
    }
}

/// Kinds of opponents that the networks tell apart.
const KINDS: usize = kind(OpponentModel::SelfPlay) + 1;

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

/// The start of a school's map00.
struct Start {
    size: Size,
    cells: BySide<Vec<Cell>>,
}

static PLATEAU_START: LazyLock<Start> = LazyLock::new(|| start(Dialect::Plateau));
static ANFIELD_START: LazyLock<Start> = LazyLock::new(|| start(Dialect::Anfield));

fn start(dialect: Dialect) -> Start {
    let setup = Setup::named("map00", dialect).expect("both schools have a map00");
    let position = Pieces::<class::Any>::new(&setup);
    Start { size: position.size(), cells: BySide::from_fn(|side| position.own(side).iter().collect()) }
}

/// Whether a position is one of the game that the network was trained on: the school's map00, without walls, each side
/// with the cells that it starts with. Cells are never lost, so a position tells this at any time of a game.
pub fn knows<S: CellSet>(position: &Pieces<S>) -> bool {
    let start = match position.dialect() {
        Dialect::Plateau => &*PLATEAU_START,
        Dialect::Anfield => &*ANFIELD_START,
    };
    let own = |side: Side| position.own(side);
    let has_walls = || own(Side::First).len() + own(Side::Second).len() + position.free().len() != start.size.area();
    let has_start = |side: Side| start.cells[side].iter().all(|cell| own(side).contains(*cell));
    position.size() == start.size && !has_walls() && Side::BOTH.into_iter().all(has_start)
}

/// The input planes for an afterstate in which `ours` have just placed and the others are next: our cells, their cells,
/// free cells, both distances, the lead, and whether both sides reach the cell. The last plane is unused.
fn sheet<S: CellSet>(ours: &S, theirs: &S, free: &S, size: Size) -> Sheet<SHOWN> {
    let mut sheet = Sheet::new(size.rows, size.cols);
    ours.iter().for_each(|cell| sheet.at(cell.row, cell.col)[0] = 1.0);
    theirs.iter().for_each(|cell| sheet.at(cell.row, cell.col)[1] = 1.0);
    let far = FARTHEST as f32;
    free.iter().for_each(|cell| *sheet.at(cell.row, cell.col) = [0.0, 0.0, 1.0, far, far, 0.0, 0.0, 0.0]);
    // The network counts distances from 0.
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

/// The chance of a side to win against an opponent model, in an afterstate in which both sides still play. The network was
/// trained on afterstates of the side that faces the model. After a placement of the model itself, the biases of self-play
/// are used.
pub fn chance<S: CellSet>(position: &Pieces<S>, side: Side, model: OpponentModel) -> f32 {
    let placed = position.side().other();
    let sheet = sheet(position.own(placed), position.own(placed.other()), position.free(), position.size());
    let network = trained(position.dialect());
    let model = if placed == side { model } else { OpponentModel::SelfPlay };
    let chance = mlp::logistic(network.value(&sheet, kind(model)));
    if placed == side { chance } else { 1.0 - chance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::pieces::Map;

    /// A position some turns into a game on a map of this width: ours on the left, theirs on the right, and they are next.
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
    fn it_computes_what_the_trainer_computes() {
        // The outputs of training/map00_net.py for the same positions and weights, under each kind of opponent.
        for (dialect, cols, said) in [
            (Dialect::Plateau, 17, [0.846_774, 0.914_575, 0.982_321, 0.815_120]),
            (Dialect::Anfield, 20, [0.638_366, 0.813_802, 0.930_203, 0.518_300]),
        ] {
            let position = position(dialect, cols);
            let models =
                [OpponentModel::Territory, OpponentModel::Voronoi, OpponentModel::Heat, OpponentModel::SelfPlay];
            for (model, said) in models.into_iter().zip(said) {
                let seen = chance(&position, Side::First, model);
                assert!((seen - said).abs() < 1e-4, "{dialect} {model:?}: {seen}, not {said}");
                // Afterstates of the opponent are evaluated as self-play.
                let enemy = chance(&position, Side::Second, model);
                assert_eq!(enemy, 1.0 - chance(&position, Side::First, OpponentModel::SelfPlay));
            }
        }
    }

    #[test]
    fn it_knows_map00_of_both_schools_and_no_other_map() {
        for dialect in [Dialect::Plateau, Dialect::Anfield] {
            let is_known = |setup: &Setup| knows(&Pieces::<class::Large>::new(setup));
            let named = |map| Setup::named(map, dialect).expect("a school map");
            assert_eq!(["map00", "map01", "map02"].map(|map| is_known(&named(map))), [true, false, false]);
            // The same size with a wall, and with other starts.
            let rows = named("map00").map().rows().to_vec();
            let other = |rows: &[String]| {
                let map = Map::parse("other", &rows.join("\n"), dialect).expect("a map");
                is_known(&Setup::new(dialect, map))
            };
            assert!(other(&rows), "it is the map that counts, not its name");
            let upside_down: Vec<String> = rows.iter().rev().cloned().collect();
            assert!(!other(&upside_down));
        }
    }

    #[test]
    fn it_knows_positions_further_on_by_their_starts_and_none_with_walls() {
        let known = position(Dialect::Plateau, 17);
        assert!(knows(&known));
        for (what, text) in [
            ("a wall", known.to_string().replacen('.', "#", 1)),
            ("another start", known.to_string().replacen("..O", ".O.", 1)),
        ] {
            assert!(!knows(&text.parse::<Pieces<class::Small>>().expect("a position")), "{what}: {text}");
        }
    }

    #[test]
    fn the_planes_of_a_cell_hold_both_distances() {
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
