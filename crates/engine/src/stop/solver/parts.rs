//! Combinatorial game theory: small parts and their values. The parts of a position do not touch each other, so it is a sum
//! of games in the sense of Milnor and Hanner: there is no zugzwang, and margins add up.
//!
//! A part whose margin does not depend on the side that begins is a *number* of stones. A *switch* gives the side that plays
//! there first a number, and leaves nothing to play for. Two switches of the same size cancel out, and of several the
//! hottest is taken first. So only parts that are neither have to be searched.

use super::search::Search;
use super::table::scattered;
use crate::stop::board::{State, indices, lowest};
use crate::stop::moves::Candidate;

/// Parts of up to so many cells are evaluated. The size of a switch is at most this, and has to fit the bit set of switches.
pub(super) const SMALL: u32 = 6;

/// The value of a part for the side to move: if it begins, and if the other side does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worth {
    pub first: i8,
    pub second: i8,
    /// Whether it is a number or a switch.
    pub is_simple: bool,
}

impl Worth {
    const fn of_other_side(self) -> Self {
        Self { first: -self.second, second: -self.first, ..self }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    part: u64,
    mine: u64,
    worth: Worth,
}

/// A cache of the values of small parts.
pub(super) struct Parts {
    entries: Vec<Entry>,
}

impl Parts {
    const EMPTY: Entry = Entry { part: 0, mine: 0, worth: Worth { first: 0, second: 0, is_simple: true } };

    /// With `2^bits` entries.
    pub fn new(bits: u32) -> Self {
        Self { entries: vec![Self::EMPTY; 1 << bits] }
    }

    pub fn clear(&mut self) {
        self.entries.fill(Self::EMPTY);
    }
}

impl Search<'_, '_> {
    /// Replaces small parts by numbers and switches: the state without them, and the sum of the numbers for the side to move.
    /// Only parts with some of the `changed` cells are tried.
    #[inline(always)]
    pub fn simplified(&mut self, mut state: State, changed: u64) -> Option<(State, i32)> {
        let mut worth = 0;
        let mut changed = changed & state.open;
        while changed != 0 {
            let part = self.board.part_up_to(SMALL, lowest(changed), state.open);
            changed &= !part;
            if part.count_ones() > SMALL {
                continue;
            }
            let Worth { first, second, is_simple } = self.worth(&state, part)?;
            if !is_simple {
                continue;
            }
            state.open &= !part;
            worth += (i32::from(first) + i32::from(second)) / 2;
            let size = (first - second) / 2;
            // A switch of size 0 is a number.
            state.switches ^= (1u16 << size >> 1) as u8;
        }
        Some((state, worth))
    }

    /// The value of one part, from the cache or by a search.
    #[inline(always)]
    fn worth(&mut self, state: &State, part: u64) -> Option<Worth> {
        let around = self.board.around(part);
        let (mine, theirs) = (state.mine & around, state.theirs & around);
        // One entry serves both sides.
        let is_turned = mine < theirs;
        let mine = if is_turned { theirs } else { mine };
        let place = scattered(part, mine) & (self.parts.entries.len() - 1);
        let entry = &self.parts.entries[place];
        let worth = if entry.part == part && entry.mine == mine {
            entry.worth
        } else {
            let state = state.within(part);
            let worth = self.find_worth(if is_turned { state.passed() } else { state })?;
            self.parts.entries[place] = Entry { part, mine, worth };
            worth
        };
        Some(if is_turned { worth.of_other_side() } else { worth })
    }

    #[cold]
    fn find_worth(&mut self, state: State) -> Option<Worth> {
        let (first, second) = (self.exact(&state)?, -self.exact(&state.passed())?);
        let is_simple = first == second
            || self.ends_with_first_move(&state, first)? && self.ends_with_first_move(&state.passed(), -second)?;
        Some(Worth { first: first as i8, second: second as i8, is_simple })
    }

    /// Whether the part is over with its first move: one move leaves the number `best`, and no move leaves anything that can
    /// become worth more.
    fn ends_with_first_move(&mut self, state: &State, best: i32) -> Option<bool> {
        let their_edge = self.board.around(state.theirs) & state.open;
        let mut leaves_number = false;
        for cell in indices(self.board.reach(state.mine, state.open)) {
            let Candidate { gain, open, .. } = Candidate::of(self.board, state.open, cell as u8, their_edge);
            let gain = i32::from(gain);
            let again = State { mine: state.mine | 1 << cell, open, ..*state };
            let twice = gain + self.exact_unsimplified(again)?;
            if twice > best {
                return Some(false);
            }
            leaves_number = leaves_number || twice == best && gain - self.exact_unsimplified(again.passed())? == best;
        }
        Some(leaves_number)
    }

    /// The margin of the side to move in a state that is not simplified yet.
    pub fn exact_unsimplified(&mut self, state: State) -> Option<i32> {
        let (state, worth) = self.simplified(state, state.open)?;
        Some(worth + self.exact(&state)?)
    }
}
