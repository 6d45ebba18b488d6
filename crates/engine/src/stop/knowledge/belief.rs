//! The belief about the opponent: the original's players at several depths, or a good player whose moves are not predicted.
//! It starts with a prior and is updated by Bayes' rule after every move.

use crate::budget::Budget;
use crate::stop::{Measure, Original};
use rules::Game;
use rules::stop::{Placing, Stop};

/// The largest depth of the models for each map. Flood fill is slower, so its players look less far ahead.
const DEPTHS: [(Measure, u32); 2] = [(Measure::FloodFill, 4), (Measure::Manhattan, 6)];
/// Manhattan models of at least this depth look far ahead.
const FAR: u32 = 3;
/// Factor by which the likeliest near-sighted model must exceed all others before the opponent counts as near-sighted.
const CLEARLY: f64 = 1.3;
/// Prior probability of a good player.
const GOOD_PLAYER: f64 = 0.4;
/// Likelihood of any move under the good player: its moves are not predicted.
const ANY_MOVE: f64 = 0.1;
/// Probability that a modelled player makes a random move.
const ERROR_RATE: f64 = 0.3;
/// Models below this probability are not asked for their replies, and replies below it are not followed.
const NEGLIGIBLE: f64 = 0.03;

/// The probability of each opponent model and of a good player, and the position that the opponent is to answer.
pub(crate) struct Belief {
    models: Vec<OpponentModel>,
    good_player: f64,
    /// The position that the opponent was left with.
    left_with: Option<Stop>,
}

/// One of the original's players.
struct OpponentModel {
    player: Original,
    looks_far: bool,
    probability: f64,
    /// The share of a move's time that its last reply took.
    takes: f64,
}

/// A move that the opponent may make.
pub(crate) struct Reply {
    pub played: Placing,
    pub probability: f64,
}

impl Belief {
    /// The prior: nothing was seen of the opponent.
    pub fn prior() -> Self {
        let models = DEPTHS.into_iter().flat_map(|(measure, most)| (0..=most).map(move |depth| (measure, depth)));
        let probability = (1.0 - GOOD_PLAYER) / models.clone().count() as f64;
        let models = models.map(|(measure, depth)| OpponentModel {
            player: Original::new(measure, depth, 0),
            looks_far: measure == Measure::Manhattan && depth >= FAR,
            probability,
            takes: 0.0,
        });
        Self { models: models.collect(), good_player: GOOD_PLAYER, left_with: None }
    }

    /// The probability of a good player.
    pub fn good_player(&self) -> f64 {
        self.good_player
    }

    /// Whether the opponent may look far ahead, or play well: no near-sighted model is clearly likelier.
    pub fn may_look_far(&self) -> bool {
        let likeliest = |looks_far: bool| {
            let models = self.models.iter().filter(|model| model.looks_far == looks_far);
            models.map(|model| model.probability).fold(0.0, f64::max)
        };
        likeliest(false) < CLEARLY * likeliest(true).max(self.good_player)
    }

    /// Remembers the position that the opponent is left with.
    pub fn remember(&mut self, position: Stop) {
        self.left_with = Some(position);
    }

    /// Updates the posterior with the move that led to this position. A position that does not follow teaches nothing.
    pub fn observe(&mut self, now: &Stop) {
        let Some(before) = self.left_with.take() else { return };
        let moves: Vec<Placing> = before.moves().collect();
        let Some(made) = moves.iter().find(|played| before.after(**played) == *now) else { return };
        if moves.len() == 1 {
            return;
        }
        for OpponentModel { player, probability, .. } in &mut self.models {
            let favourites = player.favourites(&before);
            let by_choice = if favourites.contains(made) { (1.0 - ERROR_RATE) / favourites.len() as f64 } else { 0.0 };
            *probability *= by_choice + ERROR_RATE / moves.len() as f64;
        }
        self.good_player *= ANY_MOVE;
        let sum = self.good_player + self.models.iter().map(|model| model.probability).sum::<f64>();
        self.good_player /= sum;
        self.models.iter_mut().for_each(|model| model.probability /= sum);
    }

    /// The replies of all likely models. Their probabilities add up to that of these models. A model that takes longer
    /// than there is time left is not asked.
    pub fn replies(&mut self, position: &Stop, budget: &mut Budget<'_>) -> Vec<Reply> {
        let mut replies: Vec<Reply> = vec![];
        for OpponentModel { player, probability, takes, .. } in
            self.models.iter_mut().filter(|model| model.probability > NEGLIGIBLE)
        {
            let begun = budget.share();
            if begun + *takes > 1.0 {
                continue;
            }
            let favourites = player.favourites(position);
            *takes = budget.share() - begun;
            let probability = *probability / favourites.len() as f64;
            for played in favourites {
                match replies.iter_mut().find(|reply| reply.played == played) {
                    Some(reply) => reply.probability += probability,
                    None => replies.push(Reply { played, probability }),
                }
            }
        }
        replies.retain(|reply| reply.probability > NEGLIGIBLE);
        replies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::stop::Setup;
    use rules::{Clock, Player, Source, SplitMix, Turn};

    /// The belief about `player` after so many of its moves as X against random ones.
    fn watched(player: &mut dyn Player<Stop>, moves: usize) -> Belief {
        let mut belief = Belief::prior();
        let mut source = SplitMix::new(4);
        let mut position = Stop::new(&Setup::default());
        for _ in 0..moves {
            belief.remember(position);
            position = position.after(player.choose(&position, Clock::default()).unwrap());
            belief.observe(&position);
            let replies: Vec<Placing> = position.moves().collect();
            position = position.after(replies[source.below(replies.len() as u32) as usize]);
            assert!(matches!(position.turn(), Turn::Move(_)));
        }
        belief
    }

    #[test]
    fn a_player_by_a_map_is_recognised() {
        for measure in [Measure::FloodFill, Measure::Manhattan] {
            let mut belief = watched(&mut Original::new(measure, 2, 7), 8);
            assert!(belief.good_player() < 0.05, "{measure:?}: {}", belief.good_player());
            let position = Stop::new(&Setup::default());
            let favourites = Original::new(measure, 2, 0).favourites(&position);
            let expected: f64 = belief
                .replies(&position, &mut Budget::unlimited())
                .iter()
                .filter(|reply| favourites.contains(&reply.played))
                .map(|reply| reply.probability)
                .sum();
            assert!(expected > 0.8, "{measure:?}: {expected}");
        }
    }

    #[test]
    fn players_that_look_far_are_told_from_those_that_do_not() {
        assert!(Belief::prior().may_look_far());
        let taken_for_far = |measure: Measure, depth: u32| {
            let watched = |seed: u64| watched(&mut Original::new(measure, depth, seed), 8);
            (0..20).filter(|seed| watched(*seed).may_look_far()).count()
        };
        let near = taken_for_far(Measure::FloodFill, 2) + taken_for_far(Measure::Manhattan, 2);
        let far = taken_for_far(Measure::Manhattan, 4);
        assert!(near <= 7 && far == 20, "{near} of 40 and {far} of 20");
    }

    #[test]
    fn no_model_is_asked_that_takes_longer_than_there_is_time() {
        let mut belief = watched(&mut Original::new(Measure::Manhattan, 2, 7), 8);
        let position = Stop::new(&Setup::default());
        let mut gone = 0.0;
        let mut time = || {
            gone += 0.3;
            gone
        };
        let mut budget = Budget::new(u64::MAX, &mut time);
        assert!(!belief.replies(&position, &mut budget).is_empty());
        assert!(belief.replies(&position, &mut budget).is_empty(), "all the time has gone");
    }

    #[test]
    fn a_player_unlike_all_models_counts_as_a_good_one() {
        let belief = watched(&mut crate::roster::Random::new(3), 8);
        assert!(belief.good_player() > 0.95, "{}", belief.good_player());
    }

    #[test]
    fn a_position_that_does_not_follow_teaches_nothing() {
        let mut belief = Belief::prior();
        belief.observe(&Stop::new(&Setup::default()));
        belief.remember("..X/.../O.. X".parse().unwrap());
        belief.observe(&Stop::new(&Setup::default()));
        assert_eq!(belief.good_player().to_bits(), GOOD_PLAYER.to_bits());
    }
}
