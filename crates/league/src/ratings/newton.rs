//! Newton's method on the log-likelihood, with steps halved until they improve it. The log-likelihood is strictly
//! concave thanks to the prior, so its one maximum is found from anywhere.

use super::conjugate_gradient::{Hessian, Solver};
use super::graph::Graph;

/// Steps shorter than this (natural logarithm of the odds; 2e-7 Elo) end the search.
const SHORTEST_STEP: f64 = 1e-9;
/// How exactly the linear equations of a step are solved.
const TOLERANCE: f64 = 1e-10;

/// The log-likelihood at a point, with its derivatives.
#[derive(Default)]
pub(super) struct Point {
    pub theta: Vec<f64>,
    pub value: f64,
    pub gradient: Vec<f64>,
    /// Of the Hessian, by edge.
    pub weights: Vec<f64>,
    /// Of the Hessian, by entrant.
    pub diagonal: Vec<f64>,
}

/// The most likely strengths.
pub(super) fn fit(graph: &Graph, start: &[f64]) -> Vec<f64> {
    let (mut here, mut next, mut solver) = (Point::default(), Point::default(), Solver::default());
    here.theta.extend_from_slice(start);
    here.evaluate(graph);
    for _ in 0..200 {
        let hessian = Hessian { graph, weights: &here.weights, diagonal: &here.diagonal };
        let step = solver.solve(&hessian, &here.gradient, TOLERANCE);
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        // A rounding error of the sum is no reason to go back.
        let least = here.value - 1e-12 * here.value.abs();
        let mut share = 1.0;
        loop {
            next.theta.clear();
            next.theta.extend(here.theta.iter().zip(step).map(|(theta, part)| theta + share * part));
            next.evaluate(graph);
            if next.value >= least || share * longest < SHORTEST_STEP {
                break;
            }
            share /= 2.0;
        }
        std::mem::swap(&mut here, &mut next);
        if longest < SHORTEST_STEP {
            break;
        }
    }
    here.theta
}

impl Point {
    /// Computes everything that belongs to `theta`.
    pub fn evaluate(&mut self, graph: &Graph) {
        let Self { theta, value, gradient, weights, diagonal } = self;
        *value = 0.0;
        gradient.clear();
        gradient.extend_from_slice(&graph.points);
        weights.resize(graph.games.len(), 0.0);
        diagonal.clear();
        for (theta, gradient) in theta.iter().zip(gradient.iter_mut()) {
            let Odds { expected, variance, log_sum } = Odds::of(*theta, 0.0);
            *value += *gradient * theta - log_sum;
            *gradient -= expected;
            diagonal.push(variance);
        }
        graph.for_each_edge(|a, b, edge| {
            let games = graph.games[edge];
            let Odds { expected, variance, log_sum } = Odds::of(theta[a], theta[b]);
            *value -= games * log_sum;
            gradient[a] -= games * expected;
            gradient[b] -= games * (1.0 - expected);
            let weight = games * variance;
            weights[edge] = weight;
            diagonal[a] += weight;
            diagonal[b] += weight;
        });
    }
}

/// A game between two strengths.
struct Odds {
    /// The first one's expected points.
    expected: f64,
    /// The variance of its points.
    variance: f64,
    /// ln(e^a + e^b)
    log_sum: f64,
}

impl Odds {
    fn of(a: f64, b: f64) -> Self {
        let (expected, variance) = expected_and_variance(a - b);
        let log_sum = a.max(b) + (-(a - b).abs()).exp().ln_1p();
        Self { expected, variance, log_sum }
    }
}

/// Of the points of a game at this difference in strength; exact however large it is.
pub(super) fn expected_and_variance(difference: f64) -> (f64, f64) {
    let odds = (-difference.abs()).exp();
    let favourite = 1.0 / (1.0 + odds);
    let expected = if difference >= 0.0 { favourite } else { odds * favourite };
    (expected, odds * favourite * favourite)
}
