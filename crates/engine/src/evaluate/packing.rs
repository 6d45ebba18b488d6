//! Packing: once nobody can get in the way, all that counts is how many pieces still find room. Room is worth most in one
//! lump, so the best placement breaks as few neighbourhoods of free cells as it can.

use grid::{CellSet, bonds};

/// How well the free cells hang together, edges twice as much as corners. Playing for this fills 99 % of an empty school
/// map (docs/strength.md).
pub fn room<S: CellSet>(free: &S) -> u32 {
    let bonds = bonds(free);
    2 * bonds.edges + bonds.corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::AnyRows;

    #[test]
    fn free_cells_in_one_lump_are_more_room_than_scattered_ones() {
        let room = |picture| room(&AnyRows::from_picture(picture));
        assert_eq!(room("XX\nXX"), 2 * 4 + 2);
        assert!(room("XX..\nXX..") > room("XXXX\n....") && room("XXXX\n....") > room("X.X.\n.X.X"));
    }
}
