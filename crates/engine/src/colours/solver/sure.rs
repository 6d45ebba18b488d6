//! Static bounds: tiles that a side gets whatever the other does, by counting alone.
//!
//! A move takes tiles of one colour and forbids one colour. So of the captures of a region, a move of the other side spoils
//! those of one colour only. If the captures, sorted by size, are a >= b >= c >= d ..., then a side that moves first is sure
//! of a + c + e ..., and one that moves second of b + d + f ...

use super::board::{Board, State};
use grid::Word;

/// The captures of one region by size, largest first: each its size times eight plus its colour.
#[derive(Clone, Copy)]
pub(super) struct CaptureSizes([u16; 8]);

impl CaptureSizes {
    /// The captures of the region with this edge, except for one colour.
    #[inline(always)]
    pub fn without<T: Word>(board: &Board<T>, open: T, edge: T, left_out: u8) -> Self {
        let mut sizes = [0; 8];
        for colour in (0..board.colours).filter(|colour| *colour != left_out) {
            let mut item = (board.captures(colour, open, edge).ones() as u16) << 3 | u16::from(colour);
            for place in &mut sizes {
                if *place < item {
                    std::mem::swap(place, &mut item);
                }
            }
        }
        Self(sizes)
    }

    /// The tiles that a side is sure of when the other moves first.
    #[inline(always)]
    pub fn sure_as_second(&self) -> u8 {
        [1, 3, 5, 7].into_iter().map(|place| (self.0[place] >> 3) as u8).sum()
    }

    /// The colours of the two largest, as a set: after a pass, either of them keeps the tiles that the second mover was sure
    /// of.
    #[inline(always)]
    pub fn two_largest(&self) -> u8 {
        1 << (self.0[0] & 7) | 1 << (self.0[1] & 7)
    }

    /// The set of colours that capture at least so many.
    #[inline(always)]
    pub fn at_least(&self, size: u8) -> u8 {
        let large = self.0.iter().take_while(|item| **item >> 3 >= u16::from(size));
        large.fold(0, |set, item| set | 1 << (item & 7))
    }
}

/// The largest capture of a legal colour: its size, then the colour.
#[inline(always)]
pub(super) fn largest<T: Word>(board: &Board<T>, captured: &[T; 8], state: &State<T>) -> (u8, u8) {
    let legal = (0..board.colours).filter(|colour| state.may_take(*colour));
    legal.map(|colour| (captured[usize::from(colour)].ones() as u8, colour)).max().unwrap_or((0, 0))
}
