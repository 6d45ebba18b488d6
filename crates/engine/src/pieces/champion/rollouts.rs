//! Rollouts: a few turns of a possible future, and an evaluation of the position that they lead to.

use crate::budget::Budget;
use crate::mlp::logistic;
use crate::pieces::afterstate::for_each_afterstate;
use crate::pieces::heat::Metric;
use crate::pieces::knowledge::{OpponentModel, Posterior};
use crate::pieces::map00_net;
use crate::pieces::players::{BfsPlayer, HeatCache, cheapest};
use crate::pieces::small_net::Features;
use crate::pieces::territory::Territory;
use grid::{CellSet, flood, race};
use rules::pieces::{Dialect, Pieces, Placement};
use rules::{Game, Side, Source, SplitMix, Turn};
use std::cell::OnceCell;

/// Pieces drawn to estimate how large they are.
const SAMPLES: u32 = 64;

/// Placements between two looks at the clock.
const CHECKED: u64 = 4;

/// Cost of one evaluation by the convolutional network, in placements that are valued in the same time.
const MAP00_NET_COST: u64 = 60;

/// Share of the cells in reach that a side without an opponent is expected to fill, where pieces count (plateau). Less
/// than the 98 % that packing fills of a whole map, because small remains fit few pieces.
const FILLED_PLATEAU: f32 = 0.9;
/// The same where cells count (anfield): what is left at the end is worth less there.
const FILLED_ANFIELD: f32 = 0.95;
/// Half a piece: a lead of no piece is a tie, a lead of one is a win.
const HALF_A_PIECE: f32 = 0.5;
/// Slope of the chance to win where pieces count: one piece more or less than expected is common.
const PER_PIECE: f32 = 2.0;
/// Cells of one unit of the logistic function where cells count: about a piece.
const CELLS_PER_UNIT: f32 = 3.0;

/// The network that evaluates leaves.
enum LeafNet {
    /// The convolutional network, on the map that it was trained on.
    Map00,
    /// The small network, on all others.
    Small(Features),
}

/// Plays positions on and evaluates them.
pub struct Rollouts<S> {
    territory: Territory<S>,
    rings: HeatCache<S>,
    steps: HeatCache<S>,
    leaf_net: LeafNet,
    /// The probability of each opponent model.
    opponents: Posterior,
    /// Free cells that a piece takes on average, once it is asked for.
    growth: OnceCell<f32>,
}

impl<S: CellSet> Rollouts<S> {
    /// For positions of the same game as this one, against an opponent that is one of these.
    pub fn new(position: &Pieces<S>, opponents: Posterior) -> Self {
        let leaf_net = if map00_net::knows(position) { LeafNet::Map00 } else { LeafNet::Small(Features::default()) };
        let (rings, steps) = (HeatCache::new(Metric::Rings), HeatCache::new(Metric::L1));
        let territory = Territory::like(position.free());
        Self { territory, rings, steps, leaf_net, opponents, growth: OnceCell::new() }
    }

    /// Cost of the evaluation of a leaf, in placements.
    pub fn leaf_cost(&self) -> u64 {
        match self.leaf_net {
            LeafNet::Map00 => MAP00_NET_COST,
            // Hardly more than one of the many placements of a rollout.
            LeafNet::Small(_) => 0,
        }
    }

    /// With the likeliest opponent model alone, where there is no time for so many evaluations under every likely one.
    pub fn in_time_for(mut self, evaluations: usize, budget: &mut Budget<'_>) -> Self {
        let models = self.opponents.likely().count();
        if (evaluations * models) as u64 * self.leaf_cost() > budget.left() {
            self.opponents = self.opponents.likeliest();
        }
        self
    }

    /// Whether an evaluation tells two placements apart better than territory does.
    pub fn is_discerning(&self) -> bool {
        matches!(self.leaf_net, LeafNet::Map00)
    }

    /// One rollout: the chance of a side to win after so many turns from a position that it has just placed in. The
    /// opponent model is drawn from the posterior; it plays, and the leaf is evaluated under it. An even number of turns
    /// ends with a placement of the side.
    pub fn play(
        &mut self,
        from: &Pieces<S>,
        side: Side,
        depth: usize,
        source: &mut SplitMix,
        budget: &mut Budget<'_>,
    ) -> f32 {
        let mut position = from.clone();
        let model = match self.leaf_net {
            LeafNet::Map00 => self.opponents.draw(source),
            // It was trained on games between equals.
            LeafNet::Small(_) => OpponentModel::Territory,
        };
        // Apart from the source of pieces: common random numbers must not depend on what is played.
        let mut ties = SplitMix::new(source.bits());
        for _ in 0..depth {
            if position.turn() != Turn::Draw || position.is_out(side) || position.is_out(side.other()) {
                break;
            }
            let piece = position.sample(source);
            position.take(piece);
            let player = if position.side() == side { OpponentModel::Territory } else { model };
            let placement = self.reply(&position, player, &mut ties, budget);
            position.play_unchecked(placement);
        }
        budget.spend(self.leaf_cost());
        self.chance(&position, side, model)
    }

    /// The placement that a model chooses; among equals, any.
    fn reply(
        &mut self,
        position: &Pieces<S>,
        model: OpponentModel,
        ties: &mut SplitMix,
        budget: &mut Budget<'_>,
    ) -> Placement {
        let close = match model {
            OpponentModel::Heat => Some(self.rings.sums(position)),
            OpponentModel::Terminator => Some(self.steps.placements(position)),
            OpponentModel::Bfs => Some(BfsPlayer::sums(position)),
            OpponentModel::Territory | OpponentModel::Voronoi | OpponentModel::SelfPlay => None,
        };
        if let Some(placements) = close {
            budget.spend(1);
            return cheapest(placements, ties);
        }
        let enemy = position.own(position.side().other());
        let (mut best, mut equals, mut looked_at) = ((i32::MIN, Placement::Stuck), 0, 0);
        for_each_afterstate(position, |after| {
            looked_at += 1;
            // Early return is safe: the race discards this sample when the budget is spent.
            if looked_at % CHECKED == 0 && budget.is_spent() {
                return;
            }
            let value = if model == OpponentModel::Voronoi {
                race(&after.ours, enemy, &after.free).margin()
            } else {
                self.territory.split(&after.ours, enemy, &after.free, usize::MAX)
            };
            equals = if value > best.0 { 1 } else { equals + u32::from(value == best.0) };
            if value > best.0 || value == best.0 && ties.below(equals) == 0 {
                best = (value, after.placement);
            }
        });
        budget.spend(looked_at);
        best.1
    }

    /// The chance of a side to win a position that waits for a piece, or is over: the mean over the likely opponents.
    pub fn value(&self, position: &Pieces<S>, side: Side, budget: &mut Budget<'_>) -> f32 {
        if !self.is_discerning() {
            return self.chance(position, side, OpponentModel::Territory);
        }
        let mut value = 0.0;
        for (model, weight) in self.opponents.likely() {
            budget.spend(self.leaf_cost());
            value += weight as f32 * self.chance(position, side, model);
        }
        value
    }

    /// The same against one opponent model.
    fn chance(&self, position: &Pieces<S>, side: Side, model: OpponentModel) -> f32 {
        match Side::BOTH.map(|side| position.is_out(side)) {
            [false, false] => match &self.leaf_net {
                LeafNet::Map00 => map00_net::chance(position, side, model),
                LeafNet::Small(features) => features.chance(position, side),
            },
            [true, true] => match position.turn() {
                Turn::Over(outcome) => outcome.winner().map_or(0.5, |winner| f32::from(u8::from(winner == side))),
                _ => unreachable!("nobody is left to play"),
            },
            [is_first_out, _] => {
                let alone = if is_first_out { Side::Second } else { Side::First };
                let chance = self.chance_alone(position, alone);
                if alone == side { chance } else { 1.0 - chance }
            }
        }
    }

    /// The chance of the side that plays on alone: it fills nearly all cells that it can reach.
    fn chance_alone(&self, position: &Pieces<S>, side: Side) -> f32 {
        let mut room = position.free().clone();
        room |= position.own(side);
        let reach = flood(position.own(side), &room).common(position.free()) as f32;
        let score = position.score().map(|score| score as f32);
        let ahead = score[side] - score[side.other()];
        match position.dialect() {
            Dialect::Plateau => {
                let pieces = FILLED_PLATEAU * reach / self.growth(position);
                logistic(PER_PIECE * (ahead + pieces - HALF_A_PIECE))
            }
            Dialect::Anfield => logistic((ahead + FILLED_ANFIELD * reach) / CELLS_PER_UNIT),
        }
    }

    /// Free cells that a piece takes, on average. Computed once, because on large boards a draw takes long.
    fn growth(&self, position: &Pieces<S>) -> f32 {
        *self.growth.get_or_init(|| {
            let mut source = SplitMix::new(0);
            let cells: usize = (0..SAMPLES).map(|_| position.sample(&mut source).cells().len()).sum();
            (cells as f32 / SAMPLES as f32 - 1.0).max(1.0)
        })
    }
}
