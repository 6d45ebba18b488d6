//! An illegal placement as a picture: the piece at the place that was asked for, and a little of the board around it.

use crate::{Mark, Paint, Scene};
use rules::pieces::{Piece, Pieces, Placement};
use rules::{Cause, Cell, CellSet, Fault, Side, Size};

/// Rows and columns of the board shown around the piece.
const AROUND: i64 = 3;

/// The picture of an illegal placement of a side; `None` for other faults.
pub fn scene<S: CellSet>(position: &Pieces<S>, side: Side, fault: &Fault) -> Option<Scene> {
    let Cause::Illegal { answer, .. } = &fault.cause else { return None };
    let Placement::At { row, col } = answer.parse().ok()? else { return None };
    let piece: Piece = fault.evidence.get("drawn")?;
    let covered: Vec<(i64, i64)> = Pieces::<S>::covered(&piece, row, col).collect();
    let board = position.size();
    let is_near = |at: i64, long: usize| (-AROUND..long as i64 + AROUND).contains(&at);
    // Far from the board the picture would show no cell of it.
    if !covered.iter().all(|(row, col)| is_near(*row, board.rows) && is_near(*col, board.cols)) {
        return None;
    }
    let span = |places: Vec<i64>| Some((places.iter().min()? - AROUND, places.iter().max()? + AROUND));
    let (top, bottom) = span(covered.iter().map(|c| c.0).collect())?;
    let (left, right) = span(covered.iter().map(|c| c.1).collect())?;
    let on_board = |(row, col): (i64, i64)| {
        let cell = Cell::new(usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        board.contains(cell).then_some(cell)
    };
    let mark = |place: (i64, i64)| {
        let is_covered = covered.contains(&place);
        let owner = on_board(place).and_then(|c| Side::BOTH.into_iter().find(|s| position.own(*s).contains(c)));
        let (text, paint) = match (on_board(place), owner) {
            (None, _) if is_covered => ('!', Paint::Recent(side.other())),
            (None, _) => (' ', Paint::Free),
            (Some(_), Some(owner)) if is_covered && owner == side => ('=', Paint::Recent(side)),
            (Some(_), Some(_)) if is_covered => ('!', Paint::Recent(side.other())),
            (Some(_), Some(owner)) => (position.dialect().mark(owner), Paint::Owned(owner)),
            (Some(cell), None) if is_covered && position.free().contains(cell) => ('*', Paint::Recent(side)),
            (Some(_), None) if is_covered => ('!', Paint::Recent(side.other())),
            (Some(cell), None) if position.free().contains(cell) => ('.', Paint::Free),
            (Some(_), None) => ('#', Paint::Wall),
        };
        Mark { text: text.into(), paint }
    };
    let rows: Vec<i64> = (top..=bottom).collect();
    let cols: Vec<i64> = (left..=right).collect();
    let marks = rows.iter().flat_map(|row| cols.iter().map(|col| mark((*row, *col)))).collect();
    let mut scene = Scene::new(Size::new(rows.len(), cols.len()), marks);
    scene.row_names = rows.iter().map(ToString::to_string).collect();
    scene.col_names = cols.iter().map(|col| col.rem_euclid(10).to_string()).collect();
    scene.below.push("* on free cells, = on own cells (exactly one is needed), ! where nothing may be put".into());
    Some(scene)
}
