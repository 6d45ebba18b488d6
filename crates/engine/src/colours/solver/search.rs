//! The proof search: can the side to move end with so many tiles?
//!
//! Both answers are proofs, by plans that win without an endless waiting game. Most colours that gain nothing are never
//! searched: `docs/games/colours-solving.md` proves when a wait cannot help (the pass lemma), and that no plan needs more
//! than three waits in a row. So the waiting limit never decides a proof.

use super::board::{Board, State};
use super::sure::{CaptureSizes, largest};
use super::table::{Known, Place, ProofTable};
use crate::budget::Budget;
use grid::Word;

/// The most moves in a row without a gain in a plan: three waits of its own, and the other side's around them.
pub(super) const PATIENCE: u8 = 7;

/// The set of all colours.
const ANY: u8 = u8::MAX;

/// Contested tiles from which on the table is probed for every capture. With fewer, the probes cost more than they save.
const PROBE_FROM: u32 = 20;

/// Whether the side to move can have so many tiles. Sets of colours have a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It can, with any of `replies`. If the other side passes then, any of `after` goes on.
    Yes { replies: u8, after: u8 },
    /// It cannot. If it passes, the other side goes on with any of `pass`.
    No { pass: u8 },
    /// Neither side can force it, or the budget is spent.
    Open,
}

pub(super) struct Search<'a, 'b, T> {
    pub board: &'a Board<T>,
    pub table: &'a mut ProofTable<T>,
    pub budget: &'a mut Budget<'b>,
}

/// A capture, and the tiles that it brings.
#[derive(Clone, Copy)]
struct Capture<T> {
    gained: T,
    order: i32,
    colour: u8,
}

/// Captures, the most promising first.
struct Captures<T> {
    list: [Capture<T>; 8],
    count: usize,
}

impl<T: Word> Captures<T> {
    const NONE: Self = Self { list: [Capture { gained: T::ZERO, order: 0, colour: 0 }; 8], count: 0 };

    #[inline(always)]
    fn insert(&mut self, item: Capture<T>) {
        let mut at = self.count;
        while at > 0 && self.list[at - 1].order < item.order {
            self.list[at] = self.list[at - 1];
            at -= 1;
        }
        self.list[at] = item;
        self.count += 1;
    }

    fn as_slice(&self) -> &[Capture<T>] {
        &self.list[..self.count]
    }
}

impl<T: Word> Search<'_, '_, T> {
    /// Whether the side to move can have `need` tiles. Something must be contested, and both sides must lack something.
    pub fn decide(&mut self, state: &State<T>, need: u8) -> Verdict {
        if !self.budget.count() {
            return Verdict::Open;
        }
        let board = self.board;
        let lacking = need - state.my_size;
        let my_edge = board.around(state.mine) & state.open;
        let within_reach = board.most_captured(my_edge);
        let mut captured = [T::ZERO; 8];
        for colour in (0..board.colours).filter(|colour| state.may_take(*colour)) {
            captured[usize::from(colour)] = board.captures(colour, state.open, my_edge);
        }
        let mut mine = (0, 0);
        if within_reach >= lacking {
            let replies = enough(&captured, lacking);
            if replies != 0 {
                return Verdict::Yes { replies, after: ANY };
            }
            mine = largest(board, &captured, state);
        }

        let their_need = board.tiles - need + 1;
        let their_lacking = their_need - state.their_size;
        let their_edge = board.around(state.theirs) & state.open;
        // Threats: captures that are enough for the other side at once. A move prevents one of them at most.
        let mut threats = 0;
        if board.most_captured(their_edge) >= their_lacking {
            let theirs = CaptureSizes::without(board, state.open, their_edge, state.their_colour);
            threats = theirs.at_least(their_lacking);
            if threats & threats.wrapping_sub(1) != 0 || threats == 1 << state.my_colour {
                return Verdict::No { pass: threats };
            }
            if theirs.sure_as_second() >= their_lacking {
                return Verdict::No { pass: theirs.two_largest() };
            }
        }
        if within_reach.saturating_add(mine.0) >= lacking.saturating_mul(2) {
            let (size, colour) = mine;
            let others = CaptureSizes::without(board, state.open, my_edge, colour);
            if size + others.sure_as_second() >= lacking {
                debug_assert!(colour < board.colours && state.may_take(colour));
                return Verdict::Yes { replies: 1 << colour, after: others.two_largest() };
            }
        }

        let place = self.table.place(state);
        let known = self.table.get(place, state);
        if known.low >= need {
            return Verdict::Yes { replies: 1 << known.reply, after: known.after };
        }
        if known.high < need {
            return Verdict::No { pass: known.pass };
        }
        if known.open == need {
            return Verdict::Open;
        }

        let mut captures = Captures::NONE;
        for colour in 0..board.colours {
            let set = captured[usize::from(colour)];
            if set == T::ZERO || threats & !(1 << colour) != 0 {
                continue;
            }
            let gained = state.gained(board, set, their_edge);
            if gained.ones() as u8 >= lacking {
                return Verdict::Yes { replies: 1 << colour, after: ANY };
            }
            let order = if colour == known.reply { i32::MAX } else { promise(board, state, gained, their_edge) };
            captures.insert(Capture { gained, order, colour });
        }
        if state.open.ones() as u32 >= PROBE_FROM
            && let Some(verdict) = self.known_win(state, &captures, their_need)
        {
            return verdict;
        }
        self.try_all(state, need, &captured, &captures, threats, (place, known))
    }

    /// Enhanced transposition cutoff: a capture after which the table proves enough.
    fn known_win(&self, state: &State<T>, captures: &Captures<T>, their_need: u8) -> Option<Verdict> {
        captures.as_slice().iter().find_map(|item| {
            let next = state.after_capture(item.colour, item.gained);
            let known = self.table.get(self.table.place(&next), &next);
            (known.high < their_need).then_some(Verdict::Yes { replies: 1 << item.colour, after: known.pass })
        })
    }

    /// Searches the captures, then those waits that the pass lemma does not refute. `met` are colours with which the
    /// other side meets a pass, as far as known.
    fn try_all(
        &mut self,
        state: &State<T>,
        need: u8,
        captured: &[T; 8],
        captures: &Captures<T>,
        met: u8,
        (place, mut known): (Place, Known),
    ) -> Verdict {
        let board = self.board;
        let their_need = board.tiles - need + 1;
        let mut pass = met;
        let mut is_open = false;
        let mut won = None;
        for item in captures.as_slice() {
            match self.decide(&state.after_capture(item.colour, item.gained), their_need) {
                Verdict::No { pass } => {
                    won = Some((item.colour, pass));
                    break;
                }
                Verdict::Yes { replies, after } if after & !(1 << item.colour) != 0 => pass |= replies,
                Verdict::Yes { .. } => {}
                Verdict::Open => is_open = true,
            }
        }
        let waits =
            (0..board.colours).filter(|colour| state.may_take(*colour) && captured[usize::from(*colour)] == T::ZERO);
        for colour in waits {
            // The pass lemma: a reply to a pass that this colour does not forbid refutes this wait, too.
            if won.is_some() || pass & !(1 << colour) != 0 {
                continue;
            }
            if state.waits >= PATIENCE {
                is_open = true;
                continue;
            }
            match self.decide(&state.after_wait(colour), their_need) {
                Verdict::No { pass } => won = Some((colour, pass)),
                Verdict::Yes { replies, after } if after & !(1 << colour) != 0 => pass |= replies,
                Verdict::Yes { .. } => {}
                Verdict::Open => is_open = true,
            }
        }
        if self.budget.is_over() {
            return Verdict::Open;
        }
        let verdict = if let Some((reply, after)) = won {
            known = Known { low: need, reply, after, ..known };
            Verdict::Yes { replies: 1 << reply, after }
        } else if is_open {
            known.open = need;
            Verdict::Open
        } else {
            known = Known { high: need - 1, pass, ..known };
            Verdict::No { pass }
        };
        self.table.put(place, state, state.open.ones() as u8, known);
        verdict
    }
}

/// The set of colours that capture at least so many.
#[inline(always)]
fn enough<T: Word>(captured: &[T; 8], size: u8) -> u8 {
    (0..8).filter(|colour| captured[*colour].ones() as u8 >= size).fold(0, |set, colour| set | 1 << colour)
}

/// Contested tiles from which on a better move order is worth its cost.
const MANY: usize = 24;

/// Move ordering: tiles gained and tiles on the edge, against the other side's edge. While much is contested, an edge of few
/// colours is better than one of many.
#[inline(always)]
fn promise<T: Word>(board: &Board<T>, state: &State<T>, gained: T, their_edge: T) -> i32 {
    let open = state.open & !gained;
    let edge = board.around(state.mine | gained) & open;
    let promise = 2 * (gained.ones() + edge.ones()) as i32 - (their_edge & open).ones() as i32;
    if open.ones() < MANY {
        return promise;
    }
    let kinds = (0..board.colours).filter(|colour| board.captures(*colour, open, edge) != T::ZERO).count();
    promise - kinds as i32
}
