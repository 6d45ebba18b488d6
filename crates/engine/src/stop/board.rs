//! Bitboards of Stop: the shape of the board, and the state that a search works on, always for the side to move.

use grid::{Cell, Packed, Size};
use rules::Side;
use rules::stop::Stop;

/// The shape of a board, with masks for its edges. A board of up to 8x8 lies in the corner of an 8x8 one, so that a few
/// shifts mirror and turn it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    size: Size,
    /// From a cell to the one below. 0 on a single row, so that a step up or down stays on the cell.
    stride: u32,
    all: u64,
    not_first_col: u64,
    not_last_col: u64,
}

/// The contested part of a position. Everything else is a settled number of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    /// Stones of the side to move.
    pub mine: u64,
    /// Stones of the other side.
    pub theirs: u64,
    /// The contested cells: connected parts that both sides touch.
    pub open: u64,
    /// Switches (combinatorial game theory): bit `t - 1` for one that is worth `t` to the side that takes it. Two of a size
    /// cancel out, so there is at most one of each.
    pub switches: u8,
}

impl State {
    /// The same with the other side to move.
    #[inline(always)]
    pub fn passed(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine, ..self }
    }

    /// The same with these contested cells alone.
    #[inline(always)]
    pub fn within(self, open: u64) -> Self {
        Self { open, switches: 0, ..self }
    }
}

impl Board {
    pub fn new(size: Size) -> Self {
        let Size { rows, cols } = size;
        let stride = if rows <= 8 && cols <= 8 {
            8
        } else if rows == 1 {
            0
        } else {
            cols as u32
        };
        let mut board = Self { size, stride, all: 0, not_first_col: 0, not_last_col: 0 };
        let set = |cells: &mut dyn Iterator<Item = Cell>| cells.fold(0, |set, cell| set | 1 << board.index(cell));
        let all = set(&mut size.cells());
        let first_col = set(&mut size.cells().filter(|cell| cell.col == 0));
        let last_col = set(&mut size.cells().filter(|cell| cell.col == cols - 1));
        board.all = all;
        board.not_first_col = all & !first_col;
        board.not_last_col = all & !last_col;
        board
    }

    /// Whether the board is 8x8: every bit is a cell.
    #[inline(always)]
    pub fn is_8x8(&self) -> bool {
        self.stride == 8 && self.all == u64::MAX
    }

    /// The bit of a cell of the board.
    pub fn index(&self, cell: Cell) -> u32 {
        cell.row as u32 * self.stride + cell.col as u32
    }

    /// The cell of a bit.
    pub fn cell(&self, index: u32) -> Cell {
        match index.checked_div(self.stride) {
            None => Cell::new(0, index as usize),
            Some(row) => Cell::new(row as usize, (index % self.stride) as usize),
        }
    }

    /// The state of a position when `mover` is to move, and the mover's lead in stones and private cells.
    pub fn state(&self, position: &Stop, mover: Side) -> (State, i32) {
        let set = |cells| self.set(position, cells);
        let sure = position.settled_score();
        let state = State {
            mine: set(position.stones(mover)),
            theirs: set(position.stones(mover.other())),
            open: set(position.contested()),
            switches: 0,
        };
        (state, sure[mover] as i32 - sure[mover.other()] as i32)
    }

    /// A set of cells of a position.
    pub fn set(&self, position: &Stop, cells: Packed<u64>) -> u64 {
        cells.iter().fold(0, |set, index| set | 1 << self.index(position.frame().cell(index)))
    }

    /// The cells of the board that are not in a set.
    #[inline(always)]
    pub fn without(&self, set: u64) -> u64 {
        self.all & !set
    }

    /// The neighbours of a set, and possibly bits that are no cells: the caller masks them.
    #[inline(always)]
    pub fn around(&self, set: u64) -> u64 {
        ((set & self.not_first_col) >> 1)
            | ((set & self.not_last_col) << 1)
            | (set >> self.stride)
            | (set << self.stride)
    }

    /// The empty cells that these stones can move to: one step in each direction, and two if the first is empty.
    #[inline(always)]
    pub fn reach(&self, stones: u64, empty: u64) -> u64 {
        let left = (stones & self.not_first_col) >> 1 & empty;
        let right = (stones & self.not_last_col) << 1 & empty;
        let up = stones >> self.stride & empty;
        let down = stones << self.stride & empty;
        let behind = (left & self.not_first_col) >> 1
            | (right & self.not_last_col) << 1
            | up >> self.stride
            | down << self.stride;
        left | right | up | down | behind & empty
    }

    /// A bounded flood fill: the part of `cells` that is connected with `from`. It stops once the part has more than `most`
    /// cells.
    #[inline(always)]
    pub fn part_up_to(&self, most: u32, from: u64, cells: u64) -> u64 {
        let mut part = from;
        loop {
            let more = part | self.around(part) & cells;
            if more == part || more.count_ones() > most {
                return more;
            }
            part = more;
        }
    }

    /// Cells whose neighbours among `cells` are connected around them by diagonal ones: a stone there splits nothing.
    #[inline(always)]
    pub fn firm(&self, cells: u64) -> u64 {
        if self.stride == 0 {
            return 0;
        }
        let east = (cells & self.not_first_col) >> 1;
        let west = (cells & self.not_last_col) << 1;
        let (north, south) = (cells << self.stride, cells >> self.stride);
        // Neighbours that are not joined to the next one clockwise. One such gap is the end of the whole arc; two split it.
        let after_north = north & !(east & east << self.stride);
        let after_east = east & !(south & east >> self.stride);
        let after_south = south & !(west & west >> self.stride);
        let after_west = west & !(north & west << self.stride);
        let one = after_north | after_east;
        let two = after_north & after_east | one & after_south | (one | after_south) & after_west;
        !two
    }

    /// The cells of `left`, the contested cells after a stone on `taken`, that the other side cannot reach any more. Its
    /// stones are next to `their_edge`.
    ///
    /// Every part that is cut off touches the stone. So the flood fill may stop once it has reached all neighbours of the
    /// stone.
    #[inline(always)]
    pub fn cut_off(&self, taken: u64, left: u64, their_edge: u64) -> u64 {
        let watched = self.around(taken) & left;
        let mut reached = their_edge & left;
        while watched & !reached != 0 {
            let more = reached | self.around(reached) & left;
            if more == reached {
                return left & !reached;
            }
            reached = more;
        }
        0
    }

    /// A pairing strategy: cells of which a side next to `edge` gets at least half, rounded down if the other begins.
    ///
    /// These are the cells of the edge, and cells next to two of them. The side pairs the two, and answers a stone on one
    /// with a stone on the other. Whichever it gets, the third cell is next to an own stone then.
    #[inline(always)]
    pub fn shared(&self, edge: u64, open: u64) -> u32 {
        let mut behind = 0;
        let mut unpaired = edge;
        loop {
            let left = (unpaired & self.not_first_col) >> 1;
            let right = (unpaired & self.not_last_col) << 1;
            let (up, down) = (unpaired >> self.stride, unpaired << self.stride);
            let twice = left & (right | up | down) | right & (up | down) | up & down;
            let found = twice & open & !edge & !behind;
            if found == 0 {
                return (edge.count_ones() + behind.count_ones()) & 127;
            }
            let pair = self.around(lowest(found)) & unpaired;
            let (one, other) = (lowest(pair), lowest(pair & (pair - 1)));
            behind |= self.around(one) & self.around(other) & open & !edge;
            unpaired &= !(one | other);
        }
    }

    /// The symmetries of the board, as numbers for [`seen`](Self::seen).
    pub fn symmetries(&self) -> u8 {
        if self.stride != 8 {
            1
        } else if self.size.rows == self.size.cols {
            8
        } else {
            4
        }
    }

    /// The image of a set under a symmetry: bit 2 transposes, then bit 0 flips rows and bit 1 flips columns.
    #[inline(always)]
    pub fn seen(&self, set: u64, symmetry: u8) -> u64 {
        let mut set = if symmetry & 4 == 0 { set } else { transposed(set) };
        if symmetry & 1 != 0 {
            set = set.swap_bytes() >> (8 * (8 - self.size.rows as u32));
        }
        if symmetry & 2 != 0 {
            set = set.swap_bytes().reverse_bits() >> (8 - self.size.cols as u32);
        }
        set
    }

    /// The inverse of [`seen`](Self::seen).
    pub fn unseen(&self, set: u64, symmetry: u8) -> u64 {
        // Behind the diagonal the two flips change places; every other symmetry is its own inverse.
        let inverse = match symmetry {
            5 => 6,
            6 => 5,
            other => other,
        };
        self.seen(set, inverse)
    }
}

/// The lowest bit of a set.
#[inline(always)]
pub(crate) const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// The indices of a set.
#[inline(always)]
pub(crate) fn indices(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let index = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(index)
    })
}

/// Transposes an 8x8 set by delta swaps of growing blocks.
#[inline(always)]
const fn transposed(mut set: u64) -> u64 {
    let swap = (set ^ (set >> 7)) & 0x00aa_00aa_00aa_00aa;
    set ^= swap ^ (swap << 7);
    let swap = (set ^ (set >> 14)) & 0x0000_cccc_0000_cccc;
    set ^= swap ^ (swap << 14);
    let swap = (set ^ (set >> 28)) & 0x0000_0000_f0f0_f0f0;
    set ^ swap ^ (swap << 28)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Source, SplitMix};

    /// The part of `cells` that is connected with `from`.
    fn part(board: &Board, from: u64, cells: u64) -> u64 {
        let more = from | board.around(from) & cells;
        if more == from { from } else { part(board, more, cells) }
    }

    #[test]
    fn a_stone_on_a_firm_cell_cuts_nothing_off_and_a_part_is_small_when_it_is() {
        let mut source = SplitMix::new(3);
        for size in [Size::new(8, 8), Size::new(5, 7), Size::new(4, 12), Size::new(1, 9)] {
            let board = Board::new(size);
            let mut firm_cells = 0;
            for _ in 0..500 {
                let mut random = || u64::from(source.below(1 << 16)) << 48 | u64::from(source.below(u32::MAX)) << 16;
                let cells = board.all & (random() | random() >> 16);
                let firm = board.firm(cells);
                for cell in indices(cells) {
                    let taken = 1 << cell;
                    let whole = part(&board, taken, cells);
                    let near = board.part_up_to(6, taken, cells);
                    assert_eq!(near.count_ones() <= 6, whole.count_ones() <= 6, "{size:?} {cells:x} {cell}");
                    assert!(near & !whole == 0 && (whole.count_ones() > 6 || near == whole));
                    if firm & taken != 0 {
                        firm_cells += 1;
                        // A side next to any other cell of the part still reaches all of it.
                        let left = whole & !taken;
                        assert!(
                            indices(left).all(|edge| part(&board, 1 << edge, left) == left),
                            "{size:?} {cells:x} {cell}"
                        );
                    }
                }
            }
            assert!(firm_cells > 0 || size.rows == 1);
        }
    }
}
