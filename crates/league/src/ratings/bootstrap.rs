//! Intervals by bootstrap over pairs: fit again and again to results in which every pair was drawn as often as chance
//! would have it. The pairs' own spread counts, so luck that both games of a pair share is no false evidence.
//!
//! Drawing N of N pairs with replacement is done as the Poisson bootstrap: each count of a kind of result is replaced
//! by a Poisson number with that mean. Pairs are not drawn within each pairing: a pairing of one pair would never vary.

use super::conjugate_gradient::{Hessian, Solver};
use super::graph::{Graph, starts};
use super::newton::{self, Point, expected_and_variance};
use super::poisson::{Poisson, uniform};
use super::{Anchor, ELO, PairEncounter, shift};
use crate::Pentanomial;
use crate::pentanomial::{Z95, normal};
use rules::SplitMix;

/// A Newton step below this (natural logarithm of the odds; 2 Elo) is the last: the next would be about its square.
const LAST_STEP: f64 = 0.01;
/// A pair proves at most as much as this many pairs of independent games, as for [`Tally`](crate::Tally): pairs that
/// never differ would otherwise prove anything.
const MOST_WORTH: f64 = 4.0;

/// Ratings with their spread.
#[derive(Clone, PartialEq, Debug)]
pub struct Bootstrap {
    ratings: Vec<f64>,
    /// The ratings of each entrant in all samples.
    samples: Vec<Vec<f64>>,
    /// By entrant, the least standard error that we believe.
    least: Vec<f64>,
    anchor: Option<usize>,
}

/// A 95 % interval of a rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// From end to end.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

impl Bootstrap {
    /// Rates entrants `0..entrants` and resamples their pairs. In every sample the anchor has its value; without one,
    /// the mean of all ratings stays where it is. Same results and seed, same intervals, in whatever order the results
    /// come.
    pub fn new(entrants: usize, pairs: &[PairEncounter], anchor: Option<Anchor>, samples: usize, seed: u64) -> Self {
        let anchor = anchor.filter(|anchor| anchor.entrant < entrants);
        let pairs = PairEncounter::merged(pairs);
        let graph = Graph::new(entrants, pairs.iter().copied().map(Into::into));
        let mut resampling = Resampling::new(&graph, &pairs);
        let theta = resampling.start.theta.clone();
        let scaled = |theta: &[f64]| -> Vec<f64> { theta.iter().map(|theta| theta * ELO).collect() };
        let mut ratings = scaled(&theta);
        let by = shift(&ratings, anchor);
        ratings.iter_mut().for_each(|rating| *rating += by);
        let mean = ratings.iter().sum::<f64>() / entrants.max(1) as f64;
        let mut chance = SplitMix::new(seed);
        let mut by_entrant = vec![Vec::with_capacity(samples); entrants];
        for _ in 0..samples {
            let sample = scaled(resampling.sample(&mut chance));
            let by = match anchor {
                Some(_) => shift(&sample, anchor),
                None => mean - sample.iter().sum::<f64>() / entrants.max(1) as f64,
            };
            by_entrant.iter_mut().zip(sample).for_each(|(of_entrant, rating)| of_entrant.push(rating + by));
        }
        let least = resampling.start.diagonal.iter().map(|weight| ELO / (MOST_WORTH * weight).sqrt()).collect();
        let anchor = anchor.map(|anchor| anchor.entrant);
        Self { ratings, samples: by_entrant, least, anchor }
    }

    /// The ratings from all results.
    pub fn ratings(&self) -> &[f64] {
        &self.ratings
    }

    /// The entrant whose rating was given.
    pub fn anchor(&self) -> Option<usize> {
        self.anchor
    }

    /// How far each sample of a rating is from their mean.
    pub(crate) fn deviations(&self, entrant: usize) -> Vec<f64> {
        let samples = &self.samples[entrant];
        let mean = samples.iter().sum::<f64>() / samples.len().max(1) as f64;
        samples.iter().map(|sample| sample - mean).collect()
    }

    /// The standard error of a rating.
    pub fn error(&self, entrant: usize) -> f64 {
        if self.anchor == Some(entrant) {
            return 0.0;
        }
        deviation(self.samples[entrant].iter().copied()).max(self.least[entrant])
    }

    /// The interval that holds 95 % of the samples of a rating. The anchor's has no width.
    pub fn interval(&self, entrant: usize) -> Interval {
        let rating = self.ratings[entrant];
        let mut samples = self.samples[entrant].clone();
        if self.anchor == Some(entrant) || samples.is_empty() {
            return Interval { low: rating, high: rating };
        }
        samples.sort_by(f64::total_cmp);
        let half = Z95 * self.least[entrant];
        let (low, high) = (quantile(&samples, 0.025), quantile(&samples, 0.975));
        Interval { low: low.min(rating - half), high: high.max(rating + half) }
    }

    /// The probability that `a` is stronger than `b`, by the spread of the difference of their ratings.
    pub fn certainty(&self, a: usize, b: usize) -> f64 {
        if a == b {
            return 0.5;
        }
        let differences = self.samples[a].iter().zip(&self.samples[b]).map(|(a, b)| a - b);
        let least = |entrant: usize| if self.anchor == Some(entrant) { 0.0 } else { self.least[entrant] };
        let error = deviation(differences).max(least(a).hypot(least(b)));
        normal((self.ratings[a] - self.ratings[b]) / error)
    }

    /// Who beats whom with which certainty: in row `a`, column `b` the probability that `a` is stronger than `b`.
    pub fn certainties(&self) -> Vec<Vec<f64>> {
        let entrants = 0..self.ratings.len();
        entrants.clone().map(|a| entrants.clone().map(|b| self.certainty(a, b)).collect()).collect()
    }
}

/// Outcomes of pairs that can be drawn, and the fit to all of them, from which each sample starts.
struct Resampling<'a> {
    pairs: &'a [PairEncounter],
    poisson: Poisson,
    start: Point,
    /// At the start, by edge: the expected points and the variance of a game. The first step needs no exponentials.
    odds: Vec<(f64, f64)>,
    /// At the start, by entrant, against the prior's player.
    prior_odds: Vec<(f64, f64)>,
    /// The results of the sample.
    graph: Graph,
    point: Point,
    solver: Solver,
}

impl<'a> Resampling<'a> {
    fn new(graph: &Graph, pairs: &'a [PairEncounter]) -> Self {
        let theta = newton::fit(graph, &vec![0.0; graph.entrants()]);
        debug_assert_eq!(graph.starts, starts(graph.entrants(), pairs.iter().map(|pair| pair.a)));
        let odds = pairs.iter().map(|pair| expected_and_variance(theta[pair.a] - theta[pair.b])).collect();
        let prior_odds = theta.iter().map(|theta| expected_and_variance(*theta)).collect();
        let mut start = Point { theta, ..Point::default() };
        start.evaluate(graph);
        let (graph, point, solver) = (graph.clone(), Point::default(), Solver::default());
        Self { pairs, poisson: Poisson::new(), start, odds, prior_odds, graph, point, solver }
    }

    /// The strengths by results drawn anew.
    fn sample(&mut self, chance: &mut SplitMix) -> &[f64] {
        self.draw(chance);
        self.point.theta.clone_from(&self.start.theta);
        let mut last = f64::INFINITY;
        loop {
            let hessian = Hessian { graph: &self.graph, weights: &self.point.weights, diagonal: &self.point.diagonal };
            let step = self.solver.solve(&hessian, &self.point.gradient, 1e-4);
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            // Steps that do not shrink fast are far from the maximum, where only the careful search is safe.
            if longest > last / 2.0 || longest > 2.0 {
                self.point.theta = newton::fit(&self.graph, &self.start.theta);
                break;
            }
            self.point.theta.iter_mut().zip(step).for_each(|(theta, part)| *theta += part);
            if longest < LAST_STEP {
                break;
            }
            last = longest;
            self.point.evaluate(&self.graph);
        }
        &self.point.theta
    }

    /// Draws every kind of result anew; derivatives are those at the start. The prior's game is drawn too, as any share
    /// of its point: an entrant that lost nothing has no upper limit but this one.
    fn draw(&mut self, chance: &mut SplitMix) {
        let Self { pairs, poisson, odds, prior_odds, graph, point: Point { gradient, weights, diagonal, .. }, .. } =
            self;
        gradient.clear();
        diagonal.clear();
        weights.clear();
        for ((expected, variance), points) in prior_odds.iter().zip(&mut graph.points) {
            *points = uniform(chance);
            gradient.push(*points - expected);
            diagonal.push(*variance);
        }
        for (((pair, (expected, variance)), games), edge) in pairs.iter().zip(odds).zip(&mut graph.games).zip(0usize..)
        {
            debug_assert_eq!(graph.others[edge] as usize, pair.b);
            let mut drawn = Pentanomial::default();
            for (drawn, count) in drawn.0.iter_mut().zip(pair.counts.0) {
                *drawn = poisson.draw(count, chance);
            }
            *games = drawn.games() as f64;
            let points = drawn.points();
            graph.points[pair.a] += points;
            graph.points[pair.b] += *games - points;
            let surplus = points - *games * *expected;
            gradient[pair.a] += surplus;
            gradient[pair.b] -= surplus;
            let weight = *games * *variance;
            weights.push(weight);
            diagonal[pair.a] += weight;
            diagonal[pair.b] += weight;
        }
    }
}

/// The standard deviation.
fn deviation(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    let count = values.len() as f64;
    let mean = values.clone().sum::<f64>() / count.max(1.0);
    (values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0)).sqrt()
}

/// The value below which this share of the sorted ones lies, interpolated.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}
