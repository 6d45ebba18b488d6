//! Who played whom how often: a sparse graph, each edge once, in one order whatever order the results came in.

use super::Encounter;

/// Entrants and their encounters. The opponents of entrant `a` with larger numbers are `others[starts[a]..starts[a +
/// 1]]`.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub starts: Vec<usize>,
    pub others: Vec<u32>,
    /// Games of each edge.
    pub games: Vec<f64>,
    /// Points of each entrant, the prior's half point included.
    pub points: Vec<f64>,
}

impl Graph {
    pub fn new(entrants: usize, encounters: impl IntoIterator<Item = Encounter>) -> Self {
        let mut points = vec![0.5; entrants];
        let mut edges: Vec<((u32, u32), f64)> = Vec::new();
        for Encounter { a, b, games, points_a } in encounters {
            debug_assert!(a != b && a < entrants && b < entrants, "{a} against {b} of {entrants}");
            debug_assert!(games >= 0.0 && (0.0..=games).contains(&points_a), "{points_a} points in {games} games");
            points[a] += points_a;
            points[b] += games - points_a;
            edges.push(((a.min(b) as u32, a.max(b) as u32), games));
        }
        edges.sort_by_key(|(both, _)| *both);
        edges.dedup_by(|(later, more), (kept, games)| {
            let is_same = later == kept;
            if is_same {
                *games += *more;
            }
            is_same
        });
        edges.retain(|(_, games)| *games > 0.0);
        let starts = starts(entrants, edges.iter().map(|((a, _), _)| *a as usize));
        let (others, games) = edges.into_iter().map(|((_, b), games)| (b, games)).unzip();
        Self { starts, others, games, points }
    }

    pub fn entrants(&self) -> usize {
        self.points.len()
    }

    /// Calls `visit` with both ends of every edge and its index.
    pub fn for_each_edge(&self, mut visit: impl FnMut(usize, usize, usize)) {
        for a in 0..self.entrants() {
            for edge in self.starts[a]..self.starts[a + 1] {
                visit(a, self.others[edge] as usize, edge);
            }
        }
    }
}

/// Where the edges of each entrant begin, from the sorted smaller ends of all edges.
pub(super) fn starts(entrants: usize, smaller_ends: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut starts = vec![0; entrants + 1];
    smaller_ends.for_each(|a| starts[a + 1] += 1);
    for a in 0..entrants {
        starts[a + 1] += starts[a];
    }
    starts
}
