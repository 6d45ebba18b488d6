//! Opening stores: new ones, old ones, newer ones, and things that are none.

use crate::common::{TestStore, stores};
use crate::leagues::{LEAGUE, league, settings, soon};
use landgrab_arena::{ArenaError, Format, Kind, Store};
use sqlx::{AnyConnection, Connection, Executor};
use std::fs;

async fn refused(url: &str) -> ArenaError {
    match soon(Store::open(url)).await {
        Ok(_) => panic!("{url} was opened"),
        Err(error) => error,
    }
}

/// Runs a statement behind the store's back.
async fn execute(url: &str, statement: &str) {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    connection.execute(statement).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_open_one_new_store_at_once_all_get_it() {
    for store in stores() {
        let url = store.url();
        let tasks: Vec<_> = (0..24)
            .map(|number| {
                let url = url.clone();
                tokio::spawn(async move {
                    let opened = Store::open(&url).await?;
                    let made =
                        opened.create_league(&format!("league-{number}"), &settings(Format::Ladder, 1), 1, "").await;
                    opened.close().await;
                    made.map(drop)
                })
            })
            .collect();
        for task in tasks {
            soon(task).await.unwrap().unwrap();
        }
        assert_eq!(Store::open(&url).await.unwrap().leagues().await.unwrap().len(), 24);
    }
}

#[tokio::test]
async fn a_store_is_the_same_after_it_was_closed() {
    for store in stores() {
        soon(async {
            league(&store, &settings(Format::RoundRobin, 1), &["a"]).await.close().await;
            let opened = Store::open(&store.url()).await.unwrap();
            assert_eq!(opened.entrant(LEAGUE, "a").await.unwrap().version_number, 1);
            opened.ping().await.unwrap();
        })
        .await;
    }
}

#[tokio::test]
async fn a_store_of_a_newer_version_is_refused_and_left_alone() {
    for store in stores() {
        league(&store, &settings(Format::RoundRobin, 1), &["a"]).await.close().await;
        let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                     VALUES (99, 'from the future', TRUE, 'x', 0)";
        execute(&store.url(), newer).await;
        let error = refused(&store.url()).await;
        assert_eq!(error.kind, Kind::Unusable);
        let said = error.to_string();
        assert!(said.contains("it is of version 99, and this program knows versions up to"), "{said}");
        assert!(said.contains("use the newer program that wrote it"), "{said}");
        if let TestStore::Sqlite(folder) = &store {
            assert!(fs::read_dir(folder.path()).unwrap().all(|file| !file_name(file).contains("version")));
        }
    }
}

fn file_name(entry: std::io::Result<fs::DirEntry>) -> String {
    entry.unwrap().file_name().to_string_lossy().into_owned()
}

#[tokio::test]
async fn a_file_that_is_no_store_is_refused_at_once_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    let url = format!("sqlite:{}", path.display());
    let text = "Dear Sir or Madam, this is a letter and no database. ".repeat(50);
    fs::write(&path, &text).unwrap();
    let error = refused(&url).await;
    assert_eq!(error.kind, Kind::Unusable, "{error}");
    assert!(error.to_string().contains("it is no store of landgrab") && error.found.contains("letter.txt"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    // A database of another program.
    fs::remove_file(&path).unwrap();
    execute(&(url.clone() + "?mode=rwc"), "CREATE TABLE recipes (name TEXT)").await;
    let error = refused(&url).await;
    assert_eq!(error.kind, Kind::Unusable, "{error}");
    assert!(error.to_string().contains("a database of another program"), "{error}");
    execute(&url, "INSERT INTO recipes VALUES ('soup')").await;
}

#[tokio::test]
async fn addresses_that_lead_nowhere_are_named_and_no_password_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().display();
    for (url, kind, said) in [
        (String::new(), Kind::Invalid, "expected sqlite:FILE or postgres://"),
        ("mysql://root@localhost/x".into(), Kind::Invalid, "expected sqlite:FILE or postgres://"),
        ("spring.db".into(), Kind::Invalid, "expected sqlite:FILE or postgres://"),
        ("sqlite:".into(), Kind::Invalid, "expected sqlite:FILE"),
        ("sqlite:a?mode=memory".into(), Kind::Invalid, "without ? # %"),
        (format!("sqlite:{here}/no/such/folder/x.db"), Kind::Unavailable, "does its folder exist"),
        (format!("sqlite:{here}"), Kind::Unavailable, "does its folder exist"),
        ("postgres://localhost:notaport/x".into(), Kind::Invalid, "expected sqlite:FILE or postgres://"),
        (format!("postgres://ann:secret@localhost/x?host={here}&password=secret"), Kind::Unavailable, "running"),
    ] {
        let error = refused(&url).await;
        assert_eq!(error.kind, kind, "{url}: {error}");
        assert!(error.to_string().contains(said), "{url}: {error}");
        assert!(!error.to_string().contains("secret"), "{error}");
        assert!(error.found.contains(url.split(['?', ':']).next().unwrap()), "{error}");
    }
    let Some(store) = TestStore::postgres() else { return };
    let url = store.url();
    drop(store);
    let error = refused(&url).await;
    assert_eq!(error.kind, Kind::Missing, "{error}");
    assert!(error.to_string().contains("make the database first"), "{error}");
}
