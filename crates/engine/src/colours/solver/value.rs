//! The value of a position: null-window searches that narrow the bounds from both ends until they meet.

use super::Bounds;
use super::board::{Board, State};
use super::search::{PATIENCE, Search, Verdict};
use super::table::ProofTable;
use crate::budget::Budget;
use grid::Word;
use rules::colours::{Colours, WAITING_LIMIT};
use rules::{Game, Side, Turn};
use std::collections::HashMap;

/// Up to this count of waits, every plan has room before the waiting limit ends the game.
const ROOM: u8 = WAITING_LIMIT - 1 - PATIENCE;

/// On boards with more tiles a search costs so much that the steps of the guess are larger.
const SMALL: i32 = 64;

/// One solve under way.
pub(super) struct Valuer<'a, 'b, T: Word> {
    pub search: Search<'a, 'b, T>,
    /// Values of positions near the waiting limit.
    near_the_limit: HashMap<Colours<T>, Bounds>,
}

impl<'a, 'b, T: Word> Valuer<'a, 'b, T> {
    pub fn new(board: &'a Board<T>, table: &'a mut ProofTable<T>, budget: &'a mut Budget<'b>) -> Self {
        table.renew();
        Self { search: Search { board, table, budget }, near_the_limit: HashMap::new() }
    }

    /// Limits the budget to the next of so many equal parts of what is left below a ceiling.
    pub fn allot(&mut self, parts: usize, ceiling: f64) {
        let budget = &mut self.search.budget;
        let gone = budget.share();
        budget.limit(gone + (ceiling - gone) / parts.max(1) as f64);
    }

    /// The final margin of `side`, which need not be to move. The interval is narrowed around `guess` first.
    pub fn margin_of(&mut self, side: Side, position: &Colours<T>, guess: i32) -> Bounds {
        match position.turn() {
            Turn::Move(mover) if mover == side => self.margin(position, mover, guess),
            Turn::Move(mover) => self.margin(position, mover, -guess).of_other_side(),
            Turn::Draw | Turn::Over(_) => {
                let score = position.score();
                Bounds::exact(score[side] as i32 - score[side.other()] as i32)
            }
        }
    }

    fn margin(&mut self, position: &Colours<T>, mover: Side, guess: i32) -> Bounds {
        if position.waits() <= ROOM {
            let state = self.search.board.state(position, mover);
            return self.narrow(&state, guess);
        }
        if let Some(bounds) = self.near_the_limit.get(position) {
            return *bounds;
        }
        // Near the limit the rules themselves fill pockets and count waits.
        let mut best = Bounds { low: i32::MIN, high: i32::MIN };
        for colour in position.moves() {
            let value = self.margin_of(mover, &position.after(colour), guess);
            best = Bounds { low: best.low.max(value.low), high: best.high.max(value.high) };
        }
        if best.is_exact() {
            self.near_the_limit.insert(*position, best);
        }
        best
    }

    /// The margin of the side to move, far from the waiting limit.
    fn narrow(&mut self, state: &State<T>, guess: i32) -> Bounds {
        let tiles = i32::from(self.search.board.tiles);
        let (mut low, mut high) = (state.my_size, self.search.board.tiles - state.their_size);
        let mut need = ((tiles + guess) / 2).max(i32::from(low) + 1).min(i32::from(high)) as u8;
        let mut is_open = false;
        let (mut can_have, mut cannot_have) = (false, false);
        let mut stride = 1;
        while low < high && !is_open {
            match self.search.decide(state, need) {
                Verdict::Yes { .. } => (low, can_have) = (need, true),
                Verdict::No { .. } => (high, cannot_have) = (need - 1, true),
                Verdict::Open => is_open = true,
            }
            // The guess was wrong on this side, so the next step goes further.
            need = match (can_have, cannot_have) {
                (true, false) => high.min(low + stride),
                (false, true) => (high + 1).saturating_sub(stride).max(low + 1),
                _ => low + 1,
            };
            if tiles > SMALL {
                stride = 2;
            }
        }
        let bounds = Bounds { low: 2 * i32::from(low) - tiles, high: 2 * i32::from(high) - tiles };
        if is_open { self.narrow_standoff(state, bounds) } else { bounds }
    }

    fn narrow_standoff(&mut self, state: &State<T>, Bounds { mut low, mut high }: Bounds) -> Bounds {
        while low < high {
            let middle = low + (high - low + 1) / 2;
            match self.search.holds(state, middle, 0) {
                Some(true) => low = middle,
                Some(false) => high = middle - 1,
                None => break,
            }
        }
        Bounds { low, high }
    }
}
