//! A few turns of a possible future.

use crate::evaluate::chances::Eye;
use crate::evaluate::net::chance;
use crate::evaluate::territory::Territory;
use crate::players::pieces::afterstate::for_each_afterstate;
use crate::search::budget::Budget;
use grid::{CellSet, flood};
use rules::pieces::{Dialect, Pieces, Placement};
use rules::{Game, Side, Source, SplitMix, Turn};

/// Pieces drawn to learn how large they are.
const SAMPLES: u32 = 64;

/// Placements between two looks at the clock.
const CHECKED: u64 = 4;

/// Plays positions on.
pub struct Lookahead<S> {
    territory: Territory<S>,
    eye: Eye,
    depth: usize,
    /// Free cells that a piece takes, on average.
    growth: f32,
}

impl<S: CellSet> Lookahead<S> {
    /// For positions of the same game as this one, and so many turns.
    pub fn new(position: &Pieces<S>, depth: usize) -> Self {
        let mut source = SplitMix::new(0);
        let cells: usize = (0..SAMPLES).map(|_| position.sample(&mut source).cells().len()).sum();
        let growth = (cells as f32 / SAMPLES as f32 - 1.0).max(1.0);
        Self { territory: Territory::like(position.free()), eye: Eye::default(), depth, growth }
    }

    /// The chance of a side to win after some turns from a position that waits for a piece.
    pub fn play_on(&mut self, from: &Pieces<S>, side: Side, source: &mut impl Source, budget: &mut Budget<'_>) -> f32 {
        let mut position = from.clone();
        for _ in 0..self.depth {
            if position.turn() != Turn::Draw || position.is_out(side) || position.is_out(side.other()) {
                break;
            }
            let piece = position.sample(source);
            position.take(piece);
            let placement = self.advised(&position, budget);
            position.play_unchecked(placement);
        }
        self.value(&position, side)
    }

    /// The placement with the best split.
    fn advised(&mut self, position: &Pieces<S>, budget: &mut Budget<'_>) -> Placement {
        let enemy = position.own(position.side().other());
        let (mut best, mut looked_at) = ((i32::MIN, Placement::Stuck), 0);
        for_each_afterstate(position, |after| {
            looked_at += 1;
            // Whoever breaks off here throws the result away.
            if looked_at % CHECKED == 0 && budget.is_spent() {
                return;
            }
            let margin = self.territory.split(&after.ours, enemy, &after.free, usize::MAX).margin;
            if margin > best.0 {
                best = (margin, after.placement);
            }
        });
        budget.spend(looked_at);
        best.1
    }

    /// The chance of a side to win a position that waits for a piece, or is over.
    pub fn value(&self, position: &Pieces<S>, side: Side) -> f32 {
        match Side::BOTH.map(|side| position.is_out(side)) {
            [false, false] => self.eye.chance(position, side),
            [true, true] => match position.turn() {
                Turn::Over(outcome) => outcome.winner().map_or(0.5, |winner| f32::from(u8::from(winner == side))),
                _ => unreachable!("nobody is left to play"),
            },
            [is_first_out, _] => {
                let alone = if is_first_out { Side::Second } else { Side::First };
                let chance = self.alone(position, alone);
                if alone == side { chance } else { 1.0 - chance }
            }
        }
    }

    /// The chance of the side that plays on alone: it will fill nearly all that it can reach.
    fn alone(&self, position: &Pieces<S>, side: Side) -> f32 {
        let mut room = position.free().clone();
        room |= position.own(side);
        let reach = flood(position.own(side), &room).common(position.free()) as f32;
        let score = position.score().map(|score| score as f32);
        let ahead = score[side] - score[side.other()];
        match position.dialect() {
            Dialect::Plateau => chance(2.0 * (ahead + 0.9 * reach / self.growth - 0.5)),
            Dialect::Anfield => chance((ahead + 0.95 * reach) / 3.0),
        }
    }
}
