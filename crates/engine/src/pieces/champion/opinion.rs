//! The champion's opinion of every candidate, for people who want to know why it plays one.

use super::Champion;
use super::comparison::{Comparison, Prior};
use super::rollouts::Rollouts;
use crate::budget::Budget;
use crate::pieces::afterstate::Afterstate;
use crate::pieces::territory::Territory;
use crate::race::Contender;
use grid::{CellSet, fits_once};
use rules::pieces::{Pieces, Placement};
use rules::{Clock, Game, SplitMix};

/// Pieces drawn to estimate the chance to be stuck.
const DRAWS: u32 = 200;

/// Territory and danger of both sides: the one that is to place, then its enemy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stance {
    /// Free cells that each side reaches before the other.
    pub territory: (usize, usize),
    /// The chance of each side that its next piece finds no place.
    pub stuck: (f64, f64),
}

/// The champion's opinion of a placement.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The placement.
    pub placement: Placement,
    /// The posterior chance to win after it: the network's evaluation is the prior, rollouts are the samples.
    pub chance: f64,
    /// Rollouts of it.
    pub futures: usize,
    /// Territory and danger after it.
    pub after: Stance,
}

impl<S: CellSet> Champion<S> {
    /// Territory and danger before the placement.
    pub fn stance(&self, position: &Pieces<S>) -> Stance {
        let side = position.side();
        stance(position, position.own(side), position.own(side.other()), position.free())
    }

    /// Its candidates, and one more placement if that is asked about, the best first. Empty when stuck.
    pub fn opinions(&mut self, position: &Pieces<S>, also: Option<Placement>, clock: Clock) -> Vec<Opinion> {
        self.within(clock, |champion, budget| champion.opinions_within(position, also, budget))
    }

    fn opinions_within(
        &mut self,
        position: &Pieces<S>,
        also: Option<Placement>,
        budget: &mut Budget<'_>,
    ) -> Vec<Opinion> {
        let mut noticed = self.noticed(position);
        // First, so that there is time for the one in question whatever happens.
        noticed.sort_by_key(|near| Some(Placement::from(*near)) != also);
        let mut candidates = self.candidates(position, &noticed, budget);
        let place = candidates.iter().position(|candidate| Some(candidate.placement) == also);
        let asked = place.filter(|place| *place >= self.style.skill.breadth).map(|place| candidates[place].clone());
        candidates.truncate(self.style.skill.breadth);
        candidates.extend(asked);
        if candidates.is_empty() {
            return vec![];
        }
        let rollouts = Rollouts::new(position, self.belief.posterior());
        let baseline = rollouts.value(&position.after(candidates[0].placement), position.side(), budget);
        let depth = self.style.skill.depth;
        let comparison = Comparison { rollouts, depth, prior: Prior::Network, baseline, scale: 1.0 };
        let ranked = self.race(position, &candidates, comparison, budget);
        let (leader, prior_weight) = (&ranked[0], self.style.skill.race.prior_weight);
        let opinion = |contender: &Contender| {
            let placement = candidates[contender.index].placement;
            let after = Afterstate::of(position, placement);
            // Contenders that were cut early are compared with the leader on the samples that both drew.
            let behind = contender.lead_over(leader, prior_weight).min(0.0);
            Opinion {
                placement,
                chance: (f64::from(baseline) + leader.value(prior_weight) + behind).clamp(0.0, 1.0),
                futures: contender.samples(),
                after: stance(position, &after.ours, position.own(position.side().other()), &after.free),
            }
        };
        let mut opinions: Vec<Opinion> = ranked.iter().map(opinion).collect();
        opinions.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        opinions
    }
}

fn stance<S: CellSet>(position: &Pieces<S>, ours: &S, theirs: &S, free: &S) -> Stance {
    let mut territory = Territory::like(free);
    territory.split(ours, theirs, free, usize::MAX);
    let stuck = |own: &S| {
        let mut source = SplitMix::new(0);
        let mut room = free.clone();
        room |= own;
        let fits = |_: &u32| fits_once(position.sample(&mut source).cells(), own, &room).is_empty();
        f64::from((0..DRAWS).filter(fits).count() as u32) / f64::from(DRAWS)
    };
    Stance { territory: territory.cells(), stuck: (stuck(ours), stuck(theirs)) }
}

#[cfg(test)]
mod tests {
    use super::super::{Skill, Style};
    use super::*;
    use crate::pieces::players::tests::{a_gap, position};
    use crate::roster::Limits;

    #[test]
    fn an_opinion_tells_territory_and_danger() {
        let position = a_gap();
        let mut champion = Champion::new(Style::default(), 1);
        let opinions = champion.opinions(&position, None, Clock::default());
        assert_eq!(opinions[0].placement.to_string(), "0 1");
        // The four cells on the right are ours; the cell in the gap is equally near to both.
        assert_eq!(opinions[0].after, Stance { territory: (4, 6), stuck: (0.0, 0.0) });
        let cornered = position.after(opinions[0].placement);
        assert!((0.0..0.5).contains(&opinions[0].chance), "{cornered} leaves us less territory: {opinions:?}");
    }

    #[test]
    fn a_placement_that_it_would_not_try_is_judged_when_asked_about() {
        let position = position(
            "................
             OOOOOOOOOOOOOOO.
             ................
             ................
             .......X........
             rules=plateau turn=O placed=0,0 piece=*/*",
        );
        let mut champion =
            Champion::new(Style { skill: Skill { breadth: 3, ..Skill::default() }, ..Style::default() }, 1);
        let far = Placement::At { row: 0, col: 0 };
        assert!(!champion.opinions(&position, None, Clock::default()).iter().any(|o| o.placement == far));
        let asked = champion.opinions(&position, Some(far), Clock::default());
        assert_eq!((asked.len(), asked.iter().filter(|o| o.placement == far).count()), (4, 1));
        assert!(asked.is_sorted_by(|a, b| a.chance >= b.chance), "{asked:?}");
        // The placement in question comes first, even when there is time for no other.
        let mut hasty = Champion::new(Style { limits: Limits::nodes(1), ..Style::default() }, 1);
        let asked = hasty.opinions(&position, Some(far), Clock::default());
        assert_eq!(asked.iter().map(|o| o.placement).collect::<Vec<_>>(), [far]);
    }
}
