//! Migrations are part of the program. A store of an older version is brought up to date: in a transaction, and a SQLite
//! file is copied first. A store of a newer version is refused.

use super::{Backend, Store, people};
use crate::{ArenaError, Kind};
use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType};
use sqlx::{AnyConnection, Connection};
use std::borrow::Cow;
use std::fs;
use std::path::Path;

const NO_STORE: &str = "it is no store of landgrab: choose another with --store";

/// What each version of a store adds, in order: a name, and SQL.
type Migrations = [(&'static str, &'static str)];

/// The versions that this program knows. It writes the last one.
pub(super) const MIGRATIONS: [(&str, &str); 1] = [("leagues", include_str!("../../migrations/0001_leagues.sql"))];

/// Words that the two databases spell differently.
fn spelled(sql: &str, backend: Backend) -> String {
    match backend {
        Backend::Sqlite => sql.replace("IDENTITY_KEY", "INTEGER PRIMARY KEY"),
        Backend::Postgres => {
            sql.replace("IDENTITY_KEY", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY").replace(" BLOB", " BYTEA")
        }
    }
}

fn migrations(known: &Migrations, backend: Backend) -> Vec<Migration> {
    let migration = |(number, (name, sql)): (i64, &(&'static str, &str))| {
        Migration::new(number, Cow::Borrowed(*name), MigrationType::Simple, Cow::Owned(spelled(sql, backend)), false)
    };
    (1..).zip(known).map(migration).collect()
}

fn failed(error: MigrateError) -> ArenaError {
    match error {
        MigrateError::Execute(error) => ArenaError::from(error),
        other => ArenaError::new(Kind::Unusable, format!("store: {other}"), NO_STORE),
    }
}

/// Brings a store up to date.
pub(super) async fn migrate(store: &Store, url: &str, known: &Migrations) -> Result<(), ArenaError> {
    let mut connection = store.pool.acquire().await?;
    // Two programs that open a store at the same time take turns. This does nothing in SQLite, where the transaction does.
    connection.lock().await.map_err(failed)?;
    let result = migrate_locked(store, url, known, &mut connection).await;
    connection.unlock().await.map_err(failed)?;
    result
}

async fn migrate_locked(
    store: &Store,
    url: &str,
    known: &Migrations,
    connection: &mut AnyConnection,
) -> Result<(), ArenaError> {
    let newest = known.len() as i64;
    let found = version(store.backend, connection, newest).await?;
    if found == newest {
        return Ok(());
    }
    if found > 0 && store.backend == Backend::Sqlite {
        back_up(connection, url, found).await?;
    }
    let mut tx = connection.begin_with(store.begin()).await?;
    // Another program may have been first.
    let found = version(store.backend, &mut tx, newest).await?;
    tx.ensure_migrations_table().await.map_err(failed)?;
    for migration in migrations(known, store.backend).iter().filter(|migration| migration.version > found) {
        tx.apply(migration).await.map_err(failed)?;
    }
    tx.commit().await?;
    Ok(())
}

/// The version of a store, 0 if it is empty. Only reads.
async fn version(backend: Backend, connection: &mut AnyConnection, newest: i64) -> Result<i64, ArenaError> {
    let (all, own) = match backend {
        Backend::Sqlite => {
            ("SELECT COUNT(*) FROM sqlite_master", "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'")
        }
        // A database may have tables of other programs too.
        Backend::Postgres => ("SELECT CAST(0 AS BIGINT)", "SELECT COUNT(to_regclass('_sqlx_migrations'))"),
    };
    if sqlx::query_scalar::<_, i64>(own).fetch_one(&mut *connection).await? == 0 {
        let is_foreign = sqlx::query_scalar::<_, i64>(all).fetch_one(&mut *connection).await? > 0;
        let foreign = || ArenaError::new(Kind::Unusable, "store: a database of another program", NO_STORE);
        return if is_foreign { Err(foreign()) } else { Ok(0) };
    }
    let applied = connection.list_applied_migrations().await.map_err(failed)?;
    let found = applied.iter().map(|migration| migration.version).max().unwrap_or(0);
    if found > newest {
        return Err(ArenaError::new(
            Kind::Unusable,
            format!("store: it is of version {found}, and this program knows versions up to {newest}"),
            "use the newer program that wrote it",
        ));
    }
    Ok(found)
}

/// A copy of the file beside it, as it was before. Its name is given when it is whole.
async fn back_up(connection: &mut AnyConnection, url: &str, version: i64) -> Result<(), ArenaError> {
    let path = url.strip_prefix("sqlite:").unwrap_or(url);
    let copy = format!("{path}.version-{version}");
    if Path::new(&copy).exists() {
        return Ok(());
    }
    let growing = format!("{copy}.{}", people::random_hex(4)?);
    sqlx::query("VACUUM INTO $1").bind(&growing).execute(connection).await?;
    fs::rename(&growing, &copy).map_err(|error| {
        ArenaError::new(Kind::Unavailable, format!("store: the copy {copy}: {error}"), "may you write there?")
    })
}

#[cfg(test)]
#[path = "../../tests/common/mod.rs"]
mod common;

#[cfg(test)]
mod tests {
    use super::common::{TestStore, stores};
    use super::*;

    const OLD: [(&str, &str); 1] = [("first", "CREATE TABLE old (id IDENTITY_KEY, content BLOB NOT NULL)")];
    const NEW: [(&str, &str); 3] = [
        OLD[0],
        ("second", "ALTER TABLE old ADD COLUMN name TEXT NOT NULL DEFAULT 'x'"),
        ("third", "CREATE TABLE third (id IDENTITY_KEY)"),
    ];
    const BROKEN: [(&str, &str); 3] = [NEW[0], NEW[1], ("third", "CREATE TABLE nonsense nonsense")];

    /// A store of the old version with one row.
    async fn old(store: &TestStore) -> Store {
        let opened = Store::connect(&store.url()).await.unwrap();
        migrate(&opened, &store.url(), &OLD).await.unwrap();
        sqlx::query("INSERT INTO old (content) VALUES ($1)")
            .bind([7_u8].as_slice())
            .execute(&opened.pool)
            .await
            .unwrap();
        opened
    }

    async fn count(store: &Store, query: &str) -> Option<i64> {
        sqlx::query_scalar(query).fetch_one(&store.pool).await.ok()
    }

    #[tokio::test]
    async fn an_older_store_is_brought_up_to_date_once_and_a_file_is_copied_first() {
        for store in stores() {
            let opened = old(&store).await;
            for _ in 0..2 {
                migrate(&opened, &store.url(), &NEW).await.unwrap();
            }
            assert_eq!(count(&opened, "SELECT COUNT(*) FROM old WHERE name = 'x'").await, Some(1));
            let TestStore::Sqlite(folder) = &store else { continue };
            let copy = Store::connect(&format!("sqlite:{}", folder.path().join("store.db.version-1").display())).await;
            let copy = copy.unwrap();
            assert_eq!(count(&copy, "SELECT COUNT(*) FROM old").await, Some(1));
            assert_eq!(count(&copy, "SELECT COUNT(*) FROM third").await, None);
            let copies = fs::read_dir(folder.path()).unwrap().filter(|file| {
                let name = file.as_ref().unwrap().file_name().to_string_lossy().into_owned();
                name.contains("version-1.")
            });
            assert_eq!(copies.count(), 0, "unfinished copies are left");
        }
    }

    #[tokio::test]
    async fn a_migration_that_fails_changes_nothing() {
        for store in stores() {
            let opened = old(&store).await;
            migrate(&opened, &store.url(), &BROKEN).await.unwrap_err();
            assert_eq!(count(&opened, "SELECT COUNT(*) FROM old WHERE name = 'x'").await, None);
            assert_eq!(count(&opened, "SELECT COUNT(*) FROM old").await, Some(1));
            migrate(&opened, &store.url(), &NEW).await.unwrap();
            assert_eq!(count(&opened, "SELECT COUNT(*) FROM third").await, Some(0));
        }
    }

    #[tokio::test]
    async fn many_who_bring_one_store_up_to_date_at_once_do_it_once() {
        for store in stores() {
            old(&store).await;
            let url = store.url();
            let tasks: Vec<_> = (0..8)
                .map(|_| {
                    let url = url.clone();
                    tokio::spawn(async move { migrate(&Store::connect(&url).await?, &url, &NEW).await })
                })
                .collect();
            for task in tasks {
                task.await.unwrap().unwrap();
            }
        }
    }
}
