//! An illegal placement as a picture: the piece at the place that was asked for, and a little of the board around it.
//! Places beyond the edge keep their own numbers, -1 above and left of the board.

use crate::{Mark, Paint, Scene};
use rules::pieces::{Piece, Pieces, Placement};
use rules::{Cause, Cell, CellSet, Fault, Side, Size};
use std::ops::RangeInclusive;

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
    let rows = span(covered.iter().map(|place| place.0), i64::from(row), board.rows)?;
    let cols = span(covered.iter().map(|place| place.1), i64::from(col), board.cols)?;
    let mark = |place: (i64, i64)| {
        let is_covered = covered.contains(&place);
        let (text, paint) = match on_board(place, board) {
            None if is_covered => ('!', Paint::Wrong),
            None => (' ', Paint::Outside),
            Some(cell) => {
                let owner = Side::BOTH.into_iter().find(|side| position.own(*side).contains(cell));
                match owner {
                    Some(owner) if is_covered && owner == side => ('=', Paint::Recent(side)),
                    Some(_) if is_covered => ('!', Paint::Wrong),
                    Some(owner) => (position.dialect().mark(owner), Paint::Owned(owner)),
                    None if is_covered && position.free().contains(cell) => ('*', Paint::Recent(side)),
                    None if is_covered => ('!', Paint::Wrong),
                    None if position.free().contains(cell) => ('.', Paint::Free),
                    None => ('#', Paint::Wall),
                }
            }
        };
        Mark { text: text.into(), paint }
    };
    let marks = rows.clone().flat_map(|row| cols.clone().map(move |col| (row, col))).map(mark).collect();
    let count = |span: &RangeInclusive<i64>| (span.end() - span.start() + 1) as usize;
    let mut scene = Scene::new(Size::new(count(&rows), count(&cols)), marks);
    let is_beyond = |place: &(i64, i64)| on_board(*place, board).is_none();
    let has_outside = rows.clone().any(|row| is_beyond(&(row, 0))) || cols.clone().any(|col| is_beyond(&(0, col)));
    scene.row_names = rows.map(|row| row.to_string()).collect();
    scene.col_names = cols.map(|col| col.to_string()).collect();
    scene.below.push("* on free cells, = on own cells (exactly one is needed), ! where nothing may be put".into());
    if has_outside {
        scene.below.push(format!(
            "blank: outside of the board, which has rows 0 to {} and columns 0 to {}",
            board.rows.saturating_sub(1),
            board.cols.saturating_sub(1)
        ));
    }
    if piece.cells().len() < piece.size().area() {
        scene.below.push(format!(
            "the piece is {} with its empty rows and columns; row {row}, column {col} is its top left corner",
            piece.size()
        ));
    }
    Some(scene)
}

/// The rows or columns to show: around the filled cells, and the anchor where it is near. A box with wide margins would
/// otherwise fill the picture.
fn span(filled: impl Iterator<Item = i64> + Clone, anchor: i64, long: usize) -> Option<RangeInclusive<i64>> {
    let (first, last) = (filled.clone().min()?, filled.max()?);
    let corner = if first - anchor <= 2 * AROUND { anchor } else { first };
    // The outside is shown only as far as the piece or its corner lies there.
    let start = (first - AROUND).max(0).min(first).min(corner);
    let end = (last + AROUND).min(long as i64 - 1).max(last);
    Some(start..=end)
}

fn on_board((row, col): (i64, i64), board: Size) -> Option<Cell> {
    let cell = Cell::new(usize::try_from(row).ok()?, usize::try_from(col).ok()?);
    board.contains(cell).then_some(cell)
}
