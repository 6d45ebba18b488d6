//! Connections to the two databases.

use super::Backend;
use crate::{ArenaError, Kind};
use rules::notation::{printable, quoted};
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Connection, Executor};
use std::sync::Once;
use std::time::Duration;

/// The longest wait for a connection, or for another program that writes to the same file.
const PATIENCE: Duration = Duration::from_secs(20);
/// Connections to a database of one program.
const MOST_CONNECTIONS: u32 = 16;
/// SQLite's primary result code for a file that another program holds.
const BUSY: u32 = 5;

/// Connections to the store at this address.
pub(super) async fn pool(url: &str) -> Result<(AnyPool, Backend), ArenaError> {
    static DRIVERS: Once = Once::new();
    DRIVERS.call_once(sqlx::any::install_default_drivers);
    let options = AnyPoolOptions::new().acquire_timeout(PATIENCE).max_connections(MOST_CONNECTIONS);
    if let Some(path) = url.strip_prefix("sqlite:") {
        let address = sqlite_address(path)?;
        // The pool keeps to itself why a connection cannot be made, and tries for as long as it has patience. So the first
        // one is made without it.
        match try_sqlite(&address).await {
            Err(error) if !is_busy(&error) => return Err(error.into()),
            _ => {}
        }
        let options = options
            .test_before_acquire(false)
            .after_connect(|connection, _| Box::pin(prepare_sqlite(connection)))
            .before_acquire(|connection, _| Box::pin(is_usable(connection)));
        return Ok((options.connect(&address).await?, Backend::Sqlite));
    }
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        let options = options.after_connect(|connection, _| Box::pin(prepare_postgres(connection)));
        return Ok((options.connect(url).await?, Backend::Postgres));
    }
    Err(ArenaError::new(Kind::Invalid, quoted(url), "expected sqlite:FILE or postgres://..."))
}

async fn prepare_postgres(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    // A program that was stopped in the middle of a transaction must not keep its locks from the others for ever.
    let wait = PATIENCE.as_millis();
    let settings = format!("SET idle_in_transaction_session_timeout = {wait}; SET lock_timeout = {wait}");
    connection.execute(settings.as_str()).await.map(drop)
}

async fn try_sqlite(address: &str) -> Result<(), sqlx::Error> {
    let mut connection = AnyConnection::connect(address).await?;
    prepare_sqlite(&mut connection).await?;
    connection.close().await
}

async fn prepare_sqlite(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let wait = PATIENCE.as_millis();
    // FULL: what was committed survives a power cut too. A batch takes seconds, so it costs little.
    let pragmas = format!(
        "PRAGMA busy_timeout = {wait}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
         PRAGMA cache_size = -65536"
    );
    connection.execute(pragmas.as_str()).await.map(drop)
}

/// Whether a transaction can begin. SQLite ends one by itself when the disk is full; sqlx then believes for ever that the
/// connection is still in it, and such a connection has to go.
async fn is_usable(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    match connection.begin_with("BEGIN").await {
        Ok(transaction) => transaction.rollback().await.map(|()| true),
        Err(_) => Ok(false),
    }
}

fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| code & 0xff == BUSY)
}

/// The address that sqlx expects. A path may hold characters that mean something in an address.
fn sqlite_address(path: &str) -> Result<String, ArenaError> {
    if path.is_empty() || path.contains(['?', '#', '%']) {
        let expected = "expected sqlite:FILE, without ? # % in the name";
        return Err(ArenaError::new(Kind::Invalid, "no name of a file", expected));
    }
    Ok(format!("sqlite:{path}?mode=rwc"))
}

/// An error while opening names the store, without a password that its address may have.
pub(super) fn named(error: ArenaError, url: &str) -> ArenaError {
    let (place, parameters) = url.split_once('?').unwrap_or((url, ""));
    let place = match (place.find("://"), place.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => format!("{}...{}", &place[..scheme + 3], &place[at..]),
        _ => place.into(),
    };
    let host = parameters.split('&').find(|parameter| parameter.starts_with("host=")).map(|host| format!("?{host}"));
    let shown = printable(&(place + &host.unwrap_or_default()));
    ArenaError { found: format!("{shown}: {}", error.found), ..error }
}
