//! The champion of Stop: it solves what it can and searches what it cannot. Where that does not win, it sets
//! traps, and it knows openings.

use super::knowledge::belief::Opponent;
use super::knowledge::book::known_move;
use super::knowledge::traps::{AHEAD, Hunt};
use crate::budget::Budget;
use crate::roster::Limits;
use crate::roster::clock::within;
use crate::roster::random::pick;
use crate::stop::search::{DEEPEST, Searcher, Tactics};
use rules::stop::{Placing, Reading, Setup, Stop};
use rules::{Clock, Fault, Game, NoMove, Player, Side, Source, SplitMix, Turn};
use std::time::Duration;

/// Nodes for a move without a clock: about a second.
const USUAL_NODES: u64 = 4_000_000;
/// Share of the time for a move that is planned with.
const PLANNED: f64 = 0.92;
/// Positions that it remembers: `2^18` of 32 bytes, and as many proofs.
const TABLE_BITS: u32 = 18;
/// Part of its budget in which it finds out whether it needs traps.
const SOBER: f64 = 0.3;
/// The least time and the fewest positions for a move with which it has any to spare for traps.
const LEISURE: (Duration, u64) = (Duration::from_millis(100), 100_000);
/// Somebody who is as likely as this to play well falls into none.
const WARY: f64 = 0.9;

/// How well it plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// Moves that it looks ahead.
    pub depth: u32,
    /// Limits of the thought about one move, besides the clock.
    pub limits: Limits,
    /// How many of a hundred of its moves it leaves to chance.
    pub slips: u32,
    /// What it searches with.
    pub tactics: Tactics,
    /// Whether it goes for the other side's mistakes where it is not ahead.
    pub sets_traps: bool,
    /// Whether it knows openings in which the original's players were found to make mistakes; only with traps.
    pub knows_openings: bool,
}

/// As well as it can: as long as the clock lets it, without one about a second.
impl Default for Style {
    fn default() -> Self {
        Self {
            depth: DEEPEST,
            limits: Limits::default(),
            slips: 0,
            tactics: Tactics::default(),
            sets_traps: true,
            knows_openings: true,
        }
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
            7 => (6, 8_000, 5),
            8 => (8, 20_000, 3),
            _ => return Self::default(),
        };
        let solved_at_root = 3 * u32::from(level);
        let tactics = Tactics { solved_at_root, doubt: 0, ..Tactics::default() };
        Self { depth, limits: Limits::nodes(nodes), slips, tactics, sets_traps: false, knows_openings: false }
    }
}

/// The strongest player of Stop.
pub struct Champion {
    style: Style,
    searcher: Searcher,
    opponent: Opponent,
    source: SplitMix,
}

impl Champion {
    /// With this way of thinking, and this seed for its slips.
    pub fn new(style: Style, seed: u64) -> Self {
        let searcher = Searcher::new(TABLE_BITS, style.tactics);
        Self { style, searcher, opponent: Opponent::new(), source: SplitMix::new(seed) }
    }

    /// Whether the other side, after its last move, is held for one that may look far ahead.
    pub fn faces_far_sight(&mut self, position: &Stop) -> bool {
        self.opponent.watch(position);
        self.opponent.may_look_far()
    }

    /// Plays a move that was decided on elsewhere.
    pub fn follow(&mut self, position: &Stop, played: Placing) {
        self.opponent.watch(position);
        self.opponent.leave(position.after(played));
    }

    /// The move to make, found within a budget.
    fn decide(&mut self, position: &Stop, sets_traps: bool, budget: &mut Budget<'_>) -> Placing {
        let Turn::Move(us) = position.turn() else { unreachable!("nobody asks for a move when the game is over") };
        if sets_traps {
            self.opponent.watch(position);
        }
        let sets_traps = sets_traps && self.opponent.plays_well() < WARY;
        if sets_traps
            && self.style.knows_openings
            && let Some(played) = known_move(position, self.opponent.may_look_far())
        {
            return played;
        }
        budget.limit(if sets_traps { SOBER } else { 1.0 });
        let mut search = |budget: &mut Budget<'_>| {
            self.searcher.search(position, self.style.depth, budget).expect("a side to move has a move")
        };
        let report = search(budget);
        if !sets_traps {
            return report.best;
        }
        budget.limit(1.0);
        match report.value > AHEAD {
            true if report.is_exact() => report.best,
            true => search(budget).best,
            false => {
                let (searcher, opponent) = (&mut self.searcher, &mut self.opponent);
                Hunt { searcher, opponent, us }.best(position, &report, budget)
            }
        }
    }
}

impl Player<Stop> for Champion {
    fn begin(&mut self, _: &Setup, _: Side) -> Result<(), Fault> {
        self.opponent = Opponent::new();
        Ok(())
    }

    fn choose(&mut self, position: &Stop, clock: Clock) -> Result<Placing, NoMove> {
        if self.style.slips > self.source.below(100) {
            return Ok(pick(position.moves(), &mut self.source).expect("a side to move has a move"));
        }
        let nodes = self.style.limits.nodes_on(clock, USUAL_NODES);
        let has_leisure = clock.limit().is_none_or(|time| time >= LEISURE.0) && nodes >= LEISURE.1;
        // The other readings ask who gets more moves, which is not what traps are set for.
        let sets_traps = self.style.sets_traps && has_leisure && position.reading() == Reading::FillOut;
        let played = within(clock, nodes, PLANNED, |budget| self.decide(position, sets_traps, budget));
        self.opponent.leave(position.after(played));
        self.searcher.go_on();
        Ok(played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_openings_are_played_as_the_book_says() {
        let chosen = |position: &Stop, knows_openings: bool| {
            let style = Style { limits: Limits::nodes(LEISURE.1), knows_openings, ..Style::default() };
            Champion::new(style, 1).choose(position, Clock::default()).unwrap()
        };
        let mut positions = vec![Stop::new(&Setup::default())];
        for _ in 0..5 {
            let after = |position: &Stop| position.moves().map(|played| position.after(played)).collect::<Vec<_>>();
            positions = positions.iter().flat_map(after).collect();
        }
        let known = positions.iter().filter_map(|position| Some((position, known_move(position, true)?)));
        let known: Vec<(&Stop, Placing)> = known.step_by(20).take(20).collect();
        assert_eq!(known.len(), 20);
        assert!(known.iter().all(|(position, played)| chosen(position, true) == *played));
        assert!(known.iter().any(|(position, played)| chosen(position, false) != *played));
    }
}
