//! The champion: territory first, then rollouts.
//!
//! Every placement is valued by the soft split of the board ([`Territory`]). The best of them are candidates of a race
//! ([`crate::race`]): rollouts of a few turns on common random numbers, in which we play for territory and the opponent
//! plays as one of the models of the [`Belief`]. A trained network evaluates the leaf ([`Rollouts`]). Once nothing is
//! contested any more, the champion packs.

mod comparison;
mod opinion;
mod rollouts;
mod skill;

pub use opinion::{Opinion, Stance};
pub use skill::{Skill, Style};

use super::afterstate::Afterstate;
use super::players::{Costed, HeatCache, best_of};
use crate::budget::Budget;
use crate::pieces::heat::Metric;
use crate::pieces::knowledge::Belief;
use crate::pieces::map00_net;
use crate::pieces::packing::packed;
use crate::pieces::territory::Territory;
use crate::roster::clock::within;
use comparison::{Candidate, Comparison, Prior, best_by_network};
use grid::{CellSet, can_meet};
use rollouts::Rollouts;
use rules::pieces::{Pieces, Placement, Setup};
use rules::{Clock, Fault, Game, NoMove, Player, Side, Source, SplitMix};

/// Nodes for a move without a clock.
const USUAL_NODES: u64 = 20_000;
/// Share of the time for a move that is planned with. A rollout looks at the clock only now and then.
const PLANNED: f64 = 0.7;
/// Tie-break: weight of heat (rings under the piece) against one step of territory lead.
const HEAT_WEIGHT: f64 = 0.1;
/// Share of the time that is kept for the first two splits of the board, before it is known how long a split takes.
const UNKNOWN_PACE: f64 = 0.5;
/// Chances to win or to lose below this make no rollouts: there is hardly anything to gain.
const DECIDED: f32 = 0.01;
/// Chances are compared on a scale of 1 in an even game, and of no less than this in a decided one.
const SMALLEST_SCALE: f32 = 0.04;
/// Cells of a board on which walks are cut short, and the steps after which they are.
const HUGE: (usize, usize) = (16_384, 48);

/// The strongest player of piece Filler.
///
/// ```
/// use landgrab_engine::budget::Budget;
/// use landgrab_engine::pieces::{Champion, Style};
/// use landgrab_engine::rules::pieces::{Pieces, class};
/// use landgrab_engine::rules::Game;
///
/// let text = "O...\n....\n...X\nrules=plateau turn=O placed=0,0 piece=**";
/// let position: Pieces<class::Small> = text.parse()?;
/// let played = Champion::new(Style::default(), 1).decide(&position, &mut Budget::nodes(500));
/// assert!(position.is_legal(played));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Champion<S> {
    style: Style,
    heat: HeatCache<S>,
    belief: Belief<S>,
    /// The smallest share of its time that a split of the board took so far.
    pace: Option<f64>,
    source: SplitMix,
}

impl<S: CellSet> Champion<S> {
    /// With this style, and this seed for samples and for choices among equals.
    pub fn new(style: Style, seed: u64) -> Self {
        let belief = initial_belief(style);
        Self { style, heat: HeatCache::new(Metric::Rings), belief, pace: None, source: SplitMix::new(seed) }
    }

    /// Calls `think` with the budget for one move on a clock.
    fn within<T>(&mut self, clock: Clock, think: impl FnOnce(&mut Self, &mut Budget<'_>) -> T) -> T {
        let nodes = self.style.limits.nodes_on(clock, USUAL_NODES);
        within(clock, nodes, PLANNED, |budget| think(self, budget))
    }

    /// The placement to play, found within a budget.
    pub fn decide(&mut self, position: &Pieces<S>, budget: &mut Budget<'_>) -> Placement {
        self.belief.observe(position, budget);
        let placement = self.choice(position, budget);
        if self.uses_models(position) {
            self.belief.remember(position.after(placement));
        }
        placement
    }

    /// Whether the belief about the opponent makes a difference: only the network of map00 knows opponent models.
    fn uses_models(&self, position: &Pieces<S>) -> bool {
        self.style.uses_knowledge && self.style.skill.breadth > 1 && map00_net::knows(position)
    }

    fn choice(&mut self, position: &Pieces<S>, budget: &mut Budget<'_>) -> Placement {
        if self.is_settled(position) {
            return best_of(packed(position, budget), &mut self.source);
        }
        let skill = self.style.skill;
        let noticed = self.noticed(position);
        let nearest = noticed.first().map_or(Placement::Stuck, |near| (*near).into());
        // One split alone would have nothing to be compared with.
        let two = self.pace.map_or(UNKNOWN_PACE, |pace| 2.0 * pace);
        if noticed.len() <= 1 || budget.share() + two > 1.0 {
            return nearest;
        }
        let mut candidates = self.candidates(position, &noticed, budget);
        candidates.truncate(skill.breadth);
        let rollouts = Rollouts::new(position, self.belief.posterior());
        let Some((breadth, depth)) = skill.scope(noticed.len(), rollouts.leaf_cost(), budget) else {
            let rollouts = rollouts.in_time_for(candidates.len(), budget);
            return best_by_network(position, &candidates, &rollouts, budget);
        };
        candidates.truncate(breadth);
        let baseline = rollouts.value(&position.after(candidates[0].placement), position.side(), budget);
        if !(DECIDED..1.0 - DECIDED).contains(&baseline) {
            return best_by_network(position, &candidates, &rollouts, budget);
        }
        let prior = if rollouts.is_discerning() { Prior::Network } else { Prior::Territory };
        // In a game that is nearly won or lost all chances are close to each other: a small difference is large there.
        let scale = (4.0 * baseline * (1.0 - baseline)).max(SMALLEST_SCALE);
        let comparison = Comparison { rollouts, depth, prior, baseline, scale };
        let ranked = self.race(position, &candidates, comparison, budget);
        candidates[ranked[0].index].placement
    }

    /// The placements that it notices, those closest to the enemy first.
    fn noticed(&mut self, position: &Pieces<S>) -> Vec<Costed> {
        let mut noticed = self.heat.sums(position);
        if let Some(percent) = self.style.skill.noticed_percent {
            // One placement is noticed in any case.
            let luckiest = self.source.below(noticed.len().max(1) as u32) as usize;
            let mut index = 0..;
            noticed.retain(|_| index.next() == Some(luckiest) || self.source.below(100) < percent);
        }
        noticed.sort_by_key(|placement| placement.cost);
        noticed
    }

    /// Whether territory changes hands no more: the enemy is out, or nothing is within reach of both.
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
        // They did not meet on a walk that was cut short. Close together they are sealed off from each other; otherwise
        // they are just far apart.
        let heat = self.heat.heat(position);
        position.own(side).iter().any(|cell| usize::from(heat.at(cell)) <= limit)
    }

    /// Placements valued by the split that they lead to, the best first; when time runs out, only some of them.
    fn candidates(&mut self, position: &Pieces<S>, noticed: &[Costed], budget: &mut Budget<'_>) -> Vec<Candidate> {
        let enemy = position.own(position.side().other());
        let mut territory = Territory::like(enemy);
        let mut candidates: Vec<Candidate> = vec![];
        let mut gone = budget.share();
        for near in noticed {
            // On huge boards a single split takes long.
            if !candidates.is_empty() && self.pace.is_some_and(|pace| gone + pace > 1.0) {
                break;
            }
            let after = Afterstate::of(position, (*near).into());
            let split = territory.split(&after.ours, enemy, &after.free, walk_limit(position));
            let value = f64::from(split) - HEAT_WEIGHT * near.cost as f64;
            candidates.push(Candidate { placement: after.placement, value });
            budget.spend(1);
            let before = std::mem::replace(&mut gone, budget.share());
            self.pace = Some(self.pace.map_or(gone - before, |pace| pace.min(gone - before)));
        }
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        candidates
    }
}

/// The belief before the first move.
const fn initial_belief<S: CellSet>(style: Style) -> Belief<S> {
    if style.uses_knowledge { Belief::prior() } else { Belief::self_play() }
}

/// The steps that a walk over the board may take.
fn walk_limit<S: CellSet>(position: &Pieces<S>) -> usize {
    let (cells, steps) = HUGE;
    if position.size().area() > cells { steps } else { usize::MAX }
}

impl<S: CellSet> Player<Pieces<S>> for Champion<S> {
    fn begin(&mut self, setup: &Setup, _: Side) -> Result<(), Fault> {
        (self.belief, self.pace) = (initial_belief(self.style), None);
        let start = Pieces::new(setup);
        if self.uses_models(&start) {
            self.belief.remember(start);
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
    use crate::pieces::OpponentModel;
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

    /// The likely models after some turns of a game against `heat` on map00.
    fn likely_after_a_game(champion: &mut Champion<rules::pieces::class::Small>) -> Vec<OpponentModel> {
        let setup = Setup::named("map00", Dialect::Plateau).expect("a school map");
        let mut heat = HeatPlayer::new(Metric::Rings, 1);
        champion.begin(&setup, Side::Second).expect("no fault");
        let (mut draws, mut position) = (SplitMix::new(1), Pieces::new(&setup));
        while position.placed()[Side::Second] < 12 {
            let piece = position.sample(&mut draws);
            position.take(piece);
            let players: [&mut dyn Player<Small>; 2] = [&mut heat, &mut *champion];
            let played = players[position.side() as usize].choose(&position, Clock::default()).expect("no fault");
            position.play_unchecked(played);
        }
        likely(champion)
    }

    fn likely(champion: &Champion<rules::pieces::class::Small>) -> Vec<OpponentModel> {
        champion.belief.posterior().likely().map(|(model, _)| model).collect()
    }

    #[test]
    fn it_learns_which_player_it_meets_and_forgets_it_with_the_game() {
        let setup = Setup::named("map00", Dialect::Plateau).expect("a school map");
        let all = [OpponentModel::Territory, OpponentModel::Voronoi, OpponentModel::Heat];
        let mut champion = champion(200);
        assert_eq!(likely(&champion), all);
        assert_eq!(likely_after_a_game(&mut champion), [OpponentModel::Heat]);
        champion.begin(&setup, Side::Second).expect("no fault");
        assert_eq!(likely(&champion), all);
    }

    #[test]
    fn without_knowledge_it_expects_an_opponent_like_itself_whatever_it_sees() {
        let style = Style { uses_knowledge: false, limits: Limits::nodes(200), ..Style::default() };
        let mut champion = Champion::new(style, 1);
        assert_eq!(likely(&champion), [OpponentModel::SelfPlay]);
        assert_eq!(likely_after_a_game(&mut champion), [OpponentModel::SelfPlay]);
    }
}
