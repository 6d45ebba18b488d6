//! The proof search: null-window alpha-beta that asks whether the side to move ends at least so many stones ahead, counting
//! contested cells alone.

use super::parts::Parts;
use super::table::{Key, Known, NO_CELL, Place, ProofTable, SWITCH};
use crate::budget::Budget;
use crate::stop::board::{Board, State};
use crate::stop::moves::{Candidate, for_each_move, reach_promise};

/// Contested cells from which on the table key is the least of all symmetric positions. With fewer, this costs more than it
/// saves.
const MIRRORED: u32 = 16;

/// Move ordering: weight of a stone that a move brings, against [`reach_promise`].
const STONE_PROMISE: i32 = 16;

/// One solve under way.
pub(crate) struct Search<'a, 'b> {
    pub board: &'a Board,
    pub(super) table: &'a mut ProofTable,
    pub(super) parts: &'a mut Parts,
    pub budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// The exact margin of the side to move, by a series of null-window searches (MTD(f)); `None` when the budget is spent.
    pub fn exact(&mut self, state: &State) -> Option<i32> {
        let most = state.open.count_ones() as i32 + lead_of_first(state.switches);
        let (mut low, mut high) = (-most, most);
        // The first guess: the side that begins is a little ahead.
        let mut guess = (most & 1).min(most);
        while low < high {
            let wanted = if guess == low { guess + 1 } else { guess };
            let margin = self.margin(state, wanted)?;
            if margin >= wanted {
                low = margin;
            } else {
                high = margin;
            }
            guess = margin;
        }
        Some(low)
    }

    /// A null-window search: a lower bound of the margin if that is at least `wanted`, else an upper bound; `None` when the
    /// budget is spent.
    pub fn margin(&mut self, state: &State, wanted: i32) -> Option<i32> {
        if self.budget.is_over() {
            return None;
        }
        let from_switches = lead_of_first(state.switches);
        if state.open == 0 {
            return Some(from_switches);
        }
        let board = *self.board;
        let cells = state.open.count_ones() as i32;
        let my_edge = board.around(state.mine) & state.open;
        let their_edge = board.around(state.theirs) & state.open;
        let mut low = -i32::MAX;
        let mut high = i32::MAX;
        for pass in 0..2 {
            // Static bounds: the edges alone are often enough, and cheaper.
            let (mine, theirs) = match pass {
                0 => (my_edge.count_ones() as i32, their_edge.count_ones() as i32),
                _ => (board.shared(my_edge, state.open) as i32, board.shared(their_edge, state.open) as i32),
            };
            let first = 2 * ((mine + 1) / 2) - cells - from_switches;
            let second = 2 * (mine / 2) - cells + from_switches;
            low = first.max(second);
            high = cells - 2 * (theirs / 2) + from_switches;
            if low >= wanted {
                return Some(low);
            }
            if high < wanted {
                return Some(high);
            }
        }

        let (key, symmetry) = self.key(state, cells as u32);
        let place = self.table.place(&key);
        let mut first_try = NO_CELL;
        if let Some(known) = self.table.get(place, &key) {
            low = low.max(known.low.into());
            high = high.min(known.high.into());
            if low >= wanted {
                return Some(low);
            }
            if high < wanted {
                return Some(high);
            }
            first_try = self.seen_back(known.best, symmetry);
        }

        let mut best = -i32::MAX;
        let mut best_cell = first_try;
        if first_try == SWITCH || state.switches != 0 && first_try == NO_CELL && from_switches >= 2 {
            best = self.margin_of_switch(state, wanted)?;
            best_cell = SWITCH;
        } else if first_try < 64 {
            let candidate = Candidate::of(&board, state.open, first_try, their_edge);
            best = self.margin_of(state, candidate, wanted)?;
        }
        if best >= wanted {
            return Some(self.note(place, key, symmetry, (low.max(best), high), best_cell, best));
        }
        let tried = best_cell;

        let mut candidates = [Candidate::default(); 64];
        let mut count = 0;
        let dominated = for_each_move(&board, state, their_edge, |mut candidate| {
            self.budget.count();
            if candidate.cell == tried {
                return;
            }
            let Candidate { cell, open, .. } = candidate;
            let gain = i32::from(candidate.gain);
            let theirs = (their_edge & open).count_ones() as i32;
            let cells = cells - gain;
            let at_most = gain + cells - (2 * ((theirs + 1) / 2) - from_switches).max(2 * (theirs / 2) + from_switches);
            if at_most < wanted {
                best = best.max(at_most);
                return;
            }
            candidate.promise =
                reach_promise(&board, state.mine | 1 << cell, state.theirs, open) + STONE_PROMISE * gain;
            candidates[count] = candidate;
            count += 1;
        });
        let candidates = &mut candidates[..count];
        candidates.sort_unstable_by_key(|candidate| -candidate.promise);
        for candidate in candidates {
            if dominated >> candidate.cell & 1 == 1 {
                continue;
            }
            let margin = self.margin_of(state, *candidate, wanted)?;
            if margin > best {
                (best, best_cell) = (margin, candidate.cell);
            }
            if best >= wanted {
                return Some(self.note(place, key, symmetry, (low.max(best), high), best_cell, best));
            }
        }
        if state.switches != 0 && tried != SWITCH {
            let margin = self.margin_of_switch(state, wanted)?;
            if margin > best {
                (best, best_cell) = (margin, SWITCH);
            }
        }
        let bounds = if best >= wanted { (low.max(best), high) } else { (low, high.min(best)) };
        Some(self.note(place, key, symmetry, bounds, best_cell, best))
    }

    /// The bound of a move.
    #[inline(always)]
    fn margin_of(&mut self, state: &State, candidate: Candidate, wanted: i32) -> Option<i32> {
        let taken = 1 << candidate.cell;
        let next =
            State { mine: state.theirs, theirs: state.mine | taken, open: candidate.open, switches: state.switches };
        let (next, worth) = self.simplified(next, self.board.around(taken))?;
        let gain = i32::from(candidate.gain) - worth;
        Some(gain - self.margin(&next, gain - wanted + 1)?)
    }

    /// The bound of taking the hottest switch, which dominates all other switches.
    fn margin_of_switch(&mut self, state: &State, wanted: i32) -> Option<i32> {
        let hottest = state.switches.ilog2();
        let gain = hottest as i32 + 1;
        let next = State { switches: state.switches & !(1 << hottest), ..state.passed() };
        Some(gain - self.margin(&next, gain - wanted + 1)?)
    }

    /// The table key of a position, and the symmetry that leads to it.
    #[inline(always)]
    fn key(&self, state: &State, cells: u32) -> (Key, u8) {
        let mine = state.mine & self.board.around(state.open);
        let mut least = (state.open, mine, 0);
        if cells >= MIRRORED {
            for symmetry in 1..self.board.symmetries() {
                least = least.min((self.board.seen(state.open, symmetry), self.board.seen(mine, symmetry), symmetry));
            }
        }
        (Key { open: least.0, mine: least.1, switches: state.switches }, least.2)
    }

    fn seen_back(&self, cell: u8, symmetry: u8) -> u8 {
        if cell >= 64 || symmetry == 0 {
            return cell;
        }
        self.board.unseen(1 << cell, symmetry).trailing_zeros() as u8
    }

    /// Stores the bounds in the proof table.
    fn note(&mut self, place: Place, key: Key, symmetry: u8, bounds: (i32, i32), best: u8, margin: i32) -> i32 {
        let best = if best >= 64 { best } else { self.board.seen(1 << best, symmetry).trailing_zeros() as u8 };
        self.table.put(place, key, Known { low: bounds.0 as i8, high: bounds.1 as i8, best });
        margin
    }

    /// The best move in the table: a cell, or a switch.
    pub fn remembered(&self, state: &State) -> u8 {
        let (key, symmetry) = self.key(state, state.open.count_ones());
        let known = self.table.get(self.table.place(&key), &key);
        known.map_or(NO_CELL, |known| self.seen_back(known.best, symmetry))
    }
}

/// The lead of the side that begins in a sum of switches: both take the hottest in turn.
#[inline(always)]
pub(crate) fn lead_of_first(switches: u8) -> i32 {
    let (mut left, mut lead, mut sign) = (switches, 0, 1);
    while left != 0 {
        let hottest = left.ilog2();
        lead += sign * (hottest as i32 + 1);
        sign = -sign;
        left &= !(1 << hottest);
    }
    lead
}
