//! The champion: territory first, then a look into the futures that chance may bring.
//!
//! Every placement is valued by the soft split of the board ([`Territory`]). The best of them are then tried on the same
//! random pieces: both sides play on for a few turns, each as the split advises, and a network trained on self-play says
//! who stands better then ([`Eye`]). Where nothing is contested any more, it packs.

mod lookahead;

use super::afterstate::for_each_afterstate;
use super::{Thermometer, best_of};
use crate::evaluate::heat::Metric;
use crate::evaluate::packing::room;
use crate::evaluate::territory::Territory;
use crate::search::budget::Budget;
use crate::search::contest::{Rules, contest};
use grid::CellSet;
use lookahead::Lookahead;
use rules::pieces::{Pieces, Placement};
use rules::{Clock, Fault, Game, Player, SplitMix};
use std::time::{Duration, Instant};

/// How the champion thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// Positions to look at where no clock says how long to think.
    pub nodes: u64,
    /// Placements to try out.
    pub breadth: usize,
    /// Turns to look ahead.
    pub depth: usize,
    /// What a step of lead is worth in chances to win.
    pub lead: f64,
    /// How contests between placements are held.
    pub rules: Rules,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            nodes: 20_000,
            breadth: 8,
            depth: 4,
            lead: 0.002,
            rules: Rules { faith: 8.0, doubt: 2.0, trifle: 0.001 },
        }
    }
}

/// Part of the time for a move that it plans with: the rest is for what it cannot foresee.
const PLANNED: f64 = 0.7;

/// The strongest player of piece Filler.
#[derive(Clone, Debug)]
pub struct Champion<S> {
    style: Style,
    thermometer: Thermometer<S>,
    source: SplitMix,
}

impl<S: CellSet> Champion<S> {
    /// With this way of thinking, and this seed for lots and for choices among equals.
    pub fn new(style: Style, seed: u64) -> Self {
        Self { style, thermometer: Thermometer::new(Metric::Rings), source: SplitMix::new(seed) }
    }

    fn decide(&mut self, position: &Pieces<S>, budget: &mut Budget<'_>) -> Placement {
        let (side, enemy) = (position.side(), position.own(position.side().other()));
        let mut territory = Territory::like(enemy);
        let mut packed = vec![];
        if position.is_out(side.other()) || territory.of(position, side).is_sealed {
            for_each_afterstate(position, |after| packed.push((room(&after.free).into(), after.placement)));
            return best_of(packed, &mut self.source);
        }
        let mut valued: Vec<(f64, Placement)> = vec![];
        for_each_afterstate(position, |after| {
            let split = territory.split(&after.ours, enemy, &after.free, usize::MAX);
            valued.push((split.margin.into(), after.placement));
        });
        budget.spend(valued.len() as u64);
        for ((value, _), heat) in valued.iter_mut().zip(self.thermometer.sums(position)) {
            *value -= 0.1 * heat.value as f64;
        }
        valued.sort_by(|a, b| b.0.total_cmp(&a.0));
        valued.truncate(self.style.breadth);
        if valued.len() <= 1 {
            return valued.first().map_or(Placement::Stuck, |best| best.1);
        }
        let best = valued[0].0;
        let expected: Vec<f64> = valued.iter().map(|(value, _)| (value - best) * self.style.lead).collect();
        let afters: Vec<Pieces<S>> = valued.iter().map(|(_, placement)| position.after(*placement)).collect();
        let mut lookahead = Lookahead::new(position, self.style.depth);
        // The expectations are differences, and so must be the results.
        let base = lookahead.value(&afters[0], side);
        let seed = self.source.bits();
        let ranked = contest(&expected, self.style.rules, budget, |option, lot, budget| {
            lookahead.play_on(&afters[option], side, &mut SplitMix::for_purpose(seed, lot), budget) - base
        });
        valued[ranked[0].index].1
    }
}

impl<S: CellSet> Player<Pieces<S>> for Champion<S> {
    fn choose(&mut self, position: &Pieces<S>, clock: Clock) -> Result<Placement, Fault> {
        let begun = Instant::now();
        let limit = clock.per_move.map(|time: Duration| time.mul_f64(PLANNED));
        let mut is_late = || limit.is_some_and(|limit| begun.elapsed() >= limit);
        let nodes = if limit.is_some() { u64::MAX } else { self.style.nodes };
        Ok(self.decide(position, &mut Budget::new(nodes, &mut is_late)))
    }
}
