//! Tiles that each side can still reach. A neutral tile is connected to one region or to both, never to none. Once no
//! tile is connected to both, nothing is left to fight for.

use super::Colours;
use crate::{BySide, Outcome, Side};
use grid::{Packed, Word};

impl<T: Word> Colours<T> {
    /// The neutral tiles that both sides can still reach.
    pub fn contested(&self) -> Packed<T> {
        self.reach(Side::First) & self.reach(Side::Second)
    }

    /// The neutral tiles that only this side can reach.
    pub fn pockets(&self, side: Side) -> Packed<T> {
        self.reach(side) - self.reach(side.other())
    }

    /// The neutral tiles that are connected to the border of a region.
    fn reach(&self, side: Side) -> Packed<T> {
        let neutral = self.neutral();
        self.frame.flood(self.frame.neighbours(self.regions[side]) & neutral, neutral)
    }

    /// Whether [`contested`](Self::contested) has any tile, without a second flood.
    pub(super) fn has_contested(&self) -> bool {
        !(self.reach(Side::First) & self.frame.neighbours(self.regions.second)).is_empty()
    }

    /// Tiles owned.
    pub(super) fn owned(&self) -> BySide<u32> {
        self.regions.map(|region| region.len() as u32)
    }

    /// Tiles owned or enclosed: the score at the end.
    pub(super) fn secured(&self) -> BySide<u32> {
        BySide::from_fn(|side| (self.regions[side] | self.pockets(side)).len() as u32)
    }

    /// Ends the game.
    pub(super) fn finish(&mut self) {
        self.outcome = Some(Outcome::of_score(self.secured()));
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use grid::Size;

    /// A set as lines of `X` and `.`.
    pub fn picture(set: Packed<u64>, size: Size) -> String {
        let row =
            |row: usize| (0..size.cols).map(move |col| if set.contains(row * size.cols + col) { 'X' } else { '.' });
        (0..size.rows).map(|r| row(r).collect::<String>()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_pocket_can_be_reached_by_one_side_only() {
        let game: Colours<u64> = "
            YBRG
            RRRK
            RPRB"
            .parse()
            .unwrap();
        // The top left pair and the purple tile touch red alone; the tiles at the right touch both.
        assert_eq!(picture(game.pockets(Side::First), game.size()), "XX..\n....\n.X..");
        assert!(game.pockets(Side::Second).is_empty());
        assert_eq!(picture(game.contested(), game.size()), "....\n...X\n...X");
    }
}
