//! A few turns of a possible future.

use crate::evaluate::chances::Eye;
use crate::evaluate::heat::Metric;
use crate::evaluate::net::chance;
use crate::evaluate::outlook;
use crate::evaluate::territory::Territory;
use crate::players::pieces::Thermometer;
use crate::players::pieces::afterstate::for_each_afterstate;
use crate::search::budget::Budget;
use grid::{CellSet, flood};
use rules::pieces::{Dialect, Pieces, Placement};
use rules::{Game, Side, Source, SplitMix, Turn};

/// Pieces drawn to learn how large they are.
const SAMPLES: u32 = 64;

/// Placements between two looks at the clock.
const CHECKED: u64 = 4;

/// Placements that are valued in the time that one look of the convolutional network takes.
const OUTLOOK: u64 = 90;

/// How the enemy of a future plays. Real ones are of all kinds; who expects none but the best finds every defence equally
/// hopeless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rival {
    /// By the soft split, as we do.
    Split,
    /// By the cells that it reaches first.
    Count,
    /// As close to us as it can.
    Rings,
}

/// Each is drawn equally often.
const RIVALS: [Rival; 4] = [Rival::Split, Rival::Split, Rival::Count, Rival::Rings];

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
    thermometer: Thermometer<S>,
    judge: Judge,
    /// Free cells that a piece takes, on average.
    growth: f32,
}

impl<S: CellSet> Lookahead<S> {
    /// For positions of the same game as this one.
    pub fn new(position: &Pieces<S>) -> Self {
        let mut source = SplitMix::new(0);
        let cells: usize = (0..SAMPLES).map(|_| position.sample(&mut source).cells().len()).sum();
        let growth = (cells as f32 / SAMPLES as f32 - 1.0).max(1.0);
        let knows = outlook::knows(position.dialect(), position.size());
        let judge = if knows { Judge::Outlook } else { Judge::Eye(Eye::default()) };
        let (territory, thermometer) = (Territory::like(position.free()), Thermometer::new(Metric::Rings));
        Self { territory, thermometer, judge, growth }
    }

    /// Placements that are valued in the time of one judgement.
    pub fn cost(&self) -> u64 {
        match self.judge {
            Judge::Outlook => OUTLOOK,
            // Hardly more than one of the many that a future takes.
            Judge::Eye(_) => 0,
        }
    }

    /// Whether what the judge says of two placements tells them apart better than land does.
    pub fn is_discerning(&self) -> bool {
        matches!(self.judge, Judge::Outlook)
    }

    /// The chance of a side to win after so many turns from a position that waits for a piece.
    pub fn play_on(
        &mut self,
        from: &Pieces<S>,
        side: Side,
        depth: usize,
        source: &mut impl Source,
        budget: &mut Budget<'_>,
    ) -> f32 {
        let mut position = from.clone();
        let rival = match self.judge {
            Judge::Outlook => RIVALS[source.below(RIVALS.len() as u32) as usize],
            // It has seen no other games.
            Judge::Eye(_) => Rival::Split,
        };
        for _ in 0..depth {
            if position.turn() != Turn::Draw || position.is_out(side) || position.is_out(side.other()) {
                break;
            }
            let piece = position.sample(source);
            position.take(piece);
            let placement = self.answer(&position, if position.side() == side { Rival::Split } else { rival }, budget);
            position.play_unchecked(placement);
        }
        budget.spend(self.cost());
        self.value(&position, side)
    }

    /// The placement that a player of some kind chooses.
    fn answer(&mut self, position: &Pieces<S>, rival: Rival, budget: &mut Budget<'_>) -> Placement {
        if rival == Rival::Rings {
            let sums = self.thermometer.sums(position);
            budget.spend(1);
            return sums.iter().min_by_key(|near| near.value).map_or(Placement::Stuck, |near| (*near).into());
        }
        let enemy = position.own(position.side().other());
        let (mut best, mut looked_at) = ((i32::MIN, Placement::Stuck), 0);
        for_each_afterstate(position, |after| {
            looked_at += 1;
            // Whoever breaks off here throws the result away.
            if looked_at % CHECKED == 0 && budget.is_spent() {
                return;
            }
            let split = self.territory.split(&after.ours, enemy, &after.free, usize::MAX);
            let (ours, theirs) = self.territory.cells();
            let value = if rival == Rival::Split { split.margin } else { ours as i32 - theirs as i32 };
            if value > best.0 {
                best = (value, after.placement);
            }
        });
        budget.spend(looked_at);
        best.1
    }

    /// The chance of a side to win a position that waits for a piece, or is over.
    pub fn value(&self, position: &Pieces<S>, side: Side) -> f32 {
        match Side::BOTH.map(|side| position.is_out(side)) {
            [false, false] => match &self.judge {
                Judge::Outlook => outlook::chance(position, side),
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
            Dialect::Plateau => chance(2.0 * (ahead + 0.9 * reach / self.growth - 0.5)),
            Dialect::Anfield => chance((ahead + 0.95 * reach) / 3.0),
        }
    }
}
