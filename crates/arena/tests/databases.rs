//! The databases that the tests run on: each starts empty, and a killed one keeps all that was committed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use common::{TestStore, cluster, stores};
use sqlx::any::{AnyConnectOptions, install_default_drivers};
use sqlx::{AnyConnection, Connection, Executor, PgConnection};

/// Connects to a store, and makes the file of SQLite.
async fn connect(store: &TestStore) -> AnyConnection {
    install_default_drivers();
    let mode = if matches!(store, TestStore::Sqlite(_)) { "?mode=rwc" } else { "" };
    let options: AnyConnectOptions = (store.url() + mode).parse().unwrap();
    AnyConnection::connect_with(&options).await.unwrap()
}

#[tokio::test]
async fn every_store_is_empty_and_takes_the_same_tables() {
    for store in stores().iter().chain(&stores()) {
        let mut connection = connect(store).await;
        connection.execute("CREATE TABLE leagues (name TEXT PRIMARY KEY)").await.unwrap();
        connection.execute("INSERT INTO leagues VALUES ('spring')").await.unwrap();
        let name: String = sqlx::query_scalar("SELECT name FROM leagues").fetch_one(&mut connection).await.unwrap();
        assert_eq!(name, "spring", "{}", store.url());
    }
}

#[tokio::test]
async fn a_store_of_postgres_is_dropped_although_somebody_is_connected() {
    let Some(store) = TestStore::postgres() else {
        return xtask::skipped("there is no PostgreSQL (cargo xtask test starts one)");
    };
    let url = store.url();
    let mut connection = connect(&store).await;
    drop(store);
    assert!(connection.execute("SELECT 1").await.is_err());
    let error = PgConnection::connect(&url).await.err().unwrap();
    assert!(error.to_string().contains("does not exist"), "{error}");
}

#[tokio::test]
async fn a_killed_server_keeps_what_was_committed_and_nothing_else() {
    let Some(mut cluster) = cluster() else { return };
    let url = cluster.url("postgres");
    let mut connection = PgConnection::connect(&url).await.unwrap();
    connection.execute("CREATE TABLE pairs (number BIGINT)").await.unwrap();
    for number in 0..3 {
        connection.execute(format!("INSERT INTO pairs VALUES ({number})").as_str()).await.unwrap();
        let mut other = PgConnection::connect(&url).await.unwrap();
        let mut transaction = other.begin().await.unwrap();
        transaction.execute("INSERT INTO pairs VALUES (-1)").await.unwrap();
        cluster.kill().unwrap();
        assert!(transaction.commit().await.is_err());
        cluster.restart().unwrap();
        connection = PgConnection::connect(&url).await.unwrap();
    }
    let numbers: Vec<i64> =
        sqlx::query_scalar("SELECT number FROM pairs ORDER BY number").fetch_all(&mut connection).await.unwrap();
    assert_eq!(numbers, [0, 1, 2]);
}
