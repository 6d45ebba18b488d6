//! The solver of Stop: the final margin with perfect play, in any of the three readings.
//!
//! The search counts contested cells alone. `first-blocked` and `first-stop` come down to the same question as filling out:
//! which side gets more moves? `docs/games/stop.md` says why.
//!
//! ```
//! use landgrab_engine::stop::solver::{Bounds, Solver};
//! use landgrab_engine::budget::Budget;
//! use landgrab_engine::rules::stop::Stop;
//!
//! let position: Stop = "...X/..../..../O... X".parse()?;
//! let solution = Solver::new(16).solve(&position, &mut Budget::unlimited());
//! assert_eq!(solution.value(), Some(Bounds::exact(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod parts;
pub(crate) mod search;
pub(crate) mod table;

pub use crate::bounds::Bounds;

use crate::budget::Budget;
use crate::stop::board::{Board, State};
use crate::stop::moves::Candidate;
use parts::Parts;
use rules::stop::{Placing, Reading, Stop};
use rules::{Game, Turn};
use search::Search;
use std::cmp::Reverse;
use table::ProofTable;

/// A solver with its proof table, which it keeps for the next position on a board of the same size.
pub struct Solver {
    table: ProofTable,
    parts: Parts,
    board: Option<Board>,
}

/// The value of every move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Every legal move, the best first; none if the game is over.
    pub ranked: Vec<Ranked>,
    /// Nodes.
    pub nodes: u64,
}

/// A legal move and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The move.
    pub played: Placing,
    /// The mover's final stones less the other side's; under `first-blocked` 1 for a win and -1 for a loss.
    pub value: Bounds,
}

/// The value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Valued {
    /// In the unit of [`Ranked::value`].
    pub value: Bounds,
    /// A move that keeps the value, if that is exact.
    pub best: Option<Placing>,
    /// Nodes.
    pub nodes: u64,
}

impl Solution {
    /// The value for the side to move; `None` if the game is over.
    pub fn value(&self) -> Option<Bounds> {
        let bounds = self.ranked.iter().map(|ranked| ranked.value);
        bounds.reduce(|a, b| Bounds { low: a.low.max(b.low), high: a.high.max(b.high) })
    }

    /// Whether the value of every move is proven.
    pub fn is_exact(&self) -> bool {
        self.ranked.iter().all(|ranked| ranked.value.is_exact())
    }
}

impl Solver {
    /// A solver with a proof table of `2^table_bits` entries of 32 bytes. 18 is good for late positions, 22 for whole games
    /// on boards of up to 36 cells.
    pub fn new(table_bits: u32) -> Self {
        Self { table: ProofTable::new(table_bits), parts: Parts::new(table_bits.clamp(8, 17)), board: None }
    }

    /// The value of a position, as exactly as the budget allows; `None` if the game is over.
    pub fn value(&mut self, position: &Stop, budget: &mut Budget<'_>) -> Option<Valued> {
        let before = budget.spent();
        let mut root = self.root(position, budget)?;
        let margin = root.margin();
        let best = if margin.is_exact() { root.keeping(position, margin.low) } else { None };
        Some(Valued { value: root.measured(margin), best, nodes: budget.spent() - before })
    }

    /// The value of every legal move, as exactly as the budget allows.
    pub fn solve(&mut self, position: &Stop, budget: &mut Budget<'_>) -> Solution {
        let before = budget.spent();
        let Some(mut root) = self.root(position, budget) else { return Solution { ranked: Vec::new(), nodes: 0 } };
        // No move is worth more than the position, and most are worth about as much.
        let best = root.margin();
        let rank = |played: Placing| {
            let margin = root.margin_after(played, best.low);
            let margin = Bounds { low: margin.low, high: margin.high.min(best.high) };
            Ranked { played, value: root.measured(margin) }
        };
        let mut ranked: Vec<Ranked> = position.moves().map(rank).collect();
        ranked.sort_by_key(|ranked| Reverse((ranked.value.low, ranked.value.high)));
        Solution { ranked, nodes: budget.spent() - before }
    }

    /// The root of a solve; `None` if the game is over.
    fn root<'a, 'b>(&'a mut self, position: &Stop, budget: &'a mut Budget<'b>) -> Option<Root<'a, 'b>> {
        let Turn::Move(mover) = position.turn() else { return None };
        let stones = position.score();
        let board = Board::new(position.size());
        let (state, lead) = board.state(position, mover);
        Some(Root {
            state,
            lead,
            stones_ahead: stones[mover] as i32 - stones[mover.other()] as i32,
            reading: position.reading(),
            search: self.search_on(board, budget),
        })
    }

    /// A search on a board, with the tables of this solver.
    pub(crate) fn search_on<'a, 'b>(&'a mut self, board: Board, budget: &'a mut Budget<'b>) -> Search<'a, 'b> {
        if self.board.is_some_and(|last| last != board) {
            self.table.clear();
            self.parts.clear();
        }
        let board = &*self.board.insert(board);
        Search { board, table: &mut self.table, parts: &mut self.parts, budget }
    }
}

/// A position to be solved. Margins are the mover's, after filling out.
struct Root<'a, 'b> {
    /// The contested cells.
    state: State,
    /// The mover's lead in stones and private cells.
    lead: i32,
    stones_ahead: i32,
    reading: Reading,
    search: Search<'a, 'b>,
}

impl Root<'_, '_> {
    fn margin(&mut self) -> Bounds {
        let guess = self.lead + (self.state.open.count_ones() & 1) as i32;
        self.narrowed(self.state, self.lead, self.window(), guess)
    }

    fn margin_after(&mut self, played: Placing, guess: i32) -> Bounds {
        let (next, lead) = self.after(played);
        let Bounds { low, high } = self.window();
        let theirs = self.narrowed(next, -lead, Bounds { low: -high, high: -low }, -guess);
        Bounds { low: -theirs.high, high: -theirs.low }
    }

    /// The window of margins that the reading tells apart. Under two readings it only matters which side gets more moves: a
    /// margin beyond the lead in stones means that the mover does.
    fn window(&self) -> Bounds {
        match self.reading {
            Reading::FillOut => Bounds { low: -64, high: 64 },
            Reading::FirstBlocked | Reading::FirstStop => {
                Bounds { low: self.stones_ahead, high: self.stones_ahead + 1 }
            }
        }
    }

    /// A margin in the unit of the reading.
    fn measured(&self, Bounds { low, high }: Bounds) -> Bounds {
        let measured = |margin: i32| match self.reading {
            Reading::FillOut | Reading::FirstStop => margin,
            Reading::FirstBlocked if margin > self.stones_ahead => 1,
            Reading::FirstBlocked => -1,
        };
        Bounds { low: measured(low), high: measured(high) }
    }

    /// The state after a move, for the other side, and the mover's lead.
    fn after(&self, played: Placing) -> (State, i32) {
        let board = self.search.board;
        let taken = 1u64 << board.index(played.at);
        let State { mine, theirs, open, .. } = self.state;
        if taken & open == 0 {
            // A private cell: the lead counts it already.
            return (self.state.passed(), self.lead);
        }
        let after = Candidate::of(board, open, taken.trailing_zeros() as u8, board.around(theirs) & open);
        let next = State { mine: theirs, theirs: mine | taken, open: after.open, switches: 0 };
        (next, self.lead + i32::from(after.gain))
    }

    /// The margin of the side to move that has this lead, narrowed by null-window searches as far as the window and the
    /// budget allow.
    fn narrowed(&mut self, state: State, lead: i32, window: Bounds, guess: i32) -> Bounds {
        let most = state.open.count_ones() as i32;
        let clamped = |margin: i32| margin.clamp(window.low, window.high);
        let (mut low, mut high) = (clamped(lead - most), clamped(lead + most));
        let Some((state, worth)) = self.search.simplified(state, state.open) else { return Bounds { low, high } };
        let lead = lead + worth;
        let mut wanted = guess;
        while low < high {
            wanted = wanted.clamp(low + 1, high);
            let Some(margin) = self.search.margin(&state, wanted - lead) else { break };
            let margin = lead + margin;
            if margin >= wanted {
                low = clamped(margin);
            } else {
                high = clamped(margin);
            }
            wanted = margin;
        }
        Bounds { low, high }
    }

    /// A move that keeps this margin, which is the exact one.
    fn keeping(&mut self, position: &Stop, margin: i32) -> Option<Placing> {
        let (simplified, _) = self.search.simplified(self.state, self.state.open)?;
        let likely = self.search.remembered(&simplified);
        let is_likely = |played: &Placing| self.search.board.index(played.at) == u32::from(likely);
        let mut moves: Vec<Placing> = position.moves().collect();
        moves.sort_by_key(|played| !is_likely(played));
        if margin == self.window().low {
            // Every move keeps the lowest margin of the window.
            return moves.first().copied();
        }
        moves.into_iter().find(|played| {
            let (next, lead) = self.after(*played);
            let window = Bounds { low: -margin, high: 1 - margin };
            self.narrowed(next, -lead, window, 1 - margin).high == -margin
        })
    }
}
