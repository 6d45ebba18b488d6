//! Steps about the placing of a piece. Each board leaves only placements of one kind, and never `0 0`, so that a bot
//! that misses that kind has no legal answer.

use super::case::{self, Case, ask_all};
use super::diagnosis::PLACING;
use super::visit::Visit;
use super::{Patient, StepResult};
use rules::Side;
use rules::pieces::{Dialect, Piece};
use rules::{Cell, Size};

/// The first and the last placement in the order of reading cover cells of the enemy.
pub const NO_ENEMY: [Case; 2] = [
    Case { board: "XXXXXX/XXOXXX/XX.XXX/XXXXXX", piece: "*/*", advice: PLACING },
    Case { board: "XXXXXX/XX.XXX/XXOXXX/XXXXXX", piece: "*/*", advice: PLACING },
];

/// The first and the last placement in the order of reading, by rows or by columns, cover two own cells.
pub const ONE_OWN: [Case; 2] = [
    Case { board: "XOOX/XOXX/.O../XOXX/XOOX", piece: "**", advice: PLACING },
    Case { board: "XX.XX/OOOOO/OX.XO/XX.XX", piece: "*/*", advice: PLACING },
];

/// The box lies on enemies, or on more own cells than one; its filled cells do not.
pub const MARGINS: [Case; 2] = [
    Case { board: "XXXXXX/X.XXXX/XOXXXX/XXXXXX", piece: ".*./.*.", advice: MARGINS_ADVICE },
    Case { board: "XXXXXX/X..XXX/XOOXXX/XXXXXX", piece: "**/*.", advice: MARGINS_ADVICE },
];
const MARGINS_ADVICE: &str = "only the filled cells of the piece count: empty places of its box may lie on anything, \
                              enemy cells and own ones too";

/// Only placements whose box leaves the board on the right or at the bottom.
pub const OVERHANGING: [Case; 3] = [
    Case {
        board: "....X./....XX/.X..XO/....X./...XX.",
        piece: "*../*..",
        advice: "your bot never lets the box hang over the right edge: let the anchor go up to the last column",
    },
    Case {
        board: "....../..X.../XXXXXX/.XO.X.",
        piece: "**/../..",
        advice: "your bot never lets the box hang over the bottom edge: let the anchor go up to the last row",
    },
    Case {
        board: "....../..X.../...XXX/..XXO.",
        piece: "**./...",
        advice: "your bot never lets the box hang over the right and the bottom edge together: let the anchor go up \
                 to the last row and the last column",
    },
];

/// Only placements with a negative row or column.
pub const NEGATIVE: [Case; 3] = [
    Case {
        board: ".XX.../OX..../.X.X../.XX...",
        piece: ".*/.*",
        advice: "your bot never tries negative columns: let the anchor's column start at -(piece width - 1)",
    },
    Case {
        board: ".XO.X./XXXXX./...X../......",
        piece: "../**",
        advice: "your bot never tries negative rows: let the anchor's row start at -(piece height - 1)",
    },
    Case {
        board: "O.X.../XXX.../...X../......",
        piece: ".../.../.**",
        advice: "your bot never tries negative rows and columns together: let the anchor start at -(piece height - 1), \
                 -(piece width - 1)",
    },
];

/// Of several separate own cells only the last, then only the first, has room.
pub const SEVERAL: [Case; 2] = [
    Case { board: ".XOX...X/.XX....X/.......X/XXX...../XOX..O../XXX...X.", piece: "*/*", advice: SEVERAL_ADVICE },
    Case { board: "......../..O...../.....XXX/XX...XOX/OX...XXX/XX......", piece: "**", advice: SEVERAL_ADVICE },
];
const SEVERAL_ADVICE: &str = "a side may have several separate cells: try the piece on every own cell of the board, \
                              not on the first or last found";

/// Own and enemy cells in lower case. In the last two a bot that takes `x` for a free cell sees more places than there
/// are.
pub const LOWER_CASE: [Case; 3] = [
    Case { board: "......./.XXXXX./.XoX.../.X..X../.XXXX../....XX.", piece: "*/*", advice: LOWER_CASE_ADVICE },
    Case { board: "......./......./.xxO.../..xx.../..xX.../.......", piece: "**", advice: LOWER_CASE_ADVICE },
    Case { board: "......./......./...Oxx./...xx../...Xx../.......", piece: "**", advice: LOWER_CASE_ADVICE },
];
const LOWER_CASE_ADVICE: &str = "the most recent piece of each side may come in lower case: take `o` like `O`, `x` \
                                 like `X` (Anfield: `a` like `@`, `s` like `$`)";

/// The piece fits nowhere: no room, or too large.
pub const STUCK: [Case; 2] = [
    Case { board: "....../..X.../.XOX../..X.../......", piece: "**", advice: STUCK_ADVICE },
    Case { board: "....../.O..../....../....X./......", piece: "***/***/***/***/***/***", advice: STUCK_ADVICE },
];
const STUCK_ADVICE: &str = "when the piece fits nowhere, answer at once with something readable, by convention `0 0`, \
                            and read on: there is no other way to pass";

/// The smallest boards there are.
const SMALLEST: [Case; 2] = [
    Case { board: "..O./...X", piece: "*/*", advice: PLACING },
    Case { board: "../../O./.X", piece: "**", advice: PLACING },
];

/// No enemy cell is covered.
pub fn no_enemy_cell(patient: &mut Patient) -> StepResult {
    ask_all(patient, &NO_ENEMY).map(|()| String::new())
}

/// Exactly one own cell is covered.
pub fn one_own_cell(patient: &mut Patient) -> StepResult {
    ask_all(patient, &ONE_OWN).map(|()| String::new())
}

/// Empty places of the box lie on anything.
pub fn empty_margins(patient: &mut Patient) -> StepResult {
    ask_all(patient, &MARGINS).map(|()| String::new())
}

/// The box hangs over the right or the bottom edge.
pub fn overhanging_anchor(patient: &mut Patient) -> StepResult {
    ask_all(patient, &OVERHANGING).map(|()| String::new())
}

/// The box hangs over the left or the top edge.
pub fn negative_anchor(patient: &mut Patient) -> StepResult {
    ask_all(patient, &NEGATIVE).map(|()| String::new())
}

/// A box as large as the school's generator makes them, for a piece of three cells.
pub fn huge_box(patient: &mut Patient) -> StepResult {
    // One draw in a hundred of Plateau's may take most of the board; Anfield's take a fifth of each side.
    let (board, size) = match patient.dialect {
        Dialect::Plateau => (Size::new(24, 40), Size::new(20, 30)),
        Dialect::Anfield => (Size::new(100, 99), Size::new(20, 19)),
    };
    let rows = case::board(board.rows, board.cols, &[(3, 4, 'O'), (19, 32, 'X')]);
    let cells = [Cell::new(2, 2), Cell::new(2, 3), Cell::new(3, 2)];
    let piece = Piece::new(size, cells).expect("the cells are in the box");
    let advice = "a box may be nearly as large as the board: read as many rows as its header says, of any length";
    case::ask(patient, &case::setup(&rows, patient.dialect), piece, advice)?;
    Ok(format!("a box of {size} on a board of {board}"))
}

/// Own cells that do not touch.
pub fn several_starts(patient: &mut Patient) -> StepResult {
    ask_all(patient, &SEVERAL).map(|()| String::new())
}

/// The most recent pieces in lower case.
pub fn lower_case(patient: &mut Patient) -> StepResult {
    ask_all(patient, &LOWER_CASE).map(|()| String::new())
}

/// Nothing fits: any readable answer will do, in time.
pub fn no_legal_move(patient: &mut Patient) -> StepResult {
    let mut said = Vec::new();
    for case in &STUCK {
        let position = case.position(patient.dialect);
        let mut visit = Visit::begin(patient, &case.setup(patient.dialect), Side::First)?;
        let reply = visit.ask(&position).map_err(|failed| failed.advised(case.advice))?;
        if visit.read(&reply).is_none() {
            visit.require_legal(&position, &reply, case.advice).map_err(|failed| failed.advised(case.advice))?;
        }
        said.push(super::failed::shown(reply.line.trim_ascii_end()));
    }
    said.dedup();
    Ok(format!("it answers {}", said.join(" and ")))
}

/// 2x4 and 4x2.
pub fn smallest_map(patient: &mut Patient) -> StepResult {
    ask_all(patient, &SMALLEST).map(|()| String::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Game;
    use rules::pieces::Placement;

    /// Anchor, box and board of every placement of a case.
    fn placements(case: &Case, dialect: Dialect) -> Vec<(i32, i32, Size, Size)> {
        let position = case.position(dialect);
        let (size, board) = (position.piece().unwrap().size(), position.size());
        let places = position.moves().filter_map(|played| match played {
            Placement::At { row, col } => Some((row, col, size, board)),
            Placement::Stuck => None,
        });
        places.collect()
    }

    fn is_inside(&(row, col, size, board): &(i32, i32, Size, Size)) -> bool {
        let fits = |at: i32, long: usize, room: usize| at >= 0 && at as usize + long <= room;
        fits(row, size.rows, board.rows) && fits(col, size.cols, board.cols)
    }

    #[test]
    fn every_case_leaves_placements_of_its_kind_only_and_never_0_0() {
        for dialect in Dialect::ALL {
            let all = |cases: &[Case], is_of_its_kind: fn(&(i32, i32, Size, Size)) -> bool| {
                for case in cases {
                    let places = placements(case, dialect);
                    assert!(!places.is_empty(), "{} {}", case.board, case.piece);
                    for place in places {
                        assert_ne!((place.0, place.1), (0, 0), "{}", case.board);
                        assert!(is_of_its_kind(&place), "{} {place:?}", case.board);
                    }
                }
            };
            all(&ONE_OWN, is_inside);
            all(&NO_ENEMY, is_inside);
            all(&MARGINS, is_inside);
            all(&OVERHANGING, |place| !is_inside(place) && place.0 >= 0 && place.1 >= 0);
            all(&NEGATIVE, |place| place.0 < 0 || place.1 < 0);
            all(&SEVERAL, is_inside);
            all(&LOWER_CASE, is_inside);
            all(&SMALLEST, is_inside);
        }
    }

    #[test]
    fn the_negative_cases_tell_rows_from_columns() {
        let signs: Vec<(bool, bool)> = NEGATIVE
            .iter()
            .flat_map(|case| placements(case, Dialect::Plateau))
            .map(|(row, col, ..)| (row < 0, col < 0))
            .collect();
        assert!([(false, true), (true, false), (true, true)].iter().all(|kind| signs.contains(kind)), "{signs:?}");
    }

    #[test]
    fn nothing_fits_where_nothing_should() {
        for case in &STUCK {
            assert_eq!(case.position(Dialect::Plateau).moves().collect::<Vec<_>>(), [Placement::Stuck]);
        }
    }

    #[test]
    fn each_board_with_several_own_cells_has_room_at_one_of_them() {
        for case in &SEVERAL {
            let position = case.position(Dialect::Plateau);
            let own = position.own(Side::First);
            let used: std::collections::BTreeSet<Cell> = position
                .moves()
                .filter_map(|played| match played {
                    Placement::At { row, col } => Some((row, col)),
                    Placement::Stuck => None,
                })
                .flat_map(|(row, col)| {
                    super::super::Position::covered(position.piece().unwrap(), row, col).collect::<Vec<_>>()
                })
                .map(|(row, col)| Cell::new(row as usize, col as usize))
                .filter(|cell| rules::CellSet::contains(own, *cell))
                .collect();
            assert_eq!(used.len(), 1, "{}", case.board);
        }
    }
}
