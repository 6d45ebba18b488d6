//! Bradley-Terry ratings on the Elo scale, by maximum likelihood from counts of games: the order of results does not
//! matter. A tie is half a win. The prior is one tied game of every entrant against a fixed player at 0, so that nobody
//! is rated infinitely high and entrants that never met, directly or through others, can be compared.

mod bootstrap;
mod conjugate_gradient;
mod graph;
mod newton;
mod poisson;

pub use bootstrap::{Bootstrap, Interval};

use crate::Pentanomial;
use graph::Graph;

/// Elo for one unit of the natural logarithm of the odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Games between two entrants, counted. Entrants are numbered from 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// An entrant.
    pub a: usize,
    /// Its opponent, another one.
    pub b: usize,
    /// How many games.
    pub games: f64,
    /// Points of `a`: a win is 1, a tie a half.
    pub points_a: f64,
}

/// Pairs of games between two entrants, counted. Entrants are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairEncounter {
    /// An entrant.
    pub a: usize,
    /// Its opponent, another one.
    pub b: usize,
    /// Their pairs, seen by `a`.
    pub counts: Pentanomial,
}

/// The entrant whose rating is given: all others are shifted with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anchor {
    /// Its number.
    pub entrant: usize,
    /// Its rating.
    pub rating: f64,
}

impl From<PairEncounter> for Encounter {
    fn from(PairEncounter { a, b, counts }: PairEncounter) -> Self {
        Self { a, b, games: counts.games() as f64, points_a: counts.points() }
    }
}

impl PairEncounter {
    /// Each pairing once, the smaller number first, in order; pairings without pairs are left out.
    pub fn merged(pairs: &[Self]) -> Vec<Self> {
        let in_order = |pair: &Self| match *pair {
            Self { a, b, counts } if a > b => Self { a: b, b: a, counts: counts.swapped() },
            pair => pair,
        };
        let mut merged: Vec<Self> =
            pairs.iter().filter(|pair| pair.counts != Pentanomial::default()).map(in_order).collect();
        merged.sort_by_key(|pair| (pair.a, pair.b));
        merged.dedup_by(|later, kept| {
            let is_same = (later.a, later.b) == (kept.a, kept.b);
            if is_same {
                kept.counts.0.iter_mut().zip(later.counts.0).for_each(|(sum, more)| *sum += more);
            }
            is_same
        });
        merged
    }
}

/// The ratings of entrants `0..entrants`. Encounters of the same two may come in any number and order; without an
/// anchor the prior's fixed player is at 0.
pub fn ratings(entrants: usize, encounters: impl IntoIterator<Item = Encounter>, anchor: Option<Anchor>) -> Vec<f64> {
    let graph = Graph::new(entrants, encounters);
    let mut ratings: Vec<f64> =
        newton::fit(&graph, &vec![0.0; entrants]).into_iter().map(|theta| theta * ELO).collect();
    let shift = shift(&ratings, anchor);
    ratings.iter_mut().for_each(|rating| *rating += shift);
    // Exactly, whatever the rounding.
    if let Some(Anchor { entrant, rating }) = anchor.filter(|anchor| anchor.entrant < entrants) {
        ratings[entrant] = rating;
    }
    ratings
}

/// What is added to all ratings, so that the anchor has its value.
fn shift(ratings: &[f64], anchor: Option<Anchor>) -> f64 {
    anchor.and_then(|anchor| Some(anchor.rating - ratings.get(anchor.entrant)?)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests;
