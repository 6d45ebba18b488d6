//! One search under way: iterative deepening of a principal variation search.

use super::order::{self, MoveStack, Reductions, Refutations};
use super::table::{Bound, Found, TranspositionTable, key};
use super::tactics::Tactics;
use crate::stop::board::State;
use crate::stop::evaluation::{STONE, corrected, first_reach};
use crate::stop::moves::{Candidate, for_each_move, reach_promise};
use crate::stop::solver::search::{Search as ExactSearch, lead_of_first};
use crate::stop::solver::table::{NO_CELL, SWITCH};

/// The share of the budget after which no further iteration begins: it would take about as long as all before it.
const LAST_ITERATION: f64 = 0.6;
/// The first iteration with an aspiration window. Values of shallower ones swing too much for it.
const ASPIRATION_DEPTH: u32 = 5;
/// The smallest depth of null move pruning: below it futility pruning is cheaper.
const NULL_MOVE_DEPTH: i32 = 3;
/// Depth that a null move search is reduced by, and one ply more for every four of depth.
const NULL_MOVE_REDUCTION: i32 = 3;
const NULL_MOVE_EXTRA: i32 = 4;
/// The smallest depth of internal iterative reduction. Without a move from the table a deep search costs too much; a
/// search one ply shallower finds that move for the next iteration.
const ITERATIVE_REDUCTION_DEPTH: i32 = 5;

/// More than any position is worth.
const INFINITE: i32 = 100 * STONE;

/// One search under way. Values are of the contested cells, in sixteenths of a stone for the side to move. `low` and
/// `high` are alpha and beta; values outside of them are bounds (fail-soft). `None` means that the budget is spent.
pub(super) struct Tree<'a, 'b> {
    pub tactics: Tactics,
    pub exact: ExactSearch<'a, 'b>,
    pub table: &'a mut TranspositionTable,
    pub refutations: &'a mut Refutations,
    pub moves: &'a mut MoveStack,
    pub reductions: &'a Reductions,
    /// The ply that a null move led to; 0 for none. Two in a row prove nothing.
    pub null_move_at: usize,
}

impl Tree<'_, '_> {
    /// Iterative deepening: the best cell, its value and the depth of the last iteration that was finished.
    pub fn deepen(&mut self, state: &State, deepest: u32) -> (u8, i32, u32) {
        self.list_moves(state, NO_CELL, 0, true);
        let mut moves = self.moves.take(0);
        moves.sort_by_key(|candidate| -candidate.promise);
        let mut found = (moves[0].cell, 0, 0);
        let all = state.open.count_ones();
        let (begun, end) = (self.exact.budget.share(), self.exact.budget.ceiling());
        for depth in 1..=deepest.clamp(1, all) {
            let has_window = depth >= ASPIRATION_DEPTH && self.tactics.aspiration > 0;
            let around = if has_window { self.tactics.aspiration } else { INFINITE };
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
                // Outside of the aspiration window: once more with that side open.
                if best <= low && low > -INFINITE {
                    low = -INFINITE;
                } else if best >= high && high < INFINITE {
                    high = INFINITE;
                } else {
                    break;
                }
            }
            if self.exact.budget.share() > begun + LAST_ITERATION * (end - begun) {
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

    /// The value of a move.
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

    /// The value of a position: principal variation search with late move reductions.
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
            return Some(self.evaluation(state, from_switches, low, high).clamp(at_least, at_most));
        }

        let key = key(&board, state);
        let mut table_move = NO_CELL;
        if let Some(found) = self.table.get(&key) {
            let value = i32::from(found.value);
            let is_enough = match found.bound {
                Bound::Exact => true,
                Bound::Lower => value >= high,
                Bound::Upper => value <= low,
            };
            if is_enough && i32::from(found.depth) >= depth {
                return Some(value);
            }
            table_move = found.best;
        }

        let is_pv = high - low > 1;
        if !is_pv && let Some(pruned) = self.pruned(state, depth, (low, high), ply, (at_least, at_most))? {
            return Some(pruned);
        }
        let is_reduced =
            self.tactics.late_move_reduction > 0.0 && table_move == NO_CELL && depth >= ITERATIVE_REDUCTION_DEPTH;
        let depth = depth - i32::from(is_reduced);
        let (start, mut best, mut best_cell) = (low, -INFINITE, table_move);
        let their_edge = board.around(state.theirs) & state.open;
        let (begin, mut are_listed) = (self.moves.end(), false);
        let has_table_move = table_move < 64;
        for index in 0.. {
            // The move of the table often causes a cutoff, and then no other move need be listed.
            let candidate = if index == 0 && has_table_move {
                Candidate::of(&board, state.open, table_move, their_edge)
            } else {
                if !are_listed {
                    self.list_moves(state, table_move, ply, depth > 1);
                    are_listed = true;
                }
                let next = begin + index - usize::from(has_table_move);
                if next == self.moves.end() {
                    break;
                }
                self.moves.pick(next)
            };
            let mut value = None;
            if index > 0 {
                // Null window first: it only has to show that the move is no better.
                let reduction = if candidate.gain > 1 { 0 } else { self.reductions.of(depth, index, is_pv) };
                let narrow = self.value_of(state, candidate, depth - 1 - reduction, low, low + 1, ply)?;
                if narrow <= low {
                    value = Some(narrow);
                } else if reduction > 0 {
                    let again = self.value_of(state, candidate, depth - 1, low, low + 1, ply)?;
                    value = (again <= low || !is_pv).then_some(again);
                } else if !is_pv {
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
                self.refutations.note(ply, candidate.cell, depth);
                break;
            }
        }
        self.moves.truncate(begin);
        let bound = if best >= high {
            Bound::Lower
        } else if best <= start {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.table.put(key, Found { value: best as i16, depth: depth as i8, bound, best: best_cell });
        Some(best)
    }

    /// Futility and null move pruning in a null window: a bound that ends the search of this node, if there is one. The
    /// value is certainly between `at_least` and `at_most`.
    #[inline(always)]
    fn pruned(
        &mut self,
        state: &State,
        depth: i32,
        (low, high): (i32, i32),
        ply: usize,
        (at_least, at_most): (i32, i32),
    ) -> Option<Option<i32>> {
        let evaluation = self.evaluation(state, lead_of_first(state.switches) * STONE, low, high);
        if depth <= self.tactics.futility_depth && self.tactics.futility_margin > 0 {
            let margin = self.tactics.futility_margin * depth;
            if evaluation - margin >= high {
                return Some(Some((evaluation - margin).clamp(at_least, at_most)));
            }
            if evaluation + margin <= low {
                return Some(Some((evaluation + margin).clamp(at_least, at_most)));
            }
        }
        if self.tactics.null_move && depth >= NULL_MOVE_DEPTH && evaluation >= high && self.null_move_at != ply {
            // There is no zugzwang in Stop: a move is worth at least as much as a pass.
            self.null_move_at = ply + 1;
            let reduced = depth - NULL_MOVE_REDUCTION - depth / NULL_MOVE_EXTRA;
            let passed = -self.value(&state.passed(), reduced, -high, 1 - high, ply + 1)?;
            self.null_move_at = 0;
            if passed >= high {
                return Some(Some(passed));
            }
        }
        Some(None)
    }

    /// The static evaluation; between the bounds, and a little beyond them, with the network's correction.
    #[inline(always)]
    fn evaluation(&self, state: &State, from_switches: i32, low: i32, high: i32) -> i32 {
        let (board, margin) = (self.exact.board, self.tactics.lazy_margin);
        from_switches
            + match margin {
                0 => first_reach(board, state),
                _ => corrected(board, state, low - margin - from_switches..high + margin - from_switches),
            }
    }

    /// The solver's value, as closely as the bounds ask.
    fn solved(&mut self, state: &State, low: i32, high: i32) -> Option<i32> {
        let wanted = low.div_euclid(STONE) + 1;
        let margin = self.exact.margin(state, wanted)?;
        if margin < wanted || margin * STONE >= high {
            return Some(margin * STONE);
        }
        Some(self.exact.exact(state)? * STONE)
    }

    /// Lists the moves worth a search, but for the one that was tried. Dominated moves are left out.
    fn list_moves(&mut self, state: &State, tried: u8, ply: usize, by_reach: bool) {
        let board = *self.exact.board;
        let their_edge = board.around(state.theirs) & state.open;
        let begin = self.moves.end();
        let dominated = for_each_move(&board, state, their_edge, |mut candidate| {
            let Candidate { cell, gain, open, .. } = candidate;
            candidate.promise = self.refutations.promise(ply, cell) + i32::from(gain) * order::STONE_PROMISE;
            if by_reach {
                let reach = reach_promise(&board, state.mine | 1 << cell, state.theirs, open);
                candidate.promise += order::REACH_PROMISE * reach;
                // These lookups follow one after the other; prefetched, their cache misses overlap.
                self.table.prefetch(&key(&board, &State { mine: state.theirs, open, ..*state }));
            }
            self.moves.push(candidate);
        });
        self.moves.retain(begin, |candidate| candidate.cell != tried && dominated >> candidate.cell & 1 == 0);
        if state.switches != 0 {
            let promise = if tried == SWITCH { i32::MAX } else { order::SWITCH_PROMISE };
            self.moves.push(Candidate { cell: SWITCH, gain: 1, promise, open: state.open });
        }
    }
}
