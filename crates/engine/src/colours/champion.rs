//! The champion: perfect play wherever the budget suffices for a proof. In won positions it takes the largest margin; in
//! tied and lost ones it sets traps, moves after which the opponent models are likely to err.

use super::lookahead;
use crate::budget::Budget;
use crate::colours::solver::{OpponentModel, Ranked, Solution, Solver};
use crate::roster::Limits;
use crate::roster::clock::within;
use grid::Word;
use rules::colours::{Colour, Colours, Setup};
use rules::{Clock, Fault, Game, NoMove, Player, Side};

/// Nodes for a move without a clock: enough to prove everything on boards up to 64 tiles.
const USUAL_NODES: u64 = 20_000_000;
/// Share of the time for a move that is planned with.
pub(super) const PLANNED: f64 = 0.7;
/// Share of the budget for the solver. The rest is for traps, or for the search where nothing is proven.
const PROOF: f64 = 0.6;
/// Moves of the opponent that traps are set for.
const TRAPS: u32 = 2;

/// The strongest player of colour Filler.
///
/// ```
/// use landgrab_engine::budget::Budget;
/// use landgrab_engine::colours::Champion;
/// use landgrab_engine::roster::Limits;
/// use landgrab_engine::rules::colours::{Colour, Colours};
///
/// let position: Colours<u64> = "GYKB/BRGP/RBYK A".parse()?;
/// let mut champion = Champion::new(Limits::default(), false);
/// assert_eq!(champion.decide(&position, &mut Budget::unlimited()), Colour::Green);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Champion<T: Word> {
    /// Made with the first game: its table takes memory, and a roster makes players that never play.
    solver: Option<Solver<T>>,
    limits: Limits,
    sets_traps: bool,
    opponent: OpponentModel,
}

impl<T: Word> Champion<T> {
    /// With these limits besides the clock. Without traps it takes the largest margin in any case.
    pub fn new(limits: Limits, sets_traps: bool) -> Self {
        Self { solver: None, limits, sets_traps, opponent: OpponentModel::default() }
    }

    /// The colour to play, found within a budget.
    pub fn decide(&mut self, position: &Colours<T>, budget: &mut Budget<'_>) -> Colour {
        let mut colours = position.moves();
        let only = colours.next().expect("a side to move has a legal colour");
        if colours.next().is_none() {
            return only;
        }
        let solver = self.solver.get_or_insert_with(new_solver);
        budget.limit(PROOF);
        let solution = solver.solve(position, budget);
        budget.limit(1.0);
        let best = solution.ranked[0].value.low;
        if best > 0 || !self.sets_traps || !solution.is_exact() {
            return Self::promising(position, &solution, budget).unwrap_or(only);
        }
        let traps = solver.traps(position, &self.opponent, TRAPS, budget);
        // The proven result is kept, even if the budget ended the hunt for traps early.
        let keeps = |colour: Colour| {
            let is_kept = |value: i32| value.signum() == best.signum();
            solution.ranked.iter().any(|ranked| ranked.colour == colour && is_kept(ranked.value.low))
        };
        traps.iter().map(|trap| trap.colour).find(|colour| keeps(*colour)).unwrap_or(solution.ranked[0].colour)
    }
}

impl<T: Word> Champion<T> {
    /// The best colour of a solution. Where that is not exact, the search chooses among the colours that may be the best.
    /// `None` if the game is over.
    pub fn promising(position: &Colours<T>, solution: &Solution, budget: &mut Budget<'_>) -> Option<Colour> {
        let best = solution.ranked.first()?;
        if solution.is_exact() {
            return Some(best.colour);
        }
        let seen = lookahead::ranked(position, budget);
        Some(sensible(solution, best, seen.into_iter().map(|(colour, _)| colour)))
    }
}

/// The first of these colours that is not proven to be worse than another.
fn sensible(solution: &Solution, best: &Ranked, mut promising: impl Iterator<Item = Colour>) -> Colour {
    let may_be_best = |colour: Colour| {
        let known = solution.ranked.iter().find(|ranked| ranked.colour == colour).map(|ranked| ranked.value);
        // A proven win is kept, too.
        known.is_some_and(|value| {
            value.high > best.value.low && (best.value.low <= 0 || value.low > 0) || value.low == best.value.low
        })
    };
    promising.find(|colour| may_be_best(*colour)).unwrap_or(best.colour)
}

/// A table that fits a processor's cache is the fastest on boards up to 64 tiles.
fn new_solver<T: Word>() -> Solver<T> {
    Solver::new(if T::CELLS <= 64 { 15 } else { 18 })
}

impl<T: Word> Player<Colours<T>> for Champion<T> {
    /// The table is made before the clock runs.
    fn begin(&mut self, _: &Setup, _: Side) -> Result<(), Fault> {
        self.solver.get_or_insert_with(new_solver);
        Ok(())
    }

    fn choose(&mut self, position: &Colours<T>, clock: Clock) -> Result<Colour, NoMove> {
        let nodes = self.limits.nodes_on(clock, USUAL_NODES);
        Ok(within(clock, nodes, PLANNED, |budget| self.decide(position, budget)))
    }
}
