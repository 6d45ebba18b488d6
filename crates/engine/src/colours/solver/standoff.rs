//! Standoffs: mutual zugzwang. Neither side can force anything, so both wait until the rules end the game, and each keeps
//! the tiles that it owns and encloses. They are rare and need few tiles and few colours.
//!
//! A side that is content with this result may wait for ever. The other side has to break the standoff, and needs at most
//! three waits in a row if it can (`docs/games/colours-solving.md`).

use super::board::State;
use super::search::{Search, Verdict};
use grid::Word;

/// The most waits in a row of the side that breaks a standoff.
const WAITS: u8 = 3;

/// Table keys with so many waits or more belong to this search.
const KEY: u8 = 16;

/// Offset of margins in the table, which holds counts.
const ZERO: i32 = 128;

impl<T: Word> Search<'_, '_, T> {
    /// Whether the side to move ends at least `margin` ahead; `None` when the budget is spent. `broken` counts the waits
    /// of the side that has to break the standoff.
    pub fn holds(&mut self, state: &State<T>, margin: i32, broken: u8) -> Option<bool> {
        let tiles = i32::from(self.board.tiles);
        let (mine, theirs) = (i32::from(state.my_size), i32::from(state.their_size));
        if state.open == T::ZERO {
            return Some(mine - theirs >= margin);
        }
        let need = (tiles + margin + 1).div_euclid(2);
        if need <= mine {
            return Some(true);
        }
        if need > tiles - theirs {
            return Some(false);
        }
        match self.decide(&State { waits: 0, ..*state }, need as u8) {
            Verdict::Yes { .. } => return Some(true),
            Verdict::No { .. } => return Some(false),
            Verdict::Open if self.budget.is_over() => return None,
            Verdict::Open => {}
        }

        let key = State { waits: KEY + broken, ..*state };
        let place = self.table.place(&key);
        let known = self.table.get(place, &key);
        let asked = (margin + ZERO) as u8;
        if known.low >= asked {
            return Some(true);
        }
        if known.high < asked {
            return Some(false);
        }
        let holds = self.moves_hold(state, margin, broken)?;
        let mut known = self.table.get(place, &key);
        if holds {
            known.low = known.low.max(asked);
        } else {
            known.high = known.high.min(asked - 1);
        }
        self.table.put(place, &key, state.open.ones() as u8, known);
        Some(holds)
    }

    fn moves_hold(&mut self, state: &State<T>, margin: i32, broken: u8) -> Option<bool> {
        let board = self.board;
        let my_edge = board.around(state.mine) & state.open;
        let their_edge = board.around(state.theirs) & state.open;
        let is_content = i32::from(state.my_size) - i32::from(state.their_size) >= margin;
        for colour in (0..board.colours).filter(|colour| state.may_take(*colour)) {
            let captured = board.captures(colour, state.open, my_edge);
            let (next, broken) = if captured != T::ZERO {
                (state.after_capture(colour, state.gained(board, captured, their_edge)), 0)
            } else if is_content {
                (state.after_wait(colour), broken)
            } else if broken < WAITS {
                (state.after_wait(colour), broken + 1)
            } else {
                continue;
            };
            if !self.holds(&next, 1 - margin, broken)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
