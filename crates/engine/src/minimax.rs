//! The search that everybody writes first: so many moves ahead, then the difference in score. It stands for a player who
//! looks ahead but does not solve.

use crate::budget::Budget;
use rules::{Game, Side, Turn};

/// Looks a fixed number of moves ahead and judges by the difference in score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimax {
    depth: u32,
}

impl Minimax {
    /// So many moves ahead, the one to choose included; at least that one.
    pub const fn new(depth: u32) -> Self {
        Self { depth: if depth == 0 { 1 } else { depth } }
    }

    /// The moves that look best, in their canonical order; none if nobody is to move.
    pub fn best<G: Game>(self, position: &G) -> Vec<G::Move> {
        self.look(position, &mut Budget::unlimited()).expect("nothing ends this budget")
    }

    /// The same as far as the budget goes: one move ahead in any case, then one more at a time.
    pub fn best_within<G: Game>(self, position: &G, budget: &mut Budget<'_>) -> Vec<G::Move> {
        let mut best = Self::new(1).best(position);
        for depth in 2..=self.depth {
            match Self::new(depth).look(position, budget) {
                Some(deeper) => best = deeper,
                None => break,
            }
        }
        best
    }

    /// The moves that look best; `None` when the budget ends before that is known.
    fn look<G: Game>(self, position: &G, budget: &mut Budget<'_>) -> Option<Vec<G::Move>> {
        let Turn::Move(side) = position.turn() else { return Some(Vec::new()) };
        let mut best = Vec::new();
        let mut highest = i32::MIN;
        for played in position.moves() {
            // One below the highest: a move that is just as good must be told from one that is worse.
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

/// How somebody who looks ahead sees positions.
pub trait Sight<G: Game> {
    /// Positions of a budget that it takes to see one.
    const COST: u64;

    /// What a side is ahead by.
    fn lead(position: &G, side: Side) -> i32;

    /// The legal moves, in the order in which to try them.
    fn moves(position: &G) -> impl Iterator<Item = G::Move>;
}

/// The difference in score.
struct Score;

impl<G: Game> Sight<G> for Score {
    const COST: u64 = 1;

    fn lead(position: &G, side: Side) -> i32 {
        let score = position.score();
        score[side] as i32 - score[side.other()] as i32
    }

    fn moves(position: &G) -> impl Iterator<Item = G::Move> {
        position.moves()
    }
}

/// The lead of a side after so many more moves: exact between `low` and `high`, beyond them a bound; `None` when the
/// budget is spent.
pub fn lead<G: Game, S: Sight<G>>(
    position: &G,
    side: Side,
    depth: u32,
    (mut low, mut high): (i32, i32),
    budget: &mut Budget<'_>,
) -> Option<i32> {
    if !budget.count() {
        return None;
    }
    budget.spend(S::COST - 1);
    let mover = match position.turn() {
        Turn::Move(mover) if depth > 0 => mover,
        _ => return Some(S::lead(position, side)),
    };
    let mut best = if mover == side { i32::MIN } else { i32::MAX };
    for played in S::moves(position) {
        let value = lead::<G, S>(&position.after(played), side, depth - 1, (low, high), budget)?;
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

    /// The same without windows.
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
    fn it_finds_the_moves_that_a_search_without_windows_finds() {
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
    fn a_budget_ends_the_look_ahead_but_never_before_the_first_move() {
        let position = Colours::<u64>::new(&Setup::generated(3));
        assert_eq!(Minimax::new(9).best_within(&position, &mut Budget::nodes(0)), Minimax::new(1).best(&position));
        assert_eq!(Minimax::new(6).best_within(&position, &mut Budget::unlimited()), Minimax::new(6).best(&position));
        let mut budget = Budget::nodes(2000);
        let some = Minimax::new(30).best_within(&position, &mut budget);
        assert!(!some.is_empty() && budget.spent() == 2000);
    }

    #[test]
    fn one_move_ahead_is_what_captures_most() {
        let game: Colours<u64> = "GBBK/BGBB/RBYB".parse().unwrap();
        assert_eq!(Minimax::new(1).best(&game), [rules::colours::Colour::Blue]);
        assert_eq!(Minimax::new(0), Minimax::new(1));
    }

    #[test]
    fn a_game_that_is_over_has_no_best_move() {
        assert_eq!(Minimax::new(3).best(&"RRG/RRG".parse::<Colours<u64>>().unwrap()), []);
    }
}
