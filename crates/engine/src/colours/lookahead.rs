//! A search for boards that the solver cannot finish: iterative deepening of alpha-beta, evaluated by tiles and reach.

use crate::budget::Budget;
use crate::minimax::{Evaluation, lead};
use grid::{Packed, Word};
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn};
use std::cmp::Reverse;

/// The largest depth: by then games are over, or both sides wait.
const DEEPEST: u32 = 60;
/// Weight of an owned tile against one that is only nearer.
const OWNED: i32 = 3;

/// Evaluation by owned tiles, and tiles that a side has nearer.
struct Reach;

impl<T: Word> Evaluation<Colours<T>> for Reach {
    /// An evaluation takes as long as so many nodes of the solver.
    const COST: u64 = 8;

    /// The lead in tiles that a side owns, and in tiles that it has nearer than the other side.
    fn lead(position: &Colours<T>, side: Side) -> i32 {
        let owned = |side: Side| (position.region(side) | position.pockets(side)).len() as i32;
        let lead = OWNED * (owned(side) - owned(side.other()));
        if let Turn::Over(_) = position.turn() {
            return lead;
        }
        // Both regions grow one ring at a time; tiles that both reach at once count for neither.
        let frame = position.frame();
        let mut free = position.contested();
        let (mut ours, mut theirs) = (position.region(side), position.region(side.other()));
        let mut nearer = 0;
        while !free.is_empty() {
            let (mine, others): (Packed<T>, Packed<T>) =
                (frame.neighbours(ours) & free, frame.neighbours(theirs) & free);
            if mine.is_empty() && others.is_empty() {
                break;
            }
            nearer += (mine - others).len() as i32 - (others - mine).len() as i32;
            (ours, theirs) = (mine, others);
            free = free - mine - others;
        }
        lead + nearer
    }

    fn moves(position: &Colours<T>) -> impl Iterator<Item = Colour> {
        let mut colours: Vec<(u32, Colour)> = position.moves().map(|colour| (position.gain(colour), colour)).collect();
        colours.sort_by_key(|(gain, _)| Reverse(*gain));
        colours.into_iter().map(|(_, colour)| colour)
    }
}

/// The legal colours with their values for the side to move, the best first; as deep as the budget goes, and one ply in any
/// case.
pub fn ranked<T: Word>(position: &Colours<T>, budget: &mut Budget<'_>) -> Vec<(Colour, i32)> {
    let Turn::Move(side) = position.turn() else { return Vec::new() };
    let mut ranked: Vec<(Colour, i32)> =
        position.moves().map(|colour| (colour, Reach::lead(&position.after(colour), side))).collect();
    ranked.sort_by_key(|(_, value)| -value);
    for depth in 1..DEEPEST {
        let deeper: Option<Vec<(Colour, i32)>> = ranked
            .iter()
            .map(|(colour, _)| {
                let all = (i32::MIN, i32::MAX);
                Some((*colour, lead::<_, Reach>(&position.after(*colour), side, depth, all, budget)?))
            })
            .collect();
        match deeper {
            Some(deeper) => ranked = deeper,
            None => break,
        }
        ranked.sort_by_key(|(_, value)| -value);
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colours::solver::Solver;
    use rules::colours::Setup;

    #[test]
    fn a_search_to_the_end_agrees_with_the_solver() {
        for seed in 0..20 {
            let mut position = Colours::<u64>::new(&Setup::generated(seed));
            for _ in 0..14 {
                let best = ranked(&position, &mut Budget::nodes(300))[0].0;
                position.play_unchecked(best);
            }
            if let Turn::Over(_) = position.turn() {
                continue;
            }
            let solution = Solver::new(12).solve(&position, &mut Budget::unlimited());
            let looked = ranked(&position, &mut Budget::nodes(3_000_000));
            let worth = |colour| solution.ranked.iter().find(|ranked| ranked.colour == colour).unwrap().value;
            assert_eq!(worth(looked[0].0), solution.ranked[0].value, "seed {seed}: {position}");
        }
    }

    #[test]
    fn without_a_budget_it_still_has_an_answer() {
        let position: Colours<u64> = "GYKB/BRGP/RBYK A".parse().unwrap();
        let ranked = ranked(&position, &mut Budget::nodes(0));
        assert_eq!(ranked.len(), 4);
        assert_eq!(super::ranked(&"RRG/RRG".parse::<Colours<u64>>().unwrap(), &mut Budget::nodes(9)), []);
    }
}
