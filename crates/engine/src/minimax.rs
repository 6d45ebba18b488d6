//! Alpha-beta to a fixed depth, for any game, with the difference in score as evaluation. It models a player that searches
//! but does not solve.

use crate::budget::Budget;
use rules::{Game, Side, Turn};

/// Minimax to a fixed depth, evaluated by the difference in score.
///
/// ```
/// use landgrab_engine::minimax::Minimax;
/// use landgrab_engine::rules::colours::{Colour, Colours};
///
/// let game: Colours<u64> = "GBBK/BGBB/RBYB".parse()?;
/// assert_eq!(Minimax::new(1).best(&game), [Colour::Blue]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimax {
    depth: u32,
}

impl Minimax {
    /// To this depth, the move to choose included; at least 1.
    pub const fn new(depth: u32) -> Self {
        Self { depth: if depth == 0 { 1 } else { depth } }
    }

    /// The moves with the highest value, in the game's order; none if the game is over.
    pub fn best<G: Game>(self, position: &G) -> Vec<G::Move> {
        self.search(position, &mut Budget::unlimited()).expect("nothing ends this budget")
    }

    /// Iterative deepening: the same as far as the budget goes, depth 1 in any case.
    pub fn best_within<G: Game>(self, position: &G, budget: &mut Budget<'_>) -> Vec<G::Move> {
        let mut best = Self::new(1).best(position);
        for depth in 2..=self.depth {
            match Self::new(depth).search(position, budget) {
                Some(deeper) => best = deeper,
                None => break,
            }
        }
        best
    }

    /// The moves with the highest value; `None` when the budget is spent before they are known.
    fn search<G: Game>(self, position: &G, budget: &mut Budget<'_>) -> Option<Vec<G::Move>> {
        let Turn::Move(side) = position.turn() else { return Some(Vec::new()) };
        let mut best = Vec::new();
        let mut highest = i32::MIN;
        for played in position.moves() {
            // One below the highest: equal moves must be told from worse ones.
            let floor = highest.saturating_sub(1);
            let lead = lead::<G, Score>(&position.after(played), side, self.depth - 1, (floor, i32::MAX), budget)?;
            if lead > highest {
                best.clear();
                highest = lead;
            }
            if lead == highest {
                best.push(played);
            }
        }
        Some(best)
    }
}

/// The evaluation and the move ordering of a search.
pub trait Evaluation<G: Game> {
    /// Nodes of a budget that one evaluation counts for.
    const COST: u64;

    /// The lead of a side.
    fn lead(position: &G, side: Side) -> i32;

    /// The legal moves, the most promising first.
    fn moves(position: &G) -> impl Iterator<Item = G::Move>;
}

/// The difference in score.
struct Score;

impl<G: Game> Evaluation<G> for Score {
    const COST: u64 = 1;

    fn lead(position: &G, side: Side) -> i32 {
        let score = position.score();
        score[side] as i32 - score[side.other()] as i32
    }

    fn moves(position: &G) -> impl Iterator<Item = G::Move> {
        position.moves()
    }
}

/// Alpha-beta: the lead of a side after so many more plies. Exact between `low` and `high` (alpha and beta), beyond them a
/// bound; `None` when the budget is spent.
pub fn lead<G: Game, E: Evaluation<G>>(
    position: &G,
    side: Side,
    depth: u32,
    (mut low, mut high): (i32, i32),
    budget: &mut Budget<'_>,
) -> Option<i32> {
    if !budget.count() {
        return None;
    }
    budget.spend(E::COST - 1);
    let mover = match position.turn() {
        Turn::Move(mover) if depth > 0 => mover,
        _ => return Some(E::lead(position, side)),
    };
    let mut best = if mover == side { i32::MIN } else { i32::MAX };
    for played in E::moves(position) {
        let value = lead::<G, E>(&position.after(played), side, depth - 1, (low, high), budget)?;
        if mover == side {
            best = best.max(value);
            low = low.max(best);
        } else {
            best = best.min(value);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::colours::{Colours, Setup};
    use rules::stop::{self, Stop};

    /// Plain minimax.
    fn plain<G: Game>(position: &G, side: Side, depth: u32) -> i32 {
        let Turn::Move(mover) = position.turn() else {
            let score = position.score();
            return score[side] as i32 - score[side.other()] as i32;
        };
        if depth == 0 {
            let score = position.score();
            return score[side] as i32 - score[side.other()] as i32;
        }
        let values = position.moves().map(|played| plain(&position.after(played), side, depth - 1));
        if mover == side { values.max().unwrap() } else { values.min().unwrap() }
    }

    fn plain_best<G: Game>(position: &G, depth: u32) -> Vec<G::Move> {
        let Turn::Move(side) = position.turn() else { return Vec::new() };
        let values: Vec<_> =
            position.moves().map(|played| (played, plain(&position.after(played), side, depth - 1))).collect();
        let highest = values.iter().map(|(_, value)| *value).max();
        values.into_iter().filter(|(_, value)| Some(*value) == highest).map(|(played, _)| played).collect()
    }

    #[test]
    fn it_finds_the_moves_that_plain_minimax_finds() {
        for seed in 0..20 {
            let mut position = Colours::<u64>::new(&Setup::generated(seed));
            for ply in 0..6 {
                let best = Minimax::new(5).best(&position);
                assert_eq!(best, plain_best(&position, 5), "seed {seed}, ply {ply}");
                position.play_unchecked(best[best.len() - 1]);
            }
        }
        let start = Stop::new(&stop::Setup::default());
        assert_eq!(Minimax::new(2).best(&start), plain_best(&start, 2));
    }

    #[test]
    fn a_budget_ends_the_search_but_never_before_depth_one() {
        let position = Colours::<u64>::new(&Setup::generated(3));
        assert_eq!(Minimax::new(9).best_within(&position, &mut Budget::nodes(0)), Minimax::new(1).best(&position));
        assert_eq!(Minimax::new(6).best_within(&position, &mut Budget::unlimited()), Minimax::new(6).best(&position));
        let mut budget = Budget::nodes(2000);
        let some = Minimax::new(30).best_within(&position, &mut budget);
        assert!(!some.is_empty() && budget.spent() == 2000);
    }

    #[test]
    fn depth_one_captures_most() {
        let game: Colours<u64> = "GBBK/BGBB/RBYB".parse().unwrap();
        assert_eq!(Minimax::new(1).best(&game), [rules::colours::Colour::Blue]);
        assert_eq!(Minimax::new(0), Minimax::new(1));
    }

    #[test]
    fn a_game_that_is_over_has_no_best_move() {
        assert_eq!(Minimax::new(3).best(&"RRG/RRG".parse::<Colours<u64>>().unwrap()), []);
    }
}
