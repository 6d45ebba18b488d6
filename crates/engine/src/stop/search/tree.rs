//! One search under way: deeper and deeper, best move first, the others only shown to be no better.

use super::order::{self, Candidate, Memory, Moves, Reductions};
use super::table::{Found, Kind, Table, key};
use super::tactics::Tactics;
use crate::stop::board::{State, indices};
use crate::stop::evaluation::{STONE, expected, judged};
use crate::stop::solver::search::{Search as Solving, lead_of_first};
use crate::stop::solver::table::{NO_CELL, SWITCH};

/// The part of the budget after which no deeper look is begun.
const ENOUGH: f64 = 0.6;

/// More than any position is worth.
const INFINITE: i32 = 100 * STONE;

/// One search under way. Values are of what is contested, in sixteenths of a stone for the side to move.
pub(super) struct Tree<'a, 'b> {
    pub tactics: Tactics,
    pub exact: Solving<'a, 'b>,
    pub table: &'a mut Table,
    pub memory: &'a mut Memory,
    pub moves: &'a mut Moves,
    pub reductions: &'a Reductions,
    /// The distance from the root of the position that a pass led to; 0 for none.
    pub passed_at: usize,
}

impl Tree<'_, '_> {
    /// The best cell, its value and the depth of the last look that was finished.
    pub fn deepen(&mut self, state: &State, deepest: u32) -> (u8, i32, u32) {
        self.list_moves(state, NO_CELL, 0, true);
        let mut moves = self.moves.take(0);
        moves.sort_by_key(|candidate| -candidate.promise);
        let mut found = (moves[0].cell, 0, 0);
        let all = state.open.count_ones();
        let (begun, end) = (self.exact.budget.share(), self.exact.budget.ceiling());
        for depth in 1..=deepest.clamp(1, all) {
            let is_guided = depth > 4 && self.tactics.window > 0;
            let around = if is_guided { self.tactics.window } else { INFINITE };
            let (mut low, mut high) = (found.1 - around, found.1 + around);
            loop {
                let mut best = low;
                for index in 0..moves.len() {
                    let candidate = moves[index];
                    let Some(value) = self.value_at_root(state, candidate, depth as i32, best, high, index == 0) else {
                        return found;
                    };
                    if value > best {
                        best = value;
                        found = (candidate.cell, value, depth);
                        moves[..=index].rotate_right(1);
                    }
                    if best >= high {
                        break;
                    }
                }
                match () {
                    () if best <= low && low > -INFINITE => low = -INFINITE,
                    () if best >= high && high < INFINITE => high = INFINITE,
                    () => break,
                }
            }
            // Another look takes about as long as all before it did.
            if self.exact.budget.share() > begun + ENOUGH * (end - begun) {
                break;
            }
        }
        found
    }

    fn value_at_root(
        &mut self,
        state: &State,
        candidate: Candidate,
        depth: i32,
        best: i32,
        high: i32,
        is_first: bool,
    ) -> Option<i32> {
        if !is_first {
            let value = self.value_of(state, candidate, depth - 1, best, best + 1, 0)?;
            if value <= best {
                return Some(value);
            }
        }
        self.value_of(state, candidate, depth - 1, best, high, 0)
    }

    /// The value of a move between the bounds; outside of them, a bound.
    fn value_of(
        &mut self,
        state: &State,
        candidate: Candidate,
        depth: i32,
        low: i32,
        high: i32,
        ply: usize,
    ) -> Option<i32> {
        let (next, gain) = if candidate.cell == SWITCH {
            let hottest = state.switches.ilog2();
            (State { switches: state.switches & !(1 << hottest), ..state.passed() }, hottest as i32 + 1)
        } else {
            let taken = 1u64 << candidate.cell;
            let next = State {
                mine: state.theirs,
                theirs: state.mine | taken,
                open: candidate.open,
                switches: state.switches,
            };
            let (next, worth) =
                self.exact.simplified(next, if ply == 0 { next.open } else { self.exact.board.around(taken) })?;
            (next, i32::from(candidate.gain) - worth)
        };
        let gain = gain * STONE;
        Some(gain - self.value(&next, depth, gain - high, gain - low, ply + 1)?)
    }

    /// The value of a position between the bounds; outside of them, a bound. Nothing, when the budget is spent.
    fn value(&mut self, state: &State, depth: i32, mut low: i32, high: i32, ply: usize) -> Option<i32> {
        if !self.exact.budget.count() {
            return None;
        }
        let from_switches = lead_of_first(state.switches) * STONE;
        if state.open == 0 {
            return Some(from_switches);
        }
        let cells = state.open.count_ones();
        if cells <= self.tactics.solved_cells {
            return self.solved(state, low, high);
        }
        let board = *self.exact.board;
        let cells = cells as i32;
        let my_edge = (board.around(state.mine) & state.open).count_ones() as i32;
        let their_edge = (board.around(state.theirs) & state.open).count_ones() as i32;
        let at_least = (2 * ((my_edge + 1) / 2) - cells) * STONE - from_switches;
        if at_least >= high {
            return Some(at_least);
        }
        let at_most = (cells - 2 * (their_edge / 2)) * STONE + from_switches;
        if at_most <= low {
            return Some(at_most);
        }
        if depth <= 0 {
            return Some(self.standing(state, from_switches, low, high).clamp(at_least, at_most));
        }

        let key = key(&board, state);
        let mut first_try = NO_CELL;
        if let Some(found) = self.table.get(&key) {
            let value = i32::from(found.value);
            let is_enough = match found.kind {
                Kind::Exact => true,
                Kind::AtLeast => value >= high,
                Kind::AtMost => value <= low,
            };
            if is_enough && i32::from(found.depth) >= depth {
                return Some(value);
            }
            first_try = found.best;
        }

        let is_open = high - low > 1;
        if !is_open {
            let standing = self.standing(state, from_switches, low, high);
            if depth <= self.tactics.futile_depth && self.tactics.futile > 0 {
                let margin = self.tactics.futile * depth;
                if standing - margin >= high {
                    return Some((standing - margin).clamp(at_least, at_most));
                }
                if standing + margin <= low {
                    return Some((standing + margin).clamp(at_least, at_most));
                }
            }
            if self.tactics.passes && depth >= 3 && standing >= high && self.passed_at != ply {
                // There is no zugzwang: a move is worth at least as much as a pass.
                self.passed_at = ply + 1;
                let passed = -self.value(&state.passed(), depth - 3 - depth / 4, -high, 1 - high, ply + 1)?;
                self.passed_at = 0;
                if passed >= high {
                    return Some(passed);
                }
            }
        }
        // Without a good first move a deep look costs too much; this one finds it for the next.
        let is_reduced = self.tactics.reduction > 0.0 && first_try == NO_CELL && depth >= 5;
        let depth = depth - i32::from(is_reduced);
        let (start, mut best, mut best_cell) = (low, -INFINITE, first_try);
        let their_edge = board.around(state.theirs) & state.open;
        let (begin, mut are_listed) = (self.moves.end(), false);
        let is_tried_first = first_try < 64;
        for index in 0.. {
            let candidate = if index == 0 && is_tried_first {
                Candidate::of(&board, state.open, first_try, their_edge)
            } else {
                if !are_listed {
                    self.list_moves(state, first_try, ply, depth > 1);
                    are_listed = true;
                }
                let next = begin + index - usize::from(is_tried_first);
                if next == self.moves.end() {
                    break;
                }
                self.moves.pick(next)
            };
            let mut value = None;
            if index > 0 {
                let reduction = if candidate.gain > 1 { 0 } else { self.reductions.of(depth, index, is_open) };
                let narrow = self.value_of(state, candidate, depth - 1 - reduction, low, low + 1, ply)?;
                if narrow <= low {
                    value = Some(narrow);
                } else if reduction > 0 {
                    let again = self.value_of(state, candidate, depth - 1, low, low + 1, ply)?;
                    value = (again <= low || !is_open).then_some(again);
                } else if !is_open {
                    value = Some(narrow);
                }
            }
            let value = match value {
                Some(value) => value,
                None => self.value_of(state, candidate, depth - 1, low, high, ply)?,
            };
            if value > best {
                (best, best_cell) = (value, candidate.cell);
            }
            low = low.max(best);
            if low >= high {
                self.memory.refuted(ply, candidate.cell, depth);
                break;
            }
        }
        self.moves.forget(begin);
        let kind = match () {
            () if best >= high => Kind::AtLeast,
            () if best <= start => Kind::AtMost,
            () => Kind::Exact,
        };
        self.table.put(key, Found { value: best as i16, depth: depth as i8, kind, best: best_cell });
        Some(best)
    }

    /// What the evaluation expects; between the bounds, and a little beyond them, more closely.
    #[inline(always)]
    fn standing(&self, state: &State, from_switches: i32, low: i32, high: i32) -> i32 {
        let (board, doubt) = (self.exact.board, self.tactics.doubt);
        from_switches
            + match doubt {
                0 => expected(board, state),
                _ => judged(board, state, low - doubt - from_switches..high + doubt - from_switches),
            }
    }

    /// What the solver says, as closely as the bounds ask.
    fn solved(&mut self, state: &State, low: i32, high: i32) -> Option<i32> {
        let wanted = low.div_euclid(STONE) + 1;
        let margin = self.exact.margin(state, wanted)?;
        if margin < wanted || margin * STONE >= high {
            return Some(margin * STONE);
        }
        Some(self.exact.exact(state)? * STONE)
    }

    /// Lists the moves worth looking at, but for the one that was tried. One that only fills what another secures is left out.
    fn list_moves(&mut self, state: &State, tried: u8, ply: usize, by_promise: bool) {
        let board = *self.exact.board;
        let their_edge = board.around(state.theirs) & state.open;
        let whole = board.firm(state.open) & !their_edge;
        let (begin, mut dominated) = (self.moves.end(), 0);
        for cell in indices(board.reach(state.mine, state.open)) {
            let taken = 1u64 << cell;
            let mut candidate = if whole & taken == 0 {
                Candidate::of(&board, state.open, cell as u8, their_edge)
            } else {
                Candidate { cell: cell as u8, gain: 1, promise: 0, open: state.open & !taken }
            };
            dominated |= state.open & !taken & !candidate.open;
            candidate.promise = self.memory.promise(ply, cell as u8) + i32::from(candidate.gain) * order::STONE_PROMISE;
            if by_promise {
                let place = self.exact.promise(state.mine | taken, state.theirs, candidate.open);
                candidate.promise += order::PLACE_PROMISE * place;
                // These are looked up one after the other; the memory answers all at once.
                self.table.touch(&key(&board, &State { mine: state.theirs, open: candidate.open, ..*state }));
            }
            self.moves.push(candidate);
        }
        self.moves.retain(begin, |candidate| candidate.cell != tried && dominated >> candidate.cell & 1 == 0);
        if state.switches != 0 {
            let promise = if tried == SWITCH { i32::MAX } else { order::SWITCH_PROMISE };
            self.moves.push(Candidate { cell: SWITCH, gain: 1, promise, open: state.open });
        }
    }
}
