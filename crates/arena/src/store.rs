//! The store: one database, in a SQLite file or in PostgreSQL, with the same tables and the same promises.
//!
//! A result is written whole, in the transaction that ends its lease, and the number of a pair is unique in its league.
//! So a killed worker, server or database loses nothing that was committed, and nothing is counted twice.

mod bracket;
mod choose;
mod connection;
mod entrants;
mod leagues;
mod people;
mod results;
mod schema;
mod transfer;
mod work;

pub use bracket::{Bracket, BracketMeeting};
pub use entrants::{Entrant, EntrantState, NewEntrant};
pub use leagues::{League, Mark};
pub(crate) use people::hex;
pub use people::{Identity, LogLine, Role};
pub use results::{CountRow, GameFilter, GameRow, HistoryPoint};
pub use transfer::{Exported, ExportedEntrant, ExportedVersion, FullPair};
pub use work::{Finished, SetAside, Take, Taken, WorkState};

use crate::planning::Ladders;
use crate::{ArenaError, Kind};
use sqlx::any::AnyRow;
use sqlx::{Any, AnyPool, Row, Transaction};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// After so long without a word from its worker a batch is given to another one.
pub const LEASE: Duration = Duration::from_secs(60);
/// Which database it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Backend {
    Sqlite,
    Postgres,
}

/// Leagues, entrants, bots, results.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    backend: Backend,
    /// The file of SQLite.
    file: Option<PathBuf>,
    lease: Duration,
    clock: Option<Arc<AtomicI64>>,
    ladders: Arc<Ladders>,
}

impl Store {
    /// Opens a store, `sqlite:FILE` or `postgres://...`. A file that is not there is made; an older store is brought up to
    /// date, a newer one is refused.
    pub async fn open(url: &str) -> Result<Self, ArenaError> {
        let store = Self::connect(url).await?;
        schema::migrate(&store, url, &schema::MIGRATIONS).await.map_err(|error| connection::named(error, url))?;
        Ok(store)
    }

    /// A store whose tables nobody has looked at.
    async fn connect(url: &str) -> Result<Self, ArenaError> {
        let (pool, backend) = connection::pool(url).await.map_err(|error| connection::named(error, url))?;
        let file = url.strip_prefix("sqlite:").map(PathBuf::from);
        Ok(Self { pool, backend, file, lease: LEASE, clock: None, ladders: Arc::default() })
    }

    /// The same store, in which a batch is given to another worker after this time without a word.
    pub fn with_lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// The same store with a clock of milliseconds that only the caller moves, for tests.
    pub fn with_clock(mut self, clock: Arc<AtomicI64>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Closes all connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), ArenaError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// A transaction that writes. SQLite has one writer at a time: asking for the lock at the start avoids the error that
    /// upgrading a reader gets.
    async fn write(&self) -> Result<Transaction<'_, Any>, ArenaError> {
        // An open file that was deleted can still be written to, and is lost at the end.
        if let Some(file) = self.file.as_ref().filter(|file| !file.exists()) {
            let found = format!("store: {} is gone", rules::notation::printable(&file.to_string_lossy()));
            return Err(ArenaError::new(Kind::Unavailable, found, "put it back where it was"));
        }
        Ok(self.pool.begin_with(self.begin()).await?)
    }

    fn begin(&self) -> &'static str {
        match self.backend {
            Backend::Sqlite => "BEGIN IMMEDIATE",
            Backend::Postgres => "BEGIN",
        }
    }

    /// Locks the rows of a query in a transaction that writes. SQLite has locked everything already.
    fn for_update(&self) -> &'static str {
        match self.backend {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR UPDATE",
        }
    }

    /// The same, passing over rows that another transaction has locked.
    fn for_update_skip_locked(&self) -> &'static str {
        match self.backend {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }

    /// Milliseconds since 1970. PostgreSQL's own clock, since the clocks of several servers may differ.
    async fn now(&self, tx: &mut Transaction<'_, Any>) -> Result<i64, ArenaError> {
        if let Some(clock) = &self.clock {
            return Ok(clock.load(Ordering::SeqCst));
        }
        match self.backend {
            Backend::Sqlite => Ok(system_ms()),
            Backend::Postgres => {
                let query = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
                Ok(sqlx::query_scalar(query).fetch_one(&mut **tx).await?)
            }
        }
    }
}

fn system_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// A column of a row.
fn get<'r, T: sqlx::Decode<'r, Any> + sqlx::Type<Any>>(row: &'r AnyRow, column: &str) -> Result<T, ArenaError> {
    Ok(row.try_get(column)?)
}
