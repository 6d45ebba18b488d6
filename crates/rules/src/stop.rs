//! Stop: two players in opposite corners take turns to put a stone next to an own one, or two steps from one in a
//! straight line with nothing between. Stones stay; most stones wins. The [`Reading`] decides what happens to a blocked
//! side.
//!
//! A position keeps its [`Turn`], computed once after every move: asking for it is free, and the readings differ in one
//! place.

mod placing;
mod reading;
#[cfg(test)]
mod scattered;
mod setup;
mod territory;
mod text;

pub use placing::{Placing, Refusal};
pub use reading::Reading;
pub use setup::Setup;
pub use text::letter;

use crate::{BySide, Game, NoDraw, NoSource, Outcome, Side, Source, Symmetric, Turn};
use grid::{Direction, Frame, Packed, Size, Symmetry};
use std::fmt;

/// A position on a board of 2 to 64 cells. X is the first side, O the second.
///
/// ```
/// use landgrab_rules::{Game, Side, Turn, stop::Stop};
///
/// let mut position: Stop = "..X/.../O.. X".parse()?;
/// position.play("1,0".parse()?)?;
/// assert_eq!(position.to_string(), ".XX/.../O.. O");
/// assert_eq!(position.turn(), Turn::Move(Side::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stop {
    frame: Frame<u64>,
    stones: BySide<Packed<u64>>,
    reading: Reading,
    turn: Turn,
}

impl Stop {
    /// The position with these stones and this side to move; if it is blocked, the reading decides.
    fn arranged(frame: Frame<u64>, stones: BySide<Packed<u64>>, side: Side, reading: Reading) -> Self {
        let mut position = Self { frame, stones, reading, turn: Turn::Move(side) };
        position.pass_to(side);
        position
    }

    /// Makes this side the side to move; if it is blocked, the reading decides.
    fn pass_to(&mut self, side: Side) {
        let other = side.other();
        self.turn = match self.reading {
            _ if !self.is_blocked(side) => Turn::Move(side),
            Reading::FillOut if !self.is_blocked(other) => Turn::Move(other),
            Reading::FillOut | Reading::FirstStop => Turn::Over(Outcome::of_score(self.score())),
            Reading::FirstBlocked => Turn::Over(Outcome::Won(other)),
        };
    }

    /// How the end is read.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.frame.size()
    }

    /// The board's shape, which the sets of this position belong to.
    #[inline]
    pub fn frame(&self) -> &Frame<u64> {
        &self.frame
    }

    /// The cells with a stone of this side.
    #[inline]
    pub fn stones(&self, side: Side) -> Packed<u64> {
        self.stones[side]
    }

    /// The cells without a stone.
    #[inline]
    pub fn empty(&self) -> Packed<u64> {
        self.frame.all() - self.stones.first - self.stones.second
    }

    /// The cells on which this side could place a stone if it were to move.
    #[inline]
    pub fn reach(&self, side: Side) -> Packed<u64> {
        let (own, empty) = (self.stones(side), self.empty());
        Direction::ALL.into_iter().fold(Packed::EMPTY, |reach, direction| {
            let near = self.frame.step(own, direction) & empty;
            reach | near | self.frame.step(near, direction) & empty
        })
    }

    /// Whether this side could place no stone.
    #[inline]
    pub fn is_blocked(&self, side: Side) -> bool {
        // Two steps lead over an empty cell that one step leads to, so the near cells decide.
        (self.frame.neighbours(self.stones(side)) & self.empty()).is_empty()
    }
}

impl Game for Stop {
    const NAME: &'static str = "stop";

    type Setup = Setup;
    type Move = Placing;
    type Draw = NoDraw;
    type Refusal = Refusal;
    type Official = NoSource;

    fn new(setup: &Setup) -> Self {
        *setup.start()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    /// Stones of each side. Under [`Reading::FirstBlocked`] they do not say who has won.
    fn score(&self) -> BySide<u32> {
        self.stones.map(|stones| stones.len() as u32)
    }

    /// Row by row.
    fn moves(&self) -> impl Iterator<Item = Placing> + '_ {
        let cells = match self.turn {
            Turn::Move(side) => self.reach(side),
            Turn::Draw | Turn::Over(_) => Packed::EMPTY,
        };
        cells.iter().map(|index| Placing { at: self.frame.cell(index) })
    }

    fn check(&self, played: Placing) -> Result<(), Refusal> {
        let Turn::Move(side) = self.turn else { return Err(Refusal::NothingDue) };
        let Size { rows, cols } = self.size();
        if !self.size().contains(played.at) {
            return Err(Refusal::OffBoard { rows, cols });
        }
        let index = self.frame.index(played.at);
        if self.reach(side).contains(index) { Ok(()) } else { Err(Refusal::of(self, side, index)) }
    }

    fn play_unchecked(&mut self, played: Placing) {
        debug_assert_eq!(self.check(played), Ok(()), "{played} in {self}");
        let Turn::Move(side) = self.turn else { return };
        self.stones[side] |= Packed::of(self.frame.index(played.at));
        self.pass_to(side.other());
    }

    fn official(_: &Setup, _: i64) -> NoSource {
        NoSource
    }

    fn sample(&self, _: &mut impl Source) -> NoDraw {
        unreachable!("stop leaves nothing to chance, so its turn is never a draw")
    }

    fn take(&mut self, draw: NoDraw) {
        match draw {}
    }
}

impl Symmetric for Stop {
    /// All eight: the rules are the same in every direction, and a position may have its stones anywhere.
    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.to_vec()
    }

    fn seen_by(&self, symmetry: Symmetry) -> Self {
        let size = self.size();
        let frame = Frame::new(symmetry.size(size)).expect("a turned board has as many cells");
        let image = |index| Packed::of(frame.index(symmetry.cell(self.frame.cell(index), size)));
        let stones = self.stones.map(|set| set.iter().map(image).fold(Packed::EMPTY, |all, one| all | one));
        Self { frame, stones, ..*self }
    }

    /// The move must be on the board.
    fn move_seen_by(&self, played: Placing, symmetry: Symmetry) -> Placing {
        Placing { at: symmetry.cell(played.at, self.size()) }
    }
}

/// The text form, which says everything the fields do.
impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Cell;
    use proptest::prelude::*;

    fn position(text: &str) -> Stop {
        text.parse().unwrap()
    }

    /// A set as rows, `x` for a member.
    fn picture(position: &Stop, set: Packed<u64>) -> String {
        let letter = |cell| if set.contains(position.frame.index(cell)) { 'x' } else { '.' };
        let row = |row| (0..position.size().cols).map(move |col| letter(Cell::new(row, col))).collect::<String>();
        (0..position.size().rows).map(row).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn a_stone_reaches_two_steps_along_each_line() {
        let cross = position("...../...../..X../...../..... X");
        assert_eq!(picture(&cross, cross.reach(Side::First)), "..x../..x../xx.xx/..x../..x..");
    }

    #[test]
    fn a_stone_between_takes_the_sight_and_the_far_cell_alone_does_not() {
        let walled = position("X.O./O.../..../.... X");
        assert_eq!(picture(&walled, walled.reach(Side::First)), ".x../..../..../....");
        assert_eq!(picture(&walled, walled.reach(Side::Second)), ".x.x/.xx./x.x./x...");
    }

    #[test]
    fn two_steps_do_not_wrap_around_an_edge() {
        let corner = position("..X/... X");
        assert_eq!(picture(&corner, corner.reach(Side::First)), "xx./..x");
        let line = position("X./../.. X");
        assert_eq!(picture(&line, line.reach(Side::First)), ".x/x./x.");
    }

    #[test]
    fn moves_come_row_by_row_and_change_sides() {
        let mut start = position("..X/.../O.. X");
        let moves: Vec<String> = start.moves().map(|m| m.to_string()).collect();
        assert_eq!(moves, ["0,0", "1,0", "2,1", "2,2"]);
        start.play("2,2".parse().unwrap()).unwrap();
        assert_eq!(start, position("..X/.../O.X O"));
    }

    #[test]
    fn a_blocked_side_is_skipped_until_both_are_when_filling_out() {
        let mut fill = position("XO../.... X");
        fill.play("0,1".parse().unwrap()).unwrap();
        fill.play("1,1".parse().unwrap()).unwrap();
        assert_eq!(fill.to_string(), "XO../XO.. O", "X is blocked, O moves again");
        for cell in ["2,0", "3,0", "2,1", "3,1"] {
            assert_eq!(fill.turn(), Turn::Move(Side::Second));
            fill.play(cell.parse().unwrap()).unwrap();
        }
        assert_eq!(fill.turn(), Turn::Over(Outcome::Won(Side::Second)));
        assert_eq!((fill.score(), fill.moves().count()), (BySide::new(2, 6), 0));
    }

    #[test]
    fn a_blocked_side_has_lost_at_once_under_first_blocked() {
        let blocked = position("XO../XO.. X rules=first-blocked");
        assert_eq!(blocked.turn(), Turn::Over(Outcome::Won(Side::Second)));
        // Fewer stones, yet the other cannot move.
        let behind = position("XOO./XOO. X rules=first-blocked");
        assert_eq!(behind.turn(), Turn::Over(Outcome::Won(Side::Second)));
        let ahead = position("XXX/XOX/XX. O rules=first-blocked");
        assert_eq!(ahead.turn(), Turn::Over(Outcome::Won(Side::First)));
    }

    #[test]
    fn stones_are_counted_at_the_first_block_under_first_stop() {
        assert_eq!(position("XO../XO.. X rules=first-stop").turn(), Turn::Over(Outcome::Tie));
        assert_eq!(position("XO../XO.. O rules=first-stop").turn(), Turn::Move(Side::Second));
        assert_eq!(position("OX../XX.. O rules=first-stop").turn(), Turn::Over(Outcome::Won(Side::First)));
    }

    #[test]
    fn a_board_without_stones_is_over_and_tied() {
        let bare = position("../.. O");
        assert_eq!(bare.turn(), Turn::Over(Outcome::Tie));
        assert_eq!(bare.settled_score(), BySide::new(0, 0));
    }

    /// The obvious version: each cell looks along its four lines.
    fn reach_by_hand(position: &Stop, side: Side) -> Vec<usize> {
        let size = position.size();
        let look = |cell: Cell, by: (isize, isize), steps: isize| {
            let row = cell.row.checked_add_signed(by.0 * steps)?;
            let there = Cell::new(row, cell.col.checked_add_signed(by.1 * steps)?);
            size.contains(there).then(|| position.frame.index(there))
        };
        let own = |index: Option<usize>| index.is_some_and(|i| position.stones(side).contains(i));
        let free = |index: Option<usize>| index.is_some_and(|i| position.empty().contains(i));
        let legal = |cell: &Cell| {
            let lines = [(-1, 0), (0, -1), (0, 1), (1, 0)];
            let sees = |by| own(look(*cell, by, 1)) || free(look(*cell, by, 1)) && own(look(*cell, by, 2));
            free(look(*cell, (0, 0), 0)) && lines.into_iter().any(sees)
        };
        size.cells().filter(legal).map(|cell| position.frame.index(cell)).collect()
    }

    proptest! {
        #[test]
        fn the_reach_by_bits_is_the_reach_by_looking_along_lines(position in scattered::any_board()) {
            for side in Side::BOTH {
                let fast: Vec<usize> = position.reach(side).iter().collect();
                prop_assert_eq!(&fast, &reach_by_hand(&position, side));
                prop_assert_eq!(position.is_blocked(side), fast.is_empty());
            }
        }

        #[test]
        fn exactly_the_listed_moves_are_legal(position in scattered::any_board()) {
            let Size { rows, cols } = position.size();
            let around = Size::new(rows + 2, cols + 2).cells().map(|at| Placing { at });
            let legal: Vec<Placing> = around.filter(|m| position.is_legal(*m)).collect();
            prop_assert_eq!(&legal, &position.moves().collect::<Vec<_>>());
            prop_assert_eq!(legal.is_empty(), matches!(position.turn(), Turn::Over(_)));
        }

        #[test]
        fn turning_the_board_turns_the_moves(position in scattered::any_board()) {
            for symmetry in position.symmetries() {
                let seen = position.seen_by(symmetry);
                prop_assert_eq!(seen.seen_by(symmetry.inverse()), position);
                for played in position.moves() {
                    let there = position.move_seen_by(played, symmetry);
                    prop_assert_eq!(seen.after(there), position.after(played).seen_by(symmetry));
                }
            }
        }
    }
}
