//! A league on its way to another store: everything that its table and its records need, and nothing secret.

use super::{EntrantState, League, NewEntrant, Store, get, people, results};
use crate::batch::PairOrder;
use crate::{ArenaError, Kind, PairResult, PlayedGame, Settings, SetupSource, Source, archive};
use rules::record::in_short;
use serde::{Deserialize, Serialize};
use sqlx::{Any, Executor};
use std::collections::{HashMap, HashSet};

/// The largest number of a pair. JSON's numbers are exact up to here.
const MOST_NUMBER: u64 = 1 << 52;

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
    /// Pairs that were given out and are not in the store.
    #[serde(default)]
    pub under_way: Vec<PairOrder>,
    /// Knock-out: the versions of the bracket, the highest seed first, if it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bracket: Option<Vec<i64>>,
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
        let row = sqlx::query("SELECT next_pair, bracket FROM leagues WHERE id = $1")
            .bind(found.id)
            .fetch_one(&self.pool)
            .await?;
        let next_pair = get::<i64>(&row, "next_pair")? as u64;
        let bracket = get::<Option<String>>(&row, "bracket")?.map(|drawn| serde_json::from_str(&drawn)).transpose()?;
        let under_way = orders(&self.pool, found.id).await?.into_iter().flat_map(|(_, orders)| orders).collect();
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
        let League { name, settings, seed, .. } = found;
        Ok(Exported { name, settings, seed, next_pair, under_way, bracket, entrants })
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
        // In the order in which they were entered there: the table's samples follow it.
        let mut entered: Vec<(&ExportedEntrant, &ExportedVersion)> = from
            .entrants
            .iter()
            .flat_map(|entrant| entrant.versions.iter().map(move |version| (entrant, version)))
            .collect();
        entered.sort_by_key(|(_, version)| version.id);
        for (entrant, version) in entered {
            let new = NewEntrant {
                name: entrant.name.clone(),
                owner: entrant.owner.clone(),
                source: version.source.clone(),
                state: EntrantState::named(&entrant.state).unwrap_or(EntrantState::Retired),
                report: version.report.clone(),
            };
            versions.insert(version.id, self.enter(&from.name, &new, who).await?.version);
        }
        let here = |version: i64| {
            let missing = || ArenaError::new(Kind::Invalid, format!("version {version}"), "a version of an entrant");
            versions.get(&version).copied().ok_or_else(missing)
        };
        let mut under_way = from.under_way.clone();
        for order in &mut under_way {
            check_number(order.number)?;
            (order.a, order.b) = (here(order.a)?, here(order.b)?);
        }
        let bracket = from.bracket.iter().flatten().map(|version| here(*version)).collect::<Result<Vec<i64>, _>>()?;
        let league = self.league(&from.name).await?.id;
        let mut tx = self.write().await?;
        if !under_way.is_empty() {
            sqlx::query("INSERT INTO batches (league, pairs) VALUES ($1, $2)")
                .bind(league)
                .bind(serde_json::to_string(&under_way)?)
                .execute(&mut *tx)
                .await?;
        }
        check_number(from.next_pair)?;
        sqlx::query("UPDATE leagues SET next_pair = $1, bracket = $2 WHERE id = $3")
            .bind(from.next_pair as i64)
            .bind(from.bracket.is_some().then(|| serde_json::to_string(&bracket)).transpose()?)
            .bind(league)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(versions)
    }

    /// Adds pairs to a league that was just imported.
    pub async fn import_pairs(&self, league: &str, pairs: &[FullPair]) -> Result<(), ArenaError> {
        for pair in pairs {
            pair.result.check()?;
            check_number(pair.result.number)?;
        }
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
        // A pair that was finished while the league was exported was still under way at its beginning.
        let numbers: HashSet<u64> = pairs.iter().map(|pair| pair.result.number).collect();
        for (batch, mut rest) in orders(&mut *tx, found.id).await? {
            rest.retain(|order| !numbers.contains(&order.number));
            let query = match rest.is_empty() {
                true => sqlx::query("DELETE FROM batches WHERE id = $1").bind(batch),
                false => {
                    let query = sqlx::query("UPDATE batches SET pairs = $2 WHERE id = $1").bind(batch);
                    query.bind(serde_json::to_string(&rest)?)
                }
            };
            query.execute(&mut *tx).await?;
        }
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

/// The batches of a league that are not done, with their pairs.
async fn orders(
    database: impl Executor<'_, Database = Any>,
    league: i64,
) -> Result<Vec<(i64, Vec<PairOrder>)>, ArenaError> {
    let rows = sqlx::query("SELECT id, pairs FROM batches WHERE league = $1 ORDER BY id")
        .bind(league)
        .fetch_all(database)
        .await?;
    rows.iter().map(|row| Ok((get(row, "id")?, serde_json::from_str(&get::<String>(row, "pairs")?)?))).collect()
}

/// Refuses numbers that no league reaches: both games of a pair have numbers too.
fn check_number(number: u64) -> Result<(), ArenaError> {
    let expected = format!("a number of at most {MOST_NUMBER}");
    (number <= MOST_NUMBER)
        .then_some(())
        .ok_or_else(|| ArenaError::new(Kind::Invalid, format!("pair {number}"), expected))
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
