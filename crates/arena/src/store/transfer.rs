//! A league on its way to another store: everything that its table and its records need, and nothing secret.

use super::{EntrantState, NewEntrant, Store, get, people, results};
use crate::batch::PairOrder;
use crate::{ArenaError, Kind, PairResult, PlayedGame, Settings, SetupSource, Source, archive};
use rules::record::in_short;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A league without its pairs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Exported {
    /// Its name.
    pub name: String,
    /// What was decided when it was made.
    pub settings: Settings,
    /// The seed of its pairs.
    pub seed: i64,
    /// Numbers of pairs below this one were given out.
    pub next_pair: u64,
    /// Its entrants, in the order of entry.
    pub entrants: Vec<ExportedEntrant>,
}

/// An entrant with all its versions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedEntrant {
    /// Its name.
    pub name: String,
    /// Its owner's name.
    pub owner: Option<String>,
    /// Whether it plays.
    pub state: String,
    /// Its versions, the oldest first.
    pub versions: Vec<ExportedVersion>,
}

/// A version of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedVersion {
    /// Its number in the store that it comes from.
    pub id: i64,
    /// What plays.
    pub source: Source,
    /// The gate's verdict.
    pub report: Option<String>,
}

/// A pair with its records.
#[derive(Clone, PartialEq, Debug)]
pub struct FullPair {
    /// The versions that played.
    pub versions: [i64; 2],
    /// The result.
    pub result: PairResult,
}

impl Store {
    /// A league without its pairs.
    pub async fn export(&self, league: &str) -> Result<Exported, ArenaError> {
        let found = self.league(league).await?;
        let next: i64 = sqlx::query_scalar("SELECT next_pair FROM leagues WHERE id = $1")
            .bind(found.id)
            .fetch_one(&self.pool)
            .await?;
        let mut entrants = Vec::new();
        for entrant in self.entrants(found.id).await? {
            let rows = sqlx::query("SELECT id, built_in, bot, report FROM versions WHERE entrant = $1 ORDER BY number")
                .bind(entrant.id)
                .fetch_all(&self.pool)
                .await?;
            let version = |row| {
                Ok(ExportedVersion {
                    id: get(row, "id")?,
                    source: super::entrants::source(row)?,
                    report: get(row, "report")?,
                })
            };
            let versions = rows.iter().map(version).collect::<Result<_, ArenaError>>()?;
            let (name, state) = (entrant.name, entrant.state.name().into());
            entrants.push(ExportedEntrant { name, owner: entrant.owner, state, versions });
        }
        Ok(Exported { name: found.name, settings: found.settings, seed: found.seed, next_pair: next as u64, entrants })
    }

    /// Pairs of a league from this number on, in order.
    pub async fn full_pairs(&self, league: i64, from: u64, limit: u32) -> Result<Vec<FullPair>, ArenaError> {
        let rows = sqlx::query(
            "SELECT number, version_a, version_b, games, records FROM pairs WHERE league = $1 AND number >= $2 \
             ORDER BY number LIMIT $3",
        )
        .bind(league)
        .bind(from as i64)
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let games: [PlayedGame; 2] = serde_json::from_str(&get::<String>(row, "games")?)?;
                let records = archive::records(&get::<Vec<u8>>(row, "records")?)?;
                let result = PairResult { number: get::<i64>(row, "number")? as u64, games, records };
                Ok(FullPair { versions: [get(row, "version_a")?, get(row, "version_b")?], result })
            })
            .collect()
    }

    /// Makes a league of an exported one, without its pairs. Bots must be in the store already. Returns the versions'
    /// numbers here by those there.
    pub async fn import(&self, from: &Exported, who: &str) -> Result<HashMap<i64, i64>, ArenaError> {
        self.create_league(&from.name, &from.settings, from.seed, who).await?;
        let mut versions = HashMap::new();
        for entrant in &from.entrants {
            let state = EntrantState::named(&entrant.state).unwrap_or(EntrantState::Retired);
            for version in &entrant.versions {
                let new = NewEntrant {
                    name: entrant.name.clone(),
                    owner: entrant.owner.clone(),
                    source: version.source.clone(),
                    state,
                    report: version.report.clone(),
                };
                versions.insert(version.id, self.enter(&from.name, &new, who).await?.version);
            }
        }
        Ok(versions)
    }

    /// Adds pairs to a league that was just imported.
    pub async fn import_pairs(&self, league: &str, pairs: &[FullPair]) -> Result<(), ArenaError> {
        pairs.iter().try_for_each(|pair| pair.result.check())?;
        let found = self.league(league).await?;
        let setup = found.settings.setups.first().cloned().ok_or_else(no_setup)?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let entrants = self.entrants_of_versions(&mut tx, found.id).await?;
        let written: Vec<results::Written<'_>> = pairs.iter().map(|pair| written(pair, &setup)).collect();
        for rows in written.chunks(50) {
            results::insert(&mut tx, found.id, "import", now, rows, &entrants).await?;
        }
        results::count(&mut tx, found.id, &written).await?;
        let next = pairs.iter().map(|pair| pair.result.number + 1).max().unwrap_or(0);
        sqlx::query(
            "UPDATE leagues SET pairs = pairs + $1, next_pair = CASE WHEN next_pair < $2 THEN $2 ELSE next_pair END \
             WHERE id = $3",
        )
        .bind(pairs.len() as i64)
        .bind(next as i64)
        .bind(found.id)
        .execute(&mut *tx)
        .await?;
        people::log(&mut tx, now, "import", &format!("added {} pairs to {league}", pairs.len())).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn no_setup() -> ArenaError {
    ArenaError::new(Kind::Unusable, "store: a league without a board", "")
}

/// A pair as it is written. Its board and seed stand in its records.
fn written<'a>(pair: &'a FullPair, setup: &SetupSource) -> results::Written<'a> {
    let [a, b] = pair.versions;
    let order = PairOrder { number: pair.result.number, a, b, seed: 0, setup: setup.clone() };
    (order, &pair.result, archive::compressed(&pair.result.records.each_ref().map(|full| in_short(full))))
}
