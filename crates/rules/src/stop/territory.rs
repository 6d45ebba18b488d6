//! The owners of the empty cells. A connected part of them that stones of only one side touch is *private*: the other
//! side never gets in, because a stone comes in by one step or over an empty cell of the part, and so touches the part.
//! Its owner can fill it cell by cell, so it is worth exactly its size. A part that both sides touch is *contested*.

use super::Stop;
use crate::{BySide, Game, Side};
use grid::Packed;

impl Stop {
    /// The empty cells in parts that stones of this side touch.
    ///
    /// A part that no side touches has no stones around it, so it is the whole board: only on a board without any stone
    /// do the empty cells belong to nobody.
    fn open_to(&self, side: Side) -> Packed<u64> {
        let empty = self.empty();
        self.frame.flood(self.frame.neighbours(self.stones(side)) & empty, empty)
    }

    /// The empty cells that both sides can still reach.
    pub fn contested(&self) -> Packed<u64> {
        self.open_to(Side::First) & self.open_to(Side::Second)
    }

    /// The empty cells that only this side can still reach. It gets all of them when the board is filled out.
    pub fn private(&self, side: Side) -> Packed<u64> {
        self.open_to(side) - self.open_to(side.other())
    }

    /// Whether no cell is contested any more: filling out cannot change the result.
    pub fn is_settled(&self) -> bool {
        self.contested().is_empty()
    }

    /// Stones and private cells of each side: the score after filling out, if the position is settled. Otherwise each
    /// side has this much for certain.
    pub fn settled_score(&self) -> BySide<u32> {
        let stones = self.score();
        BySide::from_fn(|side| stones[side] + self.private(side).len() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::{Reading, scattered};
    use crate::{Source, SplitMix, Turn};
    use proptest::prelude::*;

    fn position(text: &str) -> Stop {
        text.parse().unwrap()
    }

    /// The board with the owner of each empty cell: `x`, `o`, `?` for contested, `.` for nobody.
    fn owners(position: &Stop) -> String {
        let (x, o) = (position.private(Side::First), position.private(Side::Second));
        let contested = position.contested();
        let owner = |index| match index {
            i if x.contains(i) => 'x',
            i if o.contains(i) => 'o',
            i if contested.contains(i) => '?',
            _ => '.',
        };
        let text = position.to_string();
        let board = text.split(' ').next().expect("rows");
        let mut index = 0..;
        let mut cell = |letter| match (letter, (letter != '/').then(|| index.next())) {
            ('.', Some(Some(index))) => owner(index),
            _ => letter,
        };
        board.chars().map(&mut cell).collect()
    }

    #[test]
    fn parts_touched_by_one_side_are_private() {
        assert_eq!(owners(&position("..XO./XXXO./...OO/OOOO./..... X")), "xxXOo/XXXOo/???OO/OOOOo/ooooo");
        assert_eq!(owners(&position("..X/.../O.. X")), "??X/???/O??");
        assert_eq!(owners(&position(".../... X")), ".../...", "no stone, no owner");
    }

    #[test]
    fn diagonal_neighbours_do_not_connect_parts() {
        assert_eq!(owners(&position(".X/O. X")), "?X/O?");
        assert_eq!(owners(&position("..X/.XO/XO. X")), "xxX/xXO/XOo");
    }

    #[test]
    fn the_board_of_the_original_description_fills_out_to_34_30() {
        let board = position("..XOXX.X/.XOOOX../XXOXOXX./OOOXOX../..OXOXX./..OXOXXX/..OXXXOO/O.OOOXOO X");
        assert!(board.is_settled());
        assert_eq!(board.settled_score(), BySide::new(34, 30));
    }

    /// The obvious version: a stack of cells, and the sides seen around them.
    fn owners_by_hand(position: &Stop) -> String {
        let text = position.to_string();
        let rows: Vec<Vec<char>> =
            text.split(' ').next().expect("rows").split('/').map(|r| r.chars().collect()).collect();
        let at = |row: usize, col: usize| rows.get(row).and_then(|r| r.get(col)).copied();
        let mut owners = rows.clone();
        for (row, col) in (0..rows.len()).flat_map(|r| (0..rows[r].len()).map(move |c| (r, c))) {
            if at(row, col) != Some('.') {
                continue;
            }
            let (mut part, mut stack, mut seen) = (vec![(row, col)], vec![(row, col)], String::new());
            while let Some((r, c)) = stack.pop() {
                for (r, c) in [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)] {
                    match at(r, c) {
                        Some('.') if !part.contains(&(r, c)) => {
                            part.push((r, c));
                            stack.push((r, c));
                        }
                        Some(stone @ ('X' | 'O')) => seen.push(stone),
                        _ => {}
                    }
                }
            }
            owners[row][col] = match (seen.contains('X'), seen.contains('O')) {
                (true, true) => '?',
                (true, false) => 'x',
                (false, true) => 'o',
                (false, false) => '.',
            };
        }
        owners.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
    }

    /// Plays to the end, or until the position is settled.
    fn played_on(mut position: Stop, source: &mut SplitMix, until_settled: bool) -> Stop {
        while let Turn::Move(_) = position.turn() {
            if until_settled && position.is_settled() {
                break;
            }
            let moves: Vec<_> = position.moves().collect();
            position.play_unchecked(moves[source.below(moves.len() as u32) as usize]);
        }
        position
    }

    proptest! {
        #[test]
        fn the_parts_by_bits_are_the_parts_by_stack(position in scattered::any_board()) {
            prop_assert_eq!(owners(&position), owners_by_hand(&position));
        }

        #[test]
        fn filling_out_a_settled_position_gives_its_settled_score(position in scattered::any_board(), seed: u64) {
            let mut source = SplitMix::new(seed);
            let position = scattered::read_as(&position, Reading::FillOut);
            let settled = played_on(position, &mut source, true);
            prop_assert!(settled.is_settled());
            let filled = played_on(settled, &mut source, false);
            prop_assert_eq!(filled.score(), settled.settled_score());
            prop_assert!(filled.empty().is_empty() || filled.score() == BySide::new(0, 0));
            let sure = position.settled_score();
            prop_assert!(Side::BOTH.into_iter().all(|side| filled.score()[side] >= sure[side]));
        }
    }
}
