//! Bitboards of colour Filler: the board, which is constant during a solve, and the state that a search works on.

use grid::Word;
use rules::Side;
use rules::colours::{Colour, Colours};

/// The shape of the board and the colours of its tiles. Tiles keep the colours of the root: the colour of an owned tile does
/// not matter.
pub(super) struct Board<T> {
    cols: usize,
    not_first_col: T,
    not_last_col: T,
    all: T,
    pub tiles: u8,
    pub colours: u8,
    of: [T; Colour::ALL.len()],
    /// Tiles that have a neighbour of their own colour: only there does a capture go past the first ring.
    chained: T,
}

/// A position for the side to move. Pockets count as owned: the other side can never take them, and filling one is no more
/// than a wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<T> {
    pub mine: T,
    pub theirs: T,
    /// The contested tiles: neither side's.
    pub open: T,
    pub my_size: u8,
    pub their_size: u8,
    pub my_colour: u8,
    pub their_colour: u8,
    /// Moves in a row that took no contested tile, since the solve began.
    pub waits: u8,
}

impl<T: Word> Board<T> {
    pub fn new(position: &Colours<T>) -> Self {
        let size = position.size();
        let column = |col: usize| {
            let cells = (0..size.rows).map(|row| row * size.cols + col);
            cells.fold(T::ZERO, |set, index| set | T::ONE << index)
        };
        let all = position.frame().all().0;
        let mut board = Self {
            cols: size.cols,
            not_first_col: all & !column(0),
            not_last_col: all & !column(size.cols - 1),
            all,
            tiles: size.area() as u8,
            colours: position.colours().len() as u8,
            of: Colour::ALL.map(|colour| position.neutral_of(colour).0),
            chained: T::ZERO,
        };
        board.chained = board.of.iter().fold(T::ZERO, |all, tiles| all | board.around(*tiles) & *tiles);
        board
    }

    /// The state of a position for `mover`, without waits.
    pub fn state(&self, position: &Colours<T>, mover: Side) -> State<T> {
        let area = |side: Side| (position.region(side) | position.pockets(side)).0;
        let (mine, theirs) = (area(mover), area(mover.other()));
        State {
            mine,
            theirs,
            open: self.all & !(mine | theirs),
            my_size: mine.ones() as u8,
            their_size: theirs.ones() as u8,
            my_colour: position.colour(mover).index() as u8,
            their_colour: position.colour(mover.other()).index() as u8,
            waits: 0,
        }
    }

    /// The neighbours of a set, and bits past the last row: the caller masks them.
    #[inline(always)]
    pub fn around(&self, set: T) -> T {
        ((set & self.not_first_col) >> 1) | ((set & self.not_last_col) << 1) | (set >> self.cols) | (set << self.cols)
    }

    /// The tiles that a colour captures for the side with this edge.
    #[inline(always)]
    pub fn captures(&self, colour: u8, open: T, edge: T) -> T {
        let tiles = self.of[usize::from(colour)] & open;
        let captured = edge & tiles;
        if captured & self.chained == T::ZERO { captured } else { self.spread(captured, tiles) }
    }

    /// An upper bound of the tiles that all colours together capture for the side with this edge, one move each.
    #[inline(always)]
    pub fn most_captured(&self, edge: T) -> u8 {
        if edge & self.chained == T::ZERO { edge.ones() as u8 } else { u8::MAX }
    }

    /// The tiles of `left`, the contested tiles after a capture, that the other side cannot reach any more.
    ///
    /// Every part that is cut off touches a captured tile. So the flood fill may stop once it has reached all neighbours of
    /// those.
    #[inline(always)]
    fn cut_off(&self, captured: T, left: T, their_edge: T) -> T {
        let watched = self.around(captured) & left;
        let mut reached = their_edge & left;
        while watched & !reached != T::ZERO {
            let more = reached | self.around(reached) & left;
            if more == reached {
                return left & !reached;
            }
            reached = more;
        }
        T::ZERO
    }

    fn spread(&self, from: T, within: T) -> T {
        let mut reached = from;
        loop {
            let more = reached | self.around(reached) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

impl<T: Word> State<T> {
    /// The tiles that a capture brings: the captured ones, and those that it cuts off from the other side.
    #[inline(always)]
    pub fn gained(&self, board: &Board<T>, captured: T, their_edge: T) -> T {
        captured | board.cut_off(captured, self.open & !captured, their_edge)
    }

    /// The state after a capture that brings these tiles, for the other side.
    #[inline(always)]
    pub fn after_capture(&self, colour: u8, gained: T) -> Self {
        Self {
            mine: self.theirs,
            theirs: self.mine | gained,
            open: self.open & !gained,
            my_size: self.their_size,
            their_size: self.my_size + gained.ones() as u8,
            my_colour: self.their_colour,
            their_colour: colour,
            waits: 0,
        }
    }

    /// The state after a wait, for the other side.
    #[inline(always)]
    pub fn after_wait(&self, colour: u8) -> Self {
        Self {
            mine: self.theirs,
            theirs: self.mine,
            my_size: self.their_size,
            their_size: self.my_size,
            my_colour: self.their_colour,
            their_colour: colour,
            waits: self.waits + 1,
            ..*self
        }
    }

    /// Whether the mover may take this colour.
    #[inline(always)]
    pub fn may_take(&self, colour: u8) -> bool {
        colour != self.my_colour && colour != self.their_colour
    }
}
