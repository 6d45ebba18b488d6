//! Whom the champion plays against: somebody who judges by one of the two well-known maps, a few moves ahead, or somebody who plays
//! well. It holds all of them for possible, and watches.

use crate::budget::Budget;
use crate::stop::{Measure, Original};
use rules::Game;
use rules::stop::{Placing, Stop};

/// The most moves ahead that those who go by a map look, besides the one they make. Who floods looks less far.
const DEPTHS: [(Measure, u32); 2] = [(Measure::FloodFill, 4), (Measure::Manhattan, 6)];
/// Those who look that many moves ahead, by who comes first, look far.
const FAR: u32 = 3;
/// How much likelier somebody who does not look far has to be.
const CLEARLY: f64 = 1.3;
/// How likely the other side is to play well, before it has moved.
const PLAYS_WELL: f64 = 0.4;
/// How likely somebody who plays well is to make the move that was made, whichever it is.
const ANY_MOVE: f64 = 0.1;
/// How often somebody who goes by a map makes any other move.
const SLIP: f64 = 0.3;
/// Who is less likely than this is not asked what it would play.
const UNLIKELY: f64 = 0.03;

/// What is known of the other side.
pub(crate) struct Opponent {
    suspects: Vec<Suspect>,
    plays_well: f64,
    /// The position that it was left with.
    left_with: Option<Stop>,
}

struct Suspect {
    player: Original,
    looks_far: bool,
    likelihood: f64,
    /// The share of a move's time that it took to say what it would play.
    takes: f64,
}

/// A move that the other side may make, and how likely that is.
pub(crate) struct Reply {
    pub played: Placing,
    pub likelihood: f64,
}

impl Opponent {
    /// Somebody of whom nothing was seen.
    pub fn new() -> Self {
        let suspects = DEPTHS.into_iter().flat_map(|(measure, most)| (0..=most).map(move |depth| (measure, depth)));
        let likelihood = (1.0 - PLAYS_WELL) / suspects.clone().count() as f64;
        let suspects = suspects.map(|(measure, depth)| Suspect {
            player: Original::new(measure, depth, 0),
            looks_far: measure == Measure::Manhattan && depth >= FAR,
            likelihood,
            takes: 0.0,
        });
        Self { suspects: suspects.collect(), plays_well: PLAYS_WELL, left_with: None }
    }

    /// How likely it is to play well.
    pub fn plays_well(&self) -> f64 {
        self.plays_well
    }

    /// Whether it may look far ahead, or play well: nobody else is clearly likelier.
    pub fn may_look_far(&self) -> bool {
        let likeliest = |looks_far: bool| {
            let suspects = self.suspects.iter().filter(|suspect| suspect.looks_far == looks_far);
            suspects.map(|suspect| suspect.likelihood).fold(0.0, f64::max)
        };
        likeliest(false) < CLEARLY * likeliest(true).max(self.plays_well)
    }

    /// Notes what it is left with.
    pub fn leave(&mut self, position: Stop) {
        self.left_with = Some(position);
    }

    /// Learns from the move that led to this position, if it is one.
    pub fn watch(&mut self, now: &Stop) {
        let Some(before) = self.left_with.take() else { return };
        let moves: Vec<Placing> = before.moves().collect();
        let Some(made) = moves.iter().find(|played| before.after(**played) == *now) else { return };
        if moves.len() == 1 {
            return;
        }
        for Suspect { player, likelihood, .. } in &mut self.suspects {
            let favourites = player.favourites(&before);
            let meant = if favourites.contains(made) { (1.0 - SLIP) / favourites.len() as f64 } else { 0.0 };
            *likelihood *= meant + SLIP / moves.len() as f64;
        }
        self.plays_well *= ANY_MOVE;
        let sum = self.plays_well + self.suspects.iter().map(|suspect| suspect.likelihood).sum::<f64>();
        self.plays_well /= sum;
        self.suspects.iter_mut().for_each(|suspect| suspect.likelihood /= sum);
    }

    /// What it would play, if it goes by a map; all together as likely as that is. Who takes longer to think than there is time for
    /// is not asked.
    pub fn replies(&mut self, position: &Stop, budget: &mut Budget<'_>) -> Vec<Reply> {
        let mut replies: Vec<Reply> = vec![];
        for Suspect { player, likelihood, takes, .. } in
            self.suspects.iter_mut().filter(|suspect| suspect.likelihood > UNLIKELY)
        {
            let begun = budget.share();
            if begun + *takes > 1.0 {
                continue;
            }
            let favourites = player.favourites(position);
            *takes = budget.share() - begun;
            let likelihood = *likelihood / favourites.len() as f64;
            for played in favourites {
                match replies.iter_mut().find(|reply| reply.played == played) {
                    Some(reply) => reply.likelihood += likelihood,
                    None => replies.push(Reply { played, likelihood }),
                }
            }
        }
        replies.retain(|reply| reply.likelihood > UNLIKELY);
        replies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::stop::Setup;
    use rules::{Clock, Player, Source, SplitMix, Turn};

    /// Lets `player` play X against random moves, so many of its own.
    fn watched(player: &mut dyn Player<Stop>, moves: usize) -> Opponent {
        let mut opponent = Opponent::new();
        let mut source = SplitMix::new(4);
        let mut position = Stop::new(&Setup::default());
        for _ in 0..moves {
            opponent.leave(position);
            position = position.after(player.choose(&position, Clock::default()).unwrap());
            opponent.watch(&position);
            let replies: Vec<Placing> = position.moves().collect();
            position = position.after(replies[source.below(replies.len() as u32) as usize]);
            assert!(matches!(position.turn(), Turn::Move(_)));
        }
        opponent
    }

    #[test]
    fn who_goes_by_a_map_is_found_out() {
        for measure in [Measure::FloodFill, Measure::Manhattan] {
            let mut opponent = watched(&mut Original::new(measure, 2, 7), 8);
            assert!(opponent.plays_well() < 0.05, "{measure:?}: {}", opponent.plays_well());
            let position = Stop::new(&Setup::default());
            let favourites = Original::new(measure, 2, 0).favourites(&position);
            let expected: f64 = opponent
                .replies(&position, &mut Budget::unlimited())
                .iter()
                .filter(|reply| favourites.contains(&reply.played))
                .map(|reply| reply.likelihood)
                .sum();
            assert!(expected > 0.8, "{measure:?}: {expected}");
        }
    }

    #[test]
    fn who_looks_far_is_told_from_who_does_not() {
        assert!(Opponent::new().may_look_far());
        let taken_for_far = |measure: Measure, depth: u32| {
            let watched = |seed: u64| watched(&mut Original::new(measure, depth, seed), 8);
            (0..20).filter(|seed| watched(*seed).may_look_far()).count()
        };
        let near = taken_for_far(Measure::FloodFill, 2) + taken_for_far(Measure::Manhattan, 2);
        let far = taken_for_far(Measure::Manhattan, 4);
        assert!(near <= 7 && far == 20, "{near} of 40 and {far} of 20");
    }

    #[test]
    fn nobody_is_asked_who_thinks_longer_than_there_is_time() {
        let mut opponent = watched(&mut Original::new(Measure::Manhattan, 2, 7), 8);
        let position = Stop::new(&Setup::default());
        let mut gone = 0.0;
        let mut time = || {
            gone += 0.3;
            gone
        };
        let mut budget = Budget::new(u64::MAX, &mut time);
        assert!(!opponent.replies(&position, &mut budget).is_empty());
        assert!(opponent.replies(&position, &mut budget).is_empty(), "all the time has gone");
    }

    #[test]
    fn who_moves_unlike_them_is_taken_for_better() {
        let opponent = watched(&mut crate::roster::Random::new(3), 8);
        assert!(opponent.plays_well() > 0.95, "{}", opponent.plays_well());
    }

    #[test]
    fn a_position_that_does_not_follow_teaches_nothing() {
        let mut opponent = Opponent::new();
        opponent.watch(&Stop::new(&Setup::default()));
        opponent.leave("..X/.../O.. X".parse().unwrap());
        opponent.watch(&Stop::new(&Setup::default()));
        assert_eq!(opponent.plays_well().to_bits(), PLAYS_WELL.to_bits());
    }
}
