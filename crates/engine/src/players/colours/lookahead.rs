//! Looking ahead where a solver would take too long: deeper and deeper, and at the end an estimate of who reaches more.

use crate::search::budget::Budget;
use grid::{Packed, Word};
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn};

/// The deepest look: past it games are over, or both sides wait.
const DEEPEST: u32 = 60;
/// A tile that is owned counts this much, one that is only nearer counts one.
const OWNED: i32 = 3;

/// A position takes as long here as so many of the solver's.
const COST: u64 = 8;

/// The legal colours with what the side to move is expected to gain by them, the best first; as deep as the budget goes,
/// and one move in any case.
pub fn ranked<T: Word>(position: &Colours<T>, budget: &mut Budget<'_>) -> Vec<(Colour, i32)> {
    let Turn::Move(side) = position.turn() else { return Vec::new() };
    let mut ranked: Vec<(Colour, i32)> =
        position.moves().map(|colour| (colour, estimate(&position.after(colour), side))).collect();
    ranked.sort_by_key(|(_, value)| -value);
    for depth in 1..DEEPEST {
        let deeper: Option<Vec<(Colour, i32)>> = ranked
            .iter()
            .map(|(colour, _)| {
                Some((*colour, value(&position.after(*colour), side, depth, (i32::MIN, i32::MAX), budget)?))
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

/// What the position is worth to a side; `None` when the budget is spent.
fn value<T: Word>(
    position: &Colours<T>,
    side: Side,
    depth: u32,
    (mut low, mut high): (i32, i32),
    budget: &mut Budget<'_>,
) -> Option<i32> {
    if !budget.count() {
        return None;
    }
    budget.spend(COST - 1);
    let mover = match position.turn() {
        Turn::Move(mover) if depth > 0 => mover,
        _ => return Some(estimate(position, side)),
    };
    let mut colours: Vec<(u32, Colour)> = position.moves().map(|colour| (position.gain(colour), colour)).collect();
    colours.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    let mut best = if mover == side { i32::MIN } else { i32::MAX };
    for (_, colour) in colours {
        let found = value(&position.after(colour), side, depth - 1, (low, high), budget)?;
        if mover == side {
            best = best.max(found);
            low = low.max(best);
        } else {
            best = best.min(found);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    Some(best)
}

/// Tiles that a side owns or has nearer than the other side, less the other side's.
fn estimate<T: Word>(position: &Colours<T>, side: Side) -> i32 {
    let owned = |side: Side| (position.region(side) | position.pockets(side)).len() as i32;
    let lead = OWNED * (owned(side) - owned(side.other()));
    if let Turn::Over(_) = position.turn() {
        return lead;
    }
    // Both regions grow at the same pace; what both reach at once is nobody's.
    let frame = position.frame();
    let mut free = position.contested();
    let (mut ours, mut theirs) = (position.region(side), position.region(side.other()));
    let mut nearer = 0;
    while !free.is_empty() {
        let (mine, others): (Packed<T>, Packed<T>) = (frame.neighbours(ours) & free, frame.neighbours(theirs) & free);
        if mine.is_empty() && others.is_empty() {
            break;
        }
        nearer += (mine - others).len() as i32 - (others - mine).len() as i32;
        (ours, theirs) = (mine, others);
        free = free - mine - others;
    }
    lead + nearer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::colours::Solver;
    use rules::colours::Setup;

    #[test]
    fn to_the_end_it_finds_what_the_solver_finds() {
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
    fn without_a_budget_it_still_answers() {
        let position: Colours<u64> = "GYKB/BRGP/RBYK A".parse().unwrap();
        let ranked = ranked(&position, &mut Budget::nodes(0));
        assert_eq!(ranked.len(), 4);
        assert_eq!(super::ranked(&"RRG/RRG".parse::<Colours<u64>>().unwrap(), &mut Budget::nodes(9)), []);
    }
}
