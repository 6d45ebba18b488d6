//! Traps: among colours of equal result, the one after which the opponent is most likely to err.
//!
//! The opponent model is a mixture of minimax players of depth 1 to 8 that make a random move now and then. Its moves are
//! computed, the results of these moves are proven, and the hunter maximises the chance that a move gives a better result
//! away.

use super::value::Valuer;
use super::{Board, Bounds, Solver};
use crate::budget::Budget;
use crate::minimax::Minimax;
use grid::Word;
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn};
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// A model of an opponent that makes mistakes: a mixture of minimax players.
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentModel {
    /// The depths of the players, all equally likely.
    pub depths: RangeInclusive<u32>,
    /// The probability of a random move, from 0 to 1.
    pub slips: f64,
}

impl Default for OpponentModel {
    fn default() -> Self {
        Self { depths: 1..=8, slips: 0.1 }
    }
}

impl OpponentModel {
    /// The probability of each legal colour, as far as the budget allows to compute it.
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

/// A colour, and the chance that the opponent gives a better result away after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Trap {
    /// The colour.
    pub colour: Colour,
    /// The mover's final margin with best play.
    pub value: Bounds,
    /// The chance that one of the opponent's next moves gives the mover a better result.
    pub chance: f64,
}

impl<T: Word> Solver<T> {
    /// The colours to choose from, the one to play first.
    ///
    /// In a won position: the colours with the largest margin. In a tied one: the colours that keep the tie; in a lost one:
    /// all, since a larger loss is no worse. Then the one with the highest chance of a mistake in the next `moves` moves of
    /// the opponent comes first. With a budget too small to solve the position, the best colours as far as known.
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

/// Win, tie or loss, if that is proven.
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

    /// The chance that the opponent, which is to move, gives the hunter a better result with one of its next moves.
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
        // Results that are not proven do not count.
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

    /// The same with the hunter to move, which chooses the colour with the highest chance.
    fn next_chance(&mut self, position: &Colours<T>, moves: u32) -> f64 {
        let Turn::Move(_) = position.turn() else { return 0.0 };
        let chances = self.equals(position).into_iter().map(|trap| self.chance(&position.after(trap.colour), moves));
        chances.fold(0.0, f64::max)
    }
}
