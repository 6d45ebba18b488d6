//! A few turns of a possible future.

use crate::budget::Budget;
use crate::mlp::chance;
use crate::pieces::afterstate::for_each_afterstate;
use crate::pieces::heat::Metric;
use crate::pieces::knowledge::Belief;
use crate::pieces::map00_net::{self, Rival};
use crate::pieces::players::{BfsPlayer, Thermometer, cheapest};
use crate::pieces::small_net::Eye;
use crate::pieces::territory::Territory;
use grid::{CellSet, flood, race};
use rules::pieces::{Dialect, Pieces, Placement};
use rules::{Game, Side, Source, SplitMix, Turn};
use std::cell::OnceCell;

/// Pieces drawn to learn how large they are.
const SAMPLES: u32 = 64;

/// Placements between two looks at the clock.
const CHECKED: u64 = 4;

/// Placements that are valued in the time that one look of the convolutional network takes.
const OUTLOOK: u64 = 60;

/// Who judges where a future has led to.
enum Judge {
    /// The convolutional network, on boards like those that it has learned from.
    Outlook,
    /// The small network, on all others.
    Eye(Eye),
}

/// Plays positions on.
pub struct Lookahead<S> {
    territory: Territory<S>,
    rings: Thermometer<S>,
    steps: Thermometer<S>,
    judge: Judge,
    /// Who the enemy may be.
    belief: Belief,
    /// Free cells that a piece takes, on average, once somebody wants to know.
    growth: OnceCell<f32>,
}

impl<S: CellSet> Lookahead<S> {
    /// For positions of the same game as this one, against an enemy of whom this is believed.
    pub fn new(position: &Pieces<S>, belief: Belief) -> Self {
        let knows = map00_net::knows(position);
        let judge = if knows { Judge::Outlook } else { Judge::Eye(Eye::default()) };
        let (rings, steps) = (Thermometer::new(Metric::Rings), Thermometer::new(Metric::L1));
        Self { territory: Territory::like(position.free()), rings, steps, judge, belief, growth: OnceCell::new() }
    }

    /// Placements that are valued in the time of one judgement of a future.
    pub fn cost(&self) -> u64 {
        match self.judge {
            Judge::Outlook => OUTLOOK,
            // Hardly more than one of the many that a future takes.
            Judge::Eye(_) => 0,
        }
    }

    /// With one opinion instead of that of every likely enemy, where there is no time for so many looks with all of them.
    pub fn in_time_for(mut self, looks: usize, budget: &mut Budget<'_>) -> Self {
        let opinions = self.belief.likely().count();
        if (looks * opinions) as u64 * self.cost() > budget.left() {
            self.belief = self.belief.likeliest();
        }
        self
    }

    /// Whether what the judge says of two placements tells them apart better than land does.
    pub fn is_discerning(&self) -> bool {
        matches!(self.judge, Judge::Outlook)
    }

    /// The chance of a side to win after so many turns from a position that it has just placed in. The enemy plays as one
    /// of the kinds that it may be of, and is judged as such. An even number of turns ends with a placement of the side.
    pub fn play_on(
        &mut self,
        from: &Pieces<S>,
        side: Side,
        depth: usize,
        source: &mut SplitMix,
        budget: &mut Budget<'_>,
    ) -> f32 {
        let mut position = from.clone();
        let rival = match self.judge {
            Judge::Outlook => self.belief.draw(source),
            // It has seen no other games.
            Judge::Eye(_) => Rival::Split,
        };
        // Apart from the pieces, which must be the same whatever is played.
        let mut luck = SplitMix::new(source.bits());
        for _ in 0..depth {
            if position.turn() != Turn::Draw || position.is_out(side) || position.is_out(side.other()) {
                break;
            }
            let piece = position.sample(source);
            position.take(piece);
            let player = if position.side() == side { Rival::Split } else { rival };
            let placement = self.answer(&position, player, &mut luck, budget);
            position.play_unchecked(placement);
        }
        budget.spend(self.cost());
        self.judged(&position, side, rival)
    }

    /// The placement that a player of some kind chooses; among equals, any.
    fn answer(
        &mut self,
        position: &Pieces<S>,
        rival: Rival,
        luck: &mut SplitMix,
        budget: &mut Budget<'_>,
    ) -> Placement {
        let close = match rival {
            Rival::Rings => Some(self.rings.sums(position)),
            Rival::Steps => Some(self.steps.placements(position)),
            Rival::Walks => Some(BfsPlayer::sums(position)),
            Rival::Split | Rival::Count | Rival::Equal => None,
        };
        if let Some(placements) = close {
            budget.spend(1);
            return cheapest(placements, luck);
        }
        let enemy = position.own(position.side().other());
        let (mut best, mut equals, mut looked_at) = ((i32::MIN, Placement::Stuck), 0, 0);
        for_each_afterstate(position, |after| {
            looked_at += 1;
            // Whoever breaks off here throws the result away.
            if looked_at % CHECKED == 0 && budget.is_spent() {
                return;
            }
            let value = if rival == Rival::Count {
                race(&after.ours, enemy, &after.free).margin()
            } else {
                self.territory.split(&after.ours, enemy, &after.free, usize::MAX)
            };
            equals = if value > best.0 { 1 } else { equals + u32::from(value == best.0) };
            if value > best.0 || value == best.0 && luck.below(equals) == 0 {
                best = (value, after.placement);
            }
        });
        budget.spend(looked_at);
        best.1
    }

    /// The chance of a side to win a position that waits for a piece, or is over, whoever of those likely the enemy is.
    pub fn value(&self, position: &Pieces<S>, side: Side, budget: &mut Budget<'_>) -> f32 {
        if !self.is_discerning() {
            return self.judged(position, side, Rival::Split);
        }
        let mut value = 0.0;
        for (rival, share) in self.belief.likely() {
            budget.spend(self.cost());
            value += share as f32 * self.judged(position, side, rival);
        }
        value
    }

    /// The same against a rival of one kind.
    fn judged(&self, position: &Pieces<S>, side: Side, rival: Rival) -> f32 {
        match Side::BOTH.map(|side| position.is_out(side)) {
            [false, false] => match &self.judge {
                Judge::Outlook => map00_net::chance(position, side, rival),
                Judge::Eye(eye) => eye.chance(position, side),
            },
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
            Dialect::Plateau => chance(2.0 * (ahead + 0.9 * reach / self.growth(position) - 0.5)),
            Dialect::Anfield => chance((ahead + 0.95 * reach) / 3.0),
        }
    }

    /// Free cells that a piece takes, on average. On large boards it takes long to draw one.
    fn growth(&self, position: &Pieces<S>) -> f32 {
        *self.growth.get_or_init(|| {
            let mut source = SplitMix::new(0);
            let cells: usize = (0..SAMPLES).map(|_| position.sample(&mut source).cells().len()).sum();
            (cells as f32 / SAMPLES as f32 - 1.0).max(1.0)
        })
    }
}
