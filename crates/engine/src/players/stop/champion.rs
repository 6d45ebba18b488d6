//! The champion of Stop: it solves what it can and searches what it cannot.

use super::super::random::pick;
use crate::search::budget::Budget;
use crate::search::stop::{DEEPEST, Searcher, Tactics};
use rules::stop::{Placing, Stop};
use rules::{Clock, Fault, Game, Player, Source, SplitMix};
use std::time::Instant;

/// Part of the time for a move that it plans with: the rest is for what it cannot foresee.
const PLANNED: f64 = 0.85;
/// Positions that it remembers: `2^18` of 32 bytes, and as many proofs.
const TABLE_BITS: u32 = 18;

/// How well it plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// Moves that it looks ahead.
    pub depth: u32,
    /// The most positions that it makes for a move: without a clock, or less than there is time for.
    pub nodes: u64,
    /// How many of a hundred of its moves it leaves to chance.
    pub slips: u32,
    /// What it searches with.
    pub tactics: Tactics,
}

/// As well as it can: as long as the clock lets it, without one about a second.
impl Default for Style {
    fn default() -> Self {
        Self { depth: DEEPEST, nodes: 4_000_000, slips: 0, tactics: Tactics::default() }
    }
}

impl Style {
    /// How it plays at a level from 1 to 9: below 9 it looks less far ahead, does not solve as much, and slips.
    pub fn of_level(level: u8) -> Self {
        let (depth, nodes, slips) = match level {
            0 | 1 => (1, 100, 65),
            2 => (1, 200, 48),
            3 => (2, 500, 36),
            4 => (3, 1_000, 27),
            5 => (4, 2_000, 19),
            6 => (5, 4_000, 12),
            7 => (6, 8_000, 7),
            8 => (8, 20_000, 3),
            _ => return Self::default(),
        };
        let solved_at_root = 3 * u32::from(level);
        Self { depth, nodes, slips, tactics: Tactics { solved_at_root, ..Tactics::default() } }
    }
}

/// The strongest player of Stop.
pub struct Champion {
    style: Style,
    searcher: Searcher,
    source: SplitMix,
}

impl Champion {
    /// With this way of thinking, and this seed for its slips.
    pub fn new(style: Style, seed: u64) -> Self {
        Self { style, searcher: Searcher::new(TABLE_BITS, style.tactics), source: SplitMix::new(seed) }
    }
}

impl Player<Stop> for Champion {
    fn choose(&mut self, position: &Stop, clock: Clock) -> Result<Placing, Fault> {
        let begun = Instant::now();
        if self.style.slips > self.source.below(100) {
            return Ok(pick(position.moves(), &mut self.source).expect("a side to move has a move"));
        }
        let usual = Style::default().nodes;
        // The usual number stands in for a clock; where there is one, it decides.
        let nodes = if clock.per_move.is_some() && self.style.nodes == usual { u64::MAX } else { self.style.nodes };
        let planned = clock.per_move.map(|time| time.as_secs_f64() * PLANNED);
        let mut time = || planned.map_or(0.0, |planned| begun.elapsed().as_secs_f64() / planned);
        let report = self.searcher.search(position, self.style.depth, &mut Budget::new(nodes, &mut time));
        Ok(report.expect("a side to move has a move").best)
    }
}
