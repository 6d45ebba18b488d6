//! The choice of opponents in a ladder: experimental design for ratings. The entrant with the widest interval plays
//! next, against the opponent with whom a batch is expected to narrow the two intervals most.
//!
//! What a batch is worth follows from the covariance of the ratings, which the samples of the last fit have. A close
//! neighbour tells most about the difference to itself; an opponent further away, or the anchor, tells more about
//! errors that the two neighbours share. The expected reduction of the variance weighs one against the other.

use crate::pentanomial::share_of_elo;
use crate::ratings::Bootstrap;
use rules::{Source, SplitMix};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Neighbours are at most this far away, in Elo. A game at this distance tells half of what an even one does.
const WINDOW: f64 = 300.0;
/// Nearest neighbours on either side that are considered, in the window or not: more than a newcomer has to meet.
const NEAREST: usize = 4;
/// Other neighbours that are considered, drawn from the window.
const DRAWN: u32 = 12;
/// A newcomer first meets this many: the anchor and two neighbours.
const FIRST_OPPONENTS: usize = 3;

/// Wider errors than this (Elo) are equally urgent: an entrant that lost everything keeps a wide interval whatever it
/// plays.
const MOST_ERROR: f64 = 100.0;
/// Each batch of an entrant makes its next one less urgent by this factor at least, until the next fit. So nobody is
/// starved by an interval that does not get narrower.
const PATIENCE: f64 = 0.9;

/// Two entrants that should play next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The one for whose sake they play.
    pub a: usize,
    /// Its opponent.
    pub b: usize,
}

/// The state from which batches are chosen: made from the last fit, and kept up while batches are given out.
#[derive(Clone, Debug)]
pub struct Ladder {
    entrants: Vec<State>,
    /// All entrants, the weakest first.
    by_rating: Vec<usize>,
    anchor: Option<usize>,
    /// Newcomers, and everybody by the width of the interval. Entries that are out of date are skipped.
    urgent: BinaryHeap<Entry>,
    chance: SplitMix,
}

#[derive(Clone, Debug)]
struct State {
    rating: f64,
    /// The fit's samples of the rating, less their mean, narrowed as if all batches that were given out had been
    /// played.
    samples: Vec<f64>,
    /// The mean of their squares.
    variance: f64,
    /// At most the variance, and lower with every batch since the last fit.
    urgency: f64,
    place: usize,
    /// The first opponents that it met.
    met: Vec<usize>,
    version: u32,
}

/// Newcomers before others, fewest opponents first, then by urgency. An urgency is not negative, so its bits are
/// ordered as it is. Among equals the smaller number comes first.
type Entry = (usize, u64, Reverse<usize>, u32);

impl Ladder {
    /// A ladder by the last fit, which should have some dozens of samples. The pairings are all that were played or are
    /// under way. The seed decides which neighbours are considered.
    pub fn new(fit: &Bootstrap, pairings: impl IntoIterator<Item = (usize, usize)>, seed: u64) -> Self {
        let ratings = fit.ratings();
        let mut by_rating: Vec<usize> = (0..ratings.len()).collect();
        by_rating.sort_by(|a, b| ratings[*a].total_cmp(&ratings[*b]));
        let state = |(entrant, rating): (usize, &f64)| {
            let samples = fit.deviations(entrant);
            let variance = covariance(&samples, &samples);
            let urgency = variance.min(MOST_ERROR * MOST_ERROR);
            State { rating: *rating, samples, variance, urgency, place: 0, met: Vec::new(), version: 0 }
        };
        let mut entrants: Vec<State> = ratings.iter().enumerate().map(state).collect();
        by_rating.iter().zip(0..).for_each(|(entrant, place)| entrants[*entrant].place = place);
        let (urgent, chance) = (BinaryHeap::with_capacity(2 * entrants.len()), SplitMix::new(seed));
        let mut ladder = Self { entrants, by_rating, anchor: fit.anchor(), urgent, chance };
        for (a, b) in pairings {
            ladder.meet(a, b);
        }
        (0..ratings.len()).for_each(|entrant| ladder.enter(entrant));
        ladder
    }

    /// The next batch of so many pairs, counted as if it had been played. `None` when there is nobody to play.
    pub fn next(&mut self, pairs: u32) -> Option<Batch> {
        if self.entrants.len() < 2 {
            return None;
        }
        let a = self.most_urgent()?;
        let batch = Batch { a, b: self.opponent(a, pairs)? };
        self.plan(batch, pairs);
        Some(batch)
    }

    /// Counts a batch as if it had been played: one that was given out before this ladder was made.
    pub fn plan(&mut self, batch: Batch, pairs: u32) {
        self.meet(batch.a, batch.b);
        let observation = self.observation(batch, pairs);
        let difference: Vec<f64> = self.differences(batch).collect();
        for entrant in [batch.a, batch.b] {
            // The ensemble Kalman filter's update by the square root: the samples get the variance that is expected
            // after the batch. Only the two that play are updated; the next fit does it for all.
            let state = &mut self.entrants[entrant];
            let gain = observation.gain(covariance(&state.samples, &difference));
            state.samples.iter_mut().zip(&difference).for_each(|(sample, by)| *sample -= gain * by);
            state.variance = covariance(&state.samples, &state.samples);
            state.urgency = state.variance.min(PATIENCE * state.urgency);
            state.version += 1;
            self.enter(entrant);
        }
    }

    fn meet(&mut self, a: usize, b: usize) {
        for (own, other) in [(a, b), (b, a)] {
            let met = &mut self.entrants[own].met;
            // The anchor must be among those that are remembered.
            let has_room = met.len() < FIRST_OPPONENTS || self.anchor == Some(other);
            if has_room && !met.contains(&other) {
                met.push(other);
            }
        }
    }

    fn enter(&mut self, entrant: usize) {
        let state = &self.entrants[entrant];
        let missing = self.first_opponents(entrant).saturating_sub(state.met.len());
        self.urgent.push((missing, state.urgency.to_bits(), Reverse(entrant), state.version));
    }

    /// How many opponents a newcomer meets before the intervals decide: fewer in a small league. The anchor gets its
    /// opponents from everybody else.
    fn first_opponents(&self, entrant: usize) -> usize {
        if self.anchor == Some(entrant) { 0 } else { FIRST_OPPONENTS.min(self.entrants.len() - 1) }
    }

    /// Newcomers first, then the widest interval.
    fn most_urgent(&mut self) -> Option<usize> {
        while let Some((_, _, Reverse(entrant), version)) = self.urgent.peek().copied() {
            // The anchor's interval has no width: its error is in the intervals of all others.
            if version == self.entrants[entrant].version && self.anchor != Some(entrant) {
                return Some(entrant);
            }
            self.urgent.pop();
        }
        None
    }

    fn opponent(&mut self, a: usize, pairs: u32) -> Option<usize> {
        let is_new = self.entrants[a].met.len() < self.first_opponents(a);
        if let Some(anchor) = self.anchor.filter(|anchor| is_new && !self.entrants[a].met.contains(anchor)) {
            return Some(anchor);
        }
        let is_allowed = |ladder: &Self, b: usize| b != a && !(is_new && ladder.entrants[a].met.contains(&b));
        let mut best: Option<(f64, usize)> = None;
        for b in self.candidates(a) {
            if !is_allowed(self, b) {
                continue;
            }
            let batch = Batch { a, b };
            let observation = self.observation(batch, pairs);
            let less = |entrant: usize| {
                let samples = &self.entrants[entrant].samples;
                let covariance = samples.iter().zip(self.differences(batch)).map(|(a, b)| a * b).sum::<f64>();
                observation.reduction(covariance / samples.len().max(1) as f64)
            };
            let value = less(a) + less(b);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, b));
            }
        }
        best.map(|(_, b)| b).or_else(|| (0..self.entrants.len()).find(|b| is_allowed(self, *b)))
    }

    /// The anchor, the nearest neighbours in rating, and some drawn from the window.
    fn candidates(&mut self, a: usize) -> Vec<usize> {
        let State { rating, place, .. } = self.entrants[a];
        let nearest = place.saturating_sub(NEAREST)..(place + NEAREST + 1).min(self.by_rating.len());
        let rating_of = |entrant: &usize| self.entrants[*entrant].rating;
        let from = self.by_rating.partition_point(|entrant| rating_of(entrant) < rating - WINDOW);
        let to = self.by_rating.partition_point(|entrant| rating_of(entrant) <= rating + WINDOW);
        let mut candidates: Vec<usize> = self.anchor.into_iter().collect();
        candidates.extend(&self.by_rating[nearest]);
        candidates.extend((0..DRAWN).map(|_| self.by_rating[from + self.chance.below((to - from) as u32) as usize]));
        candidates
    }

    /// The difference of two ratings in each sample.
    fn differences(&self, Batch { a, b }: Batch) -> impl Iterator<Item = f64> {
        self.entrants[a].samples.iter().zip(&self.entrants[b].samples).map(|(a, b)| a - b)
    }

    fn observation(&self, batch: Batch, pairs: u32) -> Observation {
        let samples = self.entrants[batch.a].samples.len().max(1) as f64;
        let prior = self.differences(batch).map(|difference| difference * difference).sum::<f64>() / samples;
        let share = share_of_elo(self.entrants[batch.a].rating - self.entrants[batch.b].rating);
        let per_elo = std::f64::consts::LN_10 / 400.0;
        let information = 2.0 * f64::from(pairs) * share * (1.0 - share) * per_elo * per_elo;
        Observation { prior, noise: 1.0 / information.max(1e-12) }
    }
}

/// A batch as a measurement of the difference of two ratings.
struct Observation {
    /// The variance of the difference before it, in Elo squared.
    prior: f64,
    /// The variance of the measurement: of independent games at this distance.
    noise: f64,
}

impl Observation {
    /// By how much it reduces the variance of a rating that has this covariance with the difference.
    fn reduction(&self, covariance: f64) -> f64 {
        covariance * covariance / (self.prior + self.noise)
    }

    /// The share of the difference that is taken from each sample of such a rating.
    fn gain(&self, covariance: f64) -> f64 {
        let sum = self.prior + self.noise;
        covariance / sum / (1.0 + (self.noise / sum).sqrt())
    }
}

/// Of samples whose means are 0.
fn covariance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() / a.len().max(1) as f64
}

#[cfg(test)]
mod tests;
