//! The champion of Stop: it solves what it can and searches the rest. Where that does not win, it sets traps for the
//! opponents that it knows, and it has opening books against them.

use super::knowledge::belief::Belief;
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
/// Entries of the transposition table, `2^18` of 32 bytes, and as many of the solver.
const TABLE_BITS: u32 = 18;
/// Share of the budget for the search that tells whether traps are needed.
const SEARCH_SHARE: f64 = 0.3;
/// The least time and the fewest nodes for a move that leave any for traps.
const ENOUGH_FOR_TRAPS: (Duration, u64) = (Duration::from_millis(100), 100_000);
/// Above this probability of a good player no traps are set: it would not fall into them.
const GOOD_PLAYER: f64 = 0.9;

/// How a champion plays.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Style {
    /// How well it plays, whatever its limits.
    pub skill: Skill,
    /// Limits of the thought about one move, besides the clock.
    pub limits: Limits,
    /// What it uses of its knowledge of particular opponents.
    pub knowledge: Knowledge,
}

/// How well a champion plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Depth of the search.
    pub depth: u32,
    /// The most nodes of a level, on any clock, unless the limits say otherwise; `None` for no limit of its own.
    pub nodes: Option<u64>,
    /// How many of a hundred of its moves are random.
    pub random_percent: u32,
    /// The techniques of the search.
    pub tactics: Tactics,
}

/// As well as it can.
impl Default for Skill {
    fn default() -> Self {
        Self { depth: DEEPEST, nodes: None, random_percent: 0, tactics: Tactics::default() }
    }
}

impl Skill {
    /// The skill of a level, 1 to 9. Below 9 it searches less deeply, solves less, does without the network and makes
    /// random moves.
    pub fn of_level(level: u8) -> Self {
        let (depth, nodes, random_percent) = match level {
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
        let tactics = Tactics { solved_at_root, lazy_margin: 0, ..Tactics::default() };
        Self { depth, nodes: Some(nodes), random_percent, tactics }
    }
}

/// Knowledge of particular opponents. All of it rests on opponent models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// Whether it plays for mistakes that the models make, where it is not ahead.
    pub traps: bool,
    /// Whether it plays from opening books; only together with traps.
    pub openings: bool,
}

impl Knowledge {
    /// Good play alone, against anybody.
    pub const NONE: Self = Self { traps: false, openings: false };
}

impl Default for Knowledge {
    fn default() -> Self {
        Self { traps: true, openings: true }
    }
}

/// The strongest player of Stop.
///
/// ```
/// use landgrab_engine::roster::Limits;
/// use landgrab_engine::stop::{Champion, Style};
/// use landgrab_engine::rules::{Clock, Game, Player, stop::Stop};
///
/// let position: Stop = "...X/..../..../O... X".parse()?;
/// let style = Style { limits: Limits::nodes(10_000), ..Style::default() };
/// let played = Champion::new(style, 1).choose(&position, Clock::default()).expect("it has no faults");
/// assert!(position.is_legal(played));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Champion {
    style: Style,
    searcher: Searcher,
    belief: Belief,
    source: SplitMix,
}

impl Champion {
    /// With this style, and this seed for its random moves.
    pub fn new(style: Style, seed: u64) -> Self {
        let searcher = Searcher::new(TABLE_BITS, style.skill.tactics);
        Self { style, searcher, belief: Belief::prior(), source: SplitMix::new(seed) }
    }

    /// Whether the opponent, after its last move, may look far ahead: the book against such players is open.
    pub fn faces_far_sight(&mut self, position: &Stop) -> bool {
        self.belief.observe(position);
        self.belief.may_look_far()
    }

    /// Follows a move that was chosen elsewhere.
    pub fn follow(&mut self, position: &Stop, played: Placing) {
        self.belief.observe(position);
        self.belief.remember(position.after(played));
    }

    /// The move to make, found within a budget.
    fn decide(&mut self, position: &Stop, knowledge: Knowledge, budget: &mut Budget<'_>) -> Placing {
        let Turn::Move(us) = position.turn() else { unreachable!("nobody asks for a move when the game is over") };
        if knowledge.traps {
            self.belief.observe(position);
        }
        let sets_traps = knowledge.traps && self.belief.good_player() < GOOD_PLAYER;
        if sets_traps
            && knowledge.openings
            && let Some(played) = known_move(position, self.belief.may_look_far())
        {
            return played;
        }
        budget.limit(if sets_traps { SEARCH_SHARE } else { 1.0 });
        let mut search = |budget: &mut Budget<'_>| {
            self.searcher.search(position, self.style.skill.depth, budget).expect("a side to move has a move")
        };
        let report = search(budget);
        if !sets_traps {
            return report.best;
        }
        budget.limit(1.0);
        if report.value <= AHEAD {
            let (searcher, belief) = (&mut self.searcher, &mut self.belief);
            return Hunt { searcher, belief, us }.best(position, &report, budget);
        }
        if report.is_exact() { report.best } else { search(budget).best }
    }
}

impl Player<Stop> for Champion {
    fn begin(&mut self, _: &Setup, _: Side) -> Result<(), Fault> {
        self.belief = Belief::prior();
        Ok(())
    }

    fn choose(&mut self, position: &Stop, clock: Clock) -> Result<Placing, NoMove> {
        let Style { skill, limits, mut knowledge } = self.style;
        if skill.random_percent > self.source.below(100) {
            return Ok(pick(position.moves(), &mut self.source).expect("a side to move has a move"));
        }
        let limits = Limits { nodes: limits.nodes.or(skill.nodes) };
        let nodes = limits.nodes_on(clock, USUAL_NODES);
        let (time, fewest) = ENOUGH_FOR_TRAPS;
        let has_enough = clock.limit().is_none_or(|limit| limit >= time) && nodes >= fewest;
        // The other readings ask who gets more moves; traps are set for stones.
        if !has_enough || position.reading() != Reading::FillOut {
            knowledge = Knowledge::NONE;
        }
        let played = within(clock, nodes, PLANNED, |budget| self.decide(position, knowledge, budget));
        self.belief.remember(position.after(played));
        self.searcher.go_on();
        Ok(played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of the far book, five moves into the game, with the book's move.
    fn known_positions() -> Vec<(Stop, Placing)> {
        let mut positions = vec![Stop::new(&Setup::default())];
        for _ in 0..5 {
            let after = |position: &Stop| position.moves().map(|played| position.after(played)).collect::<Vec<_>>();
            positions = positions.iter().flat_map(after).collect();
        }
        let known = positions.into_iter().filter_map(|position| Some((position, known_move(&position, true)?)));
        known.step_by(20).take(20).collect()
    }

    fn chosen(position: &Stop, knowledge: Knowledge) -> Placing {
        let limits = Limits::nodes(ENOUGH_FOR_TRAPS.1);
        let style = Style { limits, knowledge, ..Style::default() };
        Champion::new(style, 1).choose(position, Clock::default()).unwrap()
    }

    #[test]
    fn known_openings_are_played_as_the_book_says() {
        let known = known_positions();
        assert_eq!(known.len(), 20);
        assert!(known.iter().all(|(position, played)| chosen(position, Knowledge::default()) == *played));
        let no_openings = Knowledge { openings: false, ..Knowledge::default() };
        assert!(known.iter().any(|(position, played)| chosen(position, no_openings) != *played));
    }

    #[test]
    fn without_knowledge_it_plays_what_its_search_finds_and_asks_neither_books_nor_models() {
        let known = known_positions();
        let searched = |position: &Stop| {
            let mut searcher = Searcher::new(TABLE_BITS, Tactics::default());
            searcher.search(position, DEEPEST, &mut Budget::nodes(ENOUGH_FOR_TRAPS.1)).expect("a side to move").best
        };
        let differ = known.iter().filter(|(position, played)| {
            assert_eq!(chosen(position, Knowledge::NONE), searched(position), "{position}");
            chosen(position, Knowledge::NONE) != *played
        });
        assert!(differ.count() > 0, "the books say something else");
    }
}
