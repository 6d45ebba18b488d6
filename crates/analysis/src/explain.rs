//! The placement that the champion of piece Filler prefers to a move, and why: for one turn, or for a whole game.

mod assessment;
mod game;
mod scene;
mod turn;

pub use assessment::{Assessment, Difference};
pub use game::{GameExplanation, MoveGrade, MoveVerdict, Summary, explain_game, judge};
pub use scene::scene;
pub use turn::{JudgedPlacement, Land, Place, Seen, TurnExplanation, explain_turn};

use crate::decision::Decision;
use engine::budget::Budget;
use engine::pieces::packing;
use engine::pieces::{Champion, Opinion, Skill, Style};
use engine::race::RaceSettings;
use engine::roster::Limits;
use rules::pieces::{Pieces, Placement};
use rules::{CellSet, Clock, Game};

/// The cost limit for the explanation of a turn.
///
/// ```
/// let effort = landgrab_analysis::explain::Effort::default();
/// assert_eq!((effort.nodes, effort.clock.limit()), (20_000, None));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Positions to look at, where the clock has no limit. Equal records and nodes give equal answers.
    pub nodes: u64,
    /// Placements to compare at least.
    pub breadth: usize,
    /// The time for a turn.
    pub clock: Clock,
}

impl Default for Effort {
    fn default() -> Self {
        Self { nodes: 20_000, breadth: 5, clock: Clock::default() }
    }
}

/// How closely a move is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// A shallow search of few candidates: enough to tell which moves deserve a close look.
    Quick,
    /// The whole effort.
    Close,
}

/// Positions for a quick look.
const QUICK_NODES: u64 = 3000;
/// Standard errors behind the leader at which a candidate is dropped. A player saves time by dropping them. People want
/// to know how good the others are, too: none is dropped.
const CUT_AT_SIGMAS: f64 = f64::INFINITY;
/// Weight of the prior, the network's value, in samples. It is small, so that the playouts decide.
const PRIOR_WEIGHT: f64 = 1.0;

/// The champion makes of a position one of three things.
enum Judgement {
    /// The piece fits nowhere.
    Stuck,
    /// Both sides are after the same land: the candidates by their chances, the best first.
    Contested(Vec<Opinion>),
    /// Land changes hands no more: all placements with the bonds between free cells that they part, the fewest first.
    Settled(Vec<(Placement, u32)>),
}

fn judgement<S: CellSet>(decision: &Decision<Pieces<S>>, care: Care, effort: &Effort) -> Judgement {
    let (before, mut champion) = (&decision.before, champion(care, effort));
    if before.moves().next().is_none_or(|only| only == Placement::Stuck) {
        return Judgement::Stuck;
    }
    if champion.is_settled(before) {
        let mut packed: Vec<(Placement, u32)> = packing::packed(before, &mut Budget::unlimited())
            .into_iter()
            .map(|(spared, placement)| (placement, (-spared) as u32))
            .collect();
        packed.sort_by_key(|(_, parted)| *parted);
        return Judgement::Settled(packed);
    }
    let clock = if care == Care::Close { effort.clock } else { Clock::default() };
    Judgement::Contested(champion.opinions(before, placed(decision), clock))
}

/// The same seed for every turn: a turn looks the same alone and among all others of its game.
fn champion<S: CellSet>(care: Care, effort: &Effort) -> Champion<S> {
    let skill = Skill::default();
    let race = RaceSettings { cut_at_sigmas: CUT_AT_SIGMAS, prior_weight: PRIOR_WEIGHT, ..skill.race };
    let (nodes, skill) = match care {
        Care::Quick => (QUICK_NODES.min(effort.nodes), Skill { breadth: 3, depth: 2, race, ..skill }),
        Care::Close => (effort.nodes, Skill { breadth: skill.breadth.max(effort.breadth), race, ..skill }),
    };
    let is_timed = care == Care::Close && effort.clock.limit().is_some();
    let limits = if is_timed { Limits::default() } else { Limits::nodes(nodes) };
    Champion::new(Style { skill, limits, ..Style::default() }, 0)
}

/// The placement of a decision; `None` for a side that was stuck or failed.
fn placed<S: CellSet>(decision: &Decision<Pieces<S>>) -> Option<Placement> {
    decision.answer.played().filter(|played| *played != Placement::Stuck)
}

/// A chance in whole percentage points: finer differences are noise.
pub fn points(chance: f64) -> i64 {
    (chance * 100.0).round() as i64
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::decision::Answer;
    use rules::Side;
    use rules::pieces::class::Small;

    /// Positions for tests: few, so that they are fast.
    pub(crate) fn fast() -> Effort {
        Effort { nodes: 2000, ..Effort::default() }
    }

    /// The first turn of a position, with this answer.
    pub(crate) fn decision(text: &str, answer: Answer<Placement>) -> Decision<Pieces<Small>> {
        Decision { turn: 1, side: Side::First, before: text.parse().unwrap(), answer }
    }
}
