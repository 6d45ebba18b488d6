//! Preconditioned conjugate gradients for `H x = g`, where H is the negative Hessian of the log-likelihood: the
//! weighted Laplacian of the graph plus the prior's diagonal. It is sparse and positive definite, so no factorisation
//! is needed.

use super::graph::Graph;

/// The matrix H.
pub(super) struct Hessian<'a> {
    pub graph: &'a Graph,
    /// Of each edge: games times the variance of a game.
    pub weights: &'a [f64],
    /// Of each entrant: the prior and all its edges.
    pub diagonal: &'a [f64],
}

impl Hessian<'_> {
    fn times(&self, x: &[f64], out: &mut [f64]) {
        for ((out, diagonal), x) in out.iter_mut().zip(self.diagonal).zip(x) {
            *out = diagonal * x;
        }
        let Graph { starts, others, .. } = self.graph;
        for a in 0..x.len() {
            let (own, mut sum) = (x[a], 0.0);
            let edges = starts[a]..starts[a + 1];
            for (b, weight) in others[edges.clone()].iter().zip(&self.weights[edges]) {
                let b = *b as usize;
                sum += weight * x[b];
                out[b] -= weight * own;
            }
            out[a] -= sum;
        }
    }
}

/// The vectors that a solution needs, kept from one to the next.
#[derive(Default)]
pub(super) struct Solver {
    residual: Vec<f64>,
    direction: Vec<f64>,
    product: Vec<f64>,
    pub solution: Vec<f64>,
}

impl Solver {
    /// Solves until the residual, in the preconditioner's norm, has fallen by `tolerance`.
    pub fn solve(&mut self, hessian: &Hessian<'_>, right: &[f64], tolerance: f64) -> &[f64] {
        let n = right.len();
        self.residual.clear();
        self.residual.extend_from_slice(right);
        self.solution.clear();
        self.solution.resize(n, 0.0);
        self.product.resize(n, 0.0);
        self.direction.clear();
        // Jacobi preconditioner: the inverse of the diagonal.
        self.direction.extend(right.iter().zip(hessian.diagonal).map(|(r, d)| r / d));
        let mut norm = dot(&self.residual, &self.direction);
        let target = norm * tolerance * tolerance;
        // In exact arithmetic n steps are enough; rounding may take some more.
        for _ in 0..4 * n + 10 {
            if norm <= target || norm == 0.0 {
                break;
            }
            hessian.times(&self.direction, &mut self.product);
            let step = norm / dot(&self.direction, &self.product);
            let mut next = 0.0;
            for i in 0..n {
                self.solution[i] += step * self.direction[i];
                self.residual[i] -= step * self.product[i];
                next += self.residual[i] * self.residual[i] / hessian.diagonal[i];
            }
            let keep = next / norm;
            for i in 0..n {
                self.direction[i] = self.residual[i] / hessian.diagonal[i] + keep * self.direction[i];
            }
            norm = next;
        }
        &self.solution
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
