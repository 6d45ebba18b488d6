//! What never changes during a solve, and who owns what at one moment of it.

use grid::Word;
use rules::Side;
use rules::colours::{Colour, Colours};

/// The shape of the board and the colours of its tiles. A tile keeps the colour that it had at the root: once it is owned,
/// nobody asks for it.
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

/// A position as the side to move sees it. Pockets count as owned: nobody else can ever take them, and filling one
/// does no more than a wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<T> {
    pub mine: T,
    pub theirs: T,
    /// The contested tiles: all others.
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

    /// The position as `mover` sees it, with the count of waits begun anew.
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

    /// The neighbours of a set, and bits past the last row: the caller cuts them down to tiles.
    #[inline(always)]
    pub fn around(&self, set: T) -> T {
        ((set & self.not_first_col) >> 1) | ((set & self.not_last_col) << 1) | (set >> self.cols) | (set << self.cols)
    }

    /// What a colour captures for the side whose border has these contested tiles.
    #[inline(always)]
    pub fn captures(&self, colour: u8, open: T, edge: T) -> T {
        let tiles = self.of[usize::from(colour)] & open;
        let captured = edge & tiles;
        if captured & self.chained == T::ZERO { captured } else { self.spread(captured, tiles) }
    }

    /// No colours together capture more than this for the side with this edge, in one go each.
    #[inline(always)]
    pub fn most_captured(&self, edge: T) -> u8 {
        if edge & self.chained == T::ZERO { edge.ones() as u8 } else { u8::MAX }
    }

    /// What of `left`, the contested tiles after a capture, the other side cannot reach any more.
    ///
    /// Every part of what is left touches a captured tile. So once the other side has reached all neighbours of
    /// those, it can reach everything.
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
    /// What a capture brings: the tiles captured, and those that it cuts off from the other side.
    #[inline(always)]
    pub fn gained(&self, board: &Board<T>, captured: T, their_edge: T) -> T {
        captured | board.cut_off(captured, self.open & !captured, their_edge)
    }

    /// After a capture that brings these tiles, from the other side's eyes.
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

    /// After a colour that captures nothing contested, from the other side's eyes.
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
