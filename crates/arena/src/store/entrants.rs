//! Entrants and their versions, and the bots that versions are made of.

use super::leagues::{check_name, some_of};
use super::{Store, get, people};
use crate::{ArenaError, Contender, Kind, Source};
use sqlx::any::AnyRow;

/// Somebody in a league.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Its number in the store.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its owner's name.
    pub owner: Option<String>,
    /// Whether it plays.
    pub state: EntrantState,
    /// Its newest version, by its number in the store.
    pub version: i64,
    /// The number of that version, from 1.
    pub version_number: u32,
    /// What plays.
    pub source: Source,
    /// The gate's verdict.
    pub report: Option<String>,
}

/// Whether an entrant plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntrantState {
    /// The gate is not through with it.
    Checking,
    /// It plays.
    In,
    /// It did not pass the gate.
    Failed,
    /// It was taken out; its games stay.
    Retired,
}

/// Somebody to enter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEntrant {
    /// Its name, unique in the league.
    pub name: String,
    /// Its owner's name, if it has one.
    pub owner: Option<String>,
    /// What plays. A bot must be in the store already.
    pub source: Source,
    /// Whether it plays at once.
    pub state: EntrantState,
    /// The gate's verdict, if there is one already.
    pub report: Option<String>,
}

impl EntrantState {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checking => "checking",
            Self::In => "in",
            Self::Failed => "failed",
            Self::Retired => "retired",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::Checking, Self::In, Self::Failed, Self::Retired].into_iter().find(|state| state.name() == name)
    }
}

impl Entrant {
    /// As a worker needs it.
    pub fn contender(&self) -> Contender {
        Contender { version: self.version, name: self.name.clone(), source: self.source.clone() }
    }
}

const ENTRANTS: &str = "SELECT entrants.id, entrants.name, owners.name AS owner, entrants.state, \
                        versions.id AS version, versions.number, versions.built_in, versions.bot, versions.report, \
                        leagues.name AS league \
                        FROM entrants JOIN versions ON versions.id = entrants.version \
                        JOIN leagues ON leagues.id = entrants.league \
                        LEFT JOIN owners ON owners.id = entrants.owner";

impl Store {
    /// Keeps a bot. The same bot is kept once.
    pub async fn keep_bot(&self, hash: &str, name: &str, content: &[u8]) -> Result<(), ArenaError> {
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        sqlx::query(
            "INSERT INTO bots (hash, name, created, content) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO NOTHING",
        )
        .bind(hash)
        .bind(name)
        .bind(now)
        .bind(content)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// A bot: its file's name, and its bytes.
    pub async fn bot(&self, hash: &str) -> Result<(String, Vec<u8>), ArenaError> {
        let row =
            sqlx::query("SELECT name, content FROM bots WHERE hash = $1").bind(hash).fetch_optional(&self.pool).await?;
        let row = row.ok_or_else(|| {
            ArenaError::new(Kind::Missing, format!("no bot {}", rules::notation::quoted(hash)), "expected a hash")
        })?;
        Ok((get(&row, "name")?, get(&row, "content")?))
    }

    /// Enters somebody. A name that its owner has in the league already gets a new version, which is rated afresh; a name
    /// of somebody else is refused.
    pub async fn enter(&self, league: &str, new: &NewEntrant, who: &str) -> Result<Entrant, ArenaError> {
        check_name("entrant", &new.name)?;
        new.owner.as_ref().map_or(Ok(()), |owner| check_name("owner", owner))?;
        let found = self.league(league).await?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let query = format!("SELECT closed, bracket FROM leagues WHERE id = $1{}", self.for_update());
        let row = sqlx::query(&query).bind(found.id).fetch_one(&mut *tx).await?;
        let refused = |found: String, expected: &str| Err(ArenaError::new(Kind::Conflict, found, expected));
        if get::<i64>(&row, "closed")? != 0 {
            return refused(format!("the league {league} is closed"), "open it, or choose another");
        }
        let owner = match &new.owner {
            Some(owner) => Some(people::owner_id(&mut tx, owner, now).await?),
            None => None,
        };
        let known = sqlx::query("SELECT id, owner FROM entrants WHERE league = $1 AND name = $2")
            .bind(found.id)
            .bind(&new.name)
            .fetch_optional(&mut *tx)
            .await?;
        // A bracket is between the versions that it was drawn with.
        if get::<Option<String>>(&row, "bracket")?.is_some() {
            return refused(format!("the bracket of {league} is drawn"), "make a new league");
        }
        let entrant = match known {
            Some(row) if get::<Option<i64>>(&row, "owner")? != owner => {
                return refused(format!("the name {} is taken", new.name), "choose another name");
            }
            Some(row) => get::<i64>(&row, "id")?,
            None => sqlx::query_scalar(
                "INSERT INTO entrants (league, name, owner, state, created) VALUES ($1, $2, $3, $4, $5) RETURNING id",
            )
            .bind(found.id)
            .bind(&new.name)
            .bind(owner)
            .bind(new.state.name())
            .bind(now)
            .fetch_one(&mut *tx)
            .await?,
        };
        let (built_in, bot) = match &new.source {
            Source::BuiltIn(text) => (Some(text.as_str()), None),
            Source::Bot(hash) => (None, Some(hash.as_str())),
        };
        let number: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(number), 0) + 1 FROM versions WHERE entrant = $1")
            .bind(entrant)
            .fetch_one(&mut *tx)
            .await?;
        let version: i64 = sqlx::query_scalar(
            "INSERT INTO versions (entrant, number, built_in, bot, report, created) VALUES ($1, $2, $3, $4, $5, $6) \
             RETURNING id",
        )
        .bind(entrant)
        .bind(number)
        .bind(built_in)
        .bind(bot)
        .bind(new.report.as_deref().map(text))
        .bind(now)
        .fetch_one(&mut *tx)
        .await?;
        sqlx::query("UPDATE entrants SET version = $1, state = $2 WHERE id = $3")
            .bind(version)
            .bind(new.state.name())
            .bind(entrant)
            .execute(&mut *tx)
            .await?;
        people::log(&mut tx, now, who, &format!("entered {} version {number} in {league}", new.name)).await?;
        tx.commit().await?;
        self.ladders.forget(found.id);
        self.entrant(league, &new.name).await
    }

    /// All entrants of a league, in the order of entry.
    pub async fn entrants(&self, league: i64) -> Result<Vec<Entrant>, ArenaError> {
        let query = format!("{ENTRANTS} WHERE entrants.league = $1 ORDER BY entrants.id");
        sqlx::query(&query).bind(league).fetch_all(&self.pool).await?.iter().map(entrant).collect()
    }

    /// The entrant of this name.
    pub async fn entrant(&self, league: &str, name: &str) -> Result<Entrant, ArenaError> {
        let id = self.league(league).await?.id;
        let query = format!("{ENTRANTS} WHERE entrants.league = $1 AND entrants.name = $2");
        if let Some(row) = sqlx::query(&query).bind(id).bind(name).fetch_optional(&self.pool).await? {
            return entrant(&row);
        }
        let names = self.entrants(id).await?.into_iter().map(|entrant| entrant.name);
        let known =
            some_of(names).map_or("it has none yet: landgrab league add".into(), |names| format!("it has: {names}"));
        let missing = format!("no entrant {} in {league}", rules::notation::quoted(name));
        Err(ArenaError::new(Kind::Missing, missing, known))
    }

    /// Changes whether an entrant plays, and keeps the gate's verdict on its newest version.
    pub async fn set_state(
        &self,
        league: &str,
        name: &str,
        state: EntrantState,
        report: Option<&str>,
        who: &str,
    ) -> Result<(), ArenaError> {
        let entrant = self.entrant(league, name).await?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        sqlx::query("UPDATE entrants SET state = $1 WHERE id = $2")
            .bind(state.name())
            .bind(entrant.id)
            .execute(&mut *tx)
            .await?;
        if let Some(report) = report {
            sqlx::query("UPDATE versions SET report = $1 WHERE id = $2")
                .bind(text(report))
                .bind(entrant.version)
                .execute(&mut *tx)
                .await?;
        }
        people::log(&mut tx, now, who, &format!("set {name} in {league} to {}", state.name())).await?;
        tx.commit().await?;
        self.ladders.forget(self.league(league).await?.id);
        Ok(())
    }

    /// Entrants that wait for the gate, the oldest version first, with the names of their leagues.
    pub async fn checking(&self) -> Result<Vec<(String, Entrant)>, ArenaError> {
        let query = format!("{ENTRANTS} WHERE entrants.state = 'checking' ORDER BY versions.id");
        let rows = sqlx::query(&query).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((get(row, "league")?, entrant(row)?))).collect()
    }

    /// Keeps the gate's verdict on an entrant that waits for it. Says whether it was wanted: a newer version may have
    /// come meanwhile, or the entrant may have been taken out.
    pub async fn settle(
        &self,
        league: &str,
        entrant: &Entrant,
        state: EntrantState,
        report: &str,
        who: &str,
    ) -> Result<bool, ArenaError> {
        let found = self.league(league).await?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let done = sqlx::query("UPDATE entrants SET state = $1 WHERE id = $2 AND version = $3 AND state = 'checking'")
            .bind(state.name())
            .bind(entrant.id)
            .bind(entrant.version)
            .execute(&mut *tx)
            .await?;
        sqlx::query("UPDATE versions SET report = $1 WHERE id = $2")
            .bind(report)
            .bind(entrant.version)
            .execute(&mut *tx)
            .await?;
        let what = format!("checked {} version {} in {league}: {}", entrant.name, entrant.version_number, state.name());
        people::log(&mut tx, now, who, &what).await?;
        tx.commit().await?;
        self.ladders.forget(found.id);
        Ok(done.rows_affected() > 0)
    }

    /// The versions that some numbers stand for.
    pub(crate) async fn contenders(&self, versions: &[i64]) -> Result<Vec<Contender>, ArenaError> {
        let mut contenders = Vec::with_capacity(versions.len());
        for version in versions {
            let row = sqlx::query(
                "SELECT versions.id AS version, entrants.name, versions.built_in, versions.bot FROM versions \
                 JOIN entrants ON entrants.id = versions.entrant WHERE versions.id = $1",
            )
            .bind(*version)
            .fetch_one(&self.pool)
            .await?;
            contenders.push(Contender { version: *version, name: get(&row, "name")?, source: source(&row)? });
        }
        Ok(contenders)
    }
}

/// Text that PostgreSQL can hold: a report has what a stranger's program wrote.
fn text(report: &str) -> String {
    report.replace('\0', "\u{fffd}")
}

fn entrant(row: &AnyRow) -> Result<Entrant, ArenaError> {
    let state = EntrantState::named(&get::<String>(row, "state")?)
        .ok_or_else(|| ArenaError::new(Kind::Unusable, "store: an entrant in an unknown state", ""))?;
    Ok(Entrant {
        id: get(row, "id")?,
        name: get(row, "name")?,
        owner: get(row, "owner")?,
        state,
        version: get(row, "version")?,
        version_number: get::<i64>(row, "number")? as u32,
        source: source(row)?,
        report: get(row, "report")?,
    })
}

pub(super) fn source(row: &AnyRow) -> Result<Source, ArenaError> {
    match (get::<Option<String>>(row, "built_in")?, get::<Option<String>>(row, "bot")?) {
        (Some(text), None) => Ok(Source::BuiltIn(text)),
        (None, Some(hash)) => Ok(Source::Bot(hash)),
        _ => Err(ArenaError::new(Kind::Unusable, "store: a version that is neither built in nor a bot", "")),
    }
}
