//! Territory as a soft Voronoi split: a free cell counts for the side that reaches it first, by the steps that it is ahead,
//! four at most. Cells that both reach at about the same time count little, because the next pieces decide about them.

use grid::{CellSet, Leads};
use rules::Side;
use rules::pieces::Pieces;

/// Measures territory, with buffers that it keeps from one position to the next.
///
/// ```
/// use landgrab_engine::pieces::territory::Territory;
/// use landgrab_engine::rules::Side;
/// use landgrab_engine::rules::pieces::{Pieces, class};
///
/// let position: Pieces<class::Small> = "O..#X\n...##\nrules=plateau turn=O placed=0,0".parse()?;
/// assert_eq!(Territory::like(position.free()).of(&position, Side::First), 4 * 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Territory<S> {
    leads: Leads<S>,
}

impl<S: CellSet> Territory<S> {
    /// For boards like this one.
    pub fn like(set: &S) -> Self {
        Self { leads: Leads::like(set) }
    }

    /// The split between our cells and theirs: the sum over all free cells of the steps by which we are ahead, 4 a cell at
    /// most. Each side walks at most `limit` steps.
    pub fn split(&mut self, ours: &S, theirs: &S, free: &S, limit: usize) -> i32 {
        self.leads.measure(ours, theirs, free, limit);
        self.leads.sum()
    }

    /// The cells at which the first and the second set of the last split lead by at least one step.
    pub fn cells(&self) -> (usize, usize) {
        (self.leads.first[0].len(), self.leads.second[0].len())
    }

    /// The split of a position for one side.
    pub fn of(&mut self, position: &Pieces<S>, side: Side) -> i32 {
        self.split(position.own(side), position.own(side.other()), position.free(), usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::pieces::class;

    fn split(rows: &str) -> (i32, (usize, usize)) {
        let text = format!("{rows}\nrules=plateau turn=O placed=0,0");
        let position: Pieces<class::Small> = text.parse().expect("a position");
        let mut territory = Territory::like(position.free());
        (territory.of(&position, Side::First), territory.cells())
    }

    #[test]
    fn a_cell_counts_by_the_steps_that_a_side_is_ahead() {
        // Steps of O: 1 to 5; of X: 5 to 1.
        assert_eq!(split("O.....X\n#######"), (0, (2, 2)));
        // Between them 3, 1, -1 and -3; behind X two cells that O cannot get at.
        assert_eq!(split("O....X..\n########"), (-2 * 4, (2, 4)));
    }

    #[test]
    fn cells_that_one_side_alone_reaches_count_in_full() {
        assert_eq!(split("O..#X\n...##"), (4 * 5, (5, 0)));
    }
}
