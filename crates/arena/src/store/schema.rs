//! Migrations are part of the program. A store of an older version is brought up to date: in a transaction, and a SQLite
//! file is copied first. A store of a newer version is refused.

use super::{Backend, Store};
use crate::{ArenaError, Kind};
use sqlx::migrate::{Migrate, Migration, MigrationType};
use std::borrow::Cow;

/// What each version adds, in order.
const MIGRATIONS: [(&str, &str); 1] = [("leagues", include_str!("../../migrations/0001_leagues.sql"))];

/// The version of stores that this program writes.
pub(crate) const VERSION: i64 = MIGRATIONS.len() as i64;

/// Words that the two databases spell differently.
fn spelled(sql: &str, backend: Backend) -> String {
    match backend {
        Backend::Sqlite => sql.replace("IDENTITY_KEY", "INTEGER PRIMARY KEY"),
        Backend::Postgres => {
            sql.replace("IDENTITY_KEY", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY").replace(" BLOB", " BYTEA")
        }
    }
}

fn migrations(backend: Backend) -> Vec<Migration> {
    let migration = |(number, (name, sql)): (i64, &(&'static str, &str))| {
        Migration::new(number, Cow::Borrowed(*name), MigrationType::Simple, Cow::Owned(spelled(sql, backend)), false)
    };
    (1..).zip(&MIGRATIONS).map(migration).collect()
}

/// Brings a store up to date.
pub(super) async fn migrate(store: &Store, url: &str) -> Result<(), ArenaError> {
    let mut connection = store.pool.acquire().await?;
    let failed = |error: sqlx::migrate::MigrateError| match error {
        sqlx::migrate::MigrateError::Execute(error) => ArenaError::from(error),
        other => ArenaError::new(Kind::Unusable, format!("store: {other}"), "it is no store of landgrab"),
    };
    // Two programs that open a new store at the same time take turns.
    connection.lock().await.map_err(failed)?;
    let result = migrate_locked(store, url, &mut connection).await;
    connection.unlock().await.map_err(failed)?;
    result
}

async fn migrate_locked(
    store: &Store,
    url: &str,
    connection: &mut sqlx::pool::PoolConnection<sqlx::Any>,
) -> Result<(), ArenaError> {
    let failed = |error: sqlx::migrate::MigrateError| match error {
        sqlx::migrate::MigrateError::Execute(error) => ArenaError::from(error),
        other => ArenaError::new(Kind::Unusable, format!("store: {other}"), "it is no store of landgrab"),
    };
    connection.ensure_migrations_table().await.map_err(failed)?;
    let applied = connection.list_applied_migrations().await.map_err(failed)?;
    let found = applied.iter().map(|migration| migration.version).max().unwrap_or(0);
    if found > VERSION {
        return Err(ArenaError::new(
            Kind::Unusable,
            format!("store: it is of version {found}, and this program knows versions up to {VERSION}"),
            "use the newer program that wrote it",
        ));
    }
    if found == VERSION {
        return Ok(());
    }
    if found > 0 && store.backend == Backend::Sqlite {
        back_up(connection, url, found).await?;
    }
    for migration in migrations(store.backend).iter().filter(|migration| migration.version > found) {
        connection.apply(migration).await.map_err(failed)?;
    }
    Ok(())
}

/// A copy of the file beside it, as it was before.
async fn back_up(
    connection: &mut sqlx::pool::PoolConnection<sqlx::Any>,
    url: &str,
    version: i64,
) -> Result<(), ArenaError> {
    let path = url.strip_prefix("sqlite:").unwrap_or(url);
    let copy = format!("{path}.version-{version}");
    if !std::path::Path::new(&copy).exists() {
        sqlx::query("VACUUM INTO $1").bind(copy).execute(&mut **connection).await?;
    }
    Ok(())
}
