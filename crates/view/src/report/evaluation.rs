//! An engine's evaluation of every turn, as the caller hands it in. This crate computes none.

/// The scale of the values of an [`Evaluation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// The first side's chance to win, from 0 to 1.
    Chance,
    /// The first side's lead at the end of the game, in points.
    Lead,
}

/// An evaluation of the positions of a game, seen by the first side.
///
/// ```
/// use landgrab_view::report::{Evaluation, Scale};
///
/// let values = [0.5, 0.52, 0.9, 0.88].map(Some).to_vec();
/// let evaluation = Evaluation { label: "the champion's chance".into(), scale: Scale::Chance, values };
/// assert_eq!(evaluation.turning_points(), [2]);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The source of the values, and whether they are proven or estimated.
    pub label: String,
    /// Their scale.
    pub scale: Scale,
    /// A value for each turn, turn 0 first; `None` where nothing was computed.
    pub values: Vec<Option<f64>>,
}

/// The most turning points that are marked.
const MOST_MARKED: usize = 5;

impl Evaluation {
    /// The value that means an even game.
    pub(crate) const fn even(&self) -> f64 {
        match self.scale {
            Scale::Chance => 0.5,
            Scale::Lead => 0.0,
        }
    }

    /// The largest distance from an even game that the curve has room for.
    pub(crate) fn reach(&self) -> f64 {
        match self.scale {
            Scale::Chance => 0.5,
            Scale::Lead => self.values.iter().flatten().fold(1.0, |most, value| value.abs().max(most)),
        }
    }

    /// A value in words.
    pub(crate) fn in_words(&self, value: f64) -> String {
        match self.scale {
            Scale::Chance => format!("{:.0} %", 100.0 * value),
            Scale::Lead if value.fract() == 0.0 => format!("{value:+.0}"),
            Scale::Lead => format!("{value:+.1}"),
        }
    }

    /// The turns that are known, with their values.
    pub(crate) fn known(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.values.iter().enumerate().filter_map(|(turn, value)| Some((turn, (*value)?)))
    }

    /// The turns after which the game was another one: the largest changes from one known turn to the next, in order.
    pub fn turning_points(&self) -> Vec<usize> {
        let mut points = self.swings();
        points.truncate(MOST_MARKED);
        let mut turns: Vec<usize> = points.into_iter().map(|(turn, _)| turn).collect();
        turns.sort_unstable();
        turns
    }

    /// The turn of the largest change.
    pub fn decisive_turn(&self) -> Option<usize> {
        self.swings().first().map(|(turn, _)| *turn)
    }

    /// The changes that matter, the largest first.
    fn swings(&self) -> Vec<(usize, f64)> {
        let least = match self.scale {
            Scale::Chance => 0.12,
            Scale::Lead => (0.2 * self.reach()).max(2.0),
        };
        let known: Vec<(usize, f64)> = self.known().collect();
        let swing = |pair: &[(usize, f64)]| (pair[1].0, (pair[1].1 - pair[0].1).abs());
        let mut swings: Vec<(usize, f64)> = known.windows(2).map(swing).filter(|(_, by)| *by >= least).collect();
        swings.sort_by(|a, b| b.1.total_cmp(&a.1));
        swings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_points_are_the_largest_changes_between_known_turns() {
        let evaluation = |scale, values: Vec<Option<f64>>| Evaluation { label: String::new(), scale, values };
        let lead = evaluation(Scale::Lead, vec![Some(0.0), Some(1.0), None, Some(9.0), Some(8.0), Some(-10.0)]);
        assert_eq!((lead.turning_points(), lead.decisive_turn()), (vec![3, 5], Some(5)));
        let quiet = evaluation(Scale::Chance, vec![Some(0.5), Some(0.55), Some(0.6)]);
        assert_eq!((quiet.turning_points(), quiet.decisive_turn()), (vec![], None));
        assert_eq!(evaluation(Scale::Lead, vec![None, None]).turning_points(), [0usize; 0]);
    }
}
