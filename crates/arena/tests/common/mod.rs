//! Empty stores for the tests, so that one suite runs on SQLite and on PostgreSQL. Nothing here knows the arena: a
//! store is an address.

#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use std::hash::{BuildHasher, RandomState};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;
use tokio::time::timeout;
use xtask::postgres::{Cluster, Installation, TEST_POSTGRES};

/// The reason that skipped tests give.
const NO_POSTGRES: &str = "there is no PostgreSQL (cargo xtask test starts one)";

/// After a crash, PostgreSQL first flushes each file of its data to the disk, which takes seconds. Linux can do it in one
/// call.
const FAST_RECOVERY: &[&str] = if cfg!(target_os = "linux") { &["recovery_init_sync_method=syncfs"] } else { &[] };

/// Far above the time that a busy machine needs to make a database.
const PATIENCE: Duration = Duration::from_secs(60);

/// An empty store of the test's own. It is gone when this value is.
pub enum TestStore {
    /// A file that does not exist yet, in a folder that does.
    Sqlite(TempDir),
    /// A new database on a server that other tests use too.
    Postgres {
        /// The address of the server.
        server: String,
        /// The name of the database.
        database: String,
    },
}

/// An empty store of each kind. Without PostgreSQL it is SQLite alone, and the test counts as skipped in part.
pub fn stores() -> Vec<TestStore> {
    let mut stores = vec![TestStore::sqlite()];
    match TestStore::postgres() {
        Some(store) => stores.push(store),
        None => xtask::skipped(NO_POSTGRES),
    }
    stores
}

/// A cluster that the test may kill and start again, or `None`: the test is then skipped. Its server flushes its log to
/// the disk before a commit returns, as a user's does.
pub fn cluster() -> Option<Cluster> {
    let installation = std::env::var_os(TEST_POSTGRES).and_then(|_| Installation::find().unwrap());
    if installation.is_none() {
        xtask::skipped(NO_POSTGRES);
    }
    installation.map(|installation| Cluster::start(installation, FAST_RECOVERY).unwrap())
}

impl TestStore {
    /// A new file.
    pub fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().unwrap())
    }

    /// A new database, if the tests were given a server.
    pub fn postgres() -> Option<Self> {
        let server = std::env::var(TEST_POSTGRES).ok()?;
        let database = format!("landgrab_{:016x}", RandomState::new().hash_one("a random number"));
        execute(&server, format!("CREATE DATABASE {database}")).unwrap();
        Some(Self::Postgres { server, database })
    }

    /// Its address, as `--store` takes it.
    pub fn url(&self) -> String {
        match self {
            Self::Sqlite(folder) => format!("sqlite:{}", folder.path().join("store.db").display()),
            Self::Postgres { server, database } => options(server).database(database).to_url_lossy().into(),
        }
    }
}

impl Drop for TestStore {
    fn drop(&mut self) {
        if let Self::Postgres { server, database } = self {
            // By force, because a test that failed may still be connected. An error here would hide the test's own.
            let _ = execute(server, format!("DROP DATABASE IF EXISTS {database} WITH (FORCE)"));
        }
    }
}

fn options(server: &str) -> PgConnectOptions {
    server.parse().unwrap()
}

/// Runs one statement. On a thread of its own, because the thread of a test may be inside a runtime already.
fn execute(server: &str, statement: String) -> thread::Result<()> {
    let server = options(server);
    let run = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let executed = async {
                let mut connection = server.connect().await?;
                connection.execute(statement.as_str()).await?;
                connection.close().await
            };
            timeout(PATIENCE, executed).await.expect("the server answers").unwrap();
        });
    };
    thread::spawn(run).join()
}
