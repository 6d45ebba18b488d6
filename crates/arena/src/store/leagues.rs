//! Leagues: making, finding, closing.

use super::{Store, get, people};
use crate::{ArenaError, Kind, Settings};
use sqlx::any::AnyRow;

/// A league.
#[derive(Clone, PartialEq, Debug)]
pub struct League {
    /// Its number in the store.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What was decided when it was made.
    pub settings: Settings,
    /// The seed of its pairs.
    pub seed: i64,
    /// Whether nothing is played in it any more.
    pub closed: bool,
    /// Pairs that it holds.
    pub pairs: u64,
}

/// The state of a league in two numbers. As long as they are the same, its table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Pairs that it holds.
    pub pairs: u64,
    /// The newest line of the log: whatever else changes a table leaves one.
    pub change: u64,
}

/// Bytes of a name, at most.
const LONGEST_NAME: usize = 64;
/// Names that a message lists, at most.
const MOST_LISTED: usize = 20;
const COLUMNS: &str = "id, name, settings, seed, closed, pairs";

impl Store {
    /// Makes a league.
    pub async fn create_league(
        &self,
        name: &str,
        settings: &Settings,
        seed: i64,
        who: &str,
    ) -> Result<League, ArenaError> {
        check_name("league", name)?;
        settings.check()?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let is_taken =
            sqlx::query("SELECT id FROM leagues WHERE name = $1").bind(name).fetch_optional(&mut *tx).await?;
        if is_taken.is_some() {
            return Err(ArenaError::new(
                Kind::Conflict,
                format!("there is a league `{name}` already"),
                "choose another name",
            ));
        }
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO leagues (name, settings, seed, created) VALUES ($1, $2, $3, $4) RETURNING id",
        )
        .bind(name)
        .bind(serde_json::to_string(settings)?)
        .bind(seed)
        .bind(now)
        .fetch_one(&mut *tx)
        .await?;
        people::log(&mut tx, now, who, &format!("made the league {name}")).await?;
        tx.commit().await?;
        Ok(League { id, name: name.into(), settings: settings.clone(), seed, closed: false, pairs: 0 })
    }

    /// The league of this name.
    pub async fn league(&self, name: &str) -> Result<League, ArenaError> {
        let query = format!("SELECT {COLUMNS} FROM leagues WHERE name = $1");
        match sqlx::query(&query).bind(name).fetch_optional(&self.pool).await? {
            Some(row) => league(&row),
            None => {
                let names = some_of(self.leagues().await?.into_iter().map(|league| league.name));
                let known = names.map_or("there is none yet: make one with landgrab league new".into(), |names| {
                    format!("there are: {names}")
                });
                Err(ArenaError::new(Kind::Missing, format!("no league {}", rules::notation::quoted(name)), known))
            }
        }
    }

    /// The state of a league, for those who keep its table.
    pub async fn mark(&self, name: &str) -> Result<Mark, ArenaError> {
        let query = "SELECT pairs, (SELECT COALESCE(MAX(id), 0) FROM log) AS newest FROM leagues WHERE name = $1";
        match sqlx::query(query).bind(name).fetch_optional(&self.pool).await? {
            Some(row) => {
                Ok(Mark { pairs: get::<i64>(&row, "pairs")? as u64, change: get::<i64>(&row, "newest")? as u64 })
            }
            // Says which leagues there are.
            None => self.league(name).await.map(|league| Mark { pairs: league.pairs, change: 0 }),
        }
    }

    /// All leagues, by name.
    pub async fn leagues(&self) -> Result<Vec<League>, ArenaError> {
        let query = format!("SELECT {COLUMNS} FROM leagues ORDER BY name");
        sqlx::query(&query).fetch_all(&self.pool).await?.iter().map(league).collect()
    }

    /// Closes a league, or opens it again.
    pub async fn close_league(&self, name: &str, closed: bool, who: &str) -> Result<(), ArenaError> {
        let league = self.league(name).await?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        sqlx::query("UPDATE leagues SET closed = $1 WHERE id = $2")
            .bind(i64::from(closed))
            .bind(league.id)
            .execute(&mut *tx)
            .await?;
        let verb = if closed { "closed" } else { "opened" };
        people::log(&mut tx, now, who, &format!("{verb} the league {name}")).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn league(row: &AnyRow) -> Result<League, ArenaError> {
    Ok(League {
        id: get(row, "id")?,
        name: get(row, "name")?,
        settings: serde_json::from_str(&get::<String>(row, "settings")?)?,
        seed: get(row, "seed")?,
        closed: get::<i64>(row, "closed")? != 0,
        pairs: get::<i64>(row, "pairs")? as u64,
    })
}

/// The first ones of some names, for a message; `None` if there are none.
pub(super) fn some_of(names: impl ExactSizeIterator<Item = String>) -> Option<String> {
    let more = names.len().saturating_sub(MOST_LISTED);
    let first: Vec<String> = names.take(MOST_LISTED).collect();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!first.is_empty()).then(|| first.join(", ") + &rest)
}

/// Names stand in addresses, file names and tables.
pub(super) fn check_name(what: &str, name: &str) -> Result<(), ArenaError> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.@:=,+".contains(c);
    if !name.is_empty() && name.len() <= LONGEST_NAME && !name.starts_with(['.', '-']) && name.chars().all(is_plain) {
        return Ok(());
    }
    let found = format!("{what} {}", rules::notation::quoted(name));
    Err(ArenaError::new(Kind::Invalid, found, "a name has 1 to 64 letters, digits and - _ . @ : = , +"))
}
