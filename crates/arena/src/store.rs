//! The store: one database, in a SQLite file or in PostgreSQL, with the same tables and the same promises.
//!
//! A result is written whole, in the transaction that ends its lease, and the number of a pair is unique in its league.
//! So a killed worker, server or database loses nothing that was committed, and nothing is counted twice.

mod bracket;
mod choose;
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
use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::{Any, AnyPool, Executor, Row, Transaction};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// After so long without a word from its worker a batch is given to another one.
pub const LEASE: Duration = Duration::from_secs(60);
/// The longest wait for a connection, or for another program that writes to the same file.
const PATIENCE: Duration = Duration::from_secs(20);
/// Connections to PostgreSQL of one program.
const MOST_CONNECTIONS: u32 = 16;

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
    lease: Duration,
    clock: Option<Arc<AtomicI64>>,
    ladders: Arc<Ladders>,
}

impl Store {
    /// Opens a store, `sqlite:FILE` or `postgres://...`. A file that is not there is made; an older store is brought up to
    /// date, a newer one is refused.
    pub async fn open(url: &str) -> Result<Self, ArenaError> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(sqlx::any::install_default_drivers);
        let (backend, address) = if let Some(path) = url.strip_prefix("sqlite:") {
            (Backend::Sqlite, sqlite_address(path)?)
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            (Backend::Postgres, url.to_string())
        } else {
            let found = format!("the store {}", rules::notation::quoted(url));
            return Err(ArenaError::new(Kind::Invalid, found, "expected sqlite:FILE or postgres://..."));
        };
        let options = AnyPoolOptions::new().acquire_timeout(PATIENCE).max_connections(MOST_CONNECTIONS);
        let options = match backend {
            Backend::Postgres => options,
            Backend::Sqlite => options.after_connect(|connection, _| {
                Box::pin(async move {
                    let wait = PATIENCE.as_millis();
                    // FULL: what was committed survives a power cut too. A batch takes seconds, so it costs little.
                    let pragmas = format!(
                        "PRAGMA busy_timeout = {wait}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                         PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536"
                    );
                    connection.execute(pragmas.as_str()).await.map(drop)
                })
            }),
        };
        let pool = options.connect(&address).await.map_err(|error| unreachable(error, url))?;
        let store = Self { pool, backend, lease: LEASE, clock: None, ladders: Arc::default() };
        schema::migrate(&store, url).await?;
        Ok(store)
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
        let begin = match self.backend {
            Backend::Sqlite => "BEGIN IMMEDIATE",
            Backend::Postgres => "BEGIN",
        };
        Ok(self.pool.begin_with(begin).await?)
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

/// The address that sqlx expects. A path may hold characters that mean something in an address.
fn sqlite_address(path: &str) -> Result<String, ArenaError> {
    if path.is_empty() || path.contains(['?', '#', '%']) {
        let found = format!("the store `sqlite:{}`", rules::notation::printable(path));
        return Err(ArenaError::new(Kind::Invalid, found, "expected sqlite:FILE, without ? # % in the name"));
    }
    Ok(format!("sqlite:{path}?mode=rwc"))
}

/// An error while opening names the store, without a password that its address may have.
fn unreachable(error: sqlx::Error, url: &str) -> ArenaError {
    let mut error = ArenaError::from(error);
    let shown = match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => format!("{}...{}", &url[..scheme + 3], &url[at..]),
        _ => url.into(),
    };
    error.found = format!("{}: {}", rules::notation::printable(&shown), error.found);
    error
}

/// A column of a row.
fn get<'r, T: sqlx::Decode<'r, Any> + sqlx::Type<Any>>(row: &'r AnyRow, column: &str) -> Result<T, ArenaError> {
    Ok(row.try_get(column)?)
}
