//! Packing: once the enemy is out of reach, only the number of pieces that still fit counts. Compact free space holds most
//! pieces, so the best placement separates as few pairs of neighbouring free cells as it can.

use crate::budget::Budget;
use grid::{Cell, CellSet, Size};
use rules::pieces::{Pieces, Placement};

/// Cost of a separated pair of free neighbours that share an edge, or a corner alone.
const EDGE: i64 = 2;
const CORNER: i64 = 1;

/// Placements between two looks at the clock.
const CHECKED: usize = 32;

/// Every legal placement of the side to move with its value, minus the cost of the pairs that it separates. It fills 98 to
/// 99 % of a school map that one side has for itself (docs/strength.md). When time runs out, only some placements.
pub fn packed<S: CellSet>(position: &Pieces<S>, budget: &mut Budget<'_>) -> Vec<(i64, Placement)> {
    let Some(piece) = position.piece() else { return vec![] };
    let mut free = position.free().clone();
    let mut packed = vec![];
    for corner in position.fits(piece).into_cells() {
        let covered = piece.cells().iter().map(|by| Cell::new(corner.row + by.row, corner.col + by.col));
        let taken: Vec<Cell> = covered.filter(|cell| free.contains(*cell)).collect();
        let mut separated = 0;
        // One after the other, so that a pair within the piece counts once.
        for cell in &taken {
            free.remove(*cell);
            separated += pairs(&free, position.size(), *cell);
        }
        taken.iter().for_each(|cell| free.insert(*cell));
        let (row, col) = rules::pieces::anchor(piece, corner);
        packed.push((-separated, Placement::At { row, col }));
        budget.spend(1);
        if packed.len() % CHECKED == 0 && budget.is_spent() {
            break;
        }
    }
    packed
}

/// The cost of all pairs of a cell with its free neighbours.
fn pairs<S: CellSet>(free: &S, size: Size, cell: Cell) -> i64 {
    let rows = cell.row.saturating_sub(1)..(cell.row + 2).min(size.rows);
    rows.flat_map(|row| (cell.col.saturating_sub(1)..(cell.col + 2).min(size.cols)).map(move |col| Cell::new(row, col)))
        .filter(|near| *near != cell && free.contains(*near))
        .map(|near| if near.row == cell.row || near.col == cell.col { EDGE } else { CORNER })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::pieces::class;

    #[test]
    fn a_placement_costs_the_pairs_that_it_separates() {
        let text = "O...\n....\n...#\nrules=plateau turn=O placed=0,0 piece=**";
        let position: Pieces<class::Small> = text.parse().expect("a position");
        // The new cell at 0 1 had edges to 0 2 and 1 1, and corners to 1 0 and 1 2.
        assert_eq!(
            packed(&position, &mut Budget::unlimited()),
            [(-(2 * EDGE + 2 * CORNER), Placement::At { row: 0, col: 0 })]
        );
    }

    #[test]
    fn a_pair_within_the_piece_counts_once() {
        let text = "O...\n####\nrules=plateau turn=O placed=0,0 piece=***";
        let position: Pieces<class::Small> = text.parse().expect("a position");
        assert_eq!(packed(&position, &mut Budget::unlimited()), [(-2 * EDGE, Placement::At { row: 0, col: 0 })]);
    }

    #[test]
    fn it_ends_with_its_time() {
        let row = |own: char| own.to_string().repeat(40);
        let text = format!("{}\n{}\nrules=plateau turn=O placed=0,0 piece=*/*", row('O'), row('.'));
        let position: Pieces<class::Small> = text.parse().expect("a position");
        assert_eq!(packed(&position, &mut Budget::unlimited()).len(), 40);
        assert_eq!(packed(&position, &mut Budget::nodes(1)).len(), CHECKED);
    }
}
