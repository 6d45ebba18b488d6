//! The table of a league: ratings by maximum likelihood with intervals, from the counts alone. Neither the order of the
//! results nor the workers matter.

use crate::store::{CountRow, Entrant, EntrantState, Store};
use crate::{AnchorName, ArenaError};
use league::{Anchor, Bootstrap, PairEncounter};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

/// Samples of the bootstrap.
const SAMPLES: usize = 200;

/// How a league stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// Everybody in it, the best first.
    pub standings: Vec<Standing>,
    /// Pairs that it is made from.
    pub pairs: u64,
    /// For each two standings the probability that the first is the stronger one.
    #[serde(skip)]
    pub certainties: Vec<Vec<f64>>,
}

/// How an entrant stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Its place, from 1.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// Its rating, of its newest version; no number (`null` in JSON) as long as that has no games.
    pub rating: f64,
    /// The 95 % interval.
    pub interval: [f64; 2],
    /// Games of its newest version.
    pub games: u64,
    /// Points in them.
    pub points: f64,
    /// Games in which it failed.
    pub faults: u64,
    /// Whether it plays.
    pub state: &'static str,
    /// Its number in the store.
    #[serde(skip)]
    pub entrant: i64,
}

impl Store {
    /// The table of a league.
    pub async fn table(&self, name: &str) -> Result<Table, ArenaError> {
        let league = self.league(name).await?;
        let entrants = self.entrants(league.id).await?;
        let counts = self.counts(league.id).await?;
        Ok(table(&entrants, &counts, league.settings.anchor.as_ref(), league.seed))
    }
}

/// The table of these results. Older versions are rated too, as opponents; they have no row.
pub(crate) fn table(entrants: &[Entrant], counts: &[CountRow], anchor: Option<&AnchorName>, seed: i64) -> Table {
    // Versions without a game stay out, so that the table depends on the results alone.
    let versions: BTreeSet<i64> = counts.iter().flat_map(|row| [row.version_a, row.version_b]).collect();
    let index: HashMap<i64, usize> = versions.iter().copied().zip(0..).collect();
    let pairs: Vec<PairEncounter> = counts
        .iter()
        .map(|row| PairEncounter { a: index[&row.version_a], b: index[&row.version_b], counts: row.counts })
        .collect();
    let anchor = anchor.and_then(|anchor| {
        let entrant = entrants.iter().find(|entrant| entrant.name == anchor.name)?;
        Some(Anchor { entrant: *index.get(&entrant.version)?, rating: anchor.rating })
    });
    let fit = Bootstrap::new(versions.len(), &pairs, anchor, SAMPLES, seed as u64);
    let mut sums: HashMap<i64, (u64, f64, u64)> = HashMap::new();
    for row in counts {
        for (version, counts, faults) in
            [(row.version_a, row.counts, row.faults[0]), (row.version_b, row.counts.swapped(), row.faults[1])]
        {
            let sum = sums.entry(version).or_default();
            *sum = (sum.0 + counts.games(), sum.1 + counts.points(), sum.2 + faults);
        }
    }
    let shown = |entrant: &&Entrant| entrant.state != EntrantState::Retired || sums.contains_key(&entrant.version);
    let mut standings: Vec<Standing> = entrants
        .iter()
        .filter(shown)
        .map(|entrant| {
            let (games, points, faults) = sums.get(&entrant.version).copied().unwrap_or_default();
            let (rating, interval) = match index.get(&entrant.version) {
                None => (f64::NAN, [f64::NAN; 2]),
                Some(number) => {
                    let interval = fit.interval(*number);
                    (fit.ratings()[*number], [interval.low, interval.high])
                }
            };
            Standing {
                rank: 0,
                name: entrant.name.clone(),
                rating,
                interval,
                games,
                points,
                faults,
                state: entrant.state.name(),
                entrant: entrant.id,
            }
        })
        .collect();
    // Entrants without games come last: nothing is known of them.
    standings.sort_by(|a, b| (b.games > 0).cmp(&(a.games > 0)).then(b.rating.total_cmp(&a.rating)));
    standings.iter_mut().zip(1..).for_each(|(standing, rank)| standing.rank = rank);
    let numbers: HashMap<i64, usize> =
        entrants.iter().filter_map(|entrant| Some((entrant.id, *index.get(&entrant.version)?))).collect();
    let certainty = |a: &Standing, b: &Standing| match (numbers.get(&a.entrant), numbers.get(&b.entrant)) {
        (Some(a), Some(b)) => fit.certainty(*a, *b),
        _ => f64::NAN,
    };
    let row = |a: &Standing| standings.iter().map(|b| certainty(a, b)).collect::<Vec<f64>>();
    let certainties = standings.iter().map(row).collect();
    let pairs = counts.iter().map(|row| row.counts.pairs()).sum();
    Table { standings, pairs, certainties }
}
