//! Which of several equal colours to play against somebody who makes mistakes: the one after which they are most likely.
//!
//! The opponent is a mixture of players who look 1 to 8 moves ahead and count tiles, and who take any colour now and then. What it
//! would play is computed, what it should play is proven, and the chance that the two differ is what the hunter goes for.

use super::value::Valuer;
use super::{Board, Bounds, Solver};
use crate::budget::Budget;
use crate::minimax::Minimax;
use grid::Word;
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn};
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// An opponent that makes mistakes.
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentModel {
    /// It looks so many moves ahead, each of these as likely as any other.
    pub depths: RangeInclusive<u32>,
    /// How often it takes any legal colour instead, from 0 to 1.
    pub slips: f64,
}

impl Default for OpponentModel {
    fn default() -> Self {
        Self { depths: 1..=8, slips: 0.1 }
    }
}

impl OpponentModel {
    /// How likely it is to take each legal colour, as far as a budget allows to tell.
    pub fn choices<T: Word>(&self, position: &Colours<T>, budget: &mut Budget<'_>) -> Vec<(Colour, f64)> {
        let mut choices: Vec<(Colour, f64)> = position.moves().map(|colour| (colour, 0.0)).collect();
        let slip = self.slips.clamp(0.0, 1.0);
        let legal = choices.len() as f64;
        let players = self.depths.clone().count() as f64;
        for depth in self.depths.clone() {
            let best = Minimax::new(depth).best_within(position, budget);
            let share = (1.0 - slip) / players / best.len() as f64;
            choices.iter_mut().filter(|(colour, _)| best.contains(colour)).for_each(|(_, chance)| *chance += share);
        }
        choices.iter_mut().for_each(|(_, chance)| *chance += slip / legal);
        choices
    }
}

/// A colour to choose, and how likely the opponent is to give a better result away after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Trap {
    /// The colour.
    pub colour: Colour,
    /// The mover's final margin with best play.
    pub value: Bounds,
    /// The chance that one of the opponent's next moves turns a tie into the mover's win, or its loss into something better.
    pub chance: f64,
}

impl<T: Word> Solver<T> {
    /// The colours to choose from, the one to play first.
    ///
    /// While the mover wins: those with the largest margin. While it ties or loses: all that keep the tie, or all, since a
    /// loss by more is no worse than one by less; first those that set most traps for the next `moves` moves of the
    /// opponent. With a budget too small to solve the position, what is best as far as known.
    pub fn traps(
        &mut self,
        position: &Colours<T>,
        opponent: &OpponentModel,
        moves: u32,
        budget: &mut Budget<'_>,
    ) -> Vec<Trap> {
        let Turn::Move(mover) = position.turn() else { return Vec::new() };
        let board = Board::new(position);
        let mut hunt = Hunt { valuer: Valuer::new(&board, &mut self.table, budget), hunter: mover, opponent };
        let mut traps = hunt.equals(position);
        if traps.first().is_some_and(|trap| result(trap.value) != Some(Ordering::Greater)) {
            for trap in &mut traps {
                trap.chance = hunt.chance(&position.after(trap.colour), moves);
            }
        }
        traps.sort_by(|a, b| {
            let by_chance = b.chance.total_cmp(&a.chance);
            by_chance.then(b.value.low.cmp(&a.value.low)).then(position.gain(b.colour).cmp(&position.gain(a.colour)))
        });
        traps
    }
}

/// Whether a margin is a win, a tie or a loss, if that is proven.
fn result(value: Bounds) -> Option<Ordering> {
    let low = value.low.cmp(&0);
    (low == value.high.cmp(&0)).then_some(low)
}

struct Hunt<'a, 'b, 'c, T: Word> {
    valuer: Valuer<'a, 'b, T>,
    hunter: Side,
    opponent: &'c OpponentModel,
}

impl<T: Word> Hunt<'_, '_, '_, T> {
    /// The colours that the hunter may choose from.
    fn equals(&mut self, position: &Colours<T>) -> Vec<Trap> {
        let mut guess = 0;
        let mut traps = Vec::new();
        for colour in position.moves() {
            let value = self.valuer.margin_of(self.hunter, &position.after(colour), guess);
            guess = value.low;
            traps.push(Trap { colour, value, chance: 0.0 });
        }
        let Some(best) = traps.iter().map(|trap| trap.value.low).max() else { return traps };
        traps.retain(|trap| match best.cmp(&0) {
            Ordering::Greater => trap.value.low == best,
            order => result(trap.value) == Some(order) || trap.value.low == best,
        });
        traps
    }

    /// How likely the opponent, who is to move, is to better the hunter's result with one of its next moves.
    fn chance(&mut self, position: &Colours<T>, moves: u32) -> f64 {
        let Turn::Move(mover) = position.turn() else { return 0.0 };
        if moves == 0 || mover == self.hunter || self.valuer.search.budget.is_over() {
            return 0.0;
        }
        let mut guess = 0;
        let mut values = Vec::new();
        for (colour, chance) in self.opponent.choices(position, self.valuer.search.budget) {
            let value = self.valuer.margin_of(self.hunter, &position.after(colour), guess);
            guess = value.low;
            values.push((colour, chance, result(value)));
        }
        // Not proven is not counted on.
        let Some(held) = values.iter().filter_map(|(_, _, result)| *result).min() else { return 0.0 };
        let mut sum = 0.0;
        for (colour, chance, result) in values {
            match result {
                Some(result) if result > held => sum += chance,
                Some(_) if moves > 1 && chance > 0.0 => {
                    sum += chance * self.next_chance(&position.after(colour), moves - 1);
                }
                _ => {}
            }
        }
        sum
    }

    /// The same with the hunter to move, who chooses the colour that sets most traps.
    fn next_chance(&mut self, position: &Colours<T>, moves: u32) -> f64 {
        let Turn::Move(_) = position.turn() else { return 0.0 };
        let chances = self.equals(position).into_iter().map(|trap| self.chance(&position.after(trap.colour), moves));
        chances.fold(0.0, f64::max)
    }
}
