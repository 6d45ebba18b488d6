//! The champion: territory first, then a look into the futures that chance may bring.
//!
//! Every placement is valued by the soft split of the board ([`Territory`]). The best of them are then tried on the same
//! random pieces: both sides play on for a few turns, we as the split advises, the enemy as it has shown to play
//! ([`Enemy`]), and a trained network says who stands better then ([`Lookahead`]). Where nothing is contested any more, it
//! packs.

mod lookahead;
mod opinion;
mod style;

pub use opinion::{Opinion, Stance};
pub use style::Style;

use super::afterstate::Afterstate;
use super::players::{Thermometer, Valued, best_of};
use crate::budget::Budget;
use crate::pieces::heat::Metric;
use crate::pieces::knowledge::Enemy;
use crate::pieces::map00_net;
use crate::pieces::packing::packed;
use crate::pieces::territory::Territory;
use crate::race::{Contender, contest};
use crate::roster::clock::within;
use grid::{CellSet, can_meet};
use lookahead::Lookahead;
use rules::pieces::{Pieces, Placement, Setup};
use rules::{Clock, Fault, Game, NoMove, Player, Side, Source, SplitMix};

/// Nodes for a move without a clock.
const USUAL_NODES: u64 = 20_000;
/// Share of the time for a move that is planned with. A rollout looks at the clock only now and then.
const PLANNED: f64 = 0.7;
/// A ring less under the piece, against a step of lead: no more than a way to choose among almost equal splits.
const RING: f64 = 0.1;
/// The share of its time that it keeps for the first two splits of the board, before it knows how long they take.
const UNKNOWN_PACE: f64 = 0.5;
/// A chance to win, or to lose, below which it does not look ahead: there is hardly anything to gain.
const DECIDED: f32 = 0.01;
/// Chances are compared on a scale of 1 in an open game, and of this in a decided one.
const LEAST_SCALE: f32 = 0.04;
/// Cells of a board on which walks are cut short, and after how many steps.
const HUGE: (usize, usize) = (16_384, 48);

/// The strongest player of piece Filler.
#[derive(Clone, Debug)]
pub struct Champion<S> {
    style: Style,
    thermometer: Thermometer<S>,
    enemy: Enemy<S>,
    /// The share of its time that it takes to split the board, at the quickest so far.
    pace: Option<f64>,
    source: SplitMix,
}

/// A placement and the value of the split that it leads to.
#[derive(Clone, Debug)]
struct Candidate {
    placement: Placement,
    value: f64,
}

/// What a placement is expected to be worth before any future is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guess {
    /// A straight line in land: it tells good placements from bad ones best, but is no chance of anything.
    Land,
    /// The chance that the network sees.
    Network,
}

impl<S: CellSet> Champion<S> {
    /// With this way of thinking, and this seed for lots and for choices among equals.
    pub fn new(style: Style, seed: u64) -> Self {
        let (thermometer, enemy) = (Thermometer::new(Metric::Rings), Enemy::unknown());
        Self { style, thermometer, enemy, pace: None, source: SplitMix::new(seed) }
    }

    /// Calls `think` with the budget for one move on a clock.
    fn within<T>(&mut self, clock: Clock, think: impl FnOnce(&mut Self, &mut Budget<'_>) -> T) -> T {
        let nodes = self.style.limits.nodes_on(clock, USUAL_NODES);
        within(clock, nodes, PLANNED, |budget| think(self, budget))
    }

    /// The placement to play, found within a budget.
    pub fn decide(&mut self, position: &Pieces<S>, budget: &mut Budget<'_>) -> Placement {
        self.enemy.see(position, budget);
        let placement = self.choice(position, budget);
        if self.watches(position) {
            self.enemy.leave(position.after(placement));
        }
        placement
    }

    /// Whether it thinks of futures in which the enemy's kind makes a difference.
    fn watches(&self, position: &Pieces<S>) -> bool {
        self.style.breadth > 1 && map00_net::knows(position)
    }

    fn choice(&mut self, position: &Pieces<S>, budget: &mut Budget<'_>) -> Placement {
        if self.is_settled(position) {
            return best_of(packed(position, budget), &mut self.source);
        }
        let noticed = self.noticed(position);
        let nearest = noticed.first().map_or(Placement::Stuck, |near| (*near).into());
        // One alone would have nothing to be compared with.
        let two = self.pace.map_or(UNKNOWN_PACE, |pace| 2.0 * pace);
        if noticed.len() <= 1 || budget.share() + two > 1.0 {
            return nearest;
        }
        let mut candidates = self.candidates(position, &noticed, budget);
        candidates.truncate(self.style.breadth);
        let lookahead = Lookahead::new(position, self.enemy.belief());
        let Some((breadth, depth)) = self.style.scope(noticed.len(), lookahead.cost(), budget) else {
            let lookahead = lookahead.in_time_for(candidates.len(), budget);
            return glance(position, &candidates, &lookahead, budget);
        };
        candidates.truncate(breadth);
        let base = lookahead.value(&position.after(candidates[0].placement), position.side(), budget);
        if !(DECIDED..1.0 - DECIDED).contains(&base) {
            return glance(position, &candidates, &lookahead, budget);
        }
        let guess = if lookahead.is_discerning() { Guess::Network } else { Guess::Land };
        // In a game that is nearly won or lost all chances are close to each other: a little is much there.
        let scale = (4.0 * base * (1.0 - base)).max(LEAST_SCALE);
        let ranked = self.contest(position, &candidates, (lookahead, depth), (guess, base, scale), budget);
        candidates[ranked[0].index].placement
    }

    /// The placements that it notices, those closest to the enemy first.
    fn noticed(&mut self, position: &Pieces<S>) -> Vec<Valued> {
        let mut noticed = self.thermometer.sums(position);
        if let Some(percent) = self.style.sight {
            let luckiest = self.source.below(noticed.len().max(1) as u32) as usize;
            let mut index = 0..;
            noticed.retain(|_| index.next() == Some(luckiest) || self.source.below(100) < percent);
        }
        noticed.sort_by_key(|placement| placement.value);
        noticed
    }

    /// Whether land changes hands no more: the enemy is out, or nothing is within reach of both.
    pub fn is_settled(&mut self, position: &Pieces<S>) -> bool {
        let (side, enemy) = (position.side(), position.own(position.side().other()));
        if position.is_out(side.other()) {
            return true;
        }
        let limit = walk_limit(position);
        let is_contested = can_meet(position.own(side), enemy, position.free(), limit);
        if limit == usize::MAX || is_contested {
            return !is_contested;
        }
        // They did not meet on a walk that was cut short: sealed if they are close all the same, otherwise far apart.
        let heat = self.thermometer.heat(position);
        position.own(side).iter().any(|cell| usize::from(heat.at(cell)) <= limit)
    }

    /// Placements valued by the split that they lead to, the best first. When time runs out, those that there was time for.
    fn candidates(&mut self, position: &Pieces<S>, noticed: &[Valued], budget: &mut Budget<'_>) -> Vec<Candidate> {
        let enemy = position.own(position.side().other());
        let mut territory = Territory::like(enemy);
        let mut candidates: Vec<Candidate> = vec![];
        let mut gone = budget.share();
        for near in noticed {
            // On huge boards a single one takes long.
            if !candidates.is_empty() && self.pace.is_some_and(|pace| gone + pace > 1.0) {
                break;
            }
            let after = Afterstate::of(position, (*near).into());
            let split = territory.split(&after.ours, enemy, &after.free, walk_limit(position));
            let value = f64::from(split) - RING * near.value as f64;
            candidates.push(Candidate { placement: after.placement, value });
            budget.spend(1);
            let before = std::mem::replace(&mut gone, budget.share());
            self.pace = Some(self.pace.map_or(gone - before, |pace| pace.min(gone - before)));
        }
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        candidates
    }

    /// The candidates in the order that lots on their futures put them in. All are compared with `base`, the chance after the
    /// first, in units of `scale`.
    fn contest(
        &mut self,
        position: &Pieces<S>,
        candidates: &[Candidate],
        (mut lookahead, depth): (Lookahead<S>, usize),
        (guess, base, scale): (Guess, f32, f32),
        budget: &mut Budget<'_>,
    ) -> Vec<Contender> {
        let side = position.side();
        let best = candidates[0].value;
        let afters: Vec<Pieces<S>> = candidates.iter().map(|c| position.after(c.placement)).collect();
        // The expectations are differences, and so must be the results.
        let expected: Vec<f64> = match guess {
            Guess::Land => candidates.iter().map(|c| (c.value - best) * self.style.lead).collect(),
            Guess::Network => {
                let lead = |after| f64::from((lookahead.value(after, side, budget) - base) / scale);
                afters.iter().map(lead).collect()
            }
        };
        let seed = self.source.bits();
        contest(&expected, self.style.rules, budget, |option, lot, budget| {
            let mut source = SplitMix::for_purpose(seed, lot);
            (lookahead.play_on(&afters[option], side, depth, &mut source, budget) - base) / scale
        })
    }
}

/// The best candidate at one look each, as far as time allows, where looks tell more than land does.
fn glance<S: CellSet>(
    position: &Pieces<S>,
    candidates: &[Candidate],
    lookahead: &Lookahead<S>,
    budget: &mut Budget<'_>,
) -> Placement {
    let mut best = (f32::NEG_INFINITY, candidates[0].placement);
    if lookahead.is_discerning() && candidates.len() > 1 {
        for candidate in candidates {
            if budget.is_spent() {
                break;
            }
            let chance = lookahead.value(&position.after(candidate.placement), position.side(), budget);
            if chance > best.0 {
                best = (chance, candidate.placement);
            }
        }
    }
    best.1
}

/// The steps that a walk over the board may take.
fn walk_limit<S: CellSet>(position: &Pieces<S>) -> usize {
    let (cells, steps) = HUGE;
    if position.size().area() > cells { steps } else { usize::MAX }
}

impl<S: CellSet> Player<Pieces<S>> for Champion<S> {
    fn begin(&mut self, setup: &Setup, _: Side) -> Result<(), Fault> {
        (self.enemy, self.pace) = (Enemy::unknown(), None);
        let start = Pieces::new(setup);
        if self.watches(&start) {
            self.enemy.leave(start);
        }
        Ok(())
    }

    fn choose(&mut self, position: &Pieces<S>, clock: Clock) -> Result<Placement, NoMove> {
        Ok(self.within(clock, |champion, budget| champion.decide(position, budget)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::HeatPlayer;
    use crate::pieces::map00_net::Rival;
    use crate::pieces::players::tests::{Small, a_gap, answers, choices, position};
    use crate::roster::Limits;
    use rules::pieces::Dialect;

    fn champion(nodes: u64) -> Champion<rules::pieces::class::Small> {
        Champion::new(Style { limits: Limits::nodes(nodes), ..Style::default() }, 1)
    }

    #[test]
    fn it_says_when_it_is_stuck_and_plays_what_is_forced() {
        for (piece, expected) in [("*****", "stuck"), ("...../.**../.....", "-1 -1")] {
            let position = position(&format!("O...\n....\n...X\nrules=plateau turn=O placed=0,0 piece={piece}"));
            assert_eq!(choices(champion(500), &position), [expected]);
        }
    }

    #[test]
    fn it_closes_the_gap_that_the_enemy_would_come_through() {
        assert_eq!(choices(champion(500), &a_gap()), ["0 1"]);
    }

    #[test]
    fn it_packs_where_nothing_is_contested() {
        let position = position(
            "O....#X
             .....##
             .....#.
             rules=plateau turn=O placed=0,0 piece=*/*",
        );
        assert_eq!(choices(champion(500), &position), ["0 0"]);
    }

    #[test]
    fn equal_seeds_and_nodes_play_equally() {
        let position = position(
            "................
             ................
             ..OO............
             .....OO.....X...
             .......XX.XXX...
             ................
             rules=plateau turn=O placed=0,0 piece=**/.*",
        );
        assert_eq!(answers(champion(3000), &position), answers(champion(3000), &position));
    }

    #[test]
    fn it_splits_the_board_only_where_there_is_time_for_two_to_compare() {
        let position = position(
            "OOO....
             .......
             ......X
             rules=plateau turn=O placed=0,0 piece=*/*",
        );
        let mut champion = champion(u64::MAX);
        let mut splits = || {
            // Nothing before the first split takes any time.
            let mut shares = [0.0, 0.0, 0.6].into_iter();
            let mut time = || shares.next().unwrap_or(1.0);
            let mut budget = Budget::new(u64::MAX, &mut time);
            champion.decide(&position, &mut budget);
            budget.spent()
        };
        assert_eq!([splits(), splits()], [1, 0], "once to learn how long it takes");
    }

    #[test]
    fn it_learns_whom_it_plays_against_and_forgets_it_with_the_game() {
        let setup = Setup::named("map00", Dialect::Plateau).expect("a school map");
        let (mut heat, mut champion) = (HeatPlayer::new(Metric::Rings, 1), champion(200));
        let likely =
            |champion: &Champion<_>| champion.enemy.belief().likely().map(|(kind, _)| kind).collect::<Vec<_>>();
        let all = [Rival::Split, Rival::Count, Rival::Rings];
        champion.begin(&setup, Side::Second).expect("no fault");
        assert_eq!(likely(&champion), all);
        let (mut draws, mut position) = (SplitMix::new(1), Pieces::new(&setup));
        while position.placed()[Side::Second] < 12 {
            let piece = position.sample(&mut draws);
            position.take(piece);
            let players: [&mut dyn Player<Small>; 2] = [&mut heat, &mut champion];
            let played = players[position.side() as usize].choose(&position, Clock::default()).expect("no fault");
            position.play_unchecked(played);
        }
        assert_eq!(likely(&champion), [Rival::Rings]);
        champion.begin(&setup, Side::Second).expect("no fault");
        assert_eq!(likely(&champion), all);
    }
}
