//! Entrants, their versions and their names.

use crate::common::stores;
use crate::leagues::{LEAGUE, WHO, batch, by_order, league, play, player, result, settings, soon};
use landgrab_arena::{EntrantState, Format, Kind, NewEntrant, Source, Taken};

#[tokio::test]
async fn an_entrant_is_listed_in_the_order_of_entry_with_what_was_said_of_it() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["heat", "greedy"]).await;
            opened.keep_bot("ab12", "bot.tar.gz", &[0, 255, 7]).await.unwrap();
            opened.keep_bot("ab12", "another name", &[1]).await.unwrap();
            let report = "the doctor's report\nwith two lines and a zero\0byte";
            let bot = NewEntrant {
                owner: Some("ann".into()),
                source: Source::Bot("ab12".into()),
                state: EntrantState::Checking,
                report: Some(report.into()),
                ..player("mine")
            };
            let entered = opened.enter(LEAGUE, &bot, WHO).await.unwrap();
            assert_eq!((entered.version_number, entered.owner.as_deref()), (1, Some("ann")));
            assert_eq!(entered.report.unwrap(), report.replace('\0', "\u{fffd}"));
            assert_eq!(opened.bot("ab12").await.unwrap(), ("bot.tar.gz".into(), vec![0, 255, 7]));
            let id = opened.league(LEAGUE).await.unwrap().id;
            let names: Vec<String> =
                opened.entrants(id).await.unwrap().into_iter().map(|entrant| entrant.name).collect();
            assert_eq!(names, ["heat", "greedy", "mine"]);
            opened.set_state(LEAGUE, "mine", EntrantState::Failed, Some("too slow"), WHO).await.unwrap();
            let failed = opened.entrant(LEAGUE, "mine").await.unwrap();
            assert_eq!((failed.state, failed.report.as_deref()), (EntrantState::Failed, Some("too slow")));
            let unknown = NewEntrant { source: Source::Bot("none".into()), ..player("other") };
            assert_eq!(opened.enter(LEAGUE, &unknown, WHO).await.unwrap_err().kind, Kind::Conflict);
            assert_eq!(opened.entrant(LEAGUE, "other").await.unwrap_err().kind, Kind::Missing);
        })
        .await;
    }
}

#[tokio::test]
async fn names_of_entrants_owners_and_leagues_are_plain_and_short() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["greedy"]).await;
            let long = "x".repeat(65);
            for name in ["", "a b", "../up", "-x", ".x", "a\nb", "a\0b", "\u{1b}[2J", "a/b", "a\"b", &long] {
                let entered = opened.enter(LEAGUE, &player(name), WHO).await.unwrap_err();
                assert_eq!(entered.kind, Kind::Invalid, "{name:?}");
                let owned = NewEntrant { owner: Some(name.into()), ..player("x") };
                assert_eq!(opened.enter(LEAGUE, &owned, WHO).await.unwrap_err().kind, Kind::Invalid, "{name:?}");
                let made = opened.create_league(name, &settings(Format::Ladder, 1), 1, WHO).await.unwrap_err();
                assert_eq!(made.kind, Kind::Invalid, "{name:?}");
            }
            opened.enter(LEAGUE, &player(&"x".repeat(64)), WHO).await.unwrap();
            opened.enter(LEAGUE, &player("Schäfer.2@x"), WHO).await.unwrap();
            let endless = "y".repeat(1 << 20);
            for error in [
                opened.entrant(LEAGUE, &endless).await.unwrap_err(),
                opened.league(&endless).await.unwrap_err(),
                opened.enter(LEAGUE, &player(&endless), WHO).await.unwrap_err(),
            ] {
                assert!(error.to_string().len() < 1000, "a message of {} bytes", error.to_string().len());
            }
            for missing in ["nobody", "a\0b"] {
                let kinds = [Kind::Missing, Kind::Invalid];
                assert!(kinds.contains(&opened.entrant(LEAGUE, missing).await.unwrap_err().kind));
                assert!(kinds.contains(&opened.league(missing).await.unwrap_err().kind));
            }
        })
        .await;
    }
}

#[tokio::test]
async fn a_league_of_many_entrants_is_not_listed_in_an_error() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &[]).await;
            for number in 0..60 {
                opened.enter(LEAGUE, &player(&format!("entrant-{number}")), WHO).await.unwrap();
            }
            let error = opened.entrant(LEAGUE, "nobody").await.unwrap_err();
            assert!(error.to_string().contains("entrant-0") && error.to_string().len() < 500, "{error}");
        })
        .await;
    }
}

#[tokio::test]
async fn a_name_belongs_to_its_owner_and_a_league_name_to_one_league() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["greedy"]).await;
            let owned = |owner: &str| NewEntrant { owner: Some(owner.into()), ..player("mine") };
            opened.enter(LEAGUE, &owned("ann"), WHO).await.unwrap();
            for other in [owned("bob"), player("mine"), NewEntrant { owner: Some("ann".into()), ..player("greedy") }] {
                let error = opened.enter(LEAGUE, &other, WHO).await.unwrap_err();
                assert_eq!(error.kind, Kind::Conflict, "{error}");
                assert!(error.to_string().contains("is taken"), "{error}");
            }
            assert_eq!(opened.enter(LEAGUE, &owned("ann"), WHO).await.unwrap().version_number, 2);
            let again = opened.create_league(LEAGUE, &settings(Format::Ladder, 1), 1, WHO).await.unwrap_err();
            assert_eq!(again.kind, Kind::Conflict);
            // A refused entrant leaves nobody behind.
            assert!(opened.owners().await.unwrap().iter().all(|(name, ..)| name != "bob"));
        })
        .await;
    }
}

#[tokio::test]
async fn a_new_version_is_rated_afresh_and_old_games_stay() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["greedy", "mine"]).await;
            let strengths = by_order(&["greedy", "mine"]);
            play(&opened, "w", Some(6), 2, &strengths).await;
            // A batch of the old version is out while the new one enters.
            let old = batch(&opened, "w", 2).await;
            let before = opened.table(LEAGUE).await.unwrap();
            let mine =
                |table: &landgrab_arena::Table| table.standings.iter().find(|row| row.name == "mine").unwrap().clone();
            assert_eq!((mine(&before).games, mine(&before).points), (12, 1.0));
            assert_eq!(opened.enter(LEAGUE, &player("mine"), WHO).await.unwrap().version_number, 2);
            let fresh = mine(&opened.table(LEAGUE).await.unwrap());
            assert_eq!((fresh.games, fresh.rating.is_nan(), fresh.rank), (0, true, 2));
            opened.finish(&old.lease, &leagues_results(&old)).await.unwrap();
            assert_eq!(mine(&opened.table(LEAGUE).await.unwrap()).games, 0);
            assert_eq!(opened.table(LEAGUE).await.unwrap().pairs, 8);
            play(&opened, "w", Some(10), 2, &by_order(&["mine", "greedy"])).await;
            let after = opened.table(LEAGUE).await.unwrap();
            assert_eq!((mine(&after).games, mine(&after).points, mine(&after).rank), (4, 3.5, 1));
            let filter = landgrab_arena::GameFilter { entrant: Some("mine"), limit: 100, ..Default::default() };
            assert_eq!(opened.games(LEAGUE, filter).await.unwrap().len(), 20);
        })
        .await;
    }
}

fn leagues_results(batch: &landgrab_arena::Batch) -> Vec<landgrab_arena::PairResult> {
    batch.pairs.iter().map(|order| result(order.number, 2)).collect()
}

#[tokio::test]
async fn the_pairs_of_an_entrant_that_was_retired_are_played_to_the_end_and_no_new_ones_begin() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["a", "b", "c"]).await;
            let held = batch(&opened, "w", 6).await;
            opened.set_state(LEAGUE, "c", EntrantState::Retired, None, WHO).await.unwrap();
            let retired = opened.entrant(LEAGUE, "c").await.unwrap();
            let next = batch(&opened, "w", 6).await;
            assert!(next.pairs.iter().all(|pair| pair.a != retired.version && pair.b != retired.version));
            opened.finish(&held.lease, &[]).await.unwrap();
            let again = batch(&opened, "v", 6).await;
            assert_eq!(again.pairs, held.pairs);
            opened.finish(&again.lease, &leagues_results(&again)).await.unwrap();
            let table = opened.table(LEAGUE).await.unwrap();
            let row = table.standings.iter().find(|row| row.name == "c").unwrap();
            assert_eq!((row.state, row.games), ("retired", 8));
        })
        .await;
    }
}

#[tokio::test]
async fn nothing_is_entered_or_played_in_a_closed_league_until_it_is_opened_again() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["a", "b"]).await;
            let held = batch(&opened, "w", 2).await;
            opened.close_league(LEAGUE, true, WHO).await.unwrap();
            assert_eq!(opened.enter(LEAGUE, &player("c"), WHO).await.unwrap_err().kind, Kind::Conflict);
            assert_eq!(crate::leagues::take(&opened, "v", 1, None).await, Taken::Done);
            // Games that were under way are kept.
            opened.finish(&held.lease, &leagues_results(&held)).await.unwrap();
            opened.close_league(LEAGUE, false, WHO).await.unwrap();
            assert_eq!(batch(&opened, "v", 1).await.pairs[0].number, 2);
        })
        .await;
    }
}
